"""Helpers of the tests of the settings, which other tests use too."""

from app.settings.state import PREFERENCES

SHOWN = {f"{field.name}.shown": "" for field in PREFERENCES if field.kind == "switch"}
