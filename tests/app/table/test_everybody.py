"""Everybody at the table in one fold on the hub's Roll screen: turns, who rolls for whom, and the counters."""

from app.table import words

from tests.app.table.seats import Seat, company, settle


def fold(seat: Seat) -> str:
    """The content of a fold, which is hidden until it is tapped."""
    found = seat.html("news").partition('<details id="everybody" class="card">')[2]
    return found.partition("</details>")[0]


def row(seat: Seat, name: str) -> str:
    """Somebody's line."""
    return fold(seat).partition(f'<li aria-label="{name}"')[2].partition("</li>")[0]


def test_the_hub_has_turns_who_rolls_for_whom_and_counters_in_one_fold() -> None:
    gm, ann, bo = seats = company("Gm", "Ann", "Bo")
    gm.go("stepdie/tracker/")
    for name in ("Kira", "Jon"):
        gm.do("edit", subject="player").do("edit-save", form={"called": name})
    settle(*seats)
    ann.do("who", called="Kira")
    bo.do("table-watch")
    settle(*seats)
    assert not fold(gm)
    gm.go("stepdie/")
    assert "Ann" in row(gm, "Kira")
    assert "Ann" not in row(gm, "Jon")
    assert words.WATCHING in fold(gm)
    assert ">Bo<" in fold(gm).partition(words.WATCHING)[2]
    gm.do("count", counter="player_ip", who="Jon", by=1).do("count", counter="gm_ip", by=-1).do("turns-begin").do(
        "turn-next"
    )
    assert "<output>3" in row(gm, "Jon")
    assert 'data-on="turn-delay"' in fold(gm)
    assert 'aria-current="true"' in fold(gm)
    settle(*seats)
    assert not fold(ann)
    assert ann.log == gm.log


def test_the_way_to_the_next_turn_stands_once() -> None:
    gm, _ = company("Gm", "Ann")
    gm.go("stepdie/tracker/")
    for name in ("Kira", "Jon"):
        gm.do("edit", subject="player").do("edit-save", form={"called": name})
    gm.do("turns-begin").go("stepdie/")
    assert gm.html("news").count('data-on="turn-next"') == 1
    gm.do("roll")
    assert (gm.html("news") + gm.html("card")).count('data-on="turn-next"') == 1
