"""Answers for the release workflow: whether a tag may be released, and its notes.

`python -m tools.release v1.0.0` prints the changelog's section of that version.
"""

import re
import sys
import tomllib
from collections.abc import Sequence

from tools import ROOT


def main(arguments: Sequence[str]) -> int:
    """Print the notes of the release whose tag is the one argument; in words why it cannot be released."""
    (tag,) = arguments
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    try:
        print(notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), version, tag))
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def notes(changelog: str, version: str, tag: str) -> str:
    r"""The changelog's section of a version.

    Raises `ValueError` when the tag is another version's, or the section is missing or not dated.

    >>> notes("# Changelog\n\n## 1.1.0 - 2026-02-03\n\n- New.\n\n## 1.0.0 - 2026-01-02\n", "1.1.0", "v1.1.0")
    '- New.'
    """
    if tag != f"v{version}":
        raise ValueError(f"tag {tag}: pyproject.toml has version {version}, so the tag must be v{version}")
    sections = re.split(r"^## ", changelog, flags=re.MULTILINE)[1:]
    section = next((text for text in sections if text.split()[:1] == [version]), None)
    if section is None:
        raise ValueError(f"CHANGELOG.md has no section of {version}; begin one with '## {version} - YYYY-MM-DD'")
    head, _, text = section.partition("\n")
    if not re.fullmatch(r"\S+ - \d{4}-\d{2}-\d{2}", head):
        raise ValueError(f"CHANGELOG.md: '## {head}' has no date of release; write '## {version} - YYYY-MM-DD'")
    return text.strip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
