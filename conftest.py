"""What holds for every run of the tests."""

from collections.abc import Generator

import pytest


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_handlecrashitem(report: pytest.TestReport) -> Generator[None, object, object]:
    """Let a test fail that ended its process: what runs tests again would run that one again, too."""
    result = yield
    report.outcome = "failed"
    return result


@pytest.hookimpl(trylast=True)  # once Hypothesis has marked its own
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Count lines as covered only by tests that try the same cases each time, and in this process.

    What Hypothesis tries differs from run to run, and tracing makes it three times as slow; browsers run code of their
    own. Tests that enumerate thousands of cases are marked `no_cover` where they stand, for the same reason.
    """
    for item in items:
        if item.get_closest_marker("hypothesis") or item.path.parent.name == "e2e":
            item.add_marker("no_cover")
