"""The tracking of Step Die: players with a Step Die, stats, traits and gear, and the IP that they hold."""

from pyrules.campaign.people import LABEL
from pyrules.campaign.state import State
from pyrules.campaign.tracking import Context, CurrentRoll, Offer, Tracking
from pyrules.core.english import amount
from pyrules.core.form import MORE, Choice, Field, Values
from pyrules.core.roll import MOST_DICE
from pyrules.systems.stepdie import rules
from pyrules.systems.stepdie.model import TRAINING, Test
from pyrules.systems.stepdie.notation import RESERVED
from pyrules.systems.stepdie.points import points_left
from pyrules.systems.stepdie.purchases import PLAYER_IP, ip_left, ip_to_spend

STEP = Field(
    "step",
    "Step Die",
    "choice",
    "d8",
    choices=tuple(Choice(f"d{sides}", f"d{sides}", training) for sides, training in TRAINING.items()),
)
MOST_STATS, MOST_BONUSES = 12, 16
STATS = Field(
    "stats",
    "Stats",
    "rows",
    [],
    high=MOST_STATS,
    columns=(LABEL, Field("points", "Points", "number", 3, 0, MOST_DICE)),
)
BONUSES = {"trait": ("traits", "Traits"), "gear": ("gear", "Gear")}
"""The lists of what may add d6s, by the field of the form that has them."""


def bonuses(name: str, label: str) -> Field:
    """The field of a list of what may add d6s."""
    return Field(
        name,
        label,
        "rows",
        [],
        high=MOST_BONUSES,
        group=MORE,
        columns=(LABEL, Field("dice", "More d6s", "number", 1, 1, rules.MOST_BONUS)),
    )


def person_values(context: Context[Test]) -> Values:
    """The player's Step Die, without what was another's of the pool."""
    if context.person is None:
        return {}
    return {"step": context.person.values["step"], "stat": "", "situation": 0, **dict.fromkeys(BONUSES, 0)}


def offers(context: Context[Test]) -> tuple[Offer, ...]:
    """The stats with the points that are left of them, the traits, and the gear; a second tap takes one back."""
    return *stats(context), *extras(context)


def stats(context: Context[Test]) -> list[Offer]:
    """The stats: a tap spends points of one, as many as the form says if there are as many left.

    What the situation added to the test before goes away.
    """
    one, given = context.person, context.form
    found = []
    for place, left in enumerate(points_left(context.state, one) if one else ()):
        row = one.values["stats"][place] if one else {}
        taken = given["stat"] == row["label"]
        points = min(given["points"], left) if isinstance(given["points"], int) else left
        puts = {"stat": ""} if taken else {"stat": row["label"], "points": points, "situation": 0}
        hint = f"{left} of {row['points']}"
        found.append(Offer(f"stats.{place}", "Stats", row["label"], hint, puts, taken, used=left < 1 and not taken))
    return found


def extras(context: Context[Test]) -> list[Offer]:
    """The traits and the gear, each by the d6s that it adds."""
    found = []
    for field, (name, group) in BONUSES.items():
        for place, row in enumerate(context.person.values[name] if context.person else ()):
            taken = context.form[field] == row["dice"]
            puts = {field: 0 if taken else row["dice"]}
            found.append(Offer(f"{name}.{place}", group, row["label"], f"+{row['dice']}d6", puts, taken))
    return found


def before(context: Context[Test]) -> tuple[str, ...]:
    """That the test spends more of a stat than is left."""
    one, test = context.person, context.test
    if one is None or test is None:
        return ()
    left = zip(one.values["stats"], points_left(context.state, one), strict=True)
    short = next((points for row, points in left if row["label"] == test.stat and points < test.points), None)
    return () if short is None else (f"{one.name} has {amount(max(short, 0), 'point')} of {test.stat} left.",)


def carry_over(context: Context[Test], before: State | None) -> tuple[Values, str]:
    """The player's IP; for nobody in particular what their latest roll left, if that was another amount `before`."""
    state, test = context.state, context.test
    if context.person and context.person.foe:
        return {}, ""
    if context.person:
        held = state.value(*PLAYER_IP, context.who, context.house_rules)
        given = test is not None and test.ip is not None
        return {"ip": held}, f"{context.who} holds {held} IP; change that in the tracker." if given else ""
    ip = ip_left(state, context.by)
    known = ip == (ip_left(before, context.by) if before else None) or (test is not None and ip == rules.held_ip(test))
    return ({}, "") if known else ({"ip": ip}, "")


def still_open(context: Context[Test], current: CurrentRoll[Test]) -> Test:
    """The test with no more IP than may still be spent on its roll."""
    test, roll = current.test, current.roll
    gained = rules.gained_ip(test, roll)
    left = ip_to_spend(context.state, current.line) if current.line else rules.still_spendable(test, roll.picks, gained)
    if context.person and not context.person.foe and not current.line:
        left = min(left, context.state.value(*PLAYER_IP, context.who, context.house_rules))
    return rules.with_left(test, roll, left)


TRACKING: Tracking[Test] = Tracking(
    person="player",
    fields=(STEP, STATS, *(bonuses(*called) for called in BONUSES.values())),
    reserved={"stats": RESERVED},
    person_values=person_values,
    offers=offers,
    before=before,
    carry_over=carry_over,
    still_open=still_open,
    kept_all_the_same=("player_ip",),
    ranked=lambda outcome: outcome.hits,
)
