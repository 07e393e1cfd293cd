"""The page of what a change is worth: every step of a test by its effect, and a heat map over any two of them."""

from collections.abc import Iterable, Sequence

from app import words as common
from app.common.grid import grid
from app.common.html import Child, Markup, tag
from app.common.link import link
from app.desk import words
from app.desk.parts import precise, take_away
from app.desk.state import SIZES, Desk, Heat, Sweep
from app.model import Model
from app.odds.view import segments, sign
from app.place import COMPARE, Place
from pyrules.api import Step, Test
from pyrules.campaign.links import write_tests
from pyrules.charts import row_label
from pyrules.core.errors import RulesError
from pyrules.core.ratio import NEVER, Ratio
from pyrules.heat import LEVELS, Axis
from pyrules.heat_map import cell_words, ends, heat_map, key
from pyrules.side_by_side import names_in
from pyrules.strips import effect_bar

LONGEST = 23
"""The most letters that the name of an axis has where it is chosen."""


def changes(model: Model, desk: Desk) -> Child:
    """Draw the changes of the test as far as they are known."""
    sweep = desk.sweep
    if desk.asked.test is None:
        return None
    if sweep is None:
        return tag("p", words.WORKING, class_="card quiet")
    if sweep.why:
        return tag("p", common.sentence(sweep.why), class_="card")
    return effects(model, sweep), two_at_once(desk, sweep) if len(sweep.axes) > 1 else None, take_away()


def effects(model: Model, sweep: Sweep) -> Markup:
    """The steps that change something, then the names of what changes nothing."""
    moving = [step for step in sweep.steps if step.change != NEVER]
    still = [step for step in sweep.steps if step.change == NEVER]
    names = {step.name for step in moving}
    idle = names_in([f"{step.label}: {from_and_to(step)}" if step.name in names else step.label] for step in still)
    done, all_of = len(sweep.steps) + len(sweep.left_out), len(sweep.steps) + len(sweep.left_out) + len(sweep.rest)
    return tag(
        "section",
        tag("h2", words.BY_EFFECT),
        progress(done, all_of) if sweep.rest else None,
        tag(
            "table",
            tag(
                "thead",
                tag("tr", (tag("th", head, scope="col") for head in (words.CHANGE, words.EFFECT, words.CHANCE))),
                class_="unseen",
            ),
            (rows_of(model, sweep, [step for step in moving if step.apart is apart]) for apart in (False, True)),
            class_="changes",
        ),
        tag("p", words.idle(idle), class_="quiet") if idle else None,
        tag("p", words.left_out("; ".join(names_in([sweep.left_out]))), class_="quiet") if sweep.left_out else None,
        class_="card odds",
        aria_label=words.BY_EFFECT,
    )


def rows_of(model: Model, sweep: Sweep, steps: Sequence[Step]) -> Child:
    """Draw steps of one kind, each beside the largest of them; those that are more than a step say so."""
    if not steps:
        return None
    most = max(abs(step.change.value) for step in steps)
    return tag(
        "tbody",
        tag("tr", tag("th", words.APART, scope="rowgroup", colspan=3)) if steps[0].apart else None,
        (effect(model, sweep, same, same[0].change.value / most) for same in alike(steps)),
    )


def progress(done: int, of: int) -> Markup:
    """Draw the progress of a computation."""
    return tag("p", words.so_far(done, of), class_="quiet")


def from_and_to(step: Step) -> str:
    """From what to what a step leads."""
    return words.step(row_label(step.before), row_label(step.after))


def alike(steps: Iterable[Step]) -> list[list[Step]]:
    """The steps that come to the same together, as one die less is, wherever it is taken from."""
    found: dict[tuple[Ratio, bool], list[Step]] = {}
    for step in steps:
        found.setdefault((step.change, step.apart), []).append(step)
    return list(found.values())


def effect(model: Model, sweep: Sweep, steps: Sequence[Step], part: float) -> Markup:
    """Steps of one effect: what each changes, by how much, and the chance it comes to."""
    first = steps[0]
    return tag(
        "tr",
        tag("th", (changing(model, sweep, step) for step in steps), effect_bar(part), scope="row"),
        tag("td", common.points(first.change.value), data_sign=sign(first.change)),
        tag("td", precise(first.chance)),
    )


