"""The Cohort of Relics of the Moon: its PCs, the traits that Disasters left, and the turns they make of a Challenge.

A PC is recorded under "player" with the types of Challenge that their expertise is for, a Disaster's trait under
"trait" with its modifier and whom it hinders.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pyrules.campaign.events import PLAYER, Recorded, Rolled
from pyrules.campaign.people import read_facts
from pyrules.campaign.rolls import test_of
from pyrules.campaign.state import State
from pyrules.core.errors import FormError, RulesError
from pyrules.core.form import Field, Values, defaults, read_form
from pyrules.systems.relics import RELICS, pool, progress, rules
from pyrules.systems.relics.challenges import STRESS, TRAITS, Going, acting_side, is_open
from pyrules.systems.relics.fields import TRAIT
from pyrules.systems.relics.model import UNKNOWN, Challenge, Cohort, Expertise, Huddle, Settings, Test

DISASTER_TRAIT = "trait"

EXPERTISE = (
    Field("primary", "Primary Expertise", "text", "", hint="types of Challenge", rule="relics.expertise"),
    Field("secondary", "Secondary Expertise", "text", "", rule="relics.expertise"),
    Field("support", "Support Expertise", "text", "", rule="relics.expertise"),
)
"""The types of Challenge that a PC's expertise is for, with commas between several of one expertise."""

PC = (
    *EXPERTISE,
    TRAITS,
)
"""The facts of a PC: expertise, and the traits to be declared in the Huddle."""

LEFT_BY_DISASTER = (
    Field("challenge", "Whom it hinders", "text", ""),
    Field("roll", "The roll", "text", ""),
    *(field for field in TRAIT if field.name in {"kind", "value", "dice"}),
)
"""The facts of a Disaster's trait: the Challenge it hinders ("": the Cohort), its roll, its modifier."""


@dataclass(frozen=True, slots=True)
class Pc:
    """A PC: the types of Challenge that their expertise is for, and their Stress."""

    name: str
    primary: str = ""
    secondary: str = ""
    support: str = ""
    stress: int = 0

    def fits(self, kind: str) -> Expertise:
        """The fit of the expertise to a type of Challenge.

        >>> Pc("Ann", "Combat", "Social, Travel").fits("travel"), Pc("Ann").fits("")
        ('secondary', 'other')
        """
        expertise: tuple[tuple[Expertise, str], ...] = (
            ("primary", self.primary),
            ("secondary", self.secondary),
            ("support", self.support),
        )
        wanted = kind.strip().casefold()
        for fit, types in expertise:
            if wanted and wanted in (one.strip().casefold() for one in types.split(",")):
                return fit
        return "other"

    def leads(self, kind: str) -> Expertise:
        """The expertise with which the PC leads; Primary, as is usual, where the type of the Challenge is not known.

        >>> Pc("Ann", "Combat", "Travel").leads("travel"), Pc("Ann").leads("travel"), Pc("Ann").leads("")
        ('secondary', 'other', 'primary')
        """
        return self.fits(kind) if kind.strip() else "primary"


@dataclass(frozen=True, slots=True)
class DisasterTrait:
    """A Hindering trait that a Disaster left on the Cohort, or on a Challenge.

    `kind`, `value` and `dice` are its modifier as a turn's form has it, `roll` is the id of the Disaster's roll.
    """

    name: str
    challenge: str
    roll: str
    kind: str
    value: int
    dice: int

    @property
    def row(self) -> Values:
        """The trait as a row of a turn's form."""
        modifier = {"kind": self.kind, "value": self.value, "dice": self.dice}
        hinders = self.kind == "simple" and self.value < 0
        left_by = "disaster" if hinders else "trait"  # a file may have brought one that does not hinder
        return defaults(TRAIT) | modifier | {"name": self.name, "left_by": left_by}


@dataclass(frozen=True, slots=True)
class Undealt:
    """A Challenge's turn, by the id of its line in the log, whose Stress nobody has taken yet."""

    id: str
    turn: Rolled
    stress: int


@dataclass(frozen=True, slots=True)
class Disaster:
    """A Disaster, by the id of its line in the log, and the Challenge it hinders ("": the Cohort)."""

    id: str
    turn: Rolled
    challenge: str


