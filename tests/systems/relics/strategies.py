"""Valid turns of Relics of the Moon over the whole space, house rules included."""

from functools import cache

from hypothesis import strategies as st

from pyrules.core.roll import MOST_DICE
from pyrules.core.scan import MOST_NOTATION, MOST_NUMBER
from pyrules.systems.relics import pool, progress
from pyrules.systems.relics.model import (
    EXPERTISES,
    THREATS,
    AddDice,
    AutoResult,
    Challenge,
    Cohort,
    Huddle,
    Modifier,
    Settings,
    SimpleModifier,
    Test,
    Trait,
)
from pyrules.systems.relics.pool import refusal
from pyrules.systems.relics.writing import write

DICE = st.one_of(st.integers(0, 8), st.integers(0, MOST_DICE))
COUNTS = st.one_of(st.integers(1, 3), st.integers(1, 3), st.integers(1, MOST_DICE))
COSTS = st.one_of(st.integers(0, 2), st.integers(0, MOST_NUMBER))
NAMES = st.sampled_from(
    ["", "", "Stubborn", "Prophet of Doom", "destiny", "trait", "vs", "o'clock", "Ärger 漢字", "Anti-grav Mk 2"]
)
EXPERTISE = st.sampled_from(EXPERTISES)
VALUES = st.one_of(st.integers(1, 4), st.integers(1, 9), st.integers(1, MOST_NUMBER))


@cache
def house_rules() -> st.SearchStrategy[Settings]:
    table = {f"{role}_{expertise}": st.integers(0, 3) for role in ("lead", "assist") for expertise in EXPERTISES}
    return st.builds(
        Settings,
        **table,
        hindering=st.sampled_from(["opposition", "acting_side"]),
        disaster=st.sampled_from(["own_side", "opposition"]),
        placement=st.sampled_from(["successes_first", "avoid_doom"]),
        stress_maximum=st.integers(1, 100),
    )


def simple_modifiers() -> st.SearchStrategy[SimpleModifier]:
    hindering = VALUES.map(lambda value: -value)
    left = st.builds(SimpleModifier, hindering, COUNTS, disaster=st.just(value=True))
    return st.builds(SimpleModifier, VALUES | hindering, COUNTS) | left


@cache
def traits_of(results: tuple[int, ...], *, adds: bool) -> st.SearchStrategy[tuple[Trait, ...]]:
    modifiers: list[st.SearchStrategy[Modifier | None]] = [
        simple_modifiers(),
        simple_modifiers(),
        st.builds(AutoResult, st.sampled_from(results), COUNTS),
        st.none(),
    ]
    if adds:
        modifiers.append(st.builds(AddDice, st.integers(-4, 4).filter(bool) | st.integers(-100, -1)))
    doom = COSTS | COSTS.map(lambda cost: -cost)
    trait = st.builds(Trait, st.one_of(modifiers), NAMES, COSTS, doom).filter(lambda found: found != Trait(None))
    plain = st.builds(Trait, st.one_of(modifiers)).filter(lambda found: found != Trait(None))
    return st.lists(trait | plain, max_size=5).map(tuple)


@cache
@st.composite
def challenges(draw: st.DrawFn) -> Challenge:
    rating = draw(st.integers(1, 8) | st.integers(1, MOST_DICE))
    resolved = draw(st.integers(0, rating))
    freed = draw(st.integers(0, resolved))
    challenge = Challenge(draw(st.sampled_from(THREATS)), rating, resolved, freed)
    return challenge if not progress.challenge_refusal(challenge) else Challenge(challenge.threat, rating, rating - 1)


@cache
@st.composite
def cohorts(draw: st.DrawFn, stress_maximum: int) -> Cohort:
    huddles = st.builds(
        Huddle,
        EXPERTISE,
        st.lists(EXPERTISE, max_size=5).map(tuple),
        st.just(0) | st.integers(0, stress_maximum - 1),
    )
    against = draw(st.none() | st.sampled_from(THREATS) | challenges())
    pcs = draw(st.none() | st.integers(1, 6) | st.integers(1, MOST_NUMBER))
    return Cohort(draw(DICE | huddles), draw(st.integers(0, 3) | st.integers(0, MOST_DICE)), pcs, against)


@st.composite
def tests_of(draw: st.DrawFn) -> Test:
    """A valid turn of either side."""
    settings = draw(house_rules())
    acting = draw(cohorts(settings.stress_maximum) | challenges())
    on_cohort = isinstance(acting, Cohort)
    results = pool.COHORT_RESULTS if on_cohort else tuple(range(1, 9))
    test = Test(acting, draw(traits_of(results, adds=on_cohort)), settings)
    return draw(st.just(test).filter(lambda found: not refusal(found) and len(write(found)) <= MOST_NOTATION))
