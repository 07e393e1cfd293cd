"""Share links: what they bring, that nothing changes before the reader acts, and what a bad one says."""

import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from app import program
from app.common.dice import on_face
from app.place import Place
from app.roll import words as roll_words
from app.roll.state import lying
from app.screens import view
from app.share import words
from app.share.picture import Shown, picture
from hypothesis import given, strategies as st

from pyrules.campaign.codec import VERSION
from pyrules.campaign.events import Rolled
from pyrules.campaign.links import FORMAT, read_link, write_link
from pyrules.core.english import minus
from pyrules.core.faces import read_faces, seeded
from pyrules.core.roll import Roll
from pyrules.core.system import System
from pyrules.systems import SYSTEMS
from pyrules.systems.almond import ALMOND
from pyrules.systems.general import GENERAL
from pyrules.systems.moonwalk import MOONWALK
from pyrules.systems.stepdie import STEPDIE
from tests.app.log.log_helpers import real
from tests.app.reader import Elements, Reader
from tests.systems import conforming

SVG = "{http://www.w3.org/2000/svg}"
SHAPES = {"svg", "g", "rect", "circle", "path", "polygon", "text"}
DICE_STYLES = (Path(__file__).parents[3] / "web/styles/dice.css").read_text(encoding="utf-8")


def link(system: System[Any], notation: str, *, roll: bool = False, **settings: str | int) -> str:
    test = system.parse(notation, settings)
    return f"{system.id}/#{write_link(system, test, roll_of(system, test) if roll else None)}"


def roll_of(system: System[Any], test: Any) -> Roll:
    return system.roll(test, seeded(5), onward=False)


TEST = link(MOONWALK, "7 [4] (2)")
ROLL = link(MOONWALK, "7 [4] (2)", roll=True)


def clean(reader: Reader) -> bool:
    """True if the address is without its link again."""
    return {"do": "go", "to": reader.model.place.address, "replace": True} in reader.commands


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
@pytest.mark.parametrize("finished", [False, True])
def test_what_one_reader_shares_another_finds(system: System[Any], finished: bool) -> None:
    reader = Reader(f"{system.id}/")
    if finished:
        reader.do("roll")
    [command] = reader.do("share").commands
    assert command["do"] == "share"
    assert command["to"].startswith(f"{system.id}/#{FORMAT}")
    test = reader.model.trays[system.id].test if finished else reader.model.sheet.test
    assert command["title"] == f"{system.title}: {system.write(test)}"
    assert len(command["to"]) < 2_000
    other = Reader(command["to"], seed=2)
    assert other.model.sheet.test == test
    assert other.model.result is finished
    if finished:
        assert other.model.trays[system.id].roll == reader.model.trays[system.id].roll
        assert other.model.trays[system.id].verdict == reader.model.trays[system.id].verdict
        verdict = other.model.trays[system.id].verdict
        assert f": {verdict.headline}, {minus(verdict.summary)} · " in command["text"]
    else:
        assert command["text"] == command["title"]


def test_text_picture_markdown_and_screens_say_the_same_final_values() -> None:
    reader = Reader("relics/", faces=(5, 2, 2, 5, 4)).note("5d6 +2 / 2d vs Minor 5").do("roll").go("relics/log/")
    line = reader.model.campaign.entries[-1].id
    dice = "7 (5 +2) 2 2 7 (5 +2) 4"
    assert f"Dice: {dice}" in reader.html("screen")
    assert "7 2 2 7 4" in reader.text("screen")
    [shared] = reader.do("share", event=line).commands
    assert shared["text"].startswith("Relics of the Moon · ")
    assert shared["text"].endswith(f"4 successes, 4 dice resolved · +2 Destiny · {dice}")
    [drawn] = reader.do("share-picture", event=line).asked("picture")
    assert re.findall(r">([0-9])</text>", drawn["svg"]) == ["7", "2", "2", "7", "4"]
    assert "Relics of the Moon" in drawn["svg"]
    for form in ("text", "markdown"):
        [copied] = reader.do("log-copy", event=line, as_=form).commands
        assert dice in copied["text"].replace("\\", "")
        assert "Relics of the Moon" in copied["text"]
    assert re.findall(r'data-worth="([0-9])"', reader.do("log-replay", event=line).html("tray")) == ["7", "7"]


