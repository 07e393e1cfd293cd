"""The log says who did what on which device, at a table of several; a log of one device is as it was."""

from dataclasses import replace

from app.log import screen_words as words
from app.log.deeds import Deed, deeds, hands
from app.log.search import choices, visible_lines

from pyrules.campaign.codec import read_log, write_log
from pyrules.campaign.events import Device, Event, Undone
from pyrules.campaign.state import fold
from tests.app.reader import Reader
from tests.app.table.seats import Seat, company, settle
from tests.campaign.some_logs import adjust, roll

ANN, BO, GM = Device("Ann", "teal"), Device("Bo"), Device("Gm", "red")


def played() -> list[Seat]:
    """Ann rolls for Kira, Bo changes a counter, and the game master undoes the roll."""
    gm, ann, bo = seats = company("Gm", "Ann", "Bo")
    gm.go("stepdie/tracker/").do("edit", subject="player").do("edit-save", form={"called": "Kira"})
    settle(*seats)
    ann.do("who", called="Kira").do("roll").wait()
    settle(*seats)
    bo.do("count", counter="gm_ip", by="1")
    settle(*seats)
    gm.do("undo", event=ann.model.campaign.entries[1].id)
    settle(*seats)
    return seats


def test_every_device_tells_who_rolled_changed_and_undid() -> None:
    seats = played()
    for seat in seats:
        state = seat.model.campaign
        made, rolled, changed = (list(deeds(state, entry)) for entry in state.entries)
        assert [(one.what, one.by and one.by.name) for one in made] == [(words.CHANGED, "Gm")]
        told = [(one.what, one.by and one.by.name) for one in rolled]
        assert told == [(words.ROLLED, "Ann"), (words.UNDONE, "Gm")]
        assert [(one.what, one.by and one.by.name) for one in changed] == [(words.CHANGED, "Bo")]
        names = {device.name: device.colour for device in seat.table.here}
        page = seat.go("stepdie/log/").html("screen")
        for name, colour in names.items():
            assert f'<span class="device" data-colour="{colour}">{name}</span>' in page
    assert len({seat.log for seat in seats}) == 1


def test_a_line_that_is_opened_tells_each_deed() -> None:
    gm, *_ = played()
    line = gm.model.campaign.entries[1].id
    gm.go("stepdie/log/").do("log-open", event=line)
    assert f"{words.ROLLED} Ann {words.UNDONE} Gm" in gm.text("screen")
    assert "undone by Gm · Kira · Ann" in gm.text("screen")


def test_a_purchase_is_the_deed_of_the_buyer_and_its_undo_of_the_undoer() -> None:
    bought = roll("b", revises="a", by=BO)
    [entry] = fold([roll("a", by=ANN), bought]).entries
    state = fold([roll("a", by=ANN), bought, Undone("u", 0, "b", by=GM)])
    assert hands(fold([roll("a", by=ANN), bought]), entry) == (ANN, BO)
    assert hands(state, state.entries[0]) == (ANN,)
    assert [one.by for one in deeds(state, state.entries[0])] == [ANN, GM]
    redone = fold([*state.events, Undone("r", 0, "u", by=BO)])
    assert hands(redone, redone.entries[0]) == (ANN, BO)


def test_a_log_without_devices_says_nothing_of_them() -> None:
    reader = Reader("stepdie/log/", [roll("a", who="Kira"), adjust("b", "gm_ip", 1)])
    state = reader.model.campaign
    assert [hands(state, entry) for entry in state.entries] == [(), ()]
    assert list(deeds(state, state.entries[0])) == [Deed(words.ROLLED, None)]
    reader.do("log-find").do("log-open", event="a")
    assert not reader.sees(words.LOG_DEVICE)
    assert not reader.sees(words.DONE_ON)
    assert reader.sees(words.LOG_PERSON)


