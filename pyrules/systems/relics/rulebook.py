"""The rules of Relics of the Moon in our own words, where each is built and tested."""

from pyrules.core.rulebook import Rule
from pyrules.systems.relics import pool, progress, rules, steps
from pyrules.systems.relics.model import Huddle
from pyrules.systems.relics.placing import assignment

HERE = "tests/test_relics.py::"
PLACEMENT = "tests/test_relics_placement.py::"
TOLD_STORY = "not computed: it shapes the story and no number"
TOLD_TABLE = "not computed: the players decide"
TOLD_GM = "not computed: the game master's judgement"
RECORDED = "kept by hand: the campaign records the trait under the name that the players give it"

HUDDLE = (
    Rule(
        "steps",
        "Ten steps",
        "A turn goes through ten steps in order; the two sides' steps differ only in their pools and effects.",
        steps.lines,
        HERE + "test_ten_steps",
    ),
    Rule(
        "huddle",
        "The Huddle",
        "Everyone talks over what the Cohort does and who adds what; the game master sums it up.",
        reason=TOLD_STORY,
    ),
    Rule(
        "leader",
        "Leader",
        "One PC leads against a Challenge, no more.",
        Huddle,
        HERE + "test_one_leader",
        (1,),
    ),
    Rule(
        "leader_choice",
        "Who leads",
        "Usually a PC whose primary expertise fits, but the players may choose another.",
        reason=TOLD_TABLE,
    ),
    Rule(
        "stressed_out",
        "Stressed Out",
        "A PC with as much Stress as they can take is Stressed Out.",
        progress.stressed_out,
        HERE + "test_stressed_out",
        (10,),
    ),
    Rule(
        "stressed_leader",
        "No Stressed Out leader",
        "A Stressed Out PC cannot be chosen to lead, and one who becomes so is replaced on the next Cohort turn.",
        progress.refused_leader,
        HERE + "test_a_stressed_out_leader_is_refused",
        (1, 10),
    ),
    Rule(
        "traits",
        "Traits",
        "Traits bring modifiers; those that change a roll are declared in the Huddle, never after the throw.",
        rules.units,
        HERE + "test_traits_keep_their_names_and_costs",
        (11,),
    ),
    Rule(
        "trait_cost",
        "What traits cost",
        "Activating a trait may cost the Cohort Destiny or add Doom; the game master pays for a Challenge's in Doom."
        " What the pools do not have cannot be spent.",
        rules.trait_doom,
        HERE + "test_costs_are_effects",
        (1, 11),
    ),
    Rule(
        "trait_fits",
        "Whether a trait fits",
        "Traits of either side may help or hinder where they fit the situation; in doubt the game master decides.",
        reason=TOLD_GM,
    ),
    Rule(
        "trait_timing",
        "Traits with a time of their own",
        "A trait whose description names another moment is used at that moment.",
        reason="not computed: it depends on the trait's own description",
    ),
)

POOL = (
    Rule(
        "expertise",
        "The leader's dice",
        "The pool starts from the leader's expertise: three dice where the primary one matches, the most there is.",
        pool.lead_dice,
        HERE + "test_expertise",
        (1,),
    ),
    Rule(
        "assist",
        "Assistants' dice",
        "Every other PC assists and adds dice by expertise, even one who could have led just as well.",
        pool.assist_dice,
        HERE + "test_expertise",
        (1,),
    ),
    Rule(
        "add_dice",
        "Add Dice",
        "Traits then take dice away, down to none at the least, and after that add some.",
        pool.add_dice,
        HERE + "test_add_dice",
        (1,),
    ),
    Rule(
        "destiny",
        "Destiny for dice",
        "Last, each point of Destiny buys one more die, as long as the pool is not full.",
        pool.refused_destiny,
        HERE + "test_destiny",
        (1,),
    ),
    Rule(
        "most_dice",
        "Largest pool",
        "Three dice for each PC in the Cohort.",
        pool.most_dice,
        HERE + "test_largest_pool",
        (1,),
    ),
    Rule(
        "auto",
        "Auto Results",
        "A die with an automatic result shows that value and is not thrown.",
        pool.automatic_results,
        HERE + "test_automatic_results",
        (2,),
    ),
    Rule(
        "auto_order",
        "Order of Auto Results",
        "Hindering results take their dice first; the others follow from low to high, each on a die that has none.",
        pool.place_results,
        HERE + "test_order_of_automatic_results",
        (2, 12),
    ),
    Rule(
        "auto_overflow",
        "More results than dice",
        "Only when every die has a result may one more take the place of another.",
        pool.place_results,
        HERE + "test_more_results_than_dice",
        (2,),
    ),
    Rule(
        "auto_values",
        "Results for Challenges only",
        "A3, A7 and A8 belong to Challenges.",
        pool.refused_modifier,
        HERE + "test_results_for_challenges_only",
        (2,),
    ),
    Rule(
        "throw",
        "Roll",
        "All dice without an automatic result are thrown.",
        pool.thrown_dice,
        HERE + "test_automatic_results",
    ),
    Rule(
        "who_throws",
        "Who rolls",
        "Whoever the players agree on, or else the leader's player.",
        reason=TOLD_TABLE,
    ),
)

