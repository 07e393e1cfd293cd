"""The rules of Relics in order, those that no function states, and turns that together apply every rule."""

from pyrules.core.roll import Pick
from pyrules.core.rulebook import Chart, Rule, rulebook
from pyrules.core.system import Example
from pyrules.systems.relics import pool, progress, rules, steps
from pyrules.systems.relics.judge import late_traits
from pyrules.systems.relics.model import EXPERTISES, Huddle
from pyrules.systems.relics.placing import assignment
from pyrules.systems.relics.pool import THREAT_RESULTS
from pyrules.systems.relics.rulings import EXPERTISE_DICE

TOLD_STORY = "not computed: it shapes the story and no number"
TOLD_TABLE = "not computed: the players decide"
TOLD_GM = "not computed: the game master's judgement"
RECORDED = "kept by hand: the campaign records the trait under the name that the players give it"

RULES = rulebook(
    "tests/systems/relics/test_relics.py",
    Huddle,
    pool,
    progress,
    rules,
    steps,
    assignment,
    late_traits,
    Rule(
        "huddle",
        "The Huddle",
        "Everyone talks over what the Cohort does and who adds what; the game master sums it up.",
        reason=TOLD_STORY,
    ),
    Rule(
        "leader_choice",
        "Who leads",
        "Usually a PC whose primary expertise fits, but the players may choose another.",
        reason=TOLD_TABLE,
    ),
    Rule(
        "trait_fits",
        "Whether a trait fits",
        "Traits of either side may help or hinder where they fit the situation; in doubt the game master decides.",
        reason=TOLD_GM,
    ),
    Rule(
        "who_throws",
        "Who rolls",
        "Whoever the players agree on, or else the leader's player.",
        reason=TOLD_TABLE,
    ),
    Rule(
        "disaster_lasts",
        "How long it lasts",
        "Until the Event ends, or until something named in the trait removes it.",
        reason=RECORDED,
    ),
    Rule(
        "forward",
        "The Action moves forward",
        "Players and game master tell together what the numbers look like in the story.",
        reason=TOLD_STORY,
    ),
    Rule(
        "challenge_huddle",
        "The Huddle against a Challenge",
        "The Cohort, led as before, says how it softens what is coming, mostly with Hindering traits.",
        reason=TOLD_STORY,
    ),
    Rule(
        "split",
        "Splitting a Challenge",
        "A Challenge that is split changes in size.",
        reason="kept by hand: the tracker makes two of a Challenge, and the table gives each its Rating",
        rulings=(14,),
    ),
    Rule(
        "deal_stress",
        "Who takes the Stress",
        "The players agree on it, or else the leader deals it out.",
        reason="not computed: the players decide, and the campaign records whose Stress it is",
        rulings=(10,),
    ),
    order="steps huddle leader leader_choice stressed_out stressed_leader traits trait_cost trait_fits trait_timing"
    " expertise assist add_dice destiny most_dice auto auto_order auto_overflow auto_values throw who_throws"
    " simple hindering_first no_stacking unused strategy nothing success critical overpowering botch"
    " major_botch total disaster disaster_lasts disaster_triggers resolve stay_resolved free_dice resolved"
    " tides tides_destiny tides_doom forward turns challenge_huddle rating threat split stress deal_stress"
    " challenge_tides",
)

CHARTS = (
    Chart(
        "Final dice",
        "relics.success",
        ("Die", "Successes", "Called"),
        (
            ("9 or more", "3", "overpowering success"),
            ("7 or 8", "2", "critical success"),
            ("5 or 6", "1", "success"),
            ("2, 3 or 4", "0", ""),
            ("0 or 1", "−1", "botch"),
            ("−1 or less", "−2", "major botch"),
        ),
    ),
    Chart(
        "Threats",
        "relics.threat",
        ("Threat", "A resolved die shows"),
        tuple((threat, f"A{value}") for threat, value in THREAT_RESULTS.items()),
        tuple({"threat": threat} for threat in THREAT_RESULTS),
    ),
    Chart(
        "Expertise",
        "relics.expertise",
        ("Expertise", "Leader", "Assistant"),
        tuple(
            (name.capitalize(), *(f"+{dice}d6" if dice else "none" for dice in (lead, assist)))
            for name, lead, assist in zip(EXPERTISES, *EXPERTISE_DICE, strict=True)
        ),
    ),
)

EXAMPLES = (
    Example("5d6 +1 / 2d +2 / 1d pcs 3", "1,3,3,4,5", "the best placement makes 2, 3, 3, 5 and 7: three successes"),
    Example(
        "5d6 -2 / 2d +1 / 2d",
        "2,3,3,5,6",
        "placed by hand: 0, 2, 3, 5 and 7",
        picks=(Pick("place", (0, 1, 1, 4)),),
    ),
    Example("9d6 A6 / 1d A1 / 1d +1 / 2d +2 / 1d -2 / 2d pcs 4", "1,2,3,4,5,6,6", "seven dice are thrown, two are not"),
    Example(
        "primary lead + secondary assist + support assist +1d6 -1d6 destiny 2 pcs 3",
        "1,3,4,5,6,2,2",
        "a pool built of expertise",
    ),
    Example(
        "secondary lead + primary assist + other assist vs Major 6 resolved 2",
        "5,6,5,2",
        "three more dice are resolved",
    ),
    Example("support lead + primary assist vs Minor 3", "5,6", "two of three dice are resolved"),
    Example("other lead + primary assist + primary assist vs Minor 2", "5,6,1,2", "not quite resolved"),
    Example("2d6 A5 / 2d A6 / 1d vs Common 2", "", "more automatic results than dice, and the Challenge is resolved"),
    Example(
        "3d6 +3 / 1d (Fusiontech Blaster destiny 1) trait (Shield doom 1) pcs 2 vs Extreme",
        "6,2,1",
        "an overpowering success: two Destiny and a Doom",
    ),
    Example(
        "4d6 +3 / 1d",
        "1,1,1,6",
        "a Disaster averted at the price of Doom",
        settings=(("placement", "avoid_doom"),),
    ),
    Example(
        "3d6 -1 / 1d [disaster] (Limping) -1 / 1d (Fog) vs Minor",
        "5,5,2",
        "the Cohort places what a Disaster left, the opposition the other unit",
    ),
    Example("Minor 5 resolved 3 -1 / 2d", "1,6", "three dice show 5 by themselves"),
    Example("Ultimate 4 resolved 3 free 1 A1 / 1d -2 / 2d (Stubborn doom -2)", "1", "a die made free, another spoilt"),
    Example("1d6 -2d6", "", "no dice are left"),
)
