"""Which browser the tests get, and what happens when there is none."""

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tools import browser, engines
from tools.steps import SetUpError


def program(path: Path, *, works: bool = True) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\nexit {0 if works else 1}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture(autouse=True)
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Linux machine without any browser, where nothing can be installed."""
    (tmp_path / "bin").mkdir()
    (tmp_path / ".venv").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.delenv(browser.VARIABLE, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(browser, "CACHE", tmp_path / ".cache")
    monkeypatch.setattr(browser, "PYTHON", program(tmp_path / ".venv/python", works=False))
    monkeypatch.setattr(browser, "_REMEMBERED", tmp_path / ".venv/chromium")
    monkeypatch.setattr(browser, "can_use_apt", lambda: False)
    return tmp_path


def test_the_variable_goes_before_everything(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(machine / "bin/chromium")
    mine = program(machine / "mine")
    monkeypatch.setenv(browser.VARIABLE, str(mine))
    assert browser.prepare() == mine
    assert not (machine / ".venv/chromium").exists()


@pytest.mark.parametrize("value", ["/no/such/browser", "chromium"])
def test_a_variable_that_names_nothing(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(browser.VARIABLE, value)
    with pytest.raises(SetUpError, match=f"CHROMIUM is '{value}', which is no program"):
        browser.prepare()


def test_the_machines_own_is_found_and_remembered(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = program(machine / "bin/google-chrome")
    assert browser.prepare() == found
    monkeypatch.setattr(browser, "_find", lambda: pytest.fail("looked again"))
    assert browser.prepare() == found


def test_playwrights_own_comes_first(machine: Path) -> None:
    program(machine / "bin/chromium")
    own = program(machine / "ms-playwright/chrome")
    (machine / ".venv/python").write_text(f"#!/bin/sh\necho {own}\n", encoding="utf-8")
    assert browser.prepare() == own


def test_one_that_does_not_start_is_passed_over(machine: Path) -> None:
    program(machine / "bin/chromium", works=False)
    works = program(machine / "bin/chromium-browser")
    assert browser.prepare() == works


def test_a_file_that_is_no_program_is_passed_over(machine: Path) -> None:
    (machine / "bin/note").write_text("not a browser", encoding="utf-8")
    (machine / ".venv/python").write_text(f"#!/bin/sh\necho {machine}/bin/note\n", encoding="utf-8")
    works = program(machine / "bin/chromium")
    assert browser.prepare() == works


def test_one_that_went_away_is_looked_for_again(machine: Path) -> None:
    program(machine / "bin/chromium")
    browser.prepare()
    (machine / "bin/chromium").unlink()
    other = program(machine / "bin/chrome")
    assert browser.prepare() == other


@pytest.mark.parametrize("packaged", [["chromium-headless-shell", "chromium"], ["chromium"]])
def test_a_refused_download_falls_through_to_debian(
    machine: Path, monkeypatch: pytest.MonkeyPatch, packaged: list[str]
) -> None:
    tried = []

    def refuse(label: str, *_: object, **__: object) -> None:
        tried.append(label)
        raise SetUpError("refused")

    def install(name: str) -> None:
        if name not in packaged:
            refuse(name)
        program(machine / "bin" / name)

    monkeypatch.setattr(browser, "run_step", refuse)
    monkeypatch.setattr(browser, "can_use_apt", lambda: True)
    monkeypatch.setattr(browser, "apt_install", install)
    assert browser.prepare() == machine / "bin" / packaged[0]
    assert tried == ["Downloading Chromium (once)", *(["chromium-headless-shell"] if len(packaged) == 1 else [])]


def test_without_any_way_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise SetUpError("  | noise\nDownloading Chromium failed. The network cannot be reached.")

    monkeypatch.setattr(browser, "run_step", refuse)
    with pytest.raises(SetUpError) as failure:
        browser.prepare()
    _, reason, advice = str(failure.value).splitlines()
    assert reason == "Downloading Chromium failed. The network cannot be reached."
    assert advice == "There is no browser to test with. Install Chromium or Chrome, or set CHROMIUM to one."


def test_another_browser_is_installed_once(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = machine / "ms-playwright/firefox"
    (machine / ".venv/python").write_text(f"#!/bin/sh\necho {own}\n", encoding="utf-8")
    asked: list[Sequence[str]] = []

    def install(_: str, command: Sequence[str], **__: object) -> None:
        asked.append(command)
        program(own)

    monkeypatch.setattr(browser, "run_step", install)
    browser.prepare_other("firefox")
    browser.prepare_other("firefox")
    assert [command[1:] for command in asked] == [("-m", "playwright", "install", "--with-deps", "firefox")]


@pytest.fixture
def installed(machine: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The Debian packages that are installed, on a machine with nothing but a Chromium."""
    program(machine / "bin/chromium")
    packages: list[str] = []

    def install(*names: str) -> None:
        packages.extend(names)
        for name in ("firefox-esr", "WebKitWebDriver", "Xvfb"):
            program(machine / "bin" / name)

    monkeypatch.setattr(engines, "CACHE", machine / ".cache")
    monkeypatch.setattr(engines, "webkit", lambda: machine / "MiniBrowser" if packages else None)
    monkeypatch.setattr(engines, "can_use_apt", lambda: True)
    monkeypatch.setattr(engines, "apt_install", install)
    return packages


def test_the_other_engines_are_installed_once(machine: Path, installed: list[str]) -> None:
    assert engines.prepare() == engines.prepare() == machine / "bin/chromium"
    assert installed == ["firefox-esr", "webkit2gtk-driver", "xvfb"]


def test_where_no_engine_can_be_installed_it_says_what_to_install(
    installed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "can_use_apt", lambda: False)
    with pytest.raises(SetUpError, match="sudo apt-get install firefox-esr webkit2gtk-driver xvfb"):
        engines.prepare()
    assert installed == []
