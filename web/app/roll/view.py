"""The dice on the tray and the card that says what they came to."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from app.common.device import device
from app.common.dice import Dress, dress, on_face, solid, still
from app.common.html import Child, Markup, button, parts, tag
from app.common.icon import GOOD, ICONS, icon
from app.common.own_screens import screens_of
from app.common.sheet import sharing
from app.common.tracking import is_anothers, maker, may_go_on, roller, turns_of, whose_of
from app.log.proof import proof
from app.log.recent import row
from app.log.state import is_of_nobody, swallowed_in_words
from app.model import Model
from app.odds.summary import on_card
from app.roll import words
from app.roll.choices_view import choices, deeds, placement, seldom
from app.roll.draft import chosen_places, current, preview
from app.roll.next_roll import next_roll
from app.roll.state import Draft, Lying, Tray, lying
from app.roll.together import rolled_together
from app.rules.explain import explanation, rule_at
from app.tracker.turns_view import after_roll as turns_after_roll
from pyrules.campaign.events import Rolled
from pyrules.campaign.limits import counter_named
from pyrules.campaign.people import is_hidden
from pyrules.core.english import minus
from pyrules.core.roll import name_of_face
from pyrules.core.system import System
from pyrules.core.verdict import Effect, Line, Option

LONG = 14
"""More letters than this make a headline long: it is set smaller, to keep to one line on a phone."""


def tray(model: Model, tray: Tray) -> Child:
    """Every die as it lies, roll by roll; those that may be chosen are buttons."""
    verdict = preview(model.system, tray)
    tapped = model.place.tab == "roll"
    chosen = current(tray, model.system.options(tray.test, tray.roll)) if tapped else None
    pools = lying(tray.roll, verdict)
    plain, own = dress(model.preferences), dress(model.preferences, roller(model, tray))
    names = sides(model, tray) or verdict.rolls or (None,) * len(pools)
    return [
        (
            tag("h2", name) if name else None,
            own.around([die_view(die, own, chosen) for die in pool], name="ol", label=name)
            if number == 0
            else plain.around([die_view(die, plain, None) for die in pool], name="ol", label=name),
        )
        for number, (name, pool) in enumerate(zip(names, pools, strict=False))
        if pool
    ]


def sides(model: Model, tray: Tray) -> tuple[str, ...]:
    """Those who roll against each other by their names, whoever rolled first; () where nobody rolls against another.

    Where several look, "your" dice are nobody's.
    """
    event = model.campaign.entry(tray.event).event if tray.event else None
    if (
        not isinstance(event, Rolled)
        or len(tray.roll.dice) != 2
        or all(one.role != "other" for one in tray.verdict.marks[1])
    ):
        return ()
    own, other = tray.verdict.rolls
    by = model.campaign.event(tray.event).by if model.place.tab == "show" else maker(model, tray)
    looked_at = words.ROLLERS_DICE if model.place.tab == "show" else own
    return event.who or (by.name if by else looked_at), event.against or other


def die_view(die: Lying, look: Dress, chosen: tuple[Option, Draft] | None) -> Markup:
    """One die with how it counts: what it counts as stands large on it, and small below how it comes to that."""
    mark = die.mark
    sides = solid(die.sides)
    number = die.face if mark.worth is None and die.face > sides else mark.worth  # what the solid cannot show
    told = on_face(die.sides, die.face, mark.size) if mark.size else "" if number is None else minus(str(number))
    worth = "" if die.kind == "dropped" else told
    if die.kind == "dropped":
        inner: Child = still(die.sides, die.face, look, mark.size)
    else:
        faces = " → ".join(name_of_face(die.sides, face, mark.size) for face in die.faces)
        role = words.ROLES.get(mark.role, mark.name)
        said = words.die_words(die.place + 1, faces, minus(", ".join(filter(None, (mark.words, mark.sum)))))
        inner = (
            still(die.sides, die.face, look, mark.size),
            tag("span", said, class_="unseen"),
            tag("b", worth, class_="worth", data_digits=len(worth), aria_hidden="true") if worth else None,
            tag("span", minus(mark.badge), class_="badge", aria_hidden="true") if mark.badge else None,
            tag("span", role, class_="role", aria_hidden="true") if role else None,
        )
        if chosen and die.place in chosen[0].places:
            pressed = "true" if die.place in chosen_places(*chosen) else "false"
            inner = button("die", inner, data_place=die.place, aria_pressed=pressed)
    return tag(
        "li",
        inner,
        class_="die",
        data_sides=sides,
        data_face=(die.face - 1) % sides + 1,
        data_worth=worth or bool(mark.size),
        data_kind=die.kind,
        data_mark=mark.kind if die.kind != "dropped" else None,
        aria_hidden="true" if die.kind == "dropped" else None,
    )


def card(model: Model, tray: Tray) -> Child:
    """The verdict, what it leaves to be done and what may be done now, the next roll, and the steps that led there.

    What goes on from the turn waits while modifiers lie otherwise than it has them.
    """
    verdict = preview(model.system, tray)
    kept = verdict == tray.verdict
    real = words.real_dice(physical=tray.physical, counted=tray.counted)
    about = (*whose_of(model, tray), *([real] if real else []))
    screens = screens_of(model.system.id)
    left = screens.after_roll(model, tray) if kept else None
    onward = kept and not screens.leads_on(model, tray)
    may = may_go_on(model, tray)
    behind = seldom(model, tray) if may and kept else None
    waits = (placement(model, tray), *((left, offers(model, tray, onward=onward)) if may else ()))
    open_choices = [part for part in waits if part]
    headline, summary, good = verdict.news
    head = (
        tag("p", parts(" · ".join(about)), class_="tagline") if about else None,
        tag(
            "h2",
            icon(model.root, ICONS[good]),
            headline,
            class_="verdict",
            data_good=GOOD[good],
            data_drama=verdict.drama or None,
            data_long=len(headline) > LONG or None,
        ),
        tag(
            "div",
            tag("p", parts(minus(summary)), class_="summary") if verdict.lines else None,
            deeds(model, tray, behind=behind is not None),
            class_="came-to",
        ),
        secret(model, tray),
        whose_roll(model, tray),
        tag("p", proven, class_="tagline") if (proven := proof(model, tray.event)) else None,
    )
    return (
        tag("div", head, class_="card"),
        group(model, tray),
        open_choices,
        next_roll(model) if kept else None,
        tag(
            "div",
            steps(model, [line for line in verdict.lines if not line.quiet], "step", words.STEPS),
            quiet_steps(model, [line for line in verdict.lines if line.quiet]),
            effects(model, tray, verdict.effects),
            house_rules(model.system, model.system.house_rules(tray.test)),
            class_="card",
        )
        if verdict.lines
        else None,
        turns_after_roll(model, turns_of(model)) if kept and tray.event else None,
        on_card(model, tray) if kept else None,
        sharing(model),
        behind,
    )


def group(model: Model, tray: Tray) -> Markup | None:
    """The results of all of a kind who have rolled together, each a button that lays it on the tray."""
    found = rolled_together(model, tray)
    rows = [row(model, entry, lies=entry.id == tray.event) for entry in found]
    return tag("div", tag("ol", rows), class_="card recent") if rows else None


def offers(model: Model, tray: Tray, *, onward: bool) -> Markup | None:
    """The choices of now; those of another's roll are folded under whose it is: a tap would spend what is theirs."""
    found = choices(model, tray, onward=onward)
    if found is None or not is_anothers(model, tray):
        return found
    by = maker(model, tray)
    whose = next(iter(whose_of(model, tray)), "") if roller(model, tray) else by.name if by else ""
    return tag("details", tag("summary", words.choices_of(whose)), found, id="others-choices", class_="card")


