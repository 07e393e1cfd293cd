"""The notes of a campaign: a page to read, with what can be tapped in it, or to write."""

from collections.abc import Sequence
from functools import lru_cache

from app.common.dice import dress, pictures
from app.common.html import Child, Markup, button, tag, trouble, trouble_attributes
from app.common.tracking import in_sight, is_shared
from app.form.state import first_sheet
from app.log.words import results
from app.model import Model
from app.notes import words
from app.notes.state import Draft
from app.odds.chances import chance_of
from app.odds.summary import percent
from pyrules.campaign.pages import MOST_PAGE, MOST_PAGES, NotePage, TableRoll, note_pages
from pyrules.campaign.people import people
from pyrules.campaign.tracking import tracking_of
from pyrules.core.english import plural
from pyrules.core.ratio import Ratio
from pyrules.core.roll import Die
from pyrules.core.scan import MOST_TEXT
from pyrules.notes.page import Heading, Items, Page, Paragraph, Spans, TableBlock, Words, read_page
from pyrules.notes.people_within import PersonWithin, example_part, lines_left, read_people
from pyrules.notes.random_tables import RandomTable, by_title, dead_leads
from pyrules.notes.tests_within import TestWithin
from pyrules.systems import BY_ID

MOST_LEFT = 10
"""The most lines without a person that are named one by one."""


def screen(model: Model) -> Child:
    """The page that is open, or the one that is being written."""
    draft = model.notes.drafts.get(model.system.id)
    if draft and not is_shared(model):
        return writing(model, draft)
    page = page_on_screen(model)
    return (
        tag(
            "div",
            titles(model, page),
            reading(model, page) if page else nothing(model),
            below(model, page),
            tried_first(model),
            class_="pages",
        ),
        pasting(model) if model.notes.pasted is not None and not is_shared(model) else None,
    )


def nothing(model: Model) -> Markup:
    """Draw the start of the notes where there is no page, with a page to begin with."""
    if not model.known or is_shared(model):
        return tag("p", words.NOTHING_SHOWN if model.known else words.GETTING_READY, class_="quiet")
    return tag(
        "section",
        tag("h2", words.NOTES),
        tag("p", words.NO_PAGES),
        button("notes-example", words.EXAMPLE_PAGE, class_="main"),
        class_="card unused",
    )


def tried_first(model: Model) -> Markup | None:
    """The example as a page to try, where there is none yet."""
    page = example(model)
    return reading(model, page, words.AN_EXAMPLE) if page else None


def example(model: Model) -> NotePage | None:
    """A page with an example of each part, for who has none; None for others."""
    if not model.known or is_shared(model) or pages_of(model):
        return None
    return NotePage(words.EXAMPLE_TITLE, example_text(model))


def example_text(model: Model) -> str:
    """Return an example of each part, one below the other."""
    return "\n\n".join(text for _, text in parts(model).values())


def pages_of(model: Model) -> tuple[NotePage, ...]:
    """The pages that the reader may see."""
    pages = note_pages(model.campaign, model.system.id)
    return tuple(page for page in pages if page.shown) if is_shared(model) else pages


def page_on_screen(model: Model) -> NotePage | None:
    """The page that is open, the first one until another was chosen; None where there is none."""
    pages = pages_of(model)
    title = model.notes.open.get(model.system.id)
    return next((page for page in pages if page.title == title), pages[0] if pages else None)


def draft_page(model: Model) -> NotePage | None:
    """The page that is being written, as far as it is, so that it can be tried meanwhile; None while none is."""
    draft = None if is_shared(model) else model.notes.drafts.get(model.system.id)
    return NotePage(draft.title, draft.text) if draft and not words.too_long(draft.text.strip(), MOST_PAGE) else None


def page_of(model: Model, page: NotePage | None = None) -> Page:
    """A page as it is read, the one that is being written or else is open unless another is given."""
    page = page or draft_page(model) or page_on_screen(model) or example(model)
    house = tuple((system, tuple(values.items())) for system, values in model.house.items())
    return _read_page(page.text, model.system.id, house) if page else Page()