def test_a_roll_that_would_be_judged_otherwise_there_is_no_link() -> None:
    told = real("r", "Agility 3 + Pistols 4 [4] (2)")
    reader = Reader("moonwalk/log/", [replace(told, good=not told.good)])
    for on in ("share", "share-picture", "share-code"):
        assert words.judged_otherwise_there("Success") in reader.do(on, event="r").text("news")


def test_a_roll_of_the_log_is_shared() -> None:
    event = real("r", "Agility 3 + Pistols 4 [4] (2)", who="Mira")
    [command] = Reader("almond/log/", [event]).do("share", event="r").commands
    brought = read_link(command["to"].partition("#")[2])
    assert brought.roll is not None
    assert brought.roll.dice == event.dice
    assert command["text"] == "Moonwalk · Mira, Agility + Pistols: Success, 3 hits · needs 2 · 2 5 1 3 6 2 6"


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
def test_a_picture_of_a_roll_goes_with_its_text_and_link(system: System[Any]) -> None:
    reader = Reader(f"{system.id}/").do("roll")
    [text] = reader.do("share").commands
    [command] = reader.do("share-picture").commands
    assert command == text | {"do": "picture", "svg": command["svg"], "look": {"system": system.id, "dice": "classic"}}
    event = reader.model.trays[system.id].event
    assert reader.go(f"{system.id}/log/").do("share-picture", event=event).commands == [command]


@given(data=st.data())
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
def test_every_picture_shows_the_verdict_and_what_every_die_counts_as(system: System[Any], data: st.DataObject) -> None:
    test, roll = data.draw(conforming.rolls_of(system))
    verdict = system.judge(test, roll)
    whose = data.draw(st.sampled_from([(), ("<Zoë> & 雪の姫" * 9, "Pistols")]))
    drawn = ET.fromstring(picture(Shown(system, test, roll, verdict, whose, words.PHYSICAL)))  # noqa: S314 (made here)
    assert {name.split("}")[1] for name in {part.tag for part in drawn.iter()}} <= SHAPES
    told = [part.text or "" for part in drawn.iter(f"{SVG}text")]
    assert verdict.headline in told
    assert not whose or (told[0].startswith("<Zoë> & 雪の姫<") and told[0].endswith("…"))
    dice = [die for pool in lying(roll, verdict) for die in pool]
    faces = (on_face(die.sides, die.face, die.mark.size) for die in dice)
    worths = ((die.kind == "dropped" or die.mark.worth is None, die.mark.worth) for die in dice)
    shown = (face if as_thrown else str(worth) for face, (as_thrown, worth) in zip(faces, worths, strict=True))
    assert Counter(minus(one) for one in shown) <= Counter(told)
    named = {name for part in drawn.iter() for name in re.findall(r"var\((.*?)\)", part.get("fill", ""))}
    assert named <= set(re.findall(r"(--[\w-]+):", DICE_STYLES))
    height = int(drawn.get("height", "0"))
    assert all(int(part.get("y", "0")) <= height for part in drawn.iter(f"{SVG}text"))


@pytest.mark.parametrize(
    ("system", "notation", "faces", "said"),
    [
        (
            "general",
            "martial attack Strength d8 adv + level 3 + d4 + d4 (14)",
            [2, 3, 1, 4, 6],
            "Strength d8 6 (not 2), Level 3 d8 3, d4 1 4",
        ),
        ("stepdie", "3d6 + d10 (3)", [5, 2, 6, 9], "d6 5 2 6, Step Die d10 9"),
        ("moonwalk", "3 (2)", [5, 2, 6], "5 2 6"),
    ],
)
def test_a_shared_text_names_the_dice_that_have_names(system: str, notation: str, faces: list[int], said: str) -> None:
    [command] = Reader(f"{system}/", faces=faces).note(notation).do("roll").do("share").asked("share")
    assert command["text"].endswith(f" · {said}")


def test_a_test_alone_has_no_picture() -> None:
    assert Reader("moonwalk/").do("share-picture").commands == []


def test_beside_a_roll_the_form_shares_its_own_test() -> None:
    reader = Reader("moonwalk/").do("roll").do("notation", value="7 (2)")
    assert reader.model.result
    [command] = reader.do("share", what="test").commands
    brought = read_link(command["to"].partition("#")[2])
    assert (MOONWALK.write(brought.test), brought.roll) == ("7 (2)", None)


def test_a_form_with_mistakes_is_not_shared() -> None:
    reader = Reader().do("notation", value="7 hens").do("share")
    assert reader.sees(words.NOTHING_TO_SHARE)
    assert reader.asked("share") == []


