"""The switches that Chromium is started with."""

from pathlib import Path

import pytest
from playwright.sync_api import Error, Playwright

from e2e.conftest import SWITCHED_OFF, SWITCHED_OFF_BY_PLAYWRIGHT

SWITCH = "--disable-features="


def test_what_playwright_switches_off_stays_off(playwright: Playwright, tmp_path: Path) -> None:
    told = tmp_path / "arguments"
    program = tmp_path / "chromium"
    program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > "{told}"\n', encoding="utf-8")
    program.chmod(0o755)
    with pytest.raises(Error):
        playwright.chromium.launch(executable_path=program, args=[SWITCHED_OFF])
    theirs, ours = (
        set(argument.removeprefix(SWITCH).split(","))
        for argument in told.read_text(encoding="utf-8").splitlines()
        if argument.startswith(SWITCH)
    )
    assert theirs == set(SWITCHED_OFF_BY_PLAYWRIGHT) < ours