@lru_cache(maxsize=MOST_PAGES)
def _read_page(text: str, system: str, house: tuple[tuple[str, tuple[tuple[str, str | int], ...]], ...]) -> Page:
    return read_page(text, system, {of: dict(values) for of, values in house})


def titles(model: Model, page: NotePage | None) -> Markup | None:
    """The titles of all pages, to open one."""
    pages = pages_of(model)
    if len(pages) < 2:
        return None
    chips = (
        button("notes-open", one.title, data_called=one.title, aria_pressed=bool(page and one.title == page.title))
        for one in pages
    )
    return tag("div", chips, class_="chips", role="group", aria_label=words.PAGES)


def reading(model: Model, page: NotePage, about: str = "") -> Markup:
    """A page to read, and a word about it."""
    read = page_of(model, page)
    places = {id(part): place for parts in (read.tests, read.tables) for place, part in enumerate(parts)}
    blocks = read.blocks[1:] if read.begins_with(page.title) else read.blocks
    inside = [block(model, one, places) for one in blocks]
    return tag(
        "article",
        tag("h2", page.title),
        tag("p", about, class_="quiet") if about else None,
        who_rolls(model) if read.tests else None,
        inside or tag("p", words.EMPTY_PAGE, class_="quiet"),
        class_="card notes",
        aria_label=page.title,
    )


def who_rolls(model: Model) -> Markup | None:
    """Who rolls the page's tests: nobody in particular until somebody is tapped; nothing where nobody is known."""
    found = in_sight(model)
    if not found:
        return None
    chosen = roller(model, model.system.id)
    chips = (
        button("notes-who", name or words.NOBODY, data_called=name, aria_pressed=name == chosen)
        for name in ("", *(one.name for one in found))
    )
    return tag(
        "div",
        tag("span", words.WHO_ROLLS),
        chips,
        class_="chips who",
        role="group",
        aria_label=words.WHO_ROLLS,
    )


def roller(model: Model, system: str) -> str:
    """Who rolls a test of the page, "" for nobody in particular, as it always is in another system."""
    here = system == model.system.id and any(one.name == model.notes.who for one in in_sight(model))
    return model.notes.who if here else ""


def block(model: Model, one: Heading | Paragraph | Items | TableBlock, places: dict[int, int]) -> Markup:
    """A part of a page."""

    def inline(spans: Spans) -> Child:
        return tuple(span(model, part, places) for part in spans)

    match one:
        case Heading():
            return tag(f"h{one.level + 2}", inline(one.spans))
        case Paragraph():
            lines = ((tag("br") if place else None, inline(line)) for place, line in enumerate(one.lines))
            return tag("p", lines)
        case Items():
            return tag("ul", (tag("li", inline(item)) for item in one.items))
        case TableBlock():
            return random_table_card(model, one.table, places[id(one.table)], [inline(text) for text in one.texts])


def span(model: Model, part: Words | TestWithin, places: dict[int, int]) -> Child:
    """Words, or a test to tap with its chance."""
    if isinstance(part, Words):
        return tag("strong", part.text) if part.bold else part.text
    if part.problem:
        return tag("span", f"[{part.written}] ", tag("small", part.problem), class_="no-test")
    return test_chip(model, part, places[id(part)])


def test_chip(model: Model, found: TestWithin, place: int) -> Markup:
    """A test to tap: into the form, rolled at once, or asked of the table."""
    chance = chance_of(BY_ID[found.system], test_of(model, found))
    said = percent(chance) if isinstance(chance, Ratio) else ""
    elsewhere = BY_ID[found.system].title if found.system != model.system.id else ""
    chosen = roller(model, found.system)
    who = chosen or (words.NOBODY if people(model.campaign, BY_ID[found.system]) else "")
    name = found.name or found.notation
    about = tuple(filter(None, (found.notation if found.name else "", elsewhere, chosen, said)))
    return tag(
        "span",
        button(
            "notes-fill",
            name,
            tag("small", " · ".join(about)) if about else None,
            data_place=place,
            aria_label=words.IN_THE_FORM(" · ".join((name, *about))),
        ),
        button(
            "notes-roll",
            words.ROLL_OPEN,
            data_place=place,
            aria_label=words.roll_now(" · ".join(filter(None, (name, who)))),
        ),
        button("notes-ask", words.ASK, data_place=place, aria_label=words.ask_for(name))
        if model.table and model.table.hub and model.table.others
        else None,
        class_="test-chip",
    )


