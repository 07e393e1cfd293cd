"""Tools that build, serve, test and measure pyrules; none is part of the package or of the site."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
"""The checkout."""

CACHE = ROOT / ".cache"
"""Logs and caches of every tool; safe to delete."""
