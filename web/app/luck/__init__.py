"""How lucky the rolls of the log were."""