def test_of(model: Model, found: TestWithin) -> object:
    """The test that a notation of the page says."""
    return BY_ID[found.system].parse(found.notation, model.house[found.system])


def random_table_card(model: Model, table: RandomTable, place: int, texts: Sequence[Child]) -> Markup:
    """A random table: its lines with their chances, what is wrong with it, and what rolls on it."""
    last = next((one for one in model.notes.rolled[:1] if comes_to(table, one)), None)
    rolled = table.entry(last.value) if last else None
    rows = (
        tag(
            "tr",
            tag("th", words.span(entry.low, entry.high), scope="row"),
            tag("td", text),
            tag("td", percent(chance)),
            data_rolled=entry is rolled or None,
        )
        for entry, text, chance in zip(table.entries, texts, table.chances(), strict=True)
    )
    return tag(
        "section",
        tag("h3", table.title or words.A_TABLE),
        tag("table", tag("tbody", rows)),
        (tag("p", problem, class_="wrong") for problem in (*table.problems, *dead_ends(model, table))),
        tag(
            "div",
            button(
                "notes-table",
                words.roll_dice(table.dice),
                data_place=place,
                aria_label=words.roll_on(table.dice, table.title or words.A_TABLE),
            ),
            button(
                "notes-table",
                words.ROLL_HIDDEN,
                data_place=place,
                data_hidden="yes",
                aria_label=words.in_secret(table.dice, table.title or words.A_TABLE),
            )
            if not is_shared(model)
            else None,
            class_="choices",
        ),
        [outcome(model, one) for one in model.notes.rolled] if last else None,
        class_="random-table",
        aria_label=table.title or words.A_TABLE,
    )


def comes_to(table: RandomTable, one: TableRoll) -> bool:
    """Return whether a table, as it is written by now, has what it came to earlier."""
    entry = table.entry(one.value)
    return (one.table, one.dice, one.text) == (table.title, str(table.dice), entry.text if entry else "")


def dead_ends(model: Model, table: RandomTable) -> tuple[str, ...]:
    """The arrows of a table that lead to none on any page, as whoever writes the pages is told."""
    if is_shared(model) or not dead_leads(table, by_title(page_of(model).tables)):
        return ()
    return dead_leads(table, by_title(random_tables_of(model)))


def random_tables_of(model: Model) -> tuple[RandomTable, ...]:
    """The tables of all pages, those of the open one first."""
    return tuple(table for page in (None, *pages_of(model)) for table in page_of(model, page).tables)


def outcome(model: Model, one: TableRoll) -> Markup:
    """Draw the result of a random table, with its dice where they can be drawn."""
    drawn = one.sides in (4, 6, 8, 10, 12, 20)
    dice = dress(model.preferences).around(pictures([Die(one.sides, (face,)) for face in one.faces])) if drawn else None
    return tag("p", dice, tag("strong", results([(one.table, one.value, one.text)])), class_="outcome")


def below(model: Model, page: NotePage | None) -> Markup | None:
    """Draw the buttons of pages."""
    if is_shared(model):
        return None
    shown = words.HIDE_FROM_PLAYERS if page and page.shown else words.SHOW_PLAYERS
    return tag(
        "div",
        button("notes-write", words.EDIT, id="notes-edit", data_called=page.title) if page else None,
        button("notes-write", words.NEW_PAGE, id="notes-new"),
        button("notes-paste", words.PASTE, id="notes-paste", aria_expanded=model.notes.pasted is not None),
        button("notes-show", shown) if page and model.table else None,
        button("notes-remove", words.REMOVE, aria_label=words.about(words.REMOVE, page.title)) if page else None,
        class_="choices",
    )


def writing(model: Model, draft: Draft) -> Markup:
    """A page to write, and beside it what can be tapped in it already."""
    page = draft_page(model)
    read = page_of(model, page) if page else Page()
    tried = (
        tag("section", tag("h2", words.TRY_IT), reading(model, page)) if page and (read.tests or read.tables) else None
    )
    return tag("div", editor(model, draft), tried, class_="beside")


