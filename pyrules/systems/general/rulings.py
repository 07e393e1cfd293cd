"""Where the text of the General Rules is silent or breaks off: how it is read, and the house rules for it."""

from pyrules.core.rulebook import Ruling, Setting, settings_reader
from pyrules.systems.general.model import Settings

SAVES_ADD_ACTIONS = Setting("saves_add_actions", "Saves may add Actions", ("off", "on"), default="off")
TRAINING = Setting(
    "training",
    "Training gives Advantage to",
    ("every_die", "skill_die", "attribute_die"),
    default="every_die",
    labels=("every die", "the skill die only", "the attribute die only"),
)
ACTIONS_RETURN = Setting(
    "actions_return",
    "Used Actions come back",
    ("by_hand", "each_round"),
    default="by_hand",
    labels=("by hand", "each round"),
)
BONUS_IN_EVERY_TEST = Setting(
    "bonus_in_every_test", "Bonus Action Die joins every test", ("off", "on"), default="off", earlier=(11, "on")
)
OTHER_ATTRIBUTES = Setting(
    "other_attributes", "Other Attributes than the four", ("off", "on"), default="off", earlier=(11, "on")
)

RULINGS = (
    Ruling(
        1,
        "Which numbers a Difficulty may have, and which tests can be declined",
        "A Difficulty is any whole number; the five words are names for 5, 10, 15, 20 and 25, and a new form starts"
        " at 10. A declined test fails without a roll. A Save cannot be declined.",
        "The chart gives examples, and values read from a character's sheet lie between them. A Save is forced, so"
        " nobody is given the opportunity to decline it.",
    ),
    Ruling(
        2,
        "What the sixteen Skills are called, and whether there are other Attributes than four",
        "The names of Skills are free, and so is which Attribute one belongs to; Brawn is Strength's, and is refused"
        " with any other. A fifth Attribute is refused; a die without a name can begin any test.",
        "The text mentions only a few of the Skills, and says of Brawn alone where it is listed. Sixteen Skills, four"
        " for each Attribute, leave room for no fifth.",
        settings=(OTHER_ATTRIBUTES,),
    ),
    Ruling(
        3,
        "How many dice of each kind a test takes, and when the Bonus Action Die is among them",
        "A test takes one Attribute Die, any number of Actions, at most one Skill Die and one Bonus Action Die."
        " Somebody's Bonus Action Die is in each of their Saves. In any other test it is an action that is taken: it"
        " is used up, and comes back when Actions do. A campaign that has rolled keeps its way.",
        "The text lets a test use any of the unused Actions, and speaks of the die of its Skill and of the Bonus"
        " Action Die as of one each. It gives that die to Saves in so many words; the sentence about bonus actions"
        " breaks off.",
        settings=(BONUS_IN_EVERY_TEST,),
    ),
    Ruling(
        4,
        "Which Attribute an Attack tests, and which dice it takes",
        "The attacker chooses between the two Attributes that suit the Attack, unless the weapon or spell fixes one."
        " Any other is refused, and so is an Attack that names its Attribute and not its style, unless there are other"
        " Attributes (ruling 2). An Attack takes no Skill Die; the Combat Skill Die may join.",
        "An Attack is not a Test of Skill, and the text gives each style its two Attributes.",
    ),
    Ruling(
        5,
        "Whether Actions may help a Save",
        "A Save takes no Actions: it has its Attribute Die, its Combat Skill Die and its Bonus Action Die, as far as"
        " they exist.",
        "The text lists the dice of a Save, although every test may add Actions elsewhere.",
        settings=(SAVES_ADD_ACTIONS,),
    ),
    Ruling(
        6,
        "Whether the Combat Skill Die may join other tests, and which one there is beyond Level 5",
        "The Combat Skill Die joins Attacks and Saves only. Level 6 and every higher Level gives the d20.",
        "The text assigns it to these two kinds of test, and the table of Levels ends at 5 with one column beyond.",
    ),
    Ruling(
        7,
        "What Degrees are called, and what they are on a failure",
        "Degree 0 is the Baseline or 1st, Degree 1 the 2nd, and so on; number and name are both shown. A failure has"
        " none, and a value N* is nothing then.",
        "The worked example counts from the 1st while the number starts at 0.",
    ),
    Ruling(
        8,
        "What several Advantages on one die do",
        "Several Advantages on one die do no more than one; any mix of Advantage and Disadvantage is a plain throw.",
        "Neither stacks, and each cancels the other.",
    ),
    Ruling(
        9,
        "How many rerolls there are, and what a reroll throws",
        "There is no reroll unless an ability gives one; each such ability gives one reroll of any of the dice. Each"
        " die follows its own Advantage with fresh throws, and the new values stand, even lower ones.",
        "The text names abilities as the only source of rerolls.",
    ),
    Ruling(
        10,
        "Which dice Training improves",
        "Training gives Advantage on every die of the Test of Skill.",
        "Advantage is granted on the whole test.",
        settings=(TRAINING,),
    ),
    Ruling(
        11,
        "How halves are rounded",
        "Halves are rounded up, but half of 1 is 0: one rule for whatever is halved, a scaled value (half N*) or a"
        " number in the tracker.",
        "The plain reading. The text names nothing that is halved.",
    ),
    Ruling(
        12,
        "When used Actions come back, and from when a minute counts",
        "Used Actions are brought back by hand. A minute is six rounds, and the round in which the counting starts is"
        " the first of them.",
        "The sentence about Actions breaks off.",
        settings=(ACTIONS_RETURN,),
    ),
)

read_house_rules = settings_reader(Settings, RULINGS)
"""The house rules of a test, from settings by name."""
