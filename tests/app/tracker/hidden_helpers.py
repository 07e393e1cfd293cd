"""Helpers of the tests of the hidden, which other tests use too."""

from tests.app.table.seats import Seat


def plotting(gm: Seat) -> Seat:
    """A game master who writes down what the players may not see, and plays with it."""
    gm.go("stepdie/notes/").do("notes-write")
    gm.do("notes-save", form={"title": "The baron", "text": "SECRETPLOT the baron is the thief"})
    gm.go("stepdie/tracker/")
    gm.do("edit", subject="player").do("edit-save", form={"called": "Kira"})
    written = {"called": "Vesper", "many": "1", "stats.0.label": "a scar", "stats.0.points": "3"}
    gm.do("edit", subject="foe").do("edit-save", form=written)
    gm.do("turns-begin").do("turn-next").do("turn-next")
    gm.do("count", counter="complications", by="1", who="Vesper")
    gm.do("who", called="Vesper").go("stepdie/").do("roll").wait()
    line = gm.model.campaign.entries[-1].id
    gm.do("note", event=line).do("note-keep", event=line, form={"text": "Vesper limps"})
    gm.do("undo", event=line)
    return gm.go("stepdie/tracker/")


def show(gm: Seat) -> Seat:
    return gm.go("stepdie/tracker/").do("show", called="Vesper")
