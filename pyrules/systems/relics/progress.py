"""A Challenge from round to round: dice that are resolved, Stress, and whose turn comes next."""

from dataclasses import replace
from typing import Literal

from pyrules.core.english import amount
from pyrules.core.rulebook import rule
from pyrules.systems.relics.model import Challenge, Settings

Turn = Literal["cohort", "challenge"]


@rule("Free dice", 13, name="free_dice")
def resolved_dice(challenge: Challenge) -> int:
    """Only a trait of the Challenge can make resolved dice free again.

    How many dice of a Challenge are resolved: as many as before, less those that a trait makes free again.

    >>> resolved_dice(Challenge("Minor", 5, 3, freed=1))
    2
    """
    return challenge.resolved - challenge.freed


def challenge_refusal(challenge: Challenge) -> str:
    """Why a Challenge cannot stand like this; "" when it can: one whose dice are all resolved takes no more turns."""
    if challenge.freed > challenge.resolved:
        free, resolved = amount(challenge.freed, "die", "dice"), amount(challenge.resolved, "is", "are")
        return f"{free} cannot become free, as {resolved} resolved"
    if resolved_dice(challenge) >= challenge.rating:
        return (
            f"{resolved_dice(challenge)} of {challenge.rating} dice are resolved, so the Challenge is over;"
            f" at most {challenge.rating - 1} while it goes on"
        )
    if challenge.resolved > challenge.rating:
        return f"{amount(challenge.resolved, 'die', 'dice')} cannot be resolved; use at most {challenge.rating}"
    return ""


@rule("Resolve Challenge dice", 8, 9, name="resolve")
def resolves(successes: int, challenge: Challenge | None) -> int:
    """Each success of the Cohort resolves one die of the Challenge; a turn without any resolves none.

    How many dice a Cohort's successes resolve: one each, and no more than are left.

    >>> resolves(4, Challenge("Minor", 5, 3)), resolves(-1, None), resolves(2, None)
    (2, 0, 2)
    """
    dice = max(0, successes)
    return dice if challenge is None else min(dice, challenge.rating - resolved_dice(challenge))


@rule("Challenge resolved", 9, 13, name="resolved", test="test_resolve")
def is_resolved(challenge: Challenge, resolved: int = 0) -> bool:
    """A Challenge whose dice are all resolved is over and takes no turn.

    Whether a Challenge is over once that many more of its dice are resolved.
    """
    return resolved_dice(challenge) + resolved >= challenge.rating


@rule("Resolved dice stay", 13, name="stay_resolved", test="test_resolved_dice_stay")
def after(challenge: Challenge, resolved: int = 0) -> Challenge:
    """They carry over from round to round.

    The Challenge with that many more dice resolved, and those that were freed counted in.

    >>> after(Challenge("Minor", 5, 3, freed=1), 2)
    Challenge(threat='Minor', rating=5, resolved=4, freed=0, kind='challenge')
    """
    return replace(challenge, resolved=resolved_dice(challenge) + resolved, freed=0)


@rule("Turns", 13, name="turns")
def next_turn(turn: Turn, *, resolved: bool) -> Turn | None:
    """Cohort and Challenge take turns until the Challenge is resolved.

    Whose turn follows: the sides alternate, the Cohort first, until the Challenge is resolved.

    >>> next_turn("cohort", resolved=False), next_turn("challenge", resolved=False), next_turn("cohort", resolved=True)
    ('challenge', 'cohort', None)
    """
    if resolved:
        return None
    return "challenge" if turn == "cohort" else "cohort"


@rule("Apply Stress", 8, 10)
def stress(successes: int) -> int:
    """Each success of a Challenge is one Stress for the Cohort.

    >>> stress(3), stress(-2)
    (3, 0)
    """
    return max(0, successes)


@rule("Stressed Out", 10)
def stressed_out(stress: int, settings: Settings) -> bool:
    """A PC with as much Stress as they can take is Stressed Out.

    >>> stressed_out(9, Settings()), stressed_out(10, Settings())
    (False, True)
    """
    return stress >= settings.stress_maximum


@rule("No Stressed Out leader", 1, 10, name="stressed_leader", test="test_a_stressed_out_leader_is_refused")
def refused_leader(stress: int, settings: Settings) -> str:
    """A Stressed Out PC cannot be chosen to lead, and one who becomes so is replaced on the next Cohort turn.

    Why a PC with that much Stress cannot lead, or lead on, in the Cohort's turn; "" when they can.
    """
    if not stressed_out(stress, settings):
        return ""
    return f"with {stress} Stress of {settings.stress_maximum} this PC is Stressed Out and cannot lead; choose another"