def pcs(state: State) -> tuple[Pc, ...]:
    """The PCs of a campaign; what a file brought of them in another form counts as nothing."""
    found = []
    for name, facts in state.records_of(RELICS.id, PLAYER).items():
        values = read_facts(PC, facts)
        expertise = {field.name: values[field.name] for field in EXPERTISE}
        found.append(Pc(name, **expertise, stress=state.value(RELICS.id, STRESS, name)))
    return tuple(found)


def known_pcs(before: State, state: State, test: Test | None) -> Values:
    """The PCs that the campaign has, for a Cohort's form that does not say it, or says how many there were before.

    {} where the form says another number, or names more PCs than there are.
    """
    acting = test.acting if test else None
    were, are = (len(one.records_of(RELICS.id, PLAYER)) for one in (before, state))
    if not isinstance(acting, Cohort) or acting.pcs not in (None, UNKNOWN, were):
        return {}
    return {"pcs": are} if are >= pool.named_pcs(acting.start) else {}


def disaster_traits(state: State) -> tuple[DisasterTrait, ...]:
    """The traits that Disasters left, as long as their rolls are Disasters.

    What a file brought with impossible facts is left out.
    """
    found = []
    for name, facts in state.records_of(RELICS.id, DISASTER_TRAIT).items():
        try:
            left = DisasterTrait(name, **read_form(LEFT_BY_DISASTER, dict(facts)))
        except FormError:
            continue
        if _lasts(state, left):
            found.append(left)
    return tuple(found)


def _lasts(state: State, left: DisasterTrait) -> bool:
    """True if a trait's roll still counts as a Disaster; one without a roll in the log lasts until it is removed."""
    try:
        entry = state.entry(left.roll)
    except RulesError:
        return True
    return not entry.is_struck and isinstance(entry.event, Rolled) and entry.event.good is False


def unready(state: State, going: Going) -> str:
    """Why the next turn of a Challenge cannot begin; "" when it can."""
    if going.turn is None:
        return "all its dice are resolved, so it takes no more turns"
    if going.turn == "challenge":
        return ""
    if problem := _leaderless(going.leader, [pc.name for pc in pcs(state)]):
        return problem
    if stress := sum(one.stress for one in undealt(state, going.name)):
        return f"{stress} Stress of this Challenge is still to be dealt out"
    return going.refused


def _leaderless(leader: str, cohort: Sequence[str]) -> str:
    """Why nobody of a Cohort leads its turn; "" when somebody does."""
    if not cohort:
        return "this Cohort has no PCs yet; add them first"
    if not leader:
        return "nobody leads yet; choose a leader"
    return "" if leader in cohort else f"{leader} is no PC of this Cohort; choose another leader"


def overspent(state: State, test: Test) -> str:
    """Why the campaign's pools cannot pay for a turn; "" when they can.

    Where there are no PCs, and nothing has changed a pool yet, it is not known.
    """
    kept = bool(state.records_of(RELICS.id, PLAYER))
    destiny, doom = (
        state.value(RELICS.id, counter) if kept or (RELICS.id, counter) in state.counters else None
        for counter in ("destiny", "doom")
    )
    return rules.overspent(test, destiny, doom)


def next_form(state: State, going: Going, settings: Settings) -> Values:
    """The form of a Challenge's next turn, with what is known of the Cohort and the traits that hinder it.

    Only to be asked where `unready` has no reason against it.
    """
    if going.turn == "challenge":
        return RELICS.to_form(Test(going.challenge, settings=settings)) | {"traits": _rows(state, going.name)}
    cohort = pcs(state)
    leader = next(pc for pc in cohort if pc.name == going.leader)
    return cohort_form(state, leader, cohort, settings, kind=going.type, against=going.challenge)


def cohort_form(  # noqa: PLR0913
    state: State,
    leader: Pc,
    cohort: Sequence[Pc],
    settings: Settings,
    *,
    kind: str = "",
    against: Challenge | None = None,
) -> Values:
    """The form of a Cohort's turn in which one PC leads and all others assist."""
    assistants = tuple(pc.fits(kind) for pc in cohort if pc.name != leader.name)
    huddle = Huddle(leader.leads(kind), assistants, leader.stress)
    test = Test(Cohort(huddle, pcs=len(cohort), against=against), settings=settings)
    return RELICS.to_form(test) | {"traits": _rows(state, "")}


