"""The talk between devices: what its table has is answered, and all else is out of turn."""

from dataclasses import replace
from typing import get_args

import pytest
from app.table import words
from app.table.protocol import HEARD_BY_GUESTS, HEARD_BY_THE_HUB
from app.table.talk import GUEST, HUB, Signal, Stage, Stages, stage_after

from pyrules.campaign.devices import (
    VERSION,
    WORDS,
    Added,
    Answered,
    Asked,
    Building,
    Bye,
    Called,
    Commit,
    Declared,
    Doubted,
    Game,
    Hello,
    Here,
    PeerMessage,
    Seed,
    Settled,
    Spare,
    Taken,
    encode,
)
from pyrules.campaign.events import Device
from pyrules.core.errors import RulesError
from tests.app.table.evening import COMES_FROM
from tests.app.table.seats import company

ANN = Device("Ann", "teal")
HELLO = Hello(VERSION, "", hub=False, device=ANN)
MESSAGES: tuple[PeerMessage, ...] = (
    HELLO,
    Here((Device("Gm", "teal"), ANN)),
    Added(()),
    Asked("1", "stepdie/#2.", "Climb"),
    Answered("1", "declined"),
    Settled("1"),
    Building("", "", ANN),
    Declared("stepdie", "", "help", taken=True, by=ANN),
    Game("dusk", "Dusk", "", "x"),
    Commit("1", "0" * 64),
    Seed("1", "00"),
    Doubted(ANN, "unlent"),
    Called(ANN, ANN),
    Taken("stepdie", "Kira", ANN),
    Spare(""),
    Bye(),
)
KINDS = frozenset(map(type, MESSAGES))
HEARING = (Stage.OPEN, Stage.GREETED, Stage.HERE)
ROLES = pytest.mark.parametrize(("stages", "hub"), [(HUB, True), (GUEST, False)], ids=["hub", "guest"])


def test_every_message_has_its_word_on_the_wire_and_its_place_in_the_talk() -> None:
    assert set(get_args(PeerMessage)) == KINDS == WORDS.keys()
    assert {kind.__name__: word for kind, word in WORDS.items() if word != kind.__name__.lower()} == {
        "Commit": "begun",
        "Seed": "lent",
    }
    assert {kind for stages in (HUB, GUEST) for events in stages.values() for kind in events} == {*KINDS, *Signal}


@ROLES
def test_every_message_that_may_be_heard_is_answered(stages: Stages, *, hub: bool) -> None:
    heard = {kind for stage in HEARING for kind in stages.get(stage, ())} - {*Signal}
    assert heard == (HEARD_BY_THE_HUB if hub else HEARD_BY_GUESTS).keys()


@ROLES
def test_a_connection_comes_to_every_stage_from_where_it_begins(stages: Stages, *, hub: bool) -> None:
    reached = {Stage.FREE, Stage.SPARE}
    for _ in Stage:
        reached |= {after for stage in reached for after in stages.get(stage, {}).values()}
    assert reached == {*Stage} - ({Stage.GREETED} if hub else set())


@ROLES
@pytest.mark.parametrize("stage", HEARING)
def test_what_is_out_of_turn_cuts_a_device_off_and_nothing_else_does(
    stages: Stages, stage: Stage, *, hub: bool
) -> None:
    gm, ann = company("Gm", "Ann")
    seat = gm if hub else ann
    [peer] = seat.table.others
    hello = HELLO if stage is Stage.GREETED else None
    seated = replace(seat.model, table=seat.table.with_peer(replace(peer, stage=stage, hello=hello)))
    for said in MESSAGES:
        seat.model = seated
        seat.do("table-heard", encode(said), peer=peer.number)
        out_of_turn = words.OUT_OF_TURN in seat.text("news")
        assert out_of_turn is (type(said) not in stages.get(stage, ())), said
        if out_of_turn:
            assert seat.table.peer(peer.number) is None
            assert seat.model.campaign is seated.campaign


@ROLES
@pytest.mark.parametrize("stage", Stage)
def test_what_does_not_happen_at_a_stage_is_refused(stages: Stages, stage: Stage, *, hub: bool) -> None:
    for event in {*Signal, *KINDS} - stages.get(stage, {}).keys():
        with pytest.raises(RulesError, match="out of turn"):
            stage_after(stage, event, hub=hub)


def test_all_messages_and_signals_come_from_steps_of_random_evenings() -> None:
    assert {event for stages in (HUB, GUEST) for events in stages.values() for event in events} == COMES_FROM.keys()
