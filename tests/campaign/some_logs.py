"""Events for the campaign's tests: of one's own making, and drawn by Hypothesis."""

from typing import Any

from hypothesis import strategies as st

from pyrules.campaign.events import Adjusted, Change, Device, Entered, Recorded, Restored, Rolled, Sealed
from pyrules.core.characters import clean_name
from pyrules.core.roll import Die, Pick

WHO = ("", "Ann", "Bo")
COUNTERS = (
    ("stepdie", "player_ip"),
    ("stepdie", "gm_ip"),
    ("stepdie", "complications"),
    ("general", "actions"),
    ("general", "round"),
    ("moonwalk", "retry_penalty"),
    ("moonwalk", "clock"),
)
NOTATIONS = {"stepdie": "2d6 + d8 (1)", "general": "d8 (10)", "moonwalk": "3 (2)", "almond": "2d6 TN 4"}


def roll(name: str, *effects: Any, at: int = 0, system: str = "stepdie", **fields: Any) -> Rolled:
    """A roll of Step Die with effects given as (counter, delta) or (counter, delta, who)."""
    changes = tuple(Change(counter, delta, f"{system}.rule", *who) for counter, delta, *who in effects)
    return Rolled(name, at, system, NOTATIONS[system], "Success", "2 hits", good=True, effects=changes, **fields)


def adjust(name: str, counter: str, delta: int, *, at: int = 0, system: str = "stepdie", **fields: Any) -> Adjusted:
    return Adjusted(name, at, system, counter, delta, **fields)


texts = (
    st.text(st.characters(exclude_categories=("Cc", "Cs")), max_size=60)
    .map(clean_name)
    .filter(lambda text: len(text) <= 60)
)
idents = st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=1, max_size=64)
times = st.integers(0, 2**53 - 1)
wholes = st.integers(-(2**53) + 1, 2**53 - 1)
dice = st.sampled_from((4, 6, 8, 10, 12, 20)).flatmap(
    lambda sides: st.builds(Die, st.just(sides), st.lists(st.integers(1, sides), min_size=1, max_size=4).map(tuple))
)
facts = st.dictionaries(texts.filter(bool), st.one_of(texts, wholes, st.booleans()), max_size=4).map(
    lambda found: tuple(found.items())
)


makers = st.sampled_from((None, Device("Ann", "teal"), Device("Bo")))


@st.composite
def rolls(draw: st.DrawFn, /, name: str | None = None, system: str | None = None, **fields: Any) -> Rolled:
    """Any roll that the codec may have to carry; what its system says of it does not matter here."""
    system = system or draw(st.sampled_from(sorted(NOTATIONS)))
    counters = [counter for of, counter in COUNTERS if of == system] or ["clock"]
    changes = st.builds(Change, st.sampled_from(counters), st.integers(-9, 9), texts, st.sampled_from(WHO))
    return Rolled(
        name if name is not None else draw(idents),
        draw(times),
        system,
        NOTATIONS[system],
        draw(texts),
        draw(texts),
        good=draw(st.sampled_from((None, True, False))),
        outcome=draw(st.sampled_from(((), (("hits", 2), ("success", True), ("degree", "full"))))),
        settings=draw(st.sampled_from(((), (("hit", "five_or_more"),)))) if system == "stepdie" else (),
        dice=draw(st.lists(st.lists(dice, max_size=3).map(tuple), max_size=3).map(tuple)),
        picks=draw(
            st.lists(
                st.builds(
                    Pick,
                    texts.filter(bool),
                    st.lists(st.integers(-1, 99), max_size=3).map(tuple),
                    st.sampled_from(((), (("modifier", -2), ("rule_of_six", True)))),
                ),
                max_size=2,
            ).map(tuple)
        ),
        effects=draw(st.lists(changes, max_size=3).map(tuple)),
        physical=draw(st.booleans()),
        counted=draw(st.booleans()),
        who=draw(texts),
        under=draw(texts),
        took=draw(st.integers(0, 10_000)),
        by=draw(makers),
        waits=draw(st.booleans()),
        **fields,
    )


@st.composite
def first_events(draw: st.DrawFn, name: str) -> Entered:
    """Any event that opens a line of the log."""
    system, counter = draw(st.sampled_from(COUNTERS))
    at = draw(times)
    who = draw(st.sampled_from(WHO))
    return draw(
        st.one_of(
            rolls(name),
            st.builds(
                Adjusted,
                st.just(name),
                st.just(at),
                st.just(system),
                st.just(counter),
                st.integers(-20, 20),
                st.just(who),
                texts,
            ),
            st.just(Restored(name, at, system, counter, who)),
            st.just(Sealed(name, at, system, "5ea1" * 16)),
            st.builds(
                Recorded,
                st.just(name),
                st.just(at),
                st.just(system),
                st.sampled_from(("player", "challenge")),
                st.sampled_from(WHO),
                st.one_of(st.none(), facts),
                st.sampled_from(WHO),
            ),
        )
    )
