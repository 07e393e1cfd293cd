"""Writing notes, and what is done with the tests, tables and people in them."""

from dataclasses import replace
from importlib import import_module
from typing import Any

from app.common.answer import Answer, Command, Handler, Message, World, focus, go_to_system, keep, notify, say
from app.common.subjects import joining
from app.common.tracking import house_rules, is_shared
from app.form import update as form
from app.form.state import sheet_of_notation
from app.log.appending import append_events, enter_events
from app.log.words import results
from app.meant import number
from app.model import Model
from app.notes import words
from app.notes.state import Draft, drafts_kept
from app.notes.view import example_text, page_of, page_on_screen, pages_of, parts, random_tables_of, roller
from app.roll import update as roll
from pyrules.campaign.events import PLAYER, Adjusted, Event, Recorded
from pyrules.campaign.pages import (
    FIRST,
    MOST_PAGE,
    MOST_PAGES,
    PAGE,
    RESULT,
    NotePage,
    TableRoll,
    page_facts,
    result_facts,
)
from pyrules.campaign.people import free_name
from pyrules.campaign.scene import NOTES, notes, notes_facts
from pyrules.campaign.tracking import Person
from pyrules.core.characters import alike, clean_name
from pyrules.core.errors import printable
from pyrules.core.scan import MOST_TEXT
from pyrules.notes.people_within import lines_of_people, read_people
from pyrules.notes.random_tables import roll_on
from pyrules.notes.tests_within import TestWithin
from pyrules.systems import BY_ID


def open_page(model: Model, message: Message, world: World) -> Answer:
    """Open a page."""
    title = str(message["data"]["called"])
    return with_notes(model, open={**model.notes.open, model.system.id: title}, rolled=(), who=""), ()


def choose(model: Model, message: Message, world: World) -> Answer:
    """Have somebody, or nobody in particular, roll the tests of the page."""
    return with_notes(model, who=str(message["data"]["called"])), ()


def write(model: Model, message: Message, world: World) -> Answer:
    """Begin a page, or go on with the one that is open (`page`)."""
    if is_shared(model):
        return model, ()
    page = page_on_screen(model) if message["data"].get("called") else None
    draft = Draft(page.title, page.title, page.text) if page else Draft()
    model, kept = with_draft(model, model.notes.drafts.get(model.system.id, draft))
    return model, (*kept, focus("notes-text" if page else "notes-title"))


def write_example(model: Model, message: Message, world: World) -> Answer:
    """Begin a page with an example of each part."""
    if is_shared(model):
        return model, ()
    model, kept = with_draft(model, Draft(title=words.EXAMPLE_TITLE, text=example_text(model)))
    return model, (*kept, focus("notes-text"))


def add_part(model: Model, message: Message, world: World) -> Answer:
    """Put an example of a part under what is written of the page."""
    draft, part = model.notes.drafts.get(model.system.id), parts(model).get(str(message["data"]["part"]))
    if draft is None or part is None:
        return model, ()
    model, kept = with_draft(model, replace(draft, text=f"{draft.text.rstrip()}\n\n{part[1]}".lstrip()))
    return model, (*kept, focus("notes-text"))


def take_draft(model: Model, message: Message, world: World) -> Answer:
    """Take over what is typed, which is kept for the next visit too."""
    draft = model.notes.drafts.get(model.system.id)
    if draft is None:
        return model, ()
    value = str(message["value"])
    changed = replace(draft, title=value) if message["name"] == "title" else replace(draft, text=value)
    return with_draft(model, changed)


