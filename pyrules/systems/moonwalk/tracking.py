"""The tracking of Moonwalk: people with dicepools, modifiers that last, Wounds, and failed tests that wait."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pyrules.campaign.events import CLOCK, Adjusted, Event, Rolled
from pyrules.campaign.ledger import Entry
from pyrules.campaign.people import (
    WOUNDS,
    first_pool,
    lasting_field,
    lasting_offers,
    lasting_rows,
    pool_offers,
    pools_field,
    with_wounds,
    wounds_of,
)
from pyrules.campaign.rolls import RollMetadata, test_of
from pyrules.campaign.state import State
from pyrules.campaign.tracking import Context, CurrentRoll, Offer, Person, Tracking
from pyrules.core.form import Field, Values, read_label
from pyrules.core.odds import Advice
from pyrules.core.roll import MOST_DICE, Roll
from pyrules.core.scan import MOST_NUMBER
from pyrules.core.verdict import Option
from pyrules.systems.moonwalk import MOONWALK, rules
from pyrules.systems.moonwalk.judge import another_try, judge
from pyrules.systems.moonwalk.model import Extended, ExtendedOutcome, Test
from pyrules.systems.moonwalk.notation import RESERVED


@dataclass(frozen=True, slots=True)
class Retry:
    """A failed Moonwalk test that may be tried again with a penalty.

    `waited` is the time on the clock since it ended, `window` how long the penalty lasts, both in seconds.
    """

    entry: Entry
    test: Test
    waited: int
    window: int

    @property
    def again(self) -> Test:
        """The test that a new try begins with now: the same, with the penalty it has come to."""
        return rules.trying_again(self.test, self.waited, self.window)

    @property
    def seconds_left(self) -> int:
        """The seconds until the penalty ends."""
        return self.window - self.waited


def retries(state: State) -> tuple[Retry, ...]:
    """The failed Moonwalk tests whose window is still open and that nobody has tried again, the latest first.

    One that was simply rolled again, and succeeded then, is left out.
    """
    rolls = [entry for entry in state.entries if entry.event.system == MOONWALK.id and not entry.is_struck]
    tried_again = {roll.follows for entry in rolls if isinstance(roll := state.event(entry.id), Rolled)}
    failed = {entry.event.id: entry for entry in rolls if entry.id not in tried_again}
    found: list[Retry] = []
    made: set[tuple[str, Test | None]] = set()
    for event, waited in _events_with_wait(state):
        if not isinstance(event, Rolled):
            continue
        if event.good and event.system == MOONWALK.id and state.stands(event):
            made.add(_as_made(event))
        elif event.id in failed and _is_failure(event):
            entry, test = failed[event.id], test_of(event)
            in_time = test and waited <= (window := _window(test, state.event(entry.id)))
            if in_time and not (made and _as_made(event) in made):
                found.append(Retry(entry, test, waited, window))
    return tuple(found)


def _as_made(event: Rolled) -> tuple[str, Test | None]:
    """Who made which test, whatever its penalty for trying again."""
    test: Test | None = test_of(event)
    return event.who, rules.without_penalty(test) if test else None


def penalty_over(state: State, line: str) -> bool:
    """True if the failed Moonwalk test of a line can be tried again freely: not tried again yet, its window closed."""
    for event, waited in _events_with_wait(state):
        if not isinstance(event, Rolled) or not state.stands(event):
            continue
        if event.follows == line:
            return False
        if (event.revises or event.id) == line:
            test = test_of(event) if _is_failure(event) else None
            return test is not None and waited > _window(test, state.event(line))
    return False


def _events_with_wait(state: State) -> Iterator[tuple[Event, int]]:
    """Every event, the latest first, with the seconds on Moonwalk's clock since it ended."""
    waited = 0
    for event in reversed(state.events):
        yield event, max(0, waited)
        if state.stands(event):
            waited += _time_passed(event)


