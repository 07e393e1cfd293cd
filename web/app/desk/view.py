"""The desk's pages: tests laid side by side, and what each change of one is worth."""

from collections.abc import Sequence

from app import words as common
from app.common.grid import grid
from app.common.html import Child, Markup, button, tag
from app.desk import words
from app.desk.changes import changes
from app.desk.comparison import chart_of, countable, runs_of, what_is_counted
from app.desk.parts import precise, take_away
from app.desk.session import session
from app.desk.state import MARGIN, Desk, Entry
from app.desk.update import comparison_of
from app.form.field import control
from app.form.view import more, sight
from app.model import Model
from app.odds.state import MODES
from app.odds.summary import mean
from app.odds.view import segments
from app.picker.state import ON_DESK
from app.picker.view import to_workshop
from app.place import CHANGES, COMPARE, SESSION
from app.settings.state import house_fields
from pyrules.api import Comparison, Odds
from pyrules.campaign.links import MOST_COMPARED
from pyrules.charts import row_label
from pyrules.core.odds import Distribution
from pyrules.core.ratio import Ratio
from pyrules.curves import NARROW, ON_THE_PAGE, WIDE, draw_chart, mark
from pyrules.side_by_side import LETTERS, counted_in, differences, events_of, names_in, values_of
from pyrules.systems import BY_ID, all_systems


def screen(model: Model) -> Child:
    """The page of the desk that the reader is at."""
    desk, tab = model.desk, model.place.tab
    about = {COMPARE: words.COMPARE_ABOUT, CHANGES: words.CHANGES_ABOUT, SESSION: words.SESSION_ABOUT}[tab]
    if desk is None:  # as the site serves it
        return tag("p", about, class_="tagline"), tag("p", words.WORKING, class_="card quiet")
    found = outcome(desk) if tab == COMPARE else changes(model, desk) if tab == CHANGES else session(desk)
    return (
        tag("p", about, class_="tagline"),
        tag("div", tag("div", tests(model, desk, tab)), tag("div", found), class_="beside desk"),
    )


def tests(model: Model, desk: Desk, tab: str) -> Markup:
    """The tests, each to be changed where it stands."""
    alone = tab == CHANGES
    entries = desk.on(tab)
    return tag(
        "section",
        tag("ul", (tag("li", entry(desk, tab, place, one)) for place, one in enumerate(entries)), class_="tests"),
        button("desk-add", words.ADD, class_="add") if not alone and len(entries) < MOST_COMPARED else None,
        own_games(model),
        aria_label=words.THE_TEST if alone else words.TESTS,
    )


def own_games(model: Model) -> Markup | None:
    """The ways to a desk of each game of the reader's own: it lies there beside the others, in its pen."""
    if not model.own or model.one_file or model.table:
        return None
    return tag(
        "nav",
        tag("h2", words.WITH_YOUR_OWN),
        (tag("a", one.title, **to_workshop(model, ON_DESK, one.key), class_="card way") for one in model.own),
        aria_label=words.WITH_YOUR_OWN,
        class_="odds",
    )


def entry(desk: Desk, tab: str, place: int, one: Entry) -> Child:
    """One test: its system, its shorthand and the chance of its main event; its form and house rules fold out."""
    letter = "" if tab == CHANGES else LETTERS[place]
    system = BY_ID[one.system]
    wrong = one.sheet.wrong_notation
    unfolded = desk.open == place
    return (
        tag(
            "div",
            tag(
                "div",
                badge(place, letter) if letter else None,
                tag(
                    "select",
                    (tag("option", each.title, value=each.id, selected=each is system) for each in all_systems()),
                    id=f"desk-system-{place}",
                    name=f"system-{place}",
                    data_on="desk-system",
                    data_place=place,
                    aria_label=words.system_of(letter) if letter else words.SYSTEM,
                ),
                class_="whose",
            ),
            tag(
                "input",
                id=f"desk-notation-{place}",
                name=f"notation-{place}",
                value=one.sheet.notation,
                data_on="desk-notation",
                data_place=place,
                spellcheck="false",
                autocapitalize="off",
                autocomplete="off",
                aria_label=words.shorthand_of(letter) if letter else common.NOTATION,
                aria_invalid="true" if wrong else None,
                aria_describedby=f"desk-wrong-{place}" if wrong else None,
                class_="code",
            ),
            tag("p", common.sentence(wrong), id=f"desk-wrong-{place}", class_="wrong") if wrong else None,
            chance(desk, one) if tab != SESSION else None,
            tag(
                "div",
                button(
                    "desk-open",
                    words.FORM,
                    data_place=place,
                    aria_expanded=unfolded,
                    aria_label=words.form_of(letter) if letter else None,
                ),
                button("desk-remove", common.REMOVE_ROW, data_place=place, aria_label=words.remove(letter))
                if letter and len(desk.on(tab)) > 1
                else None,
                class_="acts",
            ),
            class_="card test",
        ),
        form(one) if unfolded else None,
    )


def badge(number: int, letter: str) -> Markup:
    """The letter of a test with its shape, in its colour."""
    shape = tag("svg", mark(number, ON_THE_PAGE.tests[number], 8, 8), viewBox="0 0 16 16", aria_hidden="true")
    return tag("span", shape, tag("b", letter), class_="letter")


