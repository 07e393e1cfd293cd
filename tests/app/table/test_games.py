"""A game of one's own at a shared table: the hub offers it, each device accepts for itself, all see what is rolled."""

import json
import re
from dataclasses import asdict, replace
from hashlib import sha256
from typing import Any

import pytest
from app.evening import words as evening_words
from app.log import words as log_words
from app.picker.state import OWN, Own
from app.roll.falling import line_seen
from app.screens import while_rolling
from app.table import words

from pyrules.author.source import VERSION
from pyrules.campaign.codec import write_record
from pyrules.campaign.devices import MOST_SOURCE, Added, Bye, Game, decode, encode
from pyrules.campaign.events import GAME_ROLL, Facts, Recorded, Rolled
from pyrules.campaign.games import write_looks
from pyrules.campaign.reading import Unreadable
from pyrules.core.verdict import Mark
from tests.app.reader import Elements
from tests.app.table.seats import Seat, company, connect, forget, part, settle
from tests.campaign.games_helpers import SAID
from tools import ROOT

SUMS = (ROOT / "tests/author/sums.py").read_text(encoding="utf-8")
GAME = Game("sums", "Sum", "Two dice and a bonus.", SUMS)
HASH = sha256(SUMS.encode()).hexdigest()


def with_games(seat: Seat, *games: Game) -> None:
    """Have games be kept on a device."""
    seat.model = replace(seat.model, own=tuple(Own(one.id, one.title, one.about, one.hash) for one in games))


def offers(hub: Seat, game: Game = GAME) -> None:
    """Have the hub offer a game, for which the page reads its text."""
    with_games(hub, game)
    hub.do("table-game-offer", game=game.id)
    assert hub.asked("game") == [{"do": "game", "what": "read", "game": {"key": game.id}}]
    found = {"id": game.id, "title": game.title, "about": game.about, "text": game.text}
    hub.do("table-game-read", json.dumps(found), peer=0)


def accepts(guest: Seat) -> None:
    """Have a guest accept what is offered, which the page keeps."""
    guest.do("table-game-accept")
    (command,) = guest.asked("game")
    assert command["what"] == "keep"
    kept = [command["game"][name] for name in ("id", "title", "about")]
    guest.do("table-game-keep", json.dumps([[*kept, sha256(command["text"].encode()).hexdigest()]]), peer=0)


def rolls(seat: Seat, **other: Any) -> None:
    """Have the page of a game tell of a roll."""
    seat.do("table-game-told", json.dumps({**SAID, **other}), peer=0)


def says(hub: Seat, peer: int, said: str) -> None:
    """Have a device hear something else than the app says."""
    hub.do("table-heard", said, peer=peer)


@pytest.mark.parametrize("said", ["", "-1", "{}", "null", "[[1]", "9" * 5000])
def test_what_is_no_list_of_games_changes_none_of_those_that_are_kept(said: str) -> None:
    hub, _ = company("Gm", "Ann")
    with_games(hub, GAME)
    before = hub.model
    hub.do("table-game-keep", said)
    assert hub.model.own == before.own
    assert not hub.commands


def test_a_game_that_is_offered_is_accepted_by_each_device_for_itself() -> None:
    gm, ann, bo = seats = company("Gm", "Ann", "Bo")
    offers(gm)
    settle(*seats)
    for guest in (ann, bo):
        assert words.offers_game("Gm", "Sum") in guest.text("news")
        assert words.STRANGERS_GAME in guest.text("news")
        assert words.offers_game("Gm", "Sum") in guest.announced
        assert not guest.asked("game")  # nothing is kept by itself
    accepts(ann)
    assert ann.model.own == (Own("sums", "Sum", GAME.about, HASH),)
    assert ann.kept["own systems"] == [["sums", "Sum", GAME.about, HASH]]
    assert words.GAME_KNOWN in ann.text("news")
    assert 'own/#play.sums"' in ann.html("news")
    assert words.GAME_KNOWN not in ann.go("own/#play.sums").text("news")
    assert words.GAME_KNOWN not in ann.go("evening/").text("news")  # it is played already
    bo.do("table-game-later")
    assert words.offers_game("Gm", "Sum") not in bo.text("news")
    assert words.offers_game("Gm", "Sum") in bo.go("table/").text("screen")
    assert bo.model.own == ()