def changing(model: Model, sweep: Sweep, step: Step) -> Markup:
    """Draw the link of a step, which leads to both tests side by side."""
    label = step.label, " ", tag("b", from_and_to(step))
    compare = compared_at(model, sweep.test, step.test) if not sweep.rest else ""
    return tag("a", label, href=compare) if compare else tag("span", label)


def compared_at(model: Model, *tests: Test) -> str:
    """Where tests are compared; "" where no link can hold them."""
    try:
        fragment = write_tests((test.system, test.record) for test in tests)
    except RulesError:
        return ""
    return f"{link(model, Place('', COMPARE))}#{fragment}"


def two_at_once(desk: Desk, sweep: Sweep) -> Markup:
    """The heat map, with what it goes over."""
    heat = desk.heat
    return tag(
        "section",
        tag("h2", words.HEAT_MAP),
        heat_axes(desk, sweep.axes, heat) if heat else None,
        progress(len(heat.cells), heat.size) if heat and len(heat.cells) < heat.size else None,
        heat_figure(heat, sweep) if heat and any(heat.cells) else tag("p", words.WORKING, class_="quiet"),
        class_="card odds",
        aria_label=words.HEAT_MAP,
    )


def heat_axes(desk: Desk, axes: Sequence[Axis], heat: Heat) -> Markup:
    """The choice of the two axes, and of how far they go."""
    sizes = [str(size) for size in SIZES]
    return tag(
        "form",
        tag(
            "div",
            tag(
                "div",
                axis("across", words.ACROSS, axes, heat.grid.across.name),
                axis("down", words.DOWN, axes, heat.grid.down.name),
                class_="axes",
            ),
            segments("most", words.CELLS, sizes, str(desk.most), lambda size: words.at_most(size, size)),
            data_on="desk-axes",
            class_="odds",
        ),
        novalidate=True,
        id="desk-axes",
    )


def short_label(label: str) -> str:
    """The words for an axis as far as a phone has room for them."""
    return label if len(label) <= LONGEST else f"{label[: LONGEST - 1].rstrip()}…"


def axis(name: str, label: str, axes: Sequence[Axis], chosen: str) -> Markup:
    """The choice of one axis."""
    return tag(
        "div",
        tag("label", label, for_=f"desk-{name}"),
        tag(
            "select",
            (tag("option", short_label(one.label), value=one.name, selected=one.name == chosen) for one in axes),
            id=f"desk-{name}",
            name=name,
        ),
        class_="field",
    )


def heat_figure(heat: Heat, sweep: Sweep) -> Child:
    """The map, how to read it, and its numbers."""
    low, high = ends(heat.cells) or (NEVER, NEVER)
    event = common.with_capital(sweep.test.system.name_of(sweep.main))
    across, down = heat.grid.across, heat.grid.down
    said = words.heat_described(event, across.label, down.label, precise(low), precise(high))
    complete = len(heat.cells) == heat.size
    return (
        tag(
            "div",
            heat_map(across, down, heat.cells, said),
            class_="scroll",
            tabindex=0,
            role="region",
            aria_label=words.map_of(across.label, down.label),
        ),
        tag(
            "p",
            tag("span", words.LINES, ": "),
            (
                tag("span", key(level), " ", words.from_here(round(100 * level.value)), class_="level")
                for level in LEVELS
            ),
            class_="quiet levels",
        ),
        tag("p", words.here(sweep.test.notation), class_="quiet"),
        tag("p", words.TOO_LONG, class_="quiet") if heat.too_long else None,
        tag("details", tag("summary", common.TABLE), numbers_grid(heat, said), id="desk-heat") if complete else None,
    )


def numbers_grid(heat: Heat, said: str) -> Markup:
    """The same numbers to read."""
    across, down = heat.grid.across, heat.grid.down
    width = len(across.values)
    return grid(
        f"{common.TABLE}: {said}",
        (f"{down.label} / {across.label}", *map(row_label, across.words)),
        (
            (row_label(word), cells(heat.cells[start : start + width]))
            for word, start in zip(down.words, range(0, heat.size, width), strict=True)
        ),
    )


def cells(chances: Sequence[Ratio | None]) -> list[str]:
    """A row of chances."""
    return [f"{cell_words(chance)} %" if chance is not None else words.NONE for chance in chances]
