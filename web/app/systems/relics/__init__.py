"""Relics of the Moon on the page."""