def test_the_log_is_filtered_by_person_and_by_device() -> None:
    events: list[Event] = [
        roll("a", who="Kira", by=ANN),
        roll("b", who="Lou", by=BO, at=1),
        adjust("c", "gm_ip", 1, at=2),
        Undone("u", 3, "b", by=GM),
    ]
    reader = Reader("stepdie/log/", events).do("log-find")

    def lines(**form: str) -> list[str]:
        reader.do("log-search", form=form)
        return [entry.id for entry in reader.model.campaign.entries if reader.sees(f'data-event="{entry.id}"')]

    assert lines() == ["a", "b", "c"]
    assert lines(who="Lou") == ["b"]
    assert lines(device="Ann") == ["a"]
    assert lines(device="Gm") == ["b"]
    assert lines(device="Gm", who="Kira") == []
    assert lines(device="Nobody") == []
    people, devices = choices(
        reader.model.campaign, visible_lines(reader.model.campaign, reader.model.logbook, "stepdie", None)
    )
    assert (people, devices) == (["Kira", "Lou"], ["Ann", "Bo", "Gm"])
    reader.do("log-find")
    assert reader.model.logbook.device == reader.model.logbook.who == ""


def test_somebody_is_found_by_the_name_that_they_have_now() -> None:
    reader = Reader("stepdie/tracker/")
    reader.do("edit", subject="player").do("edit-save", form={"called": "Kira"}).do("who", called="Kira")
    reader.go("stepdie/").do("roll").go("stepdie/tracker/")
    reader.do("edit", subject="player", called="Kira").do("edit-save", form={"called": "Kira the Red"})
    state, book = reader.model.campaign, reader.model.logbook
    people, devices = choices(state, visible_lines(state, book, "stepdie", None))
    assert (people, devices) == (["Kira the Red"], [])
    reader.go("stepdie/log/").do("log-find").do("log-search", form={"who": "Kira the Red", "kind": "rolls"})
    assert reader.sees(f'data-event="{state.entries[1].id}"')


def test_hidden_foes_cannot_be_chosen_by_who_may_not_see_them() -> None:
    gm, ann = seats = company("Gm", "Ann")
    gm.go("stepdie/tracker/").do("edit", subject="foe").do("edit-save", form={"called": "Rat", "many": "1"})
    gm.do("count", counter="complications", by="1", who="Rat")
    settle(*seats)
    for seat in seats:
        seat.go("stepdie/log/").do("log-find")
    assert gm.sees('<option value="Rat">Rat</option>')
    assert "Rat" not in ann.text("screen")


def test_who_did_what_is_exported_and_read_again() -> None:
    gm, *_ = played()
    assert read_log(write_log(gm.model.campaign.events)) == gm.model.campaign
    assert all(event.by for event in gm.model.campaign.events)


def test_an_event_of_another_device_keeps_its_name_when_that_changes() -> None:
    gm, ann = seats = company("Gm", "Ann")
    ann.do("roll").wait()
    settle(*seats)
    ann.do("table-sign", form={"name": "Zoe", "colour": ann.table.me.colour})
    settle(*seats)
    ann.do("roll").wait()
    settle(*seats)
    assert [event.by and event.by.name for event in gm.model.campaign.events] == ["Ann", "Zoe"]
    assert not any(entry.is_struck for entry in gm.model.campaign.entries)


def test_what_was_done_before_the_table_was_opened_is_nobodys_on_it() -> None:
    gm = Seat("Gm").go("stepdie/").do("roll").do("table-open").go("stepdie/").do("roll")
    assert [event.by for event in gm.model.campaign.events] == [None, gm.table.me]
    gm.do("table-leave").go("stepdie/").do("roll")
    assert gm.model.campaign.events[-1].by is None


def test_going_on_alone_with_a_roll_of_the_table_signs_it_with_no_name() -> None:
    reader = Reader("stepdie/", [roll("a", by=ANN)])
    entry = reader.model.campaign.entries[0]
    assert entry.event == replace(roll("a"), by=ANN)
    reader.go("stepdie/log/").do("undo", event="a")
    assert reader.model.campaign.events[-1].by is None
    assert [one.by for one in deeds(reader.model.campaign, reader.model.campaign.entries[0])] == [ANN, None]