def test_the_tables_screen_has_the_games_of_this_device() -> None:
    gm, ann = company("Gm", "Ann")
    for seat in (gm, ann):
        assert words.OWN_GAMES not in seat.go("table/").text("screen")
        with_games(seat, GAME)
        assert words.OWN_GAMES in seat.text("screen")
        assert words.play_game("Sum") in seat.text("screen")
    assert words.offer_game("Sum") in gm.text("screen")
    assert words.offer_game("Sum") not in ann.text("screen")
    ann.do("table-game-offer", game="sums")
    assert not ann.asked("game")
    offers(gm)
    assert words.IS_OFFERED in gm.text("screen")


def test_at_a_table_own_games_and_their_texts_are_opened_in_this_page() -> None:
    gm, _ = company("Gm", "Ann")
    with_games(gm, GAME)
    first = gm.go("").html("screen")
    assert '"own/#play.sums"' in first
    assert '"own/"' in first
    assert "workshop/" not in first
    assert "_self" not in first
    assert 'href="own/#shelf.fate"' in gm.go("games/").html("screen")
    assert 'src="workshop/#shelf=fate"' in gm.go("own/#shelf.fate").html("own")
    gm.go("own/#play.sums")
    assert 'src="workshop/#play=sums"' in gm.html("own")
    assert 'class="here"' in gm.html("own")
    assert gm.text("top").startswith("Sum")
    assert gm.text("screen") == ""
    gm.go("table/")
    assert 'src="workshop/#play=sums"' in gm.html("own"), "it goes on while something else is looked at"
    assert "here" not in gm.html("own")
    assert 'href="own/#change.sums"' in gm.html("screen")
    assert 'src="workshop/#change=sums"' in gm.go("own/#change.sums").html("own")
    assert words.MAKE_YOUR_OWN in gm.go("own/").text("top")
    assert 'src="workshop/"' in gm.html("own")
    gm.do("table-leave")
    assert gm.html("own") == ""
    assert "workshop/#play=sums" in gm.go("own/#play.sums").html("screen")


def test_what_the_hub_plays_is_offered_to_all_and_not_what_guests_play() -> None:
    gm, ann = seats = company("Gm", "Ann")
    for seat in seats:
        with_games(seat, GAME)
    ann.go("own/#play.sums")
    assert not ann.asked("game")
    gm.go("own/#play.sums")
    assert gm.asked("game") == [{"do": "game", "what": "read", "game": {"key": "sums"}}]
    gm.do("table-game-read", json.dumps(asdict(GAME)), peer=0)
    settle(*seats)
    assert words.offers_game("Gm", "Sum") in ann.announced
    gm.go("stepdie/").go("own/#play.sums")
    assert not gm.asked("game"), "it is offered already"


def test_what_is_kept_and_played_at_once_is_offered_once_the_page_hears() -> None:
    gm, _ = company("Gm", "Ann")
    gm.go("own/#play.sums")
    assert not gm.asked("game")
    kept = {OWN: [["sums", GAME.title, GAME.about, GAME.hash]]}
    gm.do("heard", json.dumps({"records": [], "own": 0, "kept": kept}))
    assert gm.asked("game") == [{"do": "game", "what": "read", "game": {"key": "sums"}}]


@pytest.mark.parametrize("fragment", ["w.eJw", "play=a", "play../x", "play.", "change.a.b"])
def test_an_address_opens_nothing_in_this_page_but_the_workshop(fragment: str) -> None:
    gm, _ = company("Gm", "Ann")
    assert 'src="workshop/"' in gm.go(f"own/#{fragment}").html("own")


def test_from_the_one_file_the_site_is_opened_beside_a_table() -> None:
    gm, _ = company("Gm", "Ann")
    gm.model = replace(gm.model, root="#/", device=replace(gm.model.device, site="https://example.org/"))
    assert 'href="https://example.org/workshop/" target="_blank"' in gm.go("").html("screen")
    assert gm.text("screen").count("This opens the site, on the web.") == 2
    assert gm.go("own/").html("own") == ""


