"""What holds for every run of the tests."""

from collections.abc import Generator

import pytest


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_handlecrashitem(report: pytest.TestReport) -> Generator[None, object, object]:
    """Let a test fail that ended its process: what runs tests again would run that one again, too."""
    result = yield
    report.outcome = "failed"
    return result
