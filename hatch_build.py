"""Put project links and the addresses of pictures into the package's description, by where it is published from."""

import os
import re
import subprocess
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r'(src="|\]\()(?!https?:|#)([^")]+)')


class Published(MetadataHookInterface):
    """Fills in `urls` and `readme` by the repository that the package is built from."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the fields that `pyproject.toml` calls dynamic; without a known repository, links stay as they are."""
        root = Path(self.root)
        text = (root / "README.md").read_text(encoding="utf-8")
        home = repository(root)
        metadata["urls"] = links(home) if home else {}
        described = absolute(text, home, f"v{metadata['version']}") if home else text
        metadata["readme"] = {"content-type": "text/markdown", "text": described}


def repository(root: Path) -> str:
    """The address of the repository on the web: that of the workflow that builds, or git's origin; "" where unknown."""
    if name := os.environ.get("GITHUB_REPOSITORY"):
        return f"{os.environ.get('GITHUB_SERVER_URL', 'https://github.com')}/{name}"
    command = ("git", "-C", str(root), "remote", "get-url", "origin")
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    found = re.fullmatch(r"(?:https://|git@)(github\.com)[:/]([^/\s]+/[^/\s]+?)(?:\.git)?/?", done.stdout.strip())
    return f"https://{found[1]}/{found[2]}" if found else ""


def links(home: str) -> dict[str, str]:
    """The links beside the package's description."""
    owner, name = home.split("/")[-2:]
    return {
        "Homepage": f"https://{owner.lower()}.github.io/{name}/",
        "Documentation": f"{home}/blob/main/docs/api.md",
        "Source": home,
        "Issues": f"{home}/issues",
        "Changelog": f"{home}/blob/main/CHANGELOG.md",
    }


def absolute(text: str, home: str, tag: str) -> str:
    """A Markdown text whose pictures and links lead to the files of a tag, wherever it is shown."""

    def lead_there(found: re.Match[str]) -> str:
        return f"{found[1]}{home}/{'raw' if found[1].startswith('src') else 'blob'}/{tag}/{found[2]}"

    return LINK.sub(lead_there, text)
