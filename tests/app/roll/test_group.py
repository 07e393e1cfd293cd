"""A test that all foes of a kind roll: one tap, a line each, with shared dice at a table as without."""

from typing import TypeVar

from pyrules.campaign.events import Rolled, Sealed
from tests.app.reader import Reader
from tests.app.table.seats import company, settle
from tests.app.tracker.turns_helpers import foes, person

OneReader = TypeVar("OneReader", bound=Reader)
GHOULS = ["Ghoul 1", "Ghoul 2", "Ghoul 3"]


def rolls(reader: Reader) -> list[Rolled]:
    return [event for event in reader.model.campaign.events if isinstance(event, Rolled)]


def ghouls(reader: OneReader) -> OneReader:
    foes(person(reader.go("stepdie/tracker/"), "Anja"), "Ghoul", 3)
    reader.go("stepdie/").do("who", called="Ghoul 2")
    return reader


def test_all_of_a_kind_roll_the_test_of_the_form_with_one_tap() -> None:
    reader = ghouls(Reader("stepdie/")).note("4d6 + d8 (2)")
    assert "Roll for Ghoul ×3" in reader.text("form")
    reader.do("roll-kind")
    assert [(one.who, one.notation) for one in rolls(reader)] == [(who, "4d6 + d8 (2)") for who in GHOULS]
    assert reader.model.acting["stepdie"] == "Ghoul 2"
    card = reader.html("card")
    assert [card.count(f"{who} ·") > 0 for who in GHOULS] == [True] * 3
    assert card.count('data-on="log-replay"') == 3
    first = rolls(reader)[0]
    reader.do("log-replay", event=first.id)
    assert reader.model.tray
    assert reader.model.tray.event == first.id
    assert reader.html("card").count('data-on="log-replay"') == 3


def test_one_foe_or_a_player_has_no_kind_that_rolls() -> None:
    reader = foes(person(Reader("stepdie/tracker/"), "Anja"), "Ghoul").go("stepdie/")
    for who in ("Anja", "Ghoul"):
        assert "Roll for" not in reader.do("who", called=who).text("form")
        assert rolls(reader.do("roll-kind")) == []


def test_a_form_without_a_test_rolls_for_nobody() -> None:
    reader = ghouls(Reader("stepdie/")).note("nonsense").do("roll-kind")
    assert rolls(reader) == []


def test_shared_dice_are_thrown_one_after_the_other_and_nobody_is_accused() -> None:
    gm, ann = company("Gm", "Ann")
    ghouls(gm).do("show-kind", kind="Ghoul")
    settle(gm, ann)
    gm.note("4d6 + d8 (2)").do("roll-kind").do("roll-kind")
    assert rolls(gm) == []
    settle(gm, ann)
    for seat in (gm, ann):
        assert [one.who for one in rolls(seat)] == GHOULS
        assert all(len(one.seeds) == 2 for one in rolls(seat))
        assert seat.model.news is None
    assert gm.log == ann.log
    assert gm.model.acting["stepdie"] == "Ghoul 2"


def test_who_does_not_lend_in_time_keeps_nobody_of_the_kind_from_rolling() -> None:
    gm, ann = company("Gm", "Ann")
    ghouls(gm).do("roll-kind").wait()
    assert [one.who for one in rolls(gm)] == GHOULS
    settle(gm, ann)
    assert sum(isinstance(one, Sealed) for one in ann.model.campaign.events) == 2 * len(GHOULS)  # hidden, as they are


def test_what_a_kind_rolls_in_secret_is_on_the_card_of_its_roller_alone() -> None:
    gm, ann = company("Gm", "Ann")
    ghouls(gm).do("secret").do("roll-kind")
    settle(gm, ann)
    assert [one.secret for one in rolls(gm)] == [True] * 3
    assert rolls(ann) == []
    assert gm.html("card").count('data-on="log-replay"') == 3
