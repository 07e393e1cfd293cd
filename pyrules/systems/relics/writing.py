"""The shorthand as it is written; `notation` says what it looks like."""

from pyrules.systems.relics.model import (
    UNKNOWN,
    AddDice,
    AutoResult,
    Challenge,
    Huddle,
    Modifier,
    SimpleModifier,
    Test,
    Trait,
)


def write(test: Test) -> str:
    """Write a turn in its canonical shorthand.

    >>> write(Test(Challenge("Minor", 5, 3), (Trait(SimpleModifier(-1, 2), "Stubborn"),)))
    'Minor 5 resolved 3 -1 / 2d (Stubborn)'
    """
    acting = test.acting
    traits = " ".join(write_trait(trait) for trait in test.traits)
    if isinstance(acting, Challenge):
        return f"{write_challenge(acting)} {traits}".strip()
    against = write_challenge(acting.challenge) if acting.challenge else acting.against
    parts = (
        write_start(acting.start),
        traits,
        f"destiny {acting.destiny}" if acting.destiny else "",
        "" if acting.pcs is None else f"pcs {'unknown' if acting.pcs == UNKNOWN else acting.pcs}",
        f"vs {against}" if against else "",
    )
    return " ".join(part for part in parts if part)


def write_start(start: int | Huddle) -> str:
    """Write the dice that a Cohort starts from.

    >>> write_start(Huddle("secondary", ("primary",), stress=2))
    'secondary lead stress 2 + primary assist'
    """
    if isinstance(start, int):
        return f"{start}d6"
    leader = f"{start.leader} lead{f' stress {start.stress}' if start.stress else ''}"
    return " + ".join((leader, *(f"{expertise} assist" for expertise in start.assistants)))


def write_challenge(challenge: Challenge) -> str:
    """Write a Challenge.

    >>> write_challenge(Challenge("Minor", 5, 3, freed=1))
    'Minor 5 resolved 3 free 1'
    """
    resolved = f" resolved {challenge.resolved}" if challenge.resolved else ""
    freed = f" free {challenge.freed}" if challenge.freed else ""
    return f"{challenge.threat} {challenge.rating}{resolved}{freed}"


def write_modifier(modifier: Modifier) -> str:
    """Write a modifier.

    >>> [write_modifier(one) for one in (AddDice(-1), AutoResult(6, 1), SimpleModifier(-2, 3, disaster=True))]
    ['-1d6', 'A6 / 1d', '-2 / 3d [disaster]']
    """
    match modifier:
        case AddDice(dice=dice):
            return f"{dice:+d}d6"
        case AutoResult(value=value, dice=dice):
            return f"A{value} / {dice}d"
        case SimpleModifier(value=value, dice=dice, disaster=disaster):
            return f"{value:+d} / {dice}d{' [disaster]' if disaster else ''}"


def write_trait(trait: Trait) -> str:
    """Write a modifier with the trait that gives it.

    >>> write_trait(Trait(AddDice(1), "Fusiontech Blaster", destiny=1, doom=-2))
    '+1d6 (Fusiontech Blaster destiny 1 doom -2)'
    """
    modifier = "trait" if trait.modifier is None else write_modifier(trait.modifier)
    inside = (
        trait.name,
        f"destiny {trait.destiny}" if trait.destiny else "",
        f"doom {trait.doom}" if trait.doom else "",
    )
    brackets = " ".join(part for part in inside if part)
    return f"{modifier} ({brackets})" if brackets else modifier