def due_in(state: State, line: str) -> int | None:
    """The seconds on the clock until the next interval of an extended test is over, 0 once it is due.

    None for a line that no extended test goes on in.
    """
    event = (state.event(line), *state.revisions(line))[-1]
    test: Test | None = test_of(event) if isinstance(event, Rolled) and event.waits else None
    if test is None or not isinstance(test.against, Extended):
        return None
    waited = next(waited for other, waited in _events_with_wait(state) if other.id == event.id)
    return max(0, test.against.interval.seconds - waited)


def roller(state: State, line: Entry) -> str:
    """Who rolled a line of the log, by the name they have now; "" for nobody known."""
    who = line.event.who if isinstance(line.event, Rolled) else ""
    return state.current_name(line.event.system, who, line.id)


def advice_after_penalty(state: State, line: str, advice: Sequence[Advice]) -> Sequence[Advice]:
    """The advice after a failed test: once its penalty is over, trying again now is what was to be waited for."""
    if not penalty_over(state, line):
        return advice
    label = next((one.label for one in advice if one.option == "again"), "")
    return tuple(
        replace(one, option="again", label=label) if one.option == "later" else one
        for one in advice
        if one.option != "again"
    )


def _is_failure(event: Rolled) -> bool:
    return any(change.counter == "retry_penalty" for change in event.effects)


def _window(test: Test, event: Event) -> int:
    """The time of the penalty for trying again: by the interval of the test, or else by the time that it took."""
    return rules.retry_window(
        test.against.interval.seconds if isinstance(test.against, Extended) else _time_passed(event)
    )


def _time_passed(event: Event) -> int:
    """The time on Moonwalk's clock that an event let pass, in seconds."""
    if isinstance(event, Rolled) and event.system == MOONWALK.id:
        return event.took
    if isinstance(event, Adjusted) and (event.system, event.counter) == (MOONWALK.id, CLOCK):
        return event.delta
    return 0


WITH_LIMIT = "Limit, skill"
POOLS = pools_field(
    "Attributes and skills",
    Field("pool", "Dicepool", "number", 6, 0, MOST_DICE),
    Field("limit", "Limit", "number", None, 0, MOST_NUMBER, optional=True, group=WITH_LIMIT),
    Field("skill", "Skill", "text", "", group=WITH_LIMIT),
    Field("skill_dice", "Skill dice", "number", None, 0, MOST_DICE, optional=True, group=WITH_LIMIT),
)
LASTING = lasting_field(Field("number", "Dice", "number", 1, -MOST_NUMBER, MOST_NUMBER))


def pools(context: Context[Test]) -> tuple[Offer, ...]:
    """The named dicepools, each with its limit and its skill; what was only for the test before goes away."""
    if context.person is None:
        return ()
    own = context.person.values["pools"]
    nameless = [row for one in own for row in skill_rows(one) if not row["label"]]
    others = [row for row in lasting_rows("moonwalk", context) if row not in nameless]
    found = []
    for offer, row in zip(pool_offers(POOLS, context, pool_hint), own, strict=True):
        skill = [one for one in skill_rows(row) if not one["label"]]
        puts = offer.puts | ({"skill": "", "skill_dice": None} if skill else {})
        taken = all(context.form[name] == value for name, value in puts.items())
        taken = taken and [one for one in context.form["modifiers"] if one in nameless] == skill
        plain = {"modifiers": [*skill, *others], "rule_of_six": False, "standard": False}
        found.append(replace(offer, puts=puts | plain, taken=taken))
    return tuple(found)


def check(values: Values) -> None:
    """Raise `FormError` for a skill that cannot stand in a notation."""
    for place, row in enumerate(values["pools"]):
        read_label(row["skill"], f"pools.{place}.skill", RESERVED)


def skill_rows(row: Values) -> list[Values]:
    """The skill of a dicepool as modifiers of the form."""
    return [{"label": row["skill"], "number": row["skill_dice"]}] if row["skill_dice"] else []


def pool_hint(row: Values) -> str:
    """A dicepool in short.

    >>> pool_hint({"label": "Agility", "pool": 5, "limit": 6, "skill": "Pistols", "skill_dice": 4})
    '5 + Pistols 4 [6]'
    """
    limit = "" if row["limit"] is None else f"[{row['limit']}]"
    skill = f"+ {row['skill']} {row['skill_dice']}".replace("  ", " ") if row["skill_dice"] else ""
    return " ".join(filter(None, (f"{row['pool']}", skill, limit)))