def secret(model: Model, tray: Tray) -> Markup | None:
    """That nobody else sees what a roll came to, and what shows it."""
    event = model.campaign.entry(tray.event).event if tray.event else None
    if not isinstance(event, Rolled):
        return None
    for name in (event.who, event.against):
        if is_hidden(model.campaign, event.system, name):
            return tag("p", words.hidden_with(name), class_="tagline")
    if not event.secret:
        return None
    return tag(
        "div",
        tag("p", words.ONLY_YOU, class_="quiet"),
        button("reveal", words.REVEAL, data_event=tray.event),
        class_="kept",
    )


def rolling(model: Model, tray: Tray) -> Markup:
    """Draw the place of the verdict while the dice are in the air."""
    return tag(
        "div",
        tag("p", "…", class_="verdict", aria_hidden="true"),
        tag("p", tag("code", model.system.write(tray.test)), class_="summary"),
        whose_roll(model, tray),
        class_="card rolling",
    )


def whose_roll(model: Model, tray: Tray) -> Markup | None:
    """Which other device has made the roll on the tray."""
    by = maker(model, tray)
    return tag("p", words.ROLLED_BY, " ", device(by), class_="tagline") if by else None


def quiet_steps(model: Model, lines: Sequence[Line]) -> Markup | None:
    """The rules that changed nothing here, and what the dice show by themselves, folded."""
    if not lines:
        return None
    label = words.quiet_steps(len({line.step for line in lines}))
    return tag("details", tag("summary", label), steps(model, lines, "quiet", label), id="quiet-steps")


