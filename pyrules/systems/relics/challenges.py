"""Challenges of Relics of the Moon as they go on from turn to turn, read from a campaign's state.

A Challenge is recorded under "challenge" with its threat, rating, type and traits, and by its name under "leader" who
leads; how many of its dice are resolved is the counter of that name, so that a turn, a trait that frees dice, and an
undo all change it like any other.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pyrules.campaign.events import Adjusted, Recorded, Restored, Rolled
from pyrules.campaign.people import LABEL, read_facts, write_facts
from pyrules.campaign.rolls import RollMetadata, test_of
from pyrules.campaign.state import State
from pyrules.core.form import Field, Values
from pyrules.core.roll import MOST_DICE
from pyrules.systems.relics import RELICS, progress
from pyrules.systems.relics.fields import MOST_TRAITS, TRAIT
from pyrules.systems.relics.model import THREATS, Challenge, Settings, Test

CHALLENGE = "challenge"
LEADER = "leader"
RESOLVED = "resolved"
STRESS = "stress"
TRAITS = Field(
    "traits",
    "Traits",
    "rows",
    [],
    high=MOST_TRAITS,
    columns=(LABEL, *(field for field in TRAIT if field.name not in {"name", "left_by"})),
    rule="relics.traits",
)
"""The traits of a PC or of a Challenge, to be declared in the Huddle."""


@dataclass(frozen=True, slots=True)
class Going:
    """A Challenge that was begun.

    `challenge` has the dice resolved so far; `turn` is whose turn comes next, None once it is resolved, and `round` the
    number of that turn's round. `refused` says why the leader cannot lead the Cohort's next turn ("" when they can).
    """

    name: str
    type: str
    challenge: Challenge
    leader: str
    turn: progress.Turn | None
    round: int
    refused: str


def challenge_event(  # noqa: PLR0913
    event: RollMetadata,
    name: str,
    challenge: Challenge,
    *,
    kind: str = "",
    leader: str = "",
    traits: Sequence[Values] = (),
) -> Recorded:
    """The event of a Challenge begun or changed: Threat and rating, type and traits, and who leads from then on."""
    facts = (("type", kind), ("threat", challenge.threat), ("rating", challenge.rating), (LEADER, leader))
    more = write_facts((TRAITS,), {TRAITS.name: traits})
    return Recorded(event.id, event.at, RELICS.id, CHALLENGE, name, (*facts, *more))


def traits_of(state: State, name: str) -> tuple[Values, ...]:
    """The traits of a Challenge as they were written down; none where a file brought impossible ones."""
    facts = state.records_of(RELICS.id, CHALLENGE).get(name, ())
    return tuple(read_facts((TRAITS,), facts)[TRAITS.name])


def leader_event(event: RollMetadata, name: str, leader: str) -> Recorded:
    """The event of another leader against a Challenge."""
    return Recorded(event.id, event.at, RELICS.id, LEADER, name, ((LEADER, leader),))


def challenges(state: State, settings: Settings) -> tuple[Going, ...]:
    """The Challenges of a campaign in the order recorded, under the house rules of the table.

    What a file brought with impossible facts is left out.
    """
    turns = _turns(state)
    recorded = ((name, dict(facts)) for name, facts in state.records_of(RELICS.id, CHALLENGE).items())
    return tuple(
        _going(state, settings, name, facts, turns.get(name, [])) for name, facts in recorded if _is_challenge(facts)
    )


def going(state: State, settings: Settings, name: str) -> Going | None:
    """The Challenge of a name; None where there is none."""
    return next((one for one in challenges(state, settings) if one.name == name), None) if name else None


def turn_of(state: State, line: str) -> str:
    """The name of the Challenge that a line's roll belongs to; "" for a roll of none, and for no line."""
    event = state.entry(line).event if line else None
    return event.under if isinstance(event, Rolled) else ""


def _turns(state: State) -> dict[str, list[progress.Turn]]:
    """Whose turns were taken in each Challenge since it began: with a new one of an old name, its dice are restored."""
    turns: dict[str, list[progress.Turn]] = {}
    for entry in state.entries:
        match entry.event:
            case Rolled(system=RELICS.id, under=name) as turn if name and not entry.is_struck:
                turns.setdefault(name, []).append(acting_side(turn))
            case Restored(system=RELICS.id, counter="resolved", who=name) if not entry.is_struck:
                turns.pop(name, None)
    return turns


def was_there(state: State, name: str) -> bool:
    """True if anything was ever written down of a Challenge of this name, or of its resolved dice, undone or not."""
    for entry in state.entries:
        match entry.event:
            case Recorded(system=RELICS.id, subject="challenge", name=known) if known == name:
                return True
            case Adjusted(system=RELICS.id, counter="resolved", who=known) if known == name:
                return True
    return False


def _is_challenge(facts: dict[str, str | int | bool]) -> bool:
    rating = facts.get("rating")
    return facts.get("threat") in THREATS and type(rating) is int and 1 <= rating <= MOST_DICE


def _going(state: State, settings: Settings, name: str, facts: dict[str, Any], turns: Sequence[progress.Turn]) -> Going:
    challenge = _as_it_stands(state, name, facts)
    leader = _leader(state, name)
    over = progress.is_resolved(challenge)
    turn = progress.next_turn(turns[-1], resolved=over) if turns else progress.next_turn("challenge", resolved=over)
    return Going(
        name,
        str(facts.get("type", "")),
        challenge,
        leader,
        turn,
        1 + sum(acting == "challenge" for acting in turns),
        progress.refused_leader(state.value(RELICS.id, STRESS, leader), settings) if leader else "",
    )


def _leader(state: State, name: str) -> str:
    """Who leads against a Challenge, by the name they have now."""
    event = state.latest_record(RELICS.id, LEADER, name) or state.latest_record(RELICS.id, CHALLENGE, name)
    return state.current_name(RELICS.id, str(dict(event.facts or ()).get(LEADER, "")), event.id) if event else ""


def _as_it_stands(state: State, name: str, facts: dict[str, Any]) -> Challenge:
    return Challenge(facts["threat"], facts["rating"], state.value(RELICS.id, RESOLVED, name))


def is_open(state: State, name: str) -> bool:
    """True if the campaign has a Challenge of this name, and not all its dice are resolved."""
    facts = dict(state.records_of(RELICS.id, CHALLENGE).get(name, ()))
    return _is_challenge(facts) and not progress.is_resolved(_as_it_stands(state, name, facts))


def acting_side(turn: Rolled) -> progress.Turn:
    """Whose turn was rolled; the Cohort's where a file brought a notation that cannot be read."""
    test: Test | None = test_of(turn)
    return test.acting.kind if test else "cohort"
