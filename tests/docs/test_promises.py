import re

import pytest

from tools import ROOT

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


STORES = re.compile(r"localStorage|sessionStorage|indexedDB|\bcaches\.|getDirectory")


def test_all_that_stores_anything_is_in_the_list_of_what_is_kept() -> None:
    files = [path for end in ("js", "mjs", "py") for path in (ROOT / "web").rglob(f"*.{end}")]
    storing = {path.relative_to(ROOT).as_posix() for path in files if STORES.search(path.read_text(encoding="utf-8"))}
    _, _, listed = PAGES["promises.md"].partition("## All that is kept on a device")
    assert storing == set(re.findall(r"`(web/[^`]+)`", listed.partition("\n## ")[0]))


@pytest.mark.parametrize("page", PAGES)
def test_every_promise_has_its_test(page: str) -> None:
    rows = [line for line in PAGES[page].splitlines() if line.startswith("| ") and not line.startswith("| promise")]
    assert len(rows) > 10
    for row in rows:
        assert re.search(r"`(e2e|tests)/|`test_", row), row