def steps(model: Model, lines: Sequence[Line], name: str, label: str) -> Markup:
    """Rules in the order they were applied, a row for each step, numbered unless the system numbers them itself."""
    rows = [(title, list(told)) for title, told in groupby(lines, lambda line: line.step)]
    return tag(
        "ol",
        (step(model, f"{name}-{number}", title, told) for number, (title, told) in enumerate(rows, 1)),
        class_="steps",
        data_numbered=lines[0].step[0].isdigit(),
        aria_label=label,
    )


def step(model: Model, name: str, title: str, told: Sequence[Line]) -> Markup:
    """One step; it folds out to its rules in our own words, and to the rulings where the text is silent."""
    rules = dict.fromkeys(line.rule for line in told)
    return tag(
        "li",
        tag(
            "details",
            tag(
                "summary",
                tag("span", title),
                " ",
                tag("b", minus("; ".join(line.result for line in told))),
            ),
            (explanation(model, rule_at(model.system, rule)) for rule in rules),
            id=name,
        ),
    )


def effects(model: Model, tray: Tray, given: Sequence[Effect]) -> Child:
    """The changes that the roll makes in the campaign, counter by counter, and which of them are not counted.

    A test's own counters are told by its steps.
    """
    lasting = [one for one in given if counter_named(model.system, one.counter).each != "test"]
    if not lasting:
        return None
    told = dict(untold(model, tray))
    return tag(
        "ul",
        (
            tag("li", tag("b", told.get(one) or change(model, one)), " ", rule_at(model.system, one.rule).title)
            for one in lasting
        ),
        class_="effects",
        aria_label=words.EFFECTS,
    )


def change(model: Model, one: Effect) -> str:
    """An effect in words."""
    return words.counter_change(counter_named(model.system, one.counter).title, one.delta)


def untold(model: Model, tray: Tray) -> Iterator[tuple[Effect, str]]:
    """The effects of a roll in the log that are not counted, or only in part, with what is said of them."""
    event = model.campaign.entry(tray.event).event if tray.event else None
    short = swallowed_in_words(model.campaign, tray.event) if isinstance(event, Rolled) else {}
    for one in event.effects if isinstance(event, Rolled) else ():
        effect = Effect(one.counter, one.delta, one.rule)
        if is_of_nobody(model.system.id, counter_named(model.system, one.counter), one.who):
            yield effect, words.not_counted(change(model, effect), words.OF_NOBODY)
        elif one in short:
            yield effect, short[one]


def house_rules(system: System[Any], given: dict[str, str | int]) -> Child:
    """The house rules that are not what this app does by default."""
    other = [setting for setting in system.settings if given[setting.name] != setting.default]
    if not other:
        return None
    return tag(
        "p",
        tag("strong", f"{words.HOUSE_RULES}: "),
        "; ".join(f"{setting.label}: {setting.label_of(given[setting.name])}" for setting in other),
        class_="house",
    )