def form_to_resume(state: State, strike: Challenge) -> Values | None:
    """The form of the Cohort's turn after one of a Challenge that is not in the tracker; None where the log has none.

    It is like the latest turn that counts against such a Challenge, with the traits that Disasters left. What costs
    Destiny or Doom is declared again in each Huddle, so it is left out.
    """
    for _, turn in turns(state):
        test: Test | None = None if turn.under else test_of(turn)
        if test is None or not isinstance(test.acting, Cohort) or not is_like(test.acting.challenge, strike):
            continue
        lasting = tuple(trait for trait in test.traits if not (trait.destiny or trait.doom))
        again = replace(test, acting=replace(test.acting, destiny=0, against=progress.after(strike)), traits=lasting)
        names = {trait.name for trait in lasting}
        values = RELICS.to_form(again)
        return values | {"traits": [*values["traits"], *(row for row in _rows(state, "") if row["name"] not in names)]}
    return None


def evenly(stress: int, cohort: Sequence[Pc]) -> dict[str, int]:
    """Stress shared among PCs: each point goes to whoever has the least by then, the first of several.

    >>> evenly(4, (Pc("Ann", stress=2), Pc("Bo")))
    {'Ann': 1, 'Bo': 3}
    """
    held = {pc.name: pc.stress for pc in cohort}
    for _ in range(stress if held else 0):
        held[min(held, key=held.__getitem__)] += 1
    return {pc.name: held[pc.name] - pc.stress for pc in cohort}


def _rows(state: State, challenge: str) -> list[Values]:
    return [left.row for left in disaster_traits(state) if left.challenge == challenge]


def belongs(test: Test, going: Going) -> bool:
    """True if a turn is the next one of this Challenge as it stands."""
    return (
        test.acting.kind == going.turn
        and test.acting.challenge is not None
        and is_about(test, going)
        and test.acting.challenge.resolved == going.challenge.resolved
    )


def is_about(test: Test, going: Going) -> bool:
    """True if a turn is about a Challenge like this one, however it stands."""
    return is_like(test.acting.challenge, going.challenge)


def is_like(one: Challenge | None, other: Challenge) -> bool:
    """True if two Challenges have the same Threat and Rating, however they stand."""
    return one is not None and (one.threat, one.rating) == (other.threat, other.rating)


def turns(state: State) -> tuple[tuple[str, Rolled], ...]:
    """The turns of a campaign that count, each with the id of its line in the log, the latest first."""
    return tuple(
        (entry.id, event)
        for entry in reversed(state.entries)
        if isinstance(event := entry.event, Rolled) and event.system == RELICS.id and not entry.is_struck
    )


def undealt(state: State, under: str = "") -> tuple[Undealt, ...]:
    """The turns (of one Challenge, where it is named) whose Stress is still to be dealt out, the latest first."""
    found = []
    for name, turn in turns(state):
        if under and turn.under != under:
            continue
        effects = (change.delta for change in turn.effects if change.counter == STRESS and not change.who)
        if (stress := sum(effects)) > 0:
            found.append(Undealt(name, turn, stress))
    return tuple(found)


def unnamed_disasters(state: State) -> tuple[Disaster, ...]:
    """The Disasters whose traits were never written down, the latest first.

    Each waits until its Challenge is resolved or removed. One of a turn without a Challenge waits until the next turn;
    the Challenge's own is left to the table there, as its trait would hinder nobody the campaign has.
    """
    named = _disasters_with_traits(state)
    found = []
    for place, (name, turn) in enumerate(turns(state)):
        if turn.good is not False or name in named:
            continue
        challenge = turn.under if acting_side(turn) == "challenge" else ""
        if is_open(state, turn.under) if turn.under else place == 0 and acting_side(turn) == "cohort":
            found.append(Disaster(name, turn, challenge))
    return tuple(found)


def _disasters_with_traits(state: State) -> set[str | int | bool]:
    """The ids of the Disasters whose traits were written down, also those of traits that were removed since."""
    records = (entry.event for entry in state.entries if isinstance(entry.event, Recorded) and not entry.is_struck)
    traits = (event.facts or () for event in records if (event.system, event.subject) == (RELICS.id, DISASTER_TRAIT))
    return {fact for facts in traits for name, fact in facts if name == "roll"}
