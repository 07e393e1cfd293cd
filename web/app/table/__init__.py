"""A table of several devices."""