DICE = (
    Rule(
        "simple",
        "Simple modifiers",
        "A number is added to, or taken from, as many single dice as the modifier says.",
        rules.modified,
        HERE + "test_simple_modifiers",
        (4,),
    ),
    Rule(
        "hindering_first",
        "Hindering first",
        "Hindering units are placed before Beneficial ones, which may go onto the same dice or onto others.",
        assignment.best_places,
        PLACEMENT + "test_every_placement_against_the_oracle",
        (4, 5),
    ),
    Rule(
        "no_stacking",
        "One of each sign",
        "No die takes two Beneficial units or two Hindering ones; one of each may share a die.",
        rules.units,
        HERE + "test_units_do_not_stack",
        (4,),
    ),
    Rule(
        "unused",
        "Units left over",
        "Hindering units apply as far as there are dice; Beneficial ones as far as their owners like.",
        rules.must_place,
        HERE + "test_hindering_units_must_be_placed",
        (4,),
    ),
    Rule(
        "strategy",
        "Best placement",
        "Place modifiers for the most successes, or to avoid botches and Disaster.",
        assignment.proposals,
        PLACEMENT + "test_every_placement_against_the_oracle",
        (4, 7),
    ),
    *(
        Rule(name, title, text, rules.worth, HERE + "test_worth", (6,))
        for name, title, text in (
            ("nothing", "No success", "A final 2, 3 or 4 is worth nothing."),
            ("success", "Success", "A final 5 or 6 is worth one success."),
            ("critical", "Critical success", "A final 7 or 8 is worth two."),
            ("overpowering", "Overpowering success", "A final 9 or more is worth three."),
            ("botch", "Botch", "A final 0 or 1 takes one success away."),
            ("major_botch", "Major botch", "A final -1 or less takes two away."),
        )
    ),
    Rule(
        "total",
        "Final Result",
        "What all dice are worth is added up once every modifier is in place.",
        rules.total,
        HERE + "test_worked_results",
        (6,),
    ),
    Rule(
        "disaster",
        "Disaster",
        "On either turn, a total below zero is a Disaster: the acting side gets a Hindering trait for a while.",
        rules.disaster,
        HERE + "test_disaster",
        (8,),
    ),
    Rule(
        "disaster_lasts",
        "How long it lasts",
        "Until the Event ends, or until something named in the trait removes it.",
        reason=RECORDED,
    ),
    Rule(
        "disaster_triggers",
        "Traits set off by a Disaster",
        "Some traits of either side take effect on a Disaster, helpful ones among them.",
        reason="not computed: it depends on the trait's own description",
    ),
)

COHORT = (
    Rule(
        "resolve",
        "Resolve Challenge dice",
        "Each success of the Cohort resolves one die of the Challenge; a turn without any resolves none.",
        progress.resolves,
        HERE + "test_resolve",
        (8, 9),
    ),
    Rule(
        "stay_resolved",
        "Resolved dice stay",
        "They carry over from round to round.",
        progress.after,
        HERE + "test_resolved_dice_stay",
        (13,),
    ),
    Rule(
        "free_dice",
        "Free dice",
        "Only a trait of the Challenge can make resolved dice free again.",
        progress.resolved_dice,
        HERE + "test_free_dice",
        (13,),
    ),
    Rule(
        "resolved",
        "Challenge resolved",
        "A Challenge whose dice are all resolved is over and takes no turn.",
        progress.is_resolved,
        HERE + "test_resolve",
        (9, 13),
    ),
    Rule(
        "tides",
        "The Tides shift",
        "On the Cohort's turn only, and not against a Common Threat, dice move Destiny and Doom.",
        rules.tides_shift,
        HERE + "test_tides",
        (9,),
    ),
    Rule(
        "tides_destiny",
        "Destiny from the Tides",
        "One point for each critical success, and one for every PC for each overpowering success.",
        rules.tides_destiny,
        HERE + "test_tides",
        (1, 9),
    ),
    Rule(
        "tides_doom",
        "Doom from the Tides",
        "One for each botch, major botch and overpowering success.",
        rules.tides_doom,
        HERE + "test_tides",
        (9,),
    ),
    Rule(
        "forward",
        "The Action moves forward",
        "Players and game master tell together what the numbers look like in the story.",
        reason=TOLD_STORY,
    ),
    Rule(
        "turns",
        "Turns",
        "Cohort and Challenge take turns until the Challenge is resolved.",
        progress.next_turn,
        HERE + "test_turns",
        (13,),
    ),
)

CHALLENGE = (
    Rule(
        "challenge_huddle",
        "The Huddle against a Challenge",
        "The Cohort, led as before, says how it softens what is coming, mostly with Hindering traits.",
        reason=TOLD_STORY,
    ),
    Rule(
        "rating",
        "Challenge Rating",
        "A Challenge has as many dice as its Rating; Add Dice never change that.",
        pool.dicepool,
        HERE + "test_challenge_pool",
        (3,),
    ),
    Rule(
        "threat",
        "Challenge Threat",
        "Each resolved die shows the automatic result of the Challenge's Threat.",
        pool.threat_result,
        HERE + "test_threats",
        (3,),
    ),
    Rule(
        "split",
        "Splitting a Challenge",
        "A Challenge that is split has fewer dice in each part.",
        reason="not built: the text names it without a rule; Rating and resolved dice are free to be set",
        rulings=(14,),
    ),
    Rule(
        "stress",
        "Apply Stress",
        "Each success of a Challenge is one Stress for the Cohort.",
        progress.stress,
        HERE + "test_stress",
        (8, 10),
    ),
    Rule(
        "deal_stress",
        "Who takes the Stress",
        "The players agree on it, or else the leader deals it out.",
        reason="not computed: the players decide, and the campaign records whose Stress it is",
        rulings=(10,),
    ),
    Rule(
        "challenge_tides",
        "No Tides for a Challenge",
        "A Challenge's dice move neither Destiny nor Doom.",
        rules.tides_shift,
        HERE + "test_a_challenge_moves_no_tides",
        (10,),
    ),
)

RULES = (*HUDDLE, *POOL, *DICE, *COHORT, *CHALLENGE)
