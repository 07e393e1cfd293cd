"""Links and pictures of tests, rolls and people."""