def test_a_roll_is_seen_by_all_as_data_and_is_in_the_log_for_good() -> None:
    gm, ann, bo = seats = company("Gm", "Ann", "Bo")
    offers(gm)
    settle(*seats)
    accepts(ann)
    rolls(ann)
    settle(*seats)
    assert gm.log == ann.log == bo.log
    for seat in (gm, bo):
        told = seat.text("others")
        for word in ("Ann", "Kira · Sum · +1 (8)", "Yes", "9 in all", "6", "10→3"):
            assert word in told
        assert 'href="stepdie/show/"' in seat.html("others")
    assert ann.html("others") == ""
    assert "Sum, Kira, Yes" in bo.announced
    line = bo.model.campaign.entries[-1]
    assert "Sum · Kira" in bo.go("stepdie/log/").text("screen")
    bo.do("log-open", event=line.id)
    assert "Total: 9" in bo.text("screen")
    assert log_words.UNPROVEN in bo.text("screen")
    bo.do("table-game-close")
    assert "9 in all" not in bo.text("others")
    bo.do("log-search", form={"kind": "rolls", "text": "sum"})
    assert "9 in all" in bo.text("screen")
    ann.do("undo", event=line.id)
    settle(*seats)
    assert "9 in all" not in gm.text("others")
    gm.do("log-copy", event=line.id, as_="text")
    assert "Sum · Kira\n+1 (8) · Yes · 9 in all (undone)\n" in gm.asked("copy")[0]["text"]


def test_a_roll_of_ones_own_game_gives_way_to_whatever_is_rolled_after_it() -> None:
    gm, ann = seats = company("Gm", "Ann")
    rolls(ann)
    settle(*seats)
    gm.do("count", counter="gm_ip", by="1").do("secret").do("roll").wait().do("secret")
    settle(*seats)
    assert "9 in all" in gm.text("others"), "what is sealed says nothing, not even so"
    rolls(ann)
    settle(*seats)
    assert "9 in all" in gm.text("others")
    gm.do("roll").wait()
    settle(*seats)
    assert not any("9 in all" in seat.text("others") for seat in seats)
    rolls(ann)
    settle(*seats)
    assert "9 in all" in gm.text("others")


def test_a_roll_of_ones_own_game_fills_the_screen_for_everybody() -> None:
    gm, ann, tv = seats = company("Gm", "Ann", "Tv")
    gm.do("roll").wait()
    settle(*seats)
    tv.go("stepdie/show/")
    assert "Sum" not in tv.text("top")
    rolls(ann)
    settle(*seats)
    assert tv.text("top").startswith("Sum")
    fall = tv.thrown
    assert fall
    assert [one["landings"] for one in fall["throws"]] == [[[0, 6]], [[0, 2]], [[0, 10], [1, 3]]]
    assert fall["said"] == "Ann. Kira. Sum. Yes. 9 in all."
    assert "Yes" not in json.dumps(while_rolling(tv.model))
    dice = Elements(tv.html("tray"))
    assert [one["data-face"] for one in dice.attributes if "data-face" in one] == ["6", "2", "3"]
    card = tv.text("card")
    for word in ("Ann", "Kira · Sum · +1 (8)", "Yes", "9 in all", "Pool: 2d6"):
        assert word in card
    assert "IP" not in card, "the counters are of another game"
    (line,) = (one for one in tv.model.campaign.entries if isinstance(one.event, Recorded))
    assert line_seen(tv.model) == line.id
    ann.do("undo", event=line.id)
    settle(*seats)
    assert "Sum" not in tv.text("top") + tv.text("card")
    assert 'data-kind="step"' in tv.html("tray")


def test_dice_of_somebody_elses_game_look_as_they_do_there() -> None:
    gm, ann, tv = seats = company("Gm", "Ann", "Tv")
    tv.go("stepdie/show/")
    fate = [Mark("plain", value, size="dF") for value in ("-1", "0", "1")]
    marks = [*fate, Mark("hit", "doom, 6", role="other", name="doom")]
    rolls(ann, dice=[["d3:1", "d3:2", "d3:3"], ["d6:6"]], looks=write_looks(marks))
    settle(*seats)
    assert "− blank + doom 6" in gm.text("others")
    assert 'data-kind="other" data-mark="hit">6<' in gm.html("others")
    assert re.findall(r'class="ink"[^>]*>([^<]*)</text>', tv.html("tray")) == ["−", "", "+", "6"]
    assert "die 4: 6, doom" not in tv.text("tray"), "each pool is counted by itself"
    assert "die 1: 6, doom" in tv.text("tray")
    assert "− blank + doom 6" in gm.go("stepdie/log/").text("screen")
    assert 'aria-label="Dice: dF − blank +, doom d6 6"' in gm.html("screen")


