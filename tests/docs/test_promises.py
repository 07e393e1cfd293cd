import json
import re
import subprocess

import pytest

from pyrules.campaign import codec
from pyrules.campaign.codec import read_file, write_log
from pyrules.campaign.state import EMPTY
from tools import ROOT
from tools.environment import node

PAGES = {name: (ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("keeping.md", "promises.md")}
PROMISES = "".join(PAGES.values())
TESTS = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in ROOT.glob("[te]*/**/test_*.py")
}
QUOTED = sorted(set(re.findall(r"`((?:e2e|tests)/test_\w+\.py)(?:::(test_\w+))?`", PROMISES)))
ALONE = sorted(set(re.findall(r"`(test_\w+)`", PROMISES)))


@pytest.mark.parametrize(("path", "name"), QUOTED)
def test_every_test_that_a_promise_names_is_where_it_says(path: str, name: str) -> None:
    assert re.search(rf"^def {name}\(" if name else "^def test_", TESTS[path], re.MULTILINE)


@pytest.mark.parametrize("name", ALONE)
def test_every_test_that_is_named_alone_is_there_once(name: str) -> None:
    assert sum(f"\ndef {name}(" in text for text in TESTS.values()) == 1


ROWS = [line.strip("| ").split(" | ") for line in PAGES["promises.md"].splitlines() if line.startswith("| ")]
WHERE = next(place for place, row in enumerate(ROWS) if row[1] == "in an export")
ALL_THAT_IS_KEPT = [row for row in ROWS[WHERE + 1 :] if len(row) == 4]

STORES = re.compile(r"localStorage|sessionStorage|indexedDB|\bcaches\.|getDirectory")


def test_all_that_stores_anything_is_in_the_list_of_what_is_kept() -> None:
    files = [path for end in ("js", "mjs", "py") for path in (ROOT / "web").rglob(f"*.{end}")]
    storing = {path.relative_to(ROOT).as_posix() for path in files if STORES.search(path.read_text(encoding="utf-8"))}
    listed = re.findall(r"`(web/[^`]+)`", " ".join(row[0] for row in ALL_THAT_IS_KEPT))
    assert storing == set(listed)


def test_the_list_of_what_is_kept_is_the_one_that_the_code_goes_by() -> None:
    printed = f"import({(ROOT / 'web/kept.mjs').as_uri()!r}).then(({{ KEPT }}) => console.log(JSON.stringify(KEPT)))"
    done = subprocess.run((str(node()), "-e", printed), capture_output=True, encoding="utf-8", check=True)
    kept = json.loads(done.stdout)
    assert len(kept) == len(ALL_THAT_IS_KEPT)
    for one, (what, exported, gone, _) in zip(kept.values(), ALL_THAT_IS_KEPT, strict=True):
        assert all(re.search(rf"\b{most:,}\b", what) for most in one.get("most", {}).values()), what
        assert exported.startswith("yes") == ("exported" in one)
        assert ("*Delete*" in gone) == ("deleted" in one)
    assert kept["log"]["most"] == {"events": codec.MOST_EVENTS, "characters": codec.MOST_RECORD}
    assert kept["games"]["most"]["games"] == codec.MOST_GAMES
    assert [name for name, one in kept.items() if "exported" in one] == ["log", "games"]
    assert read_file(write_log(()).replace("]", '], "games": [{}]', 1)) == (EMPTY, [{}])


NAMED = re.compile(r"`pyrules (?:own )?\$\{[\w.]+\}")


def test_what_is_kept_is_named_in_that_list_or_before_it_comes() -> None:
    files = [path for end in ("js", "mjs") for path in (ROOT / "web").rglob(f"*.{end}")]
    naming = {path.name for path in files if NAMED.search(path.read_text(encoding="utf-8"))}
    assert naming == {"kept.mjs", "head.js", "platform.mjs", "sw.js"}
    for name in ("head.js", "platform.mjs"):
        assert len(re.findall(r"`pyrules \$\{[\w.]+\} looks`", (ROOT / "web" / name).read_text(encoding="utf-8"))) == 1


@pytest.mark.parametrize("page", PAGES)
def test_every_promise_has_its_test(page: str) -> None:
    rows = [line for line in PAGES[page].splitlines() if line.startswith("| ") and not line.startswith("| promise")]
    assert len(rows) > 10
    for row in rows:
        assert re.search(r"`(e2e|tests)/|`test_", row), row