def save(model: Model, message: Message, world: World) -> Answer:
    """Save the page that is being written."""
    draft = model.notes.drafts.get(model.system.id)
    if draft is None:
        return model, ()
    title, text = tidy_title(str(message["form"]["title"])), tidy_text(str(message["form"]["text"]))
    before = {page.title: page for page in pages_of(model)}
    model, _ = with_draft(model, replace(draft, title=title, text=text))
    others = [alike(one) for one in before if one != draft.was]
    wrong = words.title_taken(title) if alike(title) in others else words.too_long(title, MOST_TEXT)
    if wrong := wrong if title else words.TITLE_MISSING:
        return with_notes(model, wrong=wrong), (focus("notes-title"), say(words.sentence(wrong)))
    if problem := words.too_long(text, MOST_PAGE):
        return model, (focus("notes-text"), say(words.sentence(problem)))
    if draft.was not in before and len(before) >= MOST_PAGES:
        return notify(model, words.PAGES_FULL(MOST_PAGES), wrong=True)
    page = NotePage(title, text, draft.was in before and before[draft.was].shown)
    model, kept = with_draft(with_notes(model, open={**model.notes.open, model.system.id: title}), None)
    if before.get(draft.was) == page:
        return model, kept
    events = [page_event(model, page, world, was=draft.was if draft.was != title else "")]
    model, stored = append_events(model, *events, *without_scene(model, draft.was, world))
    return model, (*kept, *stored, say(words.page_saved(title)), focus("main"), {"do": "top"})


def tidy_title(text: str) -> str:
    """A title as it is kept."""
    return clean_name(printable(" ".join(text.split()))).strip()


def tidy_text(text: str) -> str:
    """A text as it is kept: without what cannot be shown, and without spaces at the ends of lines."""
    rows = (
        "".join(sign for sign in row.replace("\t", " ") if sign.isprintable() or ord(sign) > 127)
        for row in text.splitlines()
    )
    return "\n".join(row.rstrip() for row in rows).strip()


def page_event(model: Model, page: NotePage, world: World, was: str = "") -> Recorded:
    """The event that writes a page down."""
    return Recorded(world.name(), world.now(), model.system.id, PAGE, page.title, page_facts(page), was)


def without_scene(model: Model, title: str, world: World) -> tuple[Event, ...]:
    """The event that takes away the notes on a scene, once the page that they were is another."""
    if title != FIRST or not notes(model.campaign, model.system.id):
        return ()
    return (Recorded(world.name(), world.now(), model.system.id, NOTES, "", notes_facts("")),)


def cancel(model: Model, message: Message, world: World) -> Answer:
    """Write nothing."""
    model, kept = with_draft(model, None)
    return model, (*kept, focus("notes-edit" if page_on_screen(model) else "notes-new"))


def remove(model: Model, message: Message, world: World) -> Answer:
    """Remove the page that is open."""
    page = page_on_screen(model)
    if page is None or is_shared(model):
        return model, ()
    gone = Recorded(world.name(), world.now(), model.system.id, PAGE, page.title, None)
    scene = without_scene(model, page.title, world)
    known = page.title in model.campaign.records_of(model.system.id, PAGE)
    return enter_events(model, (*((gone,) if known else ()), *scene), words.page_removed(page.title))


def show_players(model: Model, message: Message, world: World) -> Answer:
    """Show the open page to the players, or hide it again."""
    page = page_on_screen(model)
    if page is None or is_shared(model):
        return model, ()
    turned = replace(page, shown=not page.shown)
    told = words.shown_to_players(page.title) if turned.shown else words.hidden_from_players(page.title)
    events = (page_event(model, turned, world), *without_scene(model, page.title, world))
    return enter_events(model, events, told)


def test_of(model: Model, message: Message) -> TestWithin | None:
    """The test of the open page that a message is about."""
    tests = page_of(model).tests
    place = number(message["data"]["place"])
    return tests[place] if 0 <= place < len(tests) else None


def fill(model: Model, message: Message, world: World) -> Answer:
    """Put a test into the form of its system."""
    found = test_of(model, message)
    return go_to_test(model, found) if found else (model, ())


def go_to_test(model: Model, found: TestWithin) -> Answer:
    """Go to the form of a test's system, with the test in it and whoever rolls it."""
    system = BY_ID[found.system]
    who = roller(model, system.id)
    acting = {**model.acting, system.id: who}
    model, came = go_to_system(replace(model, result=False, acting=acting), system.id)
    model, storing = form.take_over(model, sheet_of_notation(system, model.sheet, found.notation, model.house_rules))
    return model, (keep(f"who {system.id}", who), *storing, *came, focus("main"))


def throw(model: Model, message: Message, world: World) -> Answer:
    """Roll a test at once."""
    found = test_of(model, message)
    if found is None:
        return model, ()
    model, commands = go_to_test(model, found)
    model, more = roll.throw(model, message, world)
    return model, (*(one for one in commands if one["do"] != "focus"), *more)


