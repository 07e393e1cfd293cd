"""Settings that every test runs under."""

import pytest
from hypothesis import settings
from hypothesis.database import DirectoryBasedExampleDatabase

settings.register_profile(
    "pyrules",
    deadline=None,  # a busy machine is no failure; tests that bound the time measure the processor's
    derandomize=True,  # a check fails by what was changed, never by chance: other examples are for the night
)
settings.register_profile(
    "nightly",
    settings.get_profile("pyrules"),
    derandomize=False,
    database=DirectoryBasedExampleDatabase(".cache/hypothesis"),
    max_examples=1000,
)
settings.load_profile("pyrules")


def pytest_configure(config: pytest.Config) -> None:
    """Try more where there is a night for it."""
    if config.getoption("--nightly"):
        settings.load_profile("nightly")
