"""Moonwalk on the page."""
