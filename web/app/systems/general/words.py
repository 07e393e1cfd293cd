"""What the page says of Action Scenes."""

ACTION_SCENE = "Action Scene"
NEXT_ROUND = "Next round"
NEW_SCENE = "New Action Scene"
ACTIONS_RETURN = "All Actions come back"
ACTIONS = "Actions"
UNNAMED = "without a name"


def rounds(number: int, minute: int) -> str:
    """Say which round of an Action Scene it is, and which minute."""
    return f"Round {number} · minute {minute}"
