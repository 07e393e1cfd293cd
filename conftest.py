"""Settings for every run of the tests."""

from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import is_hypothesis_test

from tests.once import once
from tools.site import build


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as every command builds it: with what earlier builds have kept. No test changes it."""
    return once(tmp_path_factory, "built", lambda folder: build(folder / "site")) / "site"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take the argument that has everything run."""
    parser.addoption(
        "--nightly", action="store_true", help="also run what is marked nightly, and try ten times as many examples"
    )


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_handlecrashitem(report: pytest.TestReport) -> Generator[None, object, object]:
    """Let a test fail that ended its process: what runs tests again would run that one again, too."""
    result = yield
    report.outcome = "failed"
    return result


@pytest.hookimpl(tryfirst=True)  # before tests are chosen by their marks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what runs at night only; mark what runs without being traced for coverage, and what may run once more.

    Untraced are tests that drive a browser, or try cases at random. Browsers run code of their own, and what Hypothesis
    tries differs from run to run; tracing makes it three times as slow. Tests that enumerate thousands of cases are
    marked where they stand.

    Once more runs only what drives a browser, and only after a `NoFramesError` (`only_rerun` in pyproject.toml). Each
    test that may do so costs two answers over a socket, 40 ms: for all of them, that was two minutes.
    """
    if not config.getoption("--nightly"):
        nightly = [item for item in items if item.get_closest_marker("nightly")]
        config.hook.pytest_deselected(items=nightly)
        items[:] = [item for item in items if item not in nightly]
    for item in items:
        if item.path.parent.name == "e2e":
            item.add_marker("untraced")
            item.add_marker(pytest.mark.flaky(reruns=1))
        elif is_hypothesis_test(getattr(item, "obj", None)):
            item.add_marker("untraced")