def chance(desk: Desk, one: Entry) -> Markup:
    """The chance of a test's main event, why there is none, and what makes it differ from the reader's own."""
    test = one.test
    if test is None:
        return tag("p", words.MAKES_NONE, class_="quiet")
    found = desk.known.get(test)
    if isinstance(found, str):
        return tag("p", common.sentence(found), class_="quiet")
    told, main = None, ""
    if isinstance(found, Odds):
        told, main = found.events[found.main], found.main
    elif desk.sweep and desk.sweep.test == test:
        told, main = desk.sweep.now, desk.sweep.main
    house = test.house_rules
    ruled = [
        common.about(setting.label, setting.label_of(house[setting.name]))
        for setting in test.system.settings
        if house[setting.name] != setting.default
    ]
    return tag(
        "p",
        tag("strong", precise(told)) if told else words.WORKING,
        f" {test.system.name_of(main)}" if main else None,
        tag("small", " · ".join(ruled)) if ruled else None,
        class_="chance",
    )


def form(one: Entry) -> Markup:
    """The whole form of a test, and the house rules it is judged by."""
    system = BY_ID[one.system]
    fields = [field for field in system.fields if field.applies(one.sheet.values)]
    return tag(
        "form",
        tag(
            "div",
            tag("div", sight(fields, one.sheet, one.house), class_="card sight"),
            more(fields, one.sheet),
            tag(
                "details",
                tag("summary", common.HOUSE_RULES),
                (control(field, field.name, one.house[field.name], {}) for field in house_fields(system)),
                id="group-house-rules",
                open=True,
                class_="card",
            ),
            data_on="field",
            class_="fields",
        ),
        novalidate=True,
        autocomplete="off",
        aria_label=words.FORM,
    )


def outcome(desk: Desk) -> Child:
    """Draw the results of the tests side by side."""
    if not any(desk.odds):
        return tag("p", words.WORKING, class_="card quiet") if desk.reckoning else None
    found = comparison_of(desk)
    said = [*differences(found)] if found else []
    lacking = words.ONE_ALONE if len(desk.entries) == 1 else words.WORKING if desk.reckoning else words.SOME_LACK_ODDS
    return (
        tag(
            "section",
            tag("h2", words.DIFFERENCE),
            (tag("p", common.with_capital(one), class_="difference") for one in said)
            if found
            else tag("p", lacking, class_="quiet"),
            curves(desk, " ".join(said)),
            class_="card odds",
            aria_label=words.DIFFERENCE,
        ),
        events(found) if found else None,
        take_away(button("desk-picture", words.SHARE_PICTURE), button("desk-picture", words.SAVE_SVG, data_as="svg"))
        if found
        else None,
    )


def curves(desk: Desk, said: str) -> Child:
    """The chart, with what to count and how."""
    names, name = countable(desk.odds), what_is_counted(desk)
    runs = runs_of(desk.odds, name)
    chart = chart_of(desk, said)
    has = [number for number, run in enumerate(runs) if run]
    return (
        tag("div", draw_chart(chart, NARROW, ON_THE_PAGE), class_="narrow"),
        tag("div", draw_chart(chart, WIDE, ON_THE_PAGE), class_="wide"),
        tag("p", (badge(number, LETTERS[number]) for number in has), class_="legend", aria_hidden="true"),
        tag(
            "form",
            tag(
                "div",
                segments("counted", common.COUNTED, MODES, desk.counted, str) if chart.joined else None,
                segments("distribution", common.DISTRIBUTION, [*names], name, names.get) if len(names) > 1 else None,
                data_on="desk-ask",
                class_="odds",
            ),
            novalidate=True,
            id="desk-ask",
        ),
        tag("p", words.MARGIN_ABOUT, class_="quiet") if name == MARGIN else None,
        tag("p", words.FEW_SHARED, class_="quiet") if len(has) < sum(map(bool, desk.odds)) else None,
        numbers(desk, runs, desk.counted if chart.joined else "exactly"),
    )


def numbers(desk: Desk, runs: Sequence[Distribution | None], counted: str) -> Markup:
    """The numbers of the chart, with all the values that there are."""
    rows = (
        (row_label(value), [shown_chance(counted_in(run, value, counted)) for run in runs]) for value in values_of(runs)
    )
    caption = f"{countable(desk.odds)[what_is_counted(desk)]}, {counted}"
    return tag(
        "details",
        tag("summary", common.TABLE),
        grid(caption, (caption, *LETTERS[: len(runs)]), rows),
        id="desk-numbers",
    )


def shown_chance(chance: Ratio | None) -> str:
    """A chance, where there is one."""
    return words.NONE if chance is None else precise(chance)


def events(found: Comparison) -> Markup:
    """Every event of the tests side by side, and their means."""

    def title_of(name: str) -> str:
        owner = next(one for one in found.odds if name in one.events)
        return common.with_capital(owner.test.system.name_of(name))

    rows = [(title_of(name), list(map(shown_chance, chances))) for name, chances in events_of(found)]
    rows += [
        (words.average(countable(found.odds)[name]), [mean(one, name) or words.NONE for one in found.odds])
        for name in names_in(one.means for one in found.odds)
        if name in countable(found.odds)
    ]
    return tag(
        "section",
        tag("h2", words.EVENTS),
        grid(words.EVENT, (words.EVENT, *LETTERS[: len(found.odds)]), rows),
        class_="card odds",
        aria_label=words.EVENTS,
    )
