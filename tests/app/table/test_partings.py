"""Devices at one table, whatever they do, lose and come back to: in the end they have one log, and all of it."""

import sys
from random import Random

import pytest
from app.common.answer import keep
from app.table import fair_dice, peers

from tests.app.table import disk
from tests.app.table.disk import Disk
from tests.app.table.evening import Evening, Story, random_story, shrunk, trouble
from tests.app.table.seats import Seat, company, connect, settle
from tools import fuzz

EIGHT = (0,) * 8
FOUND = {
    "who comes back while the hub rolls is not the one that it asked": Story(
        (0, 0, 0),
        ((2, "part", 9), (2, "secret", 3), (1, "part", 0), (2, "meet", 2), (0, "say", 0), (0, "roll", 2)),
    ),
    "who comes back while the hub rolls again is not the one that it asked": Story(
        (0, 0, 0),
        (
            *((0, "roll", 0), (2, "part", 0), (0, "wait", 9), (1, "part", 2)),
            *((2, "meet", 5), (0, "say", 0), (0, "reroll", 0)),
        ),
    ),
    "another hub reveals what it rolled while somebody came back": Story(
        (0, 0, 0, 0), ((0, "hub", 2), (1, "meet", 1), (3, "meet", 1), (2, "say", 1), (2, "secret", 0))
    ),
    "the hub is lost after two events of one moment": Story(
        (0, 0, 0), ((1, "more", 0), (1, "undo", 0), (1, "reload", 0), (1, "meet", 1), (1, "say", 9), (0, "hub", 3))
    ),
    "the hub is a day and more ahead": Story((-30, 0, 0), ((0, "secret", 0),)),
    "a guest is eleven years behind": Story((0, 96_000, 0), ((2, "less", 2),)),
    "the hub's hello is heard twice": Story((0, 0, 0), ((0, "hub", 3), (0, "meet", 5), (0, "twice", 0))),
    "the eighth device finds a seat after one that came back by new codes": Story(
        EIGHT, ((6, "hub", 4), (6, "meet", 5), (6, "say", 9), (3, "say", 0), (3, "say", 0), (6, "reload", 3))
    ),
    "a guest takes the name of one who is away, and goes": Story(
        EIGHT, ((7, "reload", 5), (1, "sign", 7), (0, "say", 9), (1, "part", 8))
    ),
    "who has given up a name finishes a roll under it, when its owner has come back": Story(
        (0, 0, 0),
        (
            *((0, "hub", 9), (1, "hub", 5), (0, "meet", 8), (2, "say", 1), (0, "sign", 9), (0, "say", 9)),
            *((2, "say", 8), (1, "meet", 3), (0, "roll", 2), (2, "say", 6), (0, "sign", 7)),
        ),
    ),
    "two devices hide foes of one name, and both are shown": Story((0, 0, 0), ((2, "foe", 1), (0, "foe", 1))),
    "a foe is removed while another device, which has not heard of it, shows them": Story(
        (0, 0, 0), ((2, "foe", 2), (0, "say", 4), (2, "remove", 2), (1, "say", 8), (1, "show", 6))
    ),
    "a page is hidden that another hub, whose clock is behind, has shown under the same title": Story(
        (0, 0, 10), ((0, "notes", 3), (0, "hub", 7), (2, "notes", 6))
    ),
    "two hubs write and hide one page": Story(
        (0, 0, 0), ((2, "hub", 5), (1, "notes", 9), (0, "hub", 9), (2, "notes", 0))
    ),
    "whose clock was set back brings what was made at the table before a reload": Story(
        (0, 0, 0),
        (
            *((2, "hub", 3), (2, "reload", 4), (0, "meet", 1), (0, "say", 1), (2, "meet", 7), (2, "say", 6)),
            *((1, "hub", 0), (0, "foe", 5), (1, "meet", 9), (1, "say", 2), (0, "reload", 0), (0, "meet", 7)),
            *((0, "say", 3), (1, "reload", 8), (0, "clock", 2), (0, "reload", 2), (0, "secret", 5)),
            *((0, "meet", 6), (0, "say", 0)),
        ),
    ),
    "a secret roll is revealed in the name of a foe whom two devices have renamed and hidden": Story(
        (0, 0, 0, 1),
        (
            *((3, "foe", 6), (0, "say", 9), (0, "hub", 5), (3, "acts", 5), (2, "meet", 2), (3, "secret", 3)),
            *((3, "say", 9), (2, "twice", 8), (3, "show", 1), (0, "rename", 9), (2, "say", 0), (2, "undo", 0)),
            *((3, "reload", 8),),
        ),
    ),
    "a guest is renamed while the hub says what it is called": Story(
        (0, 0, 0),
        (
            *((1, "hub", 6), (2, "foe", 2), (2, "reload", 2), (0, "meet", 2), (0, "say", 2), (2, "hub", 7)),
            *((2, "meet", 6), (0, "say", 6), (2, "sign", 1)),
        ),
    ),
    "what was undone away from the table comes with what it undoes": Story(
        (0, 0, 0),
        (
            *((0, "roll", 4), (1, "say", 1), (0, "say", 5), (1, "say", 7), (1, "foe", 7), (0, "hub", 5)),
            *((0, "foe", 5), (1, "undo", 1), (1, "reload", 9)),
        ),
    ),
    "two devices write a foe of one name down around a change of hub, and one hides theirs": Story(
        (0, 0, 0, 0, 0), ((1, "namesake", 7), (3, "hub", 1), (0, "namesake", 7), (0, "show", 1))
    ),
    "a guest writes somebody down before the hub has said what it is called": Story(
        (0, 0, 0), ((1, "hub", 5), (0, "sign", 9), (0, "meet", 4), (0, "say", 4), (0, "namesake", 1))
    ),
    "who hides a foe whose name another has given comes to a table opened anew in another colour": Story(
        (0, 0, 0),
        (
            *((1, "foe", 5), (0, "reload", 7), (1, "show", 5), (2, "namesake", 1), (1, "meet", 9), (2, "meet", 0)),
            *((0, "say", 3), (0, "say", 5), (1, "say", 9), (0, "say", 2), (2, "say", 7), (2, "hub", 1)),
            *((1, "reload", 0),),
        ),
    ),
    "two hide foes of one name, and the hub has the name that one of them had before": random_story(5651035, 5, 300),
    "a foe hidden at the own table, opened by another, and one of that name written down with the own log": Story(
        (0, 0, 0),
        (
            *((1, "hub", 7), (0, "more", 7), (0, "meet", 0), (2, "say", 3), (0, "say", 8), (0, "foe", 4)),
            *((1, "hub", 4), (2, "hub", 6), (0, "roll", 4), (0, "foe", 0), (0, "show", 1)),
        ),
    ),
    "the power of the hub is cut as soon as it has opened its table": Story((0, 0, 0), ((0, "cut", 0), (2, "hub", 0))),
    "the power of a guest is cut that has rolled alone": Story(
        (0, 0, 0), ((1, "part", 0), (1, "roll", 4), (1, "cut", 8))
    ),
    "the power of a guest is cut before anybody has heard of whom it has written down": Story(
        (0, 0, 0), ((2, "namesake", 7), (2, "cut", 4))
    ),
}
"""Stories that failed once, shrunk: `python3 build.py fuzz` prints them so."""