@pytest.mark.parametrize(
    "looks", ["", "x", "[]", "[1]", '[["000"], ["hit"]]', '[["77"], ["a", "b", "c", "d"]]', "[" * 400]
)
def test_whatever_is_told_of_the_looks_of_dice_they_lie_there(looks: str) -> None:
    gm, ann = seats = company("Gm", "Ann")
    rolls(ann, looks=looks)
    settle(*seats)
    assert "6 2 10→3" in gm.text("others")


def test_rolls_of_ones_own_game_count_in_the_evening() -> None:
    gm, ann = seats = company("Gm", "Ann")
    for line, good in (("a", True), ("b", False), ("c", True)):
        rolls(ann, line=line, good=good)
    rolls(ann, line="d", who="")
    settle(*seats)
    evening = gm.go("evening/").text("screen")
    assert "Kira · Sum 3 rolls, 2 of them good" in evening
    assert "Nobody in particular · Sum 1 roll, 1 of them good" in evening
    gm.do("evening-picture")
    assert "Kira · Sum: 3 rolls, 2 of them good" in gm.asked("picture")[0]["text"]
    assert evening_words.LUCK_EMPTY not in evening


def test_a_purchase_for_a_roll_of_ones_own_game_is_no_roll_in_the_evening() -> None:
    gm, ann = seats = company("Gm", "Ann")
    for line, good in (("a", False), ("a", True), ("b", True)):
        rolls(ann, line=line, good=good)
    settle(*seats)
    assert "Kira · Sum 2 rolls, 1 of them good" in gm.go("evening/").text("screen")


def test_what_is_undone_where_it_was_rolled_is_undone_for_all_and_no_more() -> None:
    gm, ann = seats = company("Gm", "Ann")
    rolls(gm, line="a")
    settle(*seats)
    rolls(ann, line="b")
    rolls(ann, line="a")
    rolls(ann, line="a", headline="Better")  # what goes on with it
    rolls(ann, line="a", game="Another")
    settle(*seats)
    for line in ("", "c", "a"):
        ann.do("table-game-told", json.dumps({"game": "Sum", "line": line, "undone": True}), peer=0)
        settle(*seats)
        struck = [entry.is_struck for entry in gm.model.campaign.entries]
        assert struck == ([False, False, True, True, False] if line == "a" else [False] * 5)
    assert gm.log == ann.log
    assert words.undid("Ann", "Sum, Kira, Better") in gm.text("news")


def test_who_comes_later_is_offered_it_too_and_has_what_was_rolled() -> None:
    gm, ann = seats = company("Gm", "Ann")
    offers(gm)
    rolls(gm)
    settle(*seats)
    bo = Seat("Bo").do("table-join")
    connect(gm, bo)
    settle(gm, ann, bo)
    assert bo.log == gm.log
    assert words.offers_game("Gm", "Sum") in bo.go("stepdie/").text("news")


def test_a_guest_who_is_cut_off_brings_its_rolls_along() -> None:
    gm, ann = seats = company("Gm", "Ann")
    part(ann)
    rolls(ann)
    forget(ann)
    ann.do("table-join")
    connect(gm, ann)
    settle(*seats)
    assert gm.log == ann.log
    assert gm.model.campaign.entries[-1].event.system == "stepdie"


def test_where_guests_may_not_change_all_they_roll_and_undo_their_own() -> None:
    gm, ann, bo = seats = company("Gm", "Ann", "Bo")
    gm.do("table-terms", form={})
    settle(*seats)
    rolls(ann)
    settle(*seats)
    (line,) = gm.model.campaign.entries
    assert not line.is_struck
    bo.do("undo", event=line.id)
    assert words.NOT_YOURS in bo.text("news")
    ann.do("undo", event=line.id)
    settle(*seats)
    assert gm.model.campaign.entries[0].is_struck


