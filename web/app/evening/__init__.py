"""What an evening came to, and how the dice fell."""
