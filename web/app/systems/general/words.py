"""Words for Action Scenes."""

ACTION_SCENE = "Action Scene"
NEXT_ROUND = "Next round"
NEW_SCENE = "New Action Scene"
ACTIONS_RETURN = "Bring back all Actions"
ACTIONS = "Actions"
DICE = "Dice and advantage"
UNNAMED = "without a name"

halved = "Halve the Wounds to {}".format  # number
minute_of = "Minute {} of the Action Scene".format
