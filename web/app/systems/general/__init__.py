"""The General Rules on the page."""