def carry_over(context: Context[Test], before: State | None) -> tuple[Values, str]:
    """A die fewer for every Wound, by the house rule."""
    return with_wounds("moonwalk", context, before, lambda number: {"label": WOUNDS, "number": -number})


def defences(context: Context[Test], defender: Person) -> tuple[Offer, ...]:
    """The defender's dicepools, each with its skill and with what the defender's Wounds take, but not with its limit.

    What the defender rolls counts: a limit that was typed for another test goes, one typed after the choice stays. Who
    is a foe of whom nothing is written down has what is typed.
    """
    form, found = context.form, []
    if defender.foe and not defender.values["pools"]:
        return (Offer("typed", "Defence", "as typed", "", {"kind": "opposed"}, form["kind"] == "opposed"),)
    wounds = wounds_of("moonwalk", context, defender.name)
    for place, row in enumerate(defender.values["pools"]):
        puts = {
            "kind": "opposed",
            "defence": row["pool"],
            "defence_limit": None,
            "defence_label": row["label"],
            "defence_modifiers": [*skill_rows(row), *([{"label": WOUNDS, "number": -wounds}] if wounds else [])],
        }
        taken = all(form[name] == puts[name] for name in ("kind", "defence", "defence_label"))
        found.append(Offer(f"pools.{place}", "Defence", row["label"], pool_hint({**row, "limit": None}), puts, taken))
    return tuple(found)


def metadata(plain: RollMetadata, context: Context[Test], roll: Roll, start: Roll | None) -> RollMetadata:
    """The time that a roll took, and the failed test that it tries again."""
    test = context.test
    if test is None:
        return plain
    follows = "" if start is not None or not rules.again_penalty(test) else failed_before(context, test)
    return replace(plain, took=time_taken(context, test, roll, start), follows=follows)


def time_taken(context: Context[Test], test: Test, roll: Roll, start: Roll | None) -> int:
    """The game time of a roll in seconds: its new intervals, or what a test takes by the tracker."""
    if not rules.is_tried(test):
        return 0
    if not isinstance(test.against, Extended):
        return 0 if start is not None else context.test_time
    outcome = judge(test, roll).outcome
    before = len(start.dice) if start is not None else 0
    rolls = outcome.rolls - before if isinstance(outcome, ExtendedOutcome) else 0
    return rolls * test.against.interval.seconds


def failed_before(context: Context[Test], test: Test) -> str:
    """The line of the failed test that this one tries again; "" for none.

    It is the one that was tapped; without any the person's own if there is one, the least changed first.
    """
    due = ((retry.entry, retry.again) for retry in retries(context.state))
    failed = [(entry, fresh) for entry, fresh in due if rules.is_another_try(test, fresh)]
    tapped = [(entry, fresh) for entry, fresh in failed if entry.id == context.again]
    own = [(entry, fresh) for entry, fresh in failed if roller(context.state, entry) == context.who]
    terms = set(test.dicepool)
    least = min(tapped or own or failed, key=lambda one: len(terms.symmetric_difference(one[1].dicepool)), default=None)
    return least[0].id if least else ""


def offer_option(context: Context[Test], current: CurrentRoll[Test], option: Option) -> Option:
    """Another try without the penalty, once that is over."""
    over = option.notation and penalty_over(context.state, current.line)
    return another_try(rules.without_penalty(current.test)) if over else option


TRACKING: Tracking[Test] = Tracking(
    fields=(POOLS, LASTING),
    reserved={"pools": RESERVED, "modifiers": RESERVED},
    check=check,
    person_values=lambda context: first_pool(MOONWALK, context, pools(context)),
    offers=lambda context: (*pools(context), *lasting_offers(context, lambda row: f"{row['number']:+}")),
    defences=defences,
    carry_over=carry_over,
    metadata=metadata,
    offered=offer_option,
    advised=advice_after_penalty,
    tries_again=lambda test, failed: rules.is_another_try(test, rules.trying_at_once(failed)),
    ranked=lambda outcome: outcome.kept,
)
