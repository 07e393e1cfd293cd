"""Step Die's rules in order, those that no function states, and tests that together apply every rule."""

from pyrules.core.roll import Pick
from pyrules.core.rulebook import Chart, Rule, rulebook
from pyrules.core.system import Example
from pyrules.systems.stepdie import rules
from pyrules.systems.stepdie.model import DIFFICULTIES, TRAINING

RULES = rulebook(
    "tests/systems/stepdie/test_stepdie.py",
    rules,
    Rule(
        "gm_ip",
        "The game master's IP",
        "Two for each player at the start, and at most ten.",
        rulings=(7,),
        reason="not judged by a roll: the campaign keeps the counter within these bounds",
    ),
    Rule(
        "better",
        "What a better success means",
        "More damage, a concession, some benefit: the game master decides or, on a triumph, the player.",
        reason="not computed: the table's judgement",
    ),
    Rule(
        "clear_failure",
        "After a clear failure",
        "It did not work, and play goes on.",
        reason="not computed: nothing happens to the numbers",
    ),
    Rule(
        "as_yourself",
        "What a highest Step Die tells",
        "The character's own trait decided it, and the player describes how.",
        reason="not computed: the player's description",
    ),
    Rule(
        "despite_yourself",
        "What a lowest Step Die tells",
        "Luck or circumstance decided it, and the game master may bring in something unexpected.",
        reason="not computed: the game master's description",
    ),
    Rule(
        "free_complication",
        "What a complication is",
        "Something goes wrong, and nobody is paid an IP for it.",
        reason="not computed: the game master makes it up; the table counts them",
    ),
    order="points bonus step_die hits count success difficulty success_degree failure_degree catastrophic stands"
    " highest lowest neither devils_bargain independent reroll add partial only_held settlement start_ip"
    " most_ip gm_ip better near_miss_offer clear_failure as_yourself despite_yourself free_complication",
)

CHARTS = (
    Chart(
        "Difficulties",
        "stepdie.difficulty",
        ("Name", "Hits needed"),
        tuple(
            (name, f"{number}{'+' if name == DIFFICULTIES[-1] else ''}") for number, name in enumerate(DIFFICULTIES, 1)
        ),
        tuple({"difficulty": number} for number, _ in enumerate(DIFFICULTIES, 1)),
    ),
    Chart(
        "Step Die",
        "stepdie.step_die",
        ("Die", "Training", "Shows 1 or 2", "Shows 5 or 6"),
        tuple((f"d{sides}", training, *[f"{200 / sides:.0f} %"] * 2) for sides, training in TRAINING.items()),
        tuple({"step": f"d{sides}"} for sides in TRAINING),
    ),
    Chart(
        "Degrees",
        "stepdie.success_degree",
        ("Degree", "Hits beyond the Difficulty"),
        (
            ("Success", "0"),
            ("Solid Success", "1 or 2"),
            ("Strong Success", "3 or 4"),
            ("Triumph", "5 or more"),
            ("Near Miss", "1 or 2 short"),
            ("Clear Failure", "3 or more short"),
            ("Catastrophic Failure", "short, and no hit"),
        ),
        outcomes=(
            *("success", "solid success", "strong success", "triumph"),
            *("near miss", "clear failure", "catastrophic failure"),
        ),
    ),
    Chart(
        "After the roll",
        "stepdie.only_held",
        ("What is bought", "IP"),
        (
            ("Reroll the Step Die", str(rules.COSTS[rules.REROLL])),
            ("Add one d6", str(rules.COSTS[rules.ADD])),
            ("Partial success", str(rules.COSTS[rules.PARTIAL])),
        ),
    ),
)

EXAMPLES = (
    Example("5d6 + d10 (2)", "6,5,3,2,1,9", "the Step Die is highest: an IP for the player"),
    Example("5d6 + d10 (3)", "6,5,5,4,3,2", "the Step Die is lowest and shows a 2"),
    Example("2 Agility + 2 trait + 1 gear + d10 (3)", "6,5,4,2,1,7", "a near miss, but an IP for style"),
    Example("3d6 + 1 situation + d8 (1)", "6,6,5,6,5", "a strong success; the Step Die is level with the lowest d6"),
    Example("2d6 + d12 (4)", "1,3,2", "no hit: catastrophic, and two complications"),
    Example("4d6 + d6 (8)", "5,2,3,1,4", "far too hard"),
    Example(
        "5d6 + d10 (3) ip 3",
        "6,5,4,2,1,3>5,6",
        "the Step Die rerolled into a hit, and a d6 added",
        picks=(Pick("reroll"), Pick("add")),
    ),
    Example(
        "5d6 + d10 (3) ip 0",
        "6,5,4,2,1,7>6",
        "the IP that the Step Die won pays for its reroll",
        picks=(Pick("reroll"),),
        settings=(("awards", "before_spending"),),
    ),
    Example(
        "3d6 + d10 (3) ip 1",
        "5,3,4,9>1>8",
        "each face of the Step Die is settled by itself",
        picks=(Pick("reroll"), Pick("reroll")),
        settings=(("awards", "every_roll"),),
    ),
    Example("3d6 + d8 (3) ip 0", "5,1,4,3", "some of it succeeds at a price", picks=(Pick("price"),)),
    Example("3d6 + d8 (3) ip 5", "5,1,4,8", "a partial success bought", picks=(Pick("partial"),)),
    Example("2d6 + d12 (2)", "5,3,9", "a Step Die of 9 hits by the house rule", settings=(("hit", "five_or_more"),)),
)