@pytest.mark.parametrize("address", [TEST, ROLL])
def test_a_link_changes_nothing_until_the_reader_acts(address: str) -> None:
    reader = Reader("moonwalk/", [real("r")]).do("notation", value="9 (1)").do("roll")
    records, kept, campaign = list(reader.records), dict(reader.kept), reader.model.campaign
    own = reader.model
    reader.go(address)
    assert reader.model.sheet.notation == "7 [4] (2)"
    assert reader.model.campaign is campaign
    assert (reader.records, reader.kept) == (records, kept)
    reader.do("link-close")
    assert reader.model.sheet is own.sheet
    assert reader.model.trays == own.trays
    assert reader.model.from_link is None
    assert (reader.records, reader.kept) == (records, kept | {"result": []})  # the form is what is seen
    assert clean(reader)


def test_a_test_from_a_link_is_ready_to_roll() -> None:
    reader = Reader(TEST)
    assert reader.sees(words.LINK_TEST, "Roll 7d6")
    assert not reader.sees(words.LINK_KEEP)
    reader.do("roll")
    assert len(reader.records) == 1
    assert reader.model.from_link is None
    assert clean(reader)
    assert not reader.sees(words.LINK_TEST)


def test_a_finished_roll_is_judged_again_and_can_be_kept() -> None:
    reader = Reader(ROLL)
    table = reader.model.trays["moonwalk"]
    assert reader.sees(words.LINK_ROLL, table.verdict.headline)
    assert not reader.sees(f">{words.UNDO}<")
    assert reader.records == []
    reader.do("link-keep")
    [entry] = reader.model.campaign.entries
    assert entry.id == reader.model.trays["moonwalk"].event
    assert len(reader.records) == 1
    assert clean(reader)
    assert reader.sees(f">{words.UNDO}<")
    reader.do("link-keep")
    assert len(reader.records) == 1


@pytest.mark.parametrize(("on", "landed"), [("link-keep", 0), ("roll", 1)])
def test_dice_from_a_link_lie_still_when_kept_and_fall_when_rolled_again(on: str, landed: int) -> None:
    test = MOONWALK.parse("1 (1)", {})
    roll = MOONWALK.replay(test, read_faces("4"))
    reader = Reader(f"moonwalk/#{write_link(MOONWALK, test, roll)}", faces=[4])
    [command] = reader.do(on).asked("dice")
    assert command["event"] == reader.model.trays["moonwalk"].event
    assert [len(die["landings"]) for die in command["throws"]] == [landed]


@pytest.mark.parametrize(("on", "kept"), [("link-keep", 1), ("link-close", 0)])
def test_dice_typed_in_for_a_roll_from_a_link_go_with_it(on: str, kept: int) -> None:
    reader = Reader(link(STEPDIE, "3d6 + d10 (3) ip 5", roll=True)).do("by-hand").do("option", option="reroll")
    assert reader.model.hands
    reader.do(on)
    assert not reader.model.hands
    assert roll_words.PUT_AWAY in reader.text("news")
    assert len(reader.do("face", face=3).records) == kept


def test_changing_the_form_is_acting_and_keeps_it() -> None:
    reader = Reader(TEST).do("notation", value="8 (2)")
    assert reader.model.from_link is None
    assert reader.kept["form moonwalk"] == ["8 (2)", VERSION]
    assert clean(reader)
    assert reader.visit("moonwalk/").model.sheet.notation == "8 (2)"


def test_looking_elsewhere_is_not_acting() -> None:
    reader = Reader(TEST).go("moonwalk/log/")
    assert reader.model.from_link is not None
    assert not view(reader.model)["news"]
    assert reader.go("moonwalk/").sees(words.LINK_TEST)
    assert reader.kept == {}


def test_one_link_after_another_brings_back_the_own_form_of_the_first() -> None:
    reader = Reader("almond/").do("notation", value="3d6 TN 5").go(link(ALMOND, "5d6 TN 4"))
    reader.go(link(STEPDIE, "2d6 + d8 (1)"))
    assert reader.model.place == Place("stepdie", "roll")
    assert reader.model.sheets["almond"].notation == "3d6 TN 5"
    reader.go(link(STEPDIE, "3d6 + d8 (1)"))
    assert reader.do("link-close").model.sheet == Reader("stepdie/").model.sheet


