"""Five dice-pool rule systems: roll or judge a test, explain every step, know the odds."""
