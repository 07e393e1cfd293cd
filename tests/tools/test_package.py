"""The published package: what is in it, and that the reference's examples hold where nothing else is installed."""

import os
import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from email import message_from_bytes
from email.message import Message
from pathlib import Path

import pytest

import hatch_build
from tests.once import once
from tools import ROOT, release

HOME = "https://github.com/someone/pyrules"
WINDOWS = sys.platform == "win32"
ONCE = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
"""Environment for what is run once: nothing that is compiled there is kept."""


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist and the wheel that is made from it, by the command that people type in a checkout."""

    def build(out: Path) -> None:
        environment = ONCE | {"GITHUB_REPOSITORY": "someone/pyrules"}
        environment.pop("GITHUB_SERVER_URL", None)
        command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out)]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    return once(tmp_path_factory, "packages", build)


def wheel(built: Path) -> Path:
    (found,) = built.glob("pyrules-*-py3-none-any.whl")
    return found


def metadata(built: Path) -> Message:
    with zipfile.ZipFile(wheel(built)) as files:
        name = next(name for name in files.namelist() if name.endswith(".dist-info/METADATA"))
        return message_from_bytes(files.read(name))


def run(folder: Path, *command: str | Path) -> str:
    return subprocess.run(command, cwd=folder, env=ONCE, capture_output=True, text=True, check=True).stdout


def test_the_examples_of_the_reference_hold_in_a_fresh_environment(built: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "fresh", with_pip=False)
    folder = tmp_path / "fresh" / ("Scripts" if WINDOWS else "bin")
    python = folder / ("python.exe" if WINDOWS else "python")
    options = ("--disable-pip-version-check", "--no-compile", "--no-index", "--no-deps", "--quiet")
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", *options, str(wheel(built))]
    subprocess.run(install, env=ONCE, check=True, capture_output=True)
    with tarfile.open(next(built.glob("pyrules-*.tar.gz"))) as files:
        (reference,) = (member for member in files.getmembers() if member.name.endswith("/docs/api.md"))
        files.extract(reference, tmp_path)
    assert "0 failed" in run(tmp_path, python, "-m", "doctest", "-v", reference.name)
    assert "moonwalk" in run(tmp_path, folder / "pyrules", "systems")
    assert str(tmp_path) in run(tmp_path, python, "-c", "import pyrules; print(pyrules.__file__)")


def test_the_wheel_holds_every_file_of_the_package_and_nothing_else(built: Path) -> None:
    with zipfile.ZipFile(wheel(built)) as files:
        packed = {name for name in files.namelist() if ".dist-info/" not in name}
    sources = (path for path in (ROOT / "pyrules").rglob("*") if path.is_file() and path.suffix != ".pyc")
    assert packed == {path.relative_to(ROOT).as_posix() for path in sources}
    assert "pyrules/py.typed" in packed


def test_the_description_shows_its_pictures_anywhere(built: Path) -> None:
    told = metadata(built)
    text = str(told.get_payload())
    pictures = re.findall(r'src="([^"]+)"', text)
    assert pictures
    assert all(address.startswith(f"{HOME}/raw/v{told['Version']}/docs/pictures/") for address in pictures)
    assert all(re.match(r"https?:", address) for address in re.findall(r"\]\(([^)]+)\)", text))


def test_the_links_name_the_repository_that_built_it(built: Path) -> None:
    urls = dict(line.split(", ") for line in metadata(built).get_all("Project-URL", []))
    assert urls["Source"] == HOME
    assert urls["Homepage"] == "https://someone.github.io/pyrules/"
    assert urls["Changelog"] == f"{HOME}/blob/main/CHANGELOG.md"


@pytest.mark.parametrize(
    ("origin", "home"),
    [
        ("https://github.com/someone/pyrules.git", HOME),
        ("git@github.com:someone/pyrules.git", HOME),
        ("https://github.com/someone/pyrules", HOME),
        ("/srv/git/pyrules.git", ""),
        ("https://name:secret@example.org/pyrules", ""),
        ("", ""),
    ],
)
def test_a_checkout_knows_its_repository_by_its_origin(
    origin: str, home: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GITHUB_REPOSITORY", raising=False)
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    if origin:
        subprocess.run(["git", "-C", str(tmp_path), "remote", "add", "origin", origin], check=True)
    assert hatch_build.repository(tmp_path) == home


def test_addresses_and_anchors_stay_as_they_are() -> None:
    text = '[a](docs/a.md) [b](https://example.org) [c](#c) <img src="x.png">'
    led = f'[a]({HOME}/blob/v1/docs/a.md) [b](https://example.org) [c](#c) <img src="{HOME}/raw/v1/x.png">'
    assert hatch_build.absolute(text, HOME, "v1") == led


CHANGELOG = "# Changelog\n\n## 1.1.0 (unreleased)\n\n- New.\n\n## 1.0.0 - 2026-01-02\n\n### Added\n\n- First.\n"


def test_the_notes_of_a_release_are_its_section_of_the_changelog() -> None:
    assert release.notes(CHANGELOG, "1.0.0", "v1.0.0") == "### Added\n\n- First."


@pytest.mark.parametrize(
    ("version", "tag", "problem"),
    [
        ("1.0.0", "v1.0.1", "the tag must be v1.0.0"),
        ("1.0.0", "1.0.0", "the tag must be v1.0.0"),
        ("1.1.0", "v1.1.0", "has no date"),
        ("1.2.0", "v1.2.0", "no section of 1.2.0"),
        ("1.0", "v1.0", "no section of 1.0"),
    ],
)
def test_what_cannot_be_released_is_said(version: str, tag: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        release.notes(CHANGELOG, version, tag)


def test_another_tag_ends_the_workflow(capsys: pytest.CaptureFixture[str]) -> None:
    assert release.main(["v0.0.1"]) == 1
    assert "tag v0.0.1: pyproject.toml has version" in capsys.readouterr().err


def test_the_changelog_begins_with_the_version_that_is_packed(built: Path) -> None:
    first = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert first
    assert first[1] == metadata(built)["Version"]


def test_workflows_pin_what_they_use_and_begin_with_least_permissions() -> None:
    for path in (ROOT / ".github" / "workflows").glob("*.yml"):
        text = path.read_text(encoding="utf-8")
        used = re.findall(r"uses: (\S+)(.*)", text)
        assert used
        assert all(re.search(r"@[0-9a-f]{40}$", action) and re.match(r" # v\d", note) for action, note in used)
        assert "\npermissions:\n  contents: read\n\n" in text
