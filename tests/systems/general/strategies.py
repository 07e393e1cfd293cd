"""Valid tests of the General Rules over the whole space, house rules included."""

from functools import cache

from hypothesis import strategies as st

from pyrules.core.roll import SIZES
from pyrules.core.scan import MOST_NOTATION, MOST_NUMBER
from pyrules.systems.general import rules
from pyrules.systems.general.model import Kind, PoolDie, Role, Scaled, Settings, Style, Test
from pyrules.systems.general.notation import MOST_REROLLS, NO_ATTRIBUTE, write

NAMES = st.sampled_from(["", "", "Dash", "Second Wind", "Hero's Luck", "ÉPÉE", "martial", "beyond", "trained"])
NAMELESS = st.just("")
FOUR = ("", *rules.ATTRIBUTES)
NUMBERS = st.integers(0, 40) | st.integers(0, MOST_NUMBER)


@st.composite
def tests_of(draw: st.DrawFn) -> Test:
    """A valid test of any kind, its dice in any order that the notation can write."""
    settings = draw(house_rules())
    kind: Kind = draw(st.sampled_from(["attribute", "skill", "attack", "save"]))
    style: Style = draw(st.sampled_from(["", "martial", "magic"])) if kind == "attack" else ""
    others = settings.other_attributes == "on"
    names = attributes(style) if style or others else NAMELESS if kind == "attack" else st.sampled_from(FOUR)
    test = Test(
        dice=(draw(dice("attribute", names)), *draw(further_dice(kind, settings))),
        difficulty=draw(NUMBERS),
        kind=kind,
        style=style,
        skill=draw(NAMES) if kind == "skill" else "",
        against=draw(st.sampled_from(["", *rules.AGAINST[kind]])),
        trained=kind == "skill" and draw(st.booleans()),
        rerolls=draw(st.integers(0, 3) | st.integers(0, MOST_REROLLS)),
        scaled=draw(st.none() | st.builds(Scaled, number=NUMBERS, halved=st.booleans())),
        round=draw(st.none() | st.integers(1, MOST_NUMBER)),
        declined=kind != "save" and draw(st.integers(0, 9)) == 0,
        settings=settings,
    )
    return draw(st.just(test).filter(lambda found: len(write(found)) <= MOST_NOTATION))


@cache
def attributes(style: Style) -> st.SearchStrategy[str]:
    if style:
        return st.sampled_from(("", *rules.STYLE_ATTRIBUTES[style]))
    return NAMES.filter(lambda name: name not in NO_ATTRIBUTE) | st.sampled_from(rules.ATTRIBUTES)


@cache
def house_rules() -> st.SearchStrategy[Settings]:
    return st.builds(
        Settings,
        saves_add_actions=st.sampled_from(["off", "on"]),
        training=st.sampled_from(["every_die", "skill_die", "attribute_die"]),
        actions_return=st.sampled_from(["by_hand", "each_round"]),
        bonus_in_every_test=st.sampled_from(["off", "on"]),
        other_attributes=st.sampled_from(["off", "on"]),
    )


@st.composite
def further_dice(draw: st.DrawFn, kind: Kind, settings: Settings) -> tuple[PoolDie, ...]:
    """Dice behind the Attribute Die: of roles that may come once, and of those that may come again."""
    once: list[Role] = [
        *({"skill": ("skill",)}.get(kind, ())),
        *(("combat",) if kind in {"attack", "save"} else ()),
        "bonus",
    ]
    roles = draw(st.lists(st.sampled_from(once), unique=True))
    if kind != "save" or settings.saves_add_actions == "on":
        again: list[Role] = ["action", "other"]
        roles += draw(st.lists(st.sampled_from(again), max_size=4) | st.lists(st.sampled_from(again), max_size=30))
    return tuple(
        draw(dice(role, NAMELESS if role in {"skill", "combat"} else NAMES)) for role in draw(st.permutations(roles))
    )


@cache
def dice(role: Role, names: st.SearchStrategy[str]) -> st.SearchStrategy[PoolDie]:
    return st.builds(
        PoolDie,
        sides=st.sampled_from(SIZES),
        role=st.just(role),
        name=names,
        advantage=st.booleans(),
        disadvantage=st.booleans(),
    )
