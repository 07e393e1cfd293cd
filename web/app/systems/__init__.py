"""Screens of a system's own, one folder for each system that has any."""