@pytest.mark.parametrize("story", FOUND.values(), ids=FOUND)
def test_what_once_went_wrong_goes_well(story: Story) -> None:
    assert not trouble(story)


@pytest.mark.untraced
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("seats", [3, 5, 8])
def test_any_interleaving_and_any_parting_ends_in_one_log(seats: int, seed: int) -> None:
    for story in (random_story(100 * seed + number, seats, 50, cuts=number > 1) for number in range(5)):
        assert not trouble(story), story


def test_who_opened_anothers_table_again_keeps_what_may_not_be_heard_yet() -> None:
    gm, ann, bo = company("Gm", "Ann", "Bo")
    gm.do("table-leave")
    settle(gm, ann, bo)
    ann.do("table-open")
    connect(ann, bo)
    settle(ann, bo)
    ann.go("stepdie/tracker/")
    for _ in range(35):
        ann.do("count", counter="gm_ip", by="1").do("count", counter="gm_ip", by="-1")
    assert len(ann.model.unsent) == 70


def test_an_evening_notices_what_is_told_of_somebody_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "for_others", lambda _, events: tuple(events))
    assert "check_secrets" in trouble(Story((0, 0, 0), ((0, "foe", 6), (1, "say", 9))))


def test_an_evening_notices_what_a_power_cut_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk, "OF_A_TABLE", [])
    assert "self.made" in trouble(Story((0, 0, 0), ((2, "namesake", 7), (2, "cut", 4))))


def test_a_power_cut_takes_what_came_last_and_may_tear_it() -> None:
    there = Disk(["a"], {"looks": 1})
    for answer in ([keep("looks", 2), keep("form", 2)], [keep("looks", 3)]):
        there = there.with_answer(answer, ["a"], {})
    found = [there.after_power_cut(number)[1] for number in range(6)]
    whole = {"looks": 2, "form": 2}
    assert found == [{"looks": 1}, {"looks": 2}, whole, whole, {"looks": 3, "form": 2}, {"looks": 3, "form": 2}]
    there = there.with_answer([keep("unsent", [])], ["a", "b"], {"looks": 3, "unsent": []})
    assert there.after_power_cut(0) == (["a", "b"], {"looks": 3, "unsent": []})


def everybody(*_: object) -> bool:
    return True


def test_a_story_that_fails_is_shrunk_to_what_matters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_dice, "must_lend", everybody)
    steps = ((1, "more", 1), (2, "part", 0), (2, "meet", 0), (0, "roll", 3), (1, "undo", 0), (2, "say", 9))
    story = Story((0, 72, -2), steps)
    assert shrunk(story, lambda one: "are not those" in trouble(one)) == Story((0, 0, 0), ((0, "roll", 3),))


def test_the_command_tells_of_evenings_and_of_what_goes_wrong_in_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.path", [*sys.path])
    played = ["--seats", "3", "--steps", "30", "--seed", "10"]
    assert fuzz.main(played) == 0
    assert "3 seats: 1 evening, 30 steps" in capsys.readouterr().out
    monkeypatch.setattr(fair_dice, "must_lend", everybody)
    assert fuzz.main(played) == 1
    assert "Story(late=(0, 0, 0), steps=((" in capsys.readouterr().out


@pytest.mark.untraced
def test_two_hundred_drops_in_one_evening_lose_nothing() -> None:
    chance = Random(29)  # noqa: S311 (the same evening each time)
    evening = Evening(*map(Seat, ("Gm", "Ann", "Bo")))
    drops = 0
    while drops < 200:
        for _ in range(chance.randrange(3)):
            evening.step(chance.randrange(3), chance.choice(("roll", "more", "less", "undo")), chance.randrange(10))
        for _ in range(chance.randrange(7)):
            evening.step(chance.randrange(3), "say", chance.randrange(7))
        guest = chance.randrange(1, 3)
        if evening.seats[guest].over:
            drops += 1
            evening.step(guest, chance.choice(("part", "part", "reload")), 0)
        else:
            evening.step(guest, "meet", chance.randrange(2))
    evening.end()
