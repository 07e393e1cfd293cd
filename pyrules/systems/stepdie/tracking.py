"""What Step Die keeps track of: players with a Step Die, and the IP that a test may be given."""

from pyrules.campaign.state import State
from pyrules.campaign.tracking import Played, Standing, Tracking
from pyrules.core.form import Choice, Field, Values
from pyrules.systems.stepdie import rules
from pyrules.systems.stepdie.model import TRAINING, Test
from pyrules.systems.stepdie.purchases import PLAYER_IP, ip_left, ip_to_spend

STEP = Field(
    "step",
    "Step Die",
    "choice",
    "d8",
    choices=tuple(Choice(f"d{sides}", f"d{sides}", training) for sides, training in TRAINING.items()),
)


def chosen(standing: Standing[Test]) -> Values:
    """The player's Step Die."""
    return {"step": standing.person.values["step"]} if standing.person else {}


def left_over(standing: Standing[Test], before: State | None) -> tuple[Values, str]:
    """The player's IP; for nobody in particular what their latest roll left, if that was another amount `before`."""
    state, test = standing.state, standing.test
    if standing.person and standing.person.foe:
        return {}, ""
    if standing.person:
        held = state.value(*PLAYER_IP, standing.who, standing.house_rules)
        given = test is not None and test.ip is not None
        return {"ip": held}, f"{standing.who} holds {held} IP; change that in the tracker." if given else ""
    ip = ip_left(state)
    known = ip == (ip_left(before) if before else None) or (test is not None and ip == rules.held(test))
    return ({}, "") if known else ({"ip": ip}, "")


def still_open(standing: Standing[Test], played: Played[Test]) -> Test:
    """The test with no more IP than may still be spent on its roll."""
    test, picks = played.test, played.roll.picks
    award = rules.awarded(test, played.roll)
    left = ip_to_spend(standing.state, played.line) if played.line else rules.left(test, picks, award)
    if standing.person and not standing.person.foe and not played.line:
        left = min(left, standing.state.value(*PLAYER_IP, standing.who, standing.house_rules))
    return rules.with_left(test, picks, award, left)


TRACKING: Tracking[Test] = Tracking(
    person="player",
    fields=(STEP,),
    chosen=chosen,
    left_over=left_over,
    still_open=still_open,
    ranked=lambda outcome: outcome.hits,
)