def test_one_game_is_not_offered_twice_and_a_flood_leaves_one_card() -> None:
    gm, ann = seats = company("Gm", "Ann")
    offers(gm)
    settle(*seats)
    ann.do("table-game-later")
    offers(gm)
    settle(*seats)
    assert words.STRANGERS_GAME not in ann.text("news")
    for number in range(50):
        offers(gm, replace(GAME, text=f"{SUMS}# {number}\n"))
    settle(*seats)
    assert ann.text("news").count(words.STRANGERS_GAME) == 1
    assert ann.table.game
    assert ann.table.game.text.endswith("# 49\n")


def test_a_game_that_is_here_already_is_not_kept_again_and_says_so() -> None:
    gm, ann = seats = company("Gm", "Ann")
    with_games(ann, replace(GAME, id="mine", title="My sum"))
    offers(gm)
    settle(*seats)
    assert words.GAME_KNOWN in ann.text("news")
    assert words.ACCEPT not in ann.text("news")
    assert 'own/#play.mine"' in ann.html("news")
    ann.do("table-game-accept")
    assert not ann.asked("game")


def test_a_game_of_the_same_id_is_accepted_beside_the_own_one_which_stays() -> None:
    gm, ann = seats = company("Gm", "Ann")
    own = replace(GAME, title="My sum", text=f"{SUMS}# mine\n")
    with_games(ann, own)
    offers(gm)
    settle(*seats)
    assert "My sum" not in ann.text("news")
    ann.do("table-game-accept")
    assert [set(command["game"]) for command in ann.asked("game")] == [{"id", "title", "about"}]  # the page gives a key
    ann.do("table-game-keep", json.dumps([["sums", own.title, "", own.hash], ["g1", "Sum", "", HASH]]), peer=0)
    assert [one.key for one in ann.model.own] == ["sums", "g1"]
    assert 'own/#play.g1"' in ann.html("news")


def test_a_text_for_a_newer_version_says_so_and_is_not_accepted() -> None:
    gm, ann = seats = company("Gm", "Ann")
    offers(gm, replace(GAME, text=f"# pyrules.author {VERSION + 1}\n{SUMS}"))
    settle(*seats)
    assert f"This text is for version {VERSION + 1} of pyrules.author" in ann.text("news")
    assert words.ACCEPT not in ann.text("news")


def test_a_text_that_is_too_long_is_told_where_it_is_and_sent_to_nobody() -> None:
    gm, ann = seats = company("Gm", "Ann")
    offers(gm, replace(GAME, text="x" * (MOST_SOURCE + 1)))
    assert "Sum cannot be offered" in gm.text("news")
    settle(*seats)
    assert ann.table.game is None


@pytest.mark.parametrize(
    "other",
    [
        {"id": "Not an id"},
        {"id": "x" * 21},
        {"id": 7},
        {"title": ""},
        {"title": "\u202emuS"},
        {"title": "x" * 61},
        {"about": "a\u0007"},
        {"about": "x" * 301},
        {"text": ""},
        {"text": "x" * (MOST_SOURCE + 1)},
        {"text": "a\u0000b"},
        {"text": ["x"]},
        {"hash": "0" * 64},  # a text is known by what it is, not by what is claimed
    ],
)
def test_an_offer_that_no_device_makes_ends_the_connection(other: dict[str, Any]) -> None:
    gm, ann = company("Gm", "Ann")
    said = json.loads(encode(GAME)) | other
    with pytest.raises(Unreadable):
        decode(json.dumps(said))
    (peer,) = ann.over
    says(ann, peer, json.dumps(said))
    assert ann.table.game is None
    assert "Gm was cut off" in ann.text("news")
    assert gm.log == ann.log


def test_tabs_and_ends_of_lines_of_any_system_are_taken() -> None:
    game = replace(GAME, text="if x:\r\n\ty = 1\r\n")
    assert decode(encode(game)) == game


def test_a_guest_offers_nothing() -> None:
    gm, ann = company("Gm", "Ann")
    (peer,) = gm.over
    says(gm, peer, encode(GAME))
    assert gm.table.game is None
    assert "Ann was cut off" in gm.text("news")
    assert encode(Bye()) in gm.said[peer]
    assert not ann.model.own