def test_a_link_leads_to_its_own_system_wherever_it_was_put() -> None:
    fragment = TEST.partition("#")[2]
    for address in (f"#{fragment}", f"almond/log/#{fragment}", f"nowhere/#{fragment}"):
        reader = Reader(address)
        assert reader.model.place == Place("moonwalk", "roll")
        assert reader.asked("go") == [{"do": "go", "to": TEST, "replace": True}]


def test_other_house_rules_are_told_and_those_of_the_reader_hold() -> None:
    setting = next(setting for setting in STEPDIE.settings if setting.name == "hit")
    other = next(choice for choice in setting.choices if choice != setting.default)
    reader = Reader(link(STEPDIE, "2d6 + d8 (1)", hit=other))
    assert reader.sees(words.LINK_HOUSE_RULES)
    assert reader.model.sheet.test.settings.hit == setting.default
    finished = Reader(link(STEPDIE, "2d6 + d8 (1)", roll=True, hit=other))
    assert finished.model.trays["stepdie"].test.settings.hit == other
    assert not Reader(link(STEPDIE, "2d6 + d8 (1)")).sees(words.LINK_HOUSE_RULES)


@pytest.mark.parametrize(
    ("fragment", "word"),
    [
        ("1.", "cut short"),
        ("1.nonsense", "changed"),
        (TEST.partition("#")[2][:-9], "copy it again, whole"),
        (f"A{TEST.partition('#')[2][2:]}", "copy it again, whole"),
        (TEST.partition("#")[2][2:], "copy it again, whole"),
        ("9" + TEST.partition("#")[2][1:], "copy it again, whole, or update this app"),
        ("9.abc", "copy it again, whole"),
        ("1." + "A" * 16_000, "at most 16000"),
        ("1.<img src=x>", "copy it again, whole"),
    ],
)
def test_a_bad_link_says_what_is_wrong_and_changes_nothing(fragment: str, word: str) -> None:
    plain = Reader("moonwalk/").model
    reader = Reader(f"moonwalk/#{fragment}")
    assert reader.model.news is not None
    assert word in reader.model.news.said
    assert "link: " not in reader.model.news.said
    assert reader.model.sheets == plain.sheets
    assert reader.model.from_link is None
    assert "img" not in Elements(view(reader.model)["news"]).names
    assert reader.do("news-close").model == plain


@pytest.mark.parametrize("behind", [").", "%2C", "&utm_source=x", "?fbclid=IwAR0", "%E2%80%8B"])
def test_what_a_chat_put_behind_a_link_is_ignored_and_off_the_address(behind: str) -> None:
    reader = Reader("").go(TEST.replace(".", "%2E") + behind)
    assert reader.model.from_link is not None
    assert reader.model.sheet.notation == "7 [4] (2)"
    assert {"do": "go", "to": f"moonwalk/#{TEST.partition('#')[2]}", "replace": True} in reader.commands
    assert Reader(TEST.replace("/#", "/?fbclid=IwAR0#") + behind).model.from_link is not None


def test_a_place_on_the_page_is_no_link() -> None:
    reader = Reader("moonwalk/#main")
    assert reader.model == Reader("moonwalk/").model
    assert reader.commands == []


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("copied", words.COPIED),
        ("picture copied", words.PICTURE_COPIED),
        ("picture saved", words.PICTURE_SAVED),
        ("refused", words.COPY_BY_HAND),
        ("shared", ""),
        ("closed", ""),
    ],
)
def test_how_handing_on_ended_is_told(how: str, said: str) -> None:
    reader = Reader().do("handed", value=how, text="http://x/#1.<b>")
    assert (reader.model.news.said if reader.model.news else "") == said
    found = Elements("".join(view(reader.model)["news"]))
    assert ("textarea" in found.names) is (how == "refused")
    assert "b" not in found.names
    assert reader.do("step", field="pool", by="1").model.news is None


def test_what_the_page_sends_by_itself_takes_no_news_away() -> None:
    reader = Reader("moonwalk/#1.nonsense").do("odds")
    assert reader.model.news is not None


@pytest.mark.parametrize("brought", [TEST, ROLL])
def test_dice_that_are_being_typed_in_wait_behind_a_link(brought: str) -> None:
    reader = Reader("moonwalk/").note("3 (2)").do("by-hand").do("face", face=6).do("face", face=5)
    reader.go(brought)
    assert reader.html("card") == "" or "Die" not in reader.text("card")
    reader.rest().do("link-close")
    assert "Die 3 of 3" in reader.text("card")
    assert "Die 3 of 3" in reader.go(brought).visit(brought).do("link-close").text("card")
    reader.go(TEST).do("roll").do("face", face=1)
    assert reader.kept["typed moonwalk"] == [6, 5]
    assert "Die 3 of 3" in reader.do("link-close").text("card")


