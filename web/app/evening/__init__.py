"""An evening's results, and how the dice fell."""