def test_markup_in_a_game_and_in_its_rolls_is_text() -> None:
    gm, ann = seats = company("Gm", "Ann")
    offers(gm, replace(GAME, title="<b>Sum</b>", about="<img src=x>"))
    rolls(gm, headline="<i>Yes</i>", steps=["<script>x</script>"], game="<u>Sum</u>")
    settle(*seats)
    ann.go("stepdie/log/").do("log-open", event=ann.model.campaign.entries[-1].id)
    news, screen, others = ann.html("news"), ann.html("screen"), ann.html("others")
    assert "&lt;i&gt;Yes" in others
    for html in (news, screen, others, ann.go("stepdie/show/").html("card"), ann.html("top")):
        assert not any(tag in html for tag in ("<b>", "<img", "<i>Y", "<script", "<u>"))
    assert "&lt;script&gt;x" in ann.html("card")


def test_what_another_writes_down_as_such_a_roll_is_read_as_data() -> None:
    gm, ann = seats = company("Gm", "Ann")
    facts: Facts = (("headline", "\u202eYes"), ("dice.0", "d6:99"), ("good", 7))
    event = Recorded("x", 5, "stepdie", GAME_ROLL, "Sum", facts, by=ann.table.me)
    (peer,) = gm.over
    says(gm, peer, encode(Added((write_record(event),), ann.table.me)))
    settle(*seats)
    assert "Yes" in gm.text("others")
    assert "\u202e" not in gm.html("others") + gm.go("stepdie/show/").html("card")


@pytest.mark.parametrize("said", ["", "{}", "[]", json.dumps({**SAID, "dice": [["d7:8"]]})])
def test_a_page_that_tells_nonsense_of_a_roll_changes_nothing(said: str) -> None:
    gm, _ = company("Gm", "Ann")
    before = gm.log
    gm.do("table-game-told", said, peer=0)
    assert gm.log == before
    assert "The others do not see this roll" in gm.text("news")


def test_nobody_who_left_the_table_tells_it_anything() -> None:
    gm, ann = seats = company("Gm", "Ann")
    ann.do("table-leave")
    before = ann.log
    rolls(ann)
    settle(*seats)
    assert ann.log == before
    assert not any(isinstance(one, Recorded | Rolled) for one in gm.model.campaign.events)


def test_in_the_one_file_such_a_game_is_seen_and_not_kept() -> None:
    gm, ann = seats = company("Gm", "Ann")
    ann.model = replace(ann.model, root="#/")
    offers(gm)
    settle(*seats)
    assert words.GAME_ON_THE_SITE in ann.text("news")
    assert words.ACCEPT not in ann.text("news")


def test_what_the_browser_could_not_do_is_told() -> None:
    gm, _ = company("Gm", "Ann")
    gm.do("table-game-refused", "there is no room", peer=0)
    assert words.game_refused("there is no room") in gm.text("news")


def test_a_hub_that_comes_back_offers_the_game_and_repeats_it_to_nobody() -> None:
    gm, ann = seats = company("Gm", "Ann")
    offers(gm)
    settle(*seats)
    ann.do("table-game-later")
    gm.kept["own systems"] = [["sums", "Sum", GAME.about, HASH]]
    forget(gm)
    assert gm.asked("game") == [{"do": "game", "what": "read", "game": {"key": "sums"}}]
    gm.do("table-game-read", json.dumps(asdict(GAME)), peer=0)
    assert gm.table.game == GAME
    assert words.game_offered("Sum") not in gm.text("news")
    assert words.REOPENED in gm.text("news")


def test_a_game_that_was_removed_meanwhile_is_offered_no_more() -> None:
    gm, _ = seats = company("Gm", "Ann")
    offers(gm)
    settle(*seats)
    gm.kept.pop("own systems", None)
    forget(gm)
    assert not gm.asked("game")


def test_who_leaves_the_table_keeps_no_key_of_its_connections() -> None:
    for seat in company("Gm", "Ann"):
        assert not seat.asked("forget-key")
        assert seat.do("table-leave").asked("forget-key")
