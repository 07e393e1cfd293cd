"""Step Die on the page."""