def editor(model: Model, draft: Draft) -> Markup:
    """The fields of a page that is being written."""
    before = next((page for page in pages_of(model) if page.title == draft.was), NotePage(""))
    untitled = model.notes.wrong or words.too_long(draft.title.strip(), MOST_TEXT)
    too_long = words.too_long(draft.text.strip(), MOST_PAGE)
    same = (draft.title, draft.text) == (before.title, before.text)
    return tag(
        "form",
        tag("label", words.PAGE_TITLE, for_="notes-title"),
        tag(
            "input",
            id="notes-title",
            name="title",
            value=draft.title,
            autocomplete="off",
            data_on="notes-typed",
            **trouble_attributes(untitled, "notes-title"),
        ),
        trouble(untitled, "notes-title"),
        tag(
            "div",
            (button("notes-add-part", label, data_part=part) for part, (label, _) in parts(model).items()),
            class_="chips",
            role="group",
            aria_label=words.PARTS,
        ),
        tag("label", words.TEXT, for_="notes-text"),
        tag(
            "textarea",
            draft.text,
            id="notes-text",
            name="text",
            rows=16,
            data_on="notes-typed",
            **({"aria_describedby": "notes-how"} | trouble_attributes(too_long, "notes-text")),
        ),
        trouble(too_long, "notes-text"),
        tag("p", words.how(example_of(model)), id="notes-how", class_="quiet"),
        tag(
            "div",
            tag("button", words.SAVE, type="submit", class_="main", aria_disabled="true" if same else None),
            button("notes-cancel", words.CANCEL),
            class_="choices",
        ),
        data_on="notes-save",
        novalidate=True,
        class_="card writing",
    )


def example_of(model: Model) -> str:
    """The test that a first visitor finds in the form of the system that the reader is at."""
    return first_sheet(model.system, model.house_rules).notation


def parts(model: Model) -> dict[str, tuple[str, str]]:
    """Return the parts that a page may have, each with its name and an example."""
    found = {
        "heading": (words.HEADING, words.HEADING_EXAMPLE),
        "test": (words.TEST, words.test_example(example_of(model))),
        "table": (words.A_TABLE, words.TABLE_EXAMPLE),
    }
    has = example_part(model.system)
    return found | ({"person": (words.PERSON, f"Nova: {has}")} if has else {})


def pasting(model: Model) -> Markup:
    """People to be pasted, and what is understood of them."""
    text = model.notes.pasted or ""
    found, left = read_people(text, model.system), lines_left(text)
    tracking = tracking_of(model.system)
    return tag(
        "section",
        tag("label", words.PASTE_TEXT, for_="notes-people"),
        tag("textarea", text, id="notes-people", rows=5, data_on="notes-people"),
        tag("ul", [person_understood(model, one) for one in found])
        if found
        else tag("p", words.NOBODY_READ, class_="quiet"),
        (tag("p", words.line_left(line), class_="wrong") for line in left[:MOST_LEFT]),
        tag("p", words.lines_left(len(left) - MOST_LEFT), class_="wrong") if left[MOST_LEFT:] else None,
        tag(
            "div",
            button("notes-add", words.add_people(plural(tracking.person)), class_="main"),
            button("notes-add", words.add_people(plural(tracking.foe)), data_foe="yes") if tracking.foe else None,
            button("notes-paste", words.CANCEL),
            class_="choices",
        )
        if found
        else None,
        class_="card",
        aria_label=words.PASTE,
    )


def person_understood(model: Model, one: PersonWithin) -> Markup:
    """Draw a person as they were understood, and the words that were not."""
    parts = []
    for field in tracking_of(model.system).fields:
        value = one.values[field.name]
        if field.kind == "rows":
            parts += [" ".join(str(cell) for cell in row.values() if cell not in (None, "", False)) for row in value]
        elif value != field.default:
            parts.append(f"{field.label} {value}")
    titles_of = {counter.id: counter.title for counter in model.system.counters}
    parts += [f"{titles_of[counter]} {value}" for counter, value in one.counters]
    unread = (tag("p", problem, class_="wrong") for problem in one.unread)
    return tag("li", tag("strong", one.name), f": {', '.join(parts)}" if parts else None, unread)
