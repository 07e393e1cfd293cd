"""Settings, and what becomes of the reader's data."""