def ask(model: Model, message: Message, world: World) -> Answer:
    """Ask the others at the table for a test, which each rolls with what is theirs, and go to their answers."""
    found = test_of(model, message)
    if found is None or model.table is None or not model.table.hub:
        return model, ()
    model, commands = go_to_test(model, found)
    asked: Answer = import_module("app.table.requests").ask(model, {"data": {}, "form": {}}, world)
    return asked[0], (*commands, *asked[1])


def roll_random_table(model: Model, message: Message, world: World) -> Answer:
    """Roll on a table of the open page, and on what its result leads to; in secret where that is wanted."""
    tables = page_of(model).tables
    place = number(message["data"]["place"])
    if not 0 <= place < len(tables):
        return model, ()
    found = roll_on(tables[place], random_tables_of(model), world.faces)
    rolls = tuple(TableRoll(one.table, str(one.dice), one.dice.sides, one.faces, one.value, one.text) for one in found)
    hidden = message["data"].get("hidden") == "yes"
    facts = result_facts(rolls, hidden=hidden)
    event = Recorded(world.name(), world.now(), model.system.id, RESULT, tables[place].title[:MOST_TEXT], facts)
    model, stored = append_events(with_notes(model, rolled=rolls), event)
    return model, (*stored, say(results((one.table, one.value, one.text) for one in rolls)))


def paste(model: Model, message: Message, world: World) -> Answer:
    """Begin to paste people, or stop; those whom the open page describes are there already."""
    if is_shared(model):
        return model, ()
    page = page_on_screen(model)
    text = None if model.notes.pasted is not None else lines_of_people(page.text if page else "", model.system)
    return with_notes(model, pasted=text), () if text is None else (focus("notes-people"),)


def type_people(model: Model, message: Message, world: World) -> Answer:
    """Take over what is pasted of people."""
    return with_notes(model, pasted=str(message["value"])), ()


def add_people(model: Model, message: Message, world: World) -> Answer:
    """Write down the people who were pasted, as characters or as hidden foes; who is there already has what is new."""
    found = read_people(model.notes.pasted or "", model.system)
    if not found or is_shared(model):
        return model, ()
    foe = message["data"].get("foe") == "yes"
    model = with_notes(model, pasted=None)
    commands: tuple[Command, ...] = ()
    names = []
    for one in found:
        name = free_name(tidy_title(one.name), model.campaign.records_of(model.system.id, PLAYER))
        names.append(name)
        joins = joining(model, Person(name, one.values, foe=foe, hidden=foe), world)
        rules = house_rules(model)
        counted = (
            Adjusted(world.name(), world.now(), model.system.id, counter, value, joins.name, settings=rules)
            for counter, value in one.counters
            if value
        )
        model, stored = append_events(model, joins, *counted)
        commands = (*commands, *stored)
    model, aloud = notify(model, words.people_added(", ".join(names)))
    return model, (*commands, *aloud)


def with_notes(model: Model, **changes: Any) -> Model:
    """The model with some of the notes' state changed."""
    return replace(model, notes=replace(model.notes, **{"wrong": "", **changes}))


def with_draft(model: Model, draft: Draft | None) -> Answer:
    """The model with this draft of a page, None for none, which the next visit has too."""
    others = {system: one for system, one in model.notes.drafts.items() if system != model.system.id}
    drafts = others if draft is None else {**others, model.system.id: draft}
    return with_notes(model, drafts=drafts), (keep("notes", drafts_kept(drafts)),)


HANDLERS: dict[str, Handler] = {
    "notes-open": open_page,
    "notes-who": choose,
    "notes-write": write,
    "notes-example": write_example,
    "notes-add-part": add_part,
    "notes-typed": take_draft,
    "notes-save": save,
    "notes-cancel": cancel,
    "notes-remove": remove,
    "notes-show": show_players,
    "notes-fill": fill,
    "notes-roll": throw,
    "notes-ask": ask,
    "notes-table": roll_random_table,
    "notes-paste": paste,
    "notes-people": type_people,
    "notes-add": add_people,
}
