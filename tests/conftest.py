"""What every test runs under."""

import pytest
from hypothesis import settings
from hypothesis.database import DirectoryBasedExampleDatabase

settings.register_profile(
    "pyrules",
    deadline=None,  # a busy machine is no failure; tests that bound the time measure the processor's
    database=DirectoryBasedExampleDatabase(".cache/hypothesis"),
)
settings.register_profile("nightly", settings.get_profile("pyrules"), max_examples=1000)
settings.load_profile("pyrules")


def pytest_configure(config: pytest.Config) -> None:
    """Try more where there is a night for it."""
    if config.getoption("--nightly"):
        settings.load_profile("nightly")
