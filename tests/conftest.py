"""What every test runs under."""

from hypothesis import settings
from hypothesis.database import DirectoryBasedExampleDatabase

settings.register_profile(
    "pyrules",
    deadline=None,  # a busy machine is no failure; tests that bound the time measure the processor's
    database=DirectoryBasedExampleDatabase(".cache/hypothesis"),
)
settings.load_profile("pyrules")