def test_dice_typed_in_for_what_a_link_brought_are_there_on_the_next_visit() -> None:
    reader = Reader("moonwalk/").note("3 (2)").do("by-hand").do("face", face=6)
    reader.go(TEST).do("roll").do("face", face=1).do("face", face=2)
    assert "Die 3 of 7" in reader.visit(TEST).text("card")
    assert "Die 2 of 7" in reader.do("face-back").visit(TEST).text("card")
    assert "Die 2 of 3" in reader.do("link-close").text("card")
    reader.go(TEST).do("roll").do("face", face=1)
    for address in ("moonwalk/", "moonwalk/#1.nonsense", link(MOONWALK, "8 (2)")):
        assert "of 7" not in reader.visit(address).html("card")
    reader.visit(TEST)
    for face in range(1, 7):
        reader.do("face", face=face)
    assert "Result" not in reader.visit(TEST).html("card")
    assert reader.model.hand is None
    assert [event.notation for event in reader.model.campaign.events if isinstance(event, Rolled)] == ["7 [4] (2)"]


def test_dice_typed_in_for_the_roll_of_a_link_are_there_on_the_next_visit() -> None:
    brought = link(GENERAL, "d8 + d6 (15) reroll 1", roll=True)
    reader = Reader("general/", kept={"by hand": {"general": 1_790_000_000_000}}).go(brought)
    reader.do("die", place=0).do("die", place=1).do("decide").do("face", face=4)
    asked = reader.text("card")
    assert "Die 2" in asked
    assert reader.visit(brought).text("card") == asked
    assert "Result" not in reader.text("card")
    reader.kept["typed link"] |= {"pick": {"option": "reroll", "places": [7]}}
    assert reader.visit(brought).model.hand is None


@pytest.mark.parametrize("kept", [None, 3, [], [1], {}, {"link": 1}, {"faces": [1]}, {"faces": ["1"]}, {"faces": 1}])
def test_typed_dice_of_a_link_that_cannot_be_are_not_taken_up(kept: Any) -> None:
    held = {"link": TEST.partition("#")[2], **kept} if isinstance(kept, dict) else kept
    assert ("Die 2 of 7" in Reader(TEST, kept={"typed link": held}).html("card")) is (kept == {"faces": [1]})


def test_dice_typed_in_for_the_own_form_go_with_it() -> None:
    reader = Reader("moonwalk/").note("3 (2)").do("by-hand").do("face", face=6).go(ROLL).do("link-keep")
    assert reader.kept["typed moonwalk"] == []
    assert reader.visit("moonwalk/").model.hand is None


def test_without_anything_to_tell_nothing_stands_there() -> None:
    assert view(Reader().model)["news"] == ""


def test_a_visit_may_begin_with_a_link() -> None:
    reply = json.loads(program.start("{}\n", TEST, "/pyrules/"))
    assert words.LINK_TEST in reply["regions"]["news"]
    assert [command["do"] for command in reply["commands"]] == ["go", "announce"]


def test_records_that_are_no_events_do_not_keep_the_app_from_starting() -> None:
    reply = json.loads(program.start('{}\n\n7\n\n{"kind": "roll"}', "moonwalk/log/", "/"))
    assert "3 stored records" in reply["regions"]["screen"]


def test_a_roll_is_shown_as_a_code_for_any_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Reader("moonwalk/").note("4 (2)").do("roll")
    [shared] = reader.do("share").asked("share")
    [drawing] = reader.do("share-code").asked("draw")
    assert (drawing["text"], drawing["link"]) == (shared["to"], True)
    reader.do("roll-drawn", "0000\n0110\n0000\n0000", peer=0)
    assert words.ROLL_CODE in reader.html("news")
    assert "M1 1h2v1h-2z" in reader.html("news")
    assert words.ROLL_CODE not in reader.do("news-close").html("news")
    event = reader.model.campaign.entries[0].id
    assert reader.go("moonwalk/log/").do("share-code", event=event).asked("draw") == [drawing]
    monkeypatch.setattr("app.share.update.MOST_IN_A_CODE", len(shared["to"]) - 1)  # many intervals would be as long
    assert words.NO_CODE in reader.do("share-code", event=event).text("news")
