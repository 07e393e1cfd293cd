"""Opening a share link, without changing anything until the reader acts."""

from dataclasses import replace
from importlib import import_module

from app.common.answer import Answer, go_to_system, notify, put_away, say
from app.common.carry_over import with_carry_over
from app.form.state import sheet_of_notation
from app.model import Model
from app.place import place_at
from app.roll.state import Tray
from app.share import words
from app.share.address import plain_address, without_link
from app.share.state import FromLink
from pyrules.campaign.links import LIKE_A_LINK, PERSON, read_link
from pyrules.core.characters import bare_fragment
from pyrules.core.errors import RulesError
from pyrules.core.rulebook import read_settings

MOST_INVITED = 1_000
"""No code of a device has as many signs, in a link and with the words that it was sent with."""


def open_link(model: Model, address: str) -> Answer:
    """Lay on the tray what the address's fragment brings, if it is a link; a bad one changes nothing."""
    fragment = bare_fragment(address.partition("#")[2])
    place = place_at(address)
    if place.tab == "table":
        return replace(model, invited=fragment[:MOST_INVITED]), ()
    answer: Answer
    if place.on_desk or (place.tab == "own" and model.table):
        answer = import_module("app.desk.update" if place.on_desk else "app.table.games").open_link(model, fragment)
        return answer
    if fragment.startswith(PERSON):
        answer = import_module("app.share.newcomers").ask_about_link(model, fragment)
        return answer
    if not LIKE_A_LINK.match(fragment):  # the id of a place on the page
        return model, ()
    try:
        brought = read_link(fragment)
    except RulesError as error:
        return notify(model, words.bad_link(error.plain_words.rstrip(".")), wrong=True)
    system = brought.system
    model = without_link(model)
    hand = model.hands.get(system.id)
    model, _ = go_to_system(put_away(model, system.id), system.id)
    said = [words.LINK_ROLL if brought.roll else words.LINK_TEST]
    if system.house_rules(brought.test) != read_settings(system.settings, model.house_rules):
        said.append(words.LINK_HOUSE_RULES)
    before = FromLink(system.id, fragment, tuple(said), model.sheet, model.tray, hand)
    sheet = sheet_of_notation(system, model.sheet, system.write(brought.test), model.house_rules)
    model, _ = with_carry_over(model, model.with_sheet(sheet))
    if brought.roll:
        tray = Tray(brought.test, brought.roll, system.judge(brought.test, brought.roll), "")
        model = replace(model, trays={**model.trays, system.id: tray})
    to = f"{model.place.address}#{fragment}"
    model = replace(model, from_link=before, result=brought.roll is not None)
    return model, ({"do": "go", "to": to, "replace": True}, say(said[0]))


def forget_link(before: Model, after: Model) -> Answer:
    """Forget a link once the reader has made something of what it brought."""
    link = after.from_link
    if link is None or link is not before.from_link:
        return after, ()
    same = after.sheets[link.system] is before.sheets[link.system] and lies(after, link) == lies(before, link)
    return (after, ()) if same else (replace(after, from_link=None), (plain_address(after),))


def lies(model: Model, link: FromLink) -> Tray | None:
    """The roll on the tray that a link was opened on, whatever is chosen on it for now."""
    tray = model.trays.get(link.system)
    return replace(tray, draft=None) if tray else None
