"""Chances in words, numbers and pictures, where the dice are: on the button, under the form, and on the card."""

from collections.abc import Sequence
from itertools import chain
from typing import Any

from app.common.html import Child, Markup, button, tag
from app.common.tracking import options
from app.model import Model
from app.odds import words
from app.odds.chances import advice_now, best_of, chosen_of, is_at_length, is_awaited, is_quick, luck_of, odds_of
from app.roll.state import Tray, given_with
from pyrules.charts import bars, bars_of, decides_in_words, enough, marker, meets, row_chance, row_label
from pyrules.core.english import minus
from pyrules.core.odds import NOTHING, Advice, Odds
from pyrules.core.ratio import Ratio
from pyrules.core.roll import Pick
from pyrules.core.system import System
from pyrules.core.verdict import Option


def percent(chance: Ratio, digits: int | None = None) -> str:
    r"""A chance for people: whole percents in the middle, more digits where they matter, or `digits` throughout.

    >>> [percent_text(Ratio(*parts)) for parts in ((1, 3), (1, 1000), (999, 1000), (1, 1), (0, 1), (1, 100000))]
    ['33', '0.1', '99.9', '100', '0', 'under 0.01']
    >>> percent(Ratio(2, 3), 2), percent(Ratio(1, 1), 2)  # number and unit stay on one line
    ('66.67\xa0%', '100\xa0%')
    """
    return f"{percent_text(chance, digits)}\N{NO-BREAK SPACE}%"


def percent_text(chance: Ratio, digits: int | None = None) -> str:
    """The number of percents of a chance."""
    share = chance.value
    if chance.weight in {0, chance.ways}:
        return f"{100 * share:.0f}"
    if share < 0.0001:
        return "under 0.01"
    if share > 0.9999:
        return "over 99.99"
    if digits is not None:
        return f"{share * 100:.{digits}f}"
    digits = 0 if 0.1 <= share < 0.995 else 1 if 0.01 <= share < 0.9995 and share != 0.01 else 2
    text = f"{share * 100:.{digits}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def main_chance(model: Model) -> str:
    """Return the main chance of the form's test, for the button that rolls; "" where it is not known yet."""
    test = model.sheet.test
    if test is None or (is_awaited(model) and not is_quick(model.system, test)):
        return ""
    told, best = chance_of(model, odds_of(model, test)), best_of(model.system, test)
    return words.chance_at_best(told, percent(best)) if told and best is not None else told


def chance_of_test(model: Model, test: Any) -> str:
    """Return the main chance of another test; "" where it is not worked out at once."""
    return chance_of(model, odds_of(model, test)) if is_quick(model.system, test) else ""


def chance_of(model: Model, found: Odds | str) -> str:
    """Return the main chance of some odds; "" where they would take too long."""
    if isinstance(found, str):
        return ""
    return found.forecast or words.chance(percent(found.events[found.main]), model.system.aims.get(found.main, ""))


def under_form(model: Model) -> Child:
    """The odds of the test as it is being put together."""
    if model.sheet.test is None:
        return None
    found = odds_of(model, model.sheet.test)
    if isinstance(found, str):
        return tag("div", tag("p", found, class_="quiet"), at_length(model), class_="card")
    name = found.leading
    return tag(
        "section",
        tag("h2", words.ODDS),
        forecast(found),
        events(model.system, found, best_of(model.system, model.sheet.test)),
        chart(model.system, found, name, "exactly"),
        legend(model.system, found, name),
        left_out(model, found),
        class_="card odds",
        aria_label=words.ODDS,
    )


def forecast(found: Odds) -> Markup | None:
    """The words before all chances, where there are some."""
    return tag("p", words.sentence(found.forecast), class_="forecast") if found.forecast else None


def left_out(model: Model, found: Odds) -> Child:
    """Say what the odds of the form's test leave out."""
    if not found.left_out:
        return None
    return (tag("p", words.left_out(map(model.system.name_of, found.left_out)), class_="quiet"), at_length(model))


def at_length(model: Model) -> Child:
    """A button that has odds worked out which take too long for every keystroke."""
    if is_at_length(model):
        return tag("p", words.ODDS_LOADING, class_="quiet") if model.due else None
    return tag(
        "p",
        button("odds-at-length", words.AT_LENGTH),
        " ",
        tag("small", words.AT_LENGTH_TAKES),
    )


def events(system: System[Any], found: Odds, best: Ratio | None = None) -> Markup:
    """The chance of every event, the main one first, and after it what it is with the `best` choices after the roll."""
    names = sorted(found.events, key=lambda name: name != found.main)
    told = [(words.with_capital(system.name_of(name)), found.events[name], name == found.main) for name in names]
    if best is not None:
        told.insert(1, (words.AT_BEST, best, False))
    return tag(
        "dl",
        (tag("div", tag("dt", name), tag("dd", percent(chance)), data_main=main) for name, chance, main in told),
        class_="events",
    )


def mean(found: Odds, name: str) -> str:
    """The mean of a distribution, rounded; "" where it has none."""
    return minus(f"{found.means[name].value:.2f}".rstrip("0").rstrip(".")) if name in found.means else ""


def chart(system: System[Any], found: Odds, name: str, mode: str, marker: str = "") -> Markup:
    """One distribution as bars, with the value that was rolled marked; in words where there is only one value."""
    rows = found.distributions[name]
    if len(rows.rows) == 1:
        return tag("p", words.always(system.name_of(name), row_label(rows.rows[0][0])), class_="quiet")
    drawn = bars_of(found, name, mode)
    likely = max(drawn, key=lambda bar: bar.share)
    return bars(
        drawn,
        words.distribution(system.name_of(name), mode),
        words.chart_in_words(
            mean(found, name), likely.label, percent(row_chance(rows, rows.rows[drawn.index(likely)][0], mode))
        ),
        row_label(marker),
        words.you(row_label(marker)) if marker else "",
    )


def legend(system: System[Any], found: Odds, name: str) -> Child:
    """Explain the bars of a distribution, where there are any."""
    rows = found.distributions[name].rows
    if len(rows) == 1:
        return None
    decides = enough(found, name) is not None or decides_in_words(found, name)
    filled = decides and any(meets(found, name, value) for value, _ in rows)
    return tag("p", words.legend(filled, system.name_of(name), mean(found, name)), class_="quiet")


def on_card(model: Model, tray: Tray) -> Child:
    """Where the roll stands among all that could have been, and how lucky it was."""
    if model.due:
        return None
    found = odds_of(model, tray.test)
    if isinstance(found, str) or not tray.roll.dice:
        return None
    name = found.leading
    luck = luck_of(model.system, tray.test, tray.roll)
    rolled = getattr(tray.verdict.outcome, name, None)
    return tag(
        "section",
        tag("h2", words.ODDS),
        chart(model.system, found, name, "exactly", marker(found.distributions[name], rolled)),
        tag("p", words.luck(percent(luck.at_least), percent(luck.at_most))) if luck else None,
        best_course(model, tray),
        class_="card odds",
        aria_label=words.ODDS,
    )


def best_course(model: Model, tray: Tray) -> Child:
    """Draw the advice, the best chance first, with its price; then plans for something else.

    What leaves no chance, such as a failure left as it is, is not listed.
    """
    advice = list({worth(one): one for one in reversed(advice_now(model, tray))}.values())[::-1]
    if len(advice) < 2:
        return None
    main = next(iter(advice[0].chances))
    others = [one for one in advice if one.goal]
    if not advice[0].chances[main].weight:
        if any(option.fields for option in options(model, tray)):
            return None  # what may be given with an option can still help
        return (tag("p", words.NO_CHANCE), courses(model, tray, others) if others else None)
    return (
        tag("h3", words.BEST_COURSE),
        courses(model, tray, [*(one for one in advice if not one.goal and hope(one)), *others]),
    )


def worth(one: Advice) -> tuple[object, ...]:
    """The chance of a piece of advice in words; another plan that does the same for no better chance adds nothing."""
    return one.option, one.places, one.goal, one.chances[one.goal or next(iter(one.chances))]


def courses(model: Model, tray: Tray, advice: Sequence[Advice]) -> Markup:
    """A list of what may be done, each with the chance of what it is done for."""
    system = model.system
    offered = {option.id for option in options(model, tray)}
    titles = {counter.id: counter.title for counter in system.counters}
    return tag(
        "ol",
        (
            tag(
                "li",
                course(
                    one,
                    tag("b", chance_of_advice(model, tray, one), ":"),
                    " ",
                    minus(one.label),
                    words.on_places([place for place in one.places if place >= 0], names_of(tray))
                    if max(one.places, default=-1) >= 0
                    else "",
                    f" · {words.costs(one.cost, titles[one.counter])}" if one.cost else "",
                    can=one.option in offered and hope(one),
                ),
                tag("small", minus(one.policy)) if one.policy else None,
            )
            for one in advice
        ),
        class_="advice",
    )


def names_of(tray: Tray) -> list[str]:
    """Return the name of the dice that picks count, "" for none."""
    return [mark.name for mark in (*(one.mark for one in tray.verdict.automatic), *chain(*tray.verdict.marks[:1]))]


def chance_of_advice(model: Model, tray: Tray, one: Advice) -> str:
    """The chance of what a piece of advice is for, in words."""
    if one.goal:
        return f"{percent(one.chances[one.goal])} {model.system.name_of(one.goal)}"
    return aim_chance(model, tray, next(iter(one.chances.values())))


def course(advice: Advice, *said: Child, can: bool = True) -> Markup:
    """A piece of advice as the button that follows it, if that `can` be done now and helps."""
    if not can:
        return tag("p", said)
    return button("advised", said, data_option=advice.option, data_places=" ".join(map(str, advice.places)))


def is_idle(model: Model, tray: Tray, option: Option) -> bool:
    """Return whether an option leaves all chances as they are without it, as far as that is known at once.

    One that the reader gives something with is at hand, and so is one that ends the test in another way.
    """
    if model.system.is_idle(tray.test, tray.roll, option):
        then = model.system.judge(tray.test, tray.roll.with_pick(Pick(option.id)))
        return not given_with(tray, option) and then.good == tray.verdict.good
    if option.notation or option.fields or is_settled_by(model.system, tray, option):
        return False
    advice = advice_now(model, tray, at_once=True)
    found = [one for one in advice if one.option == option.id]
    without = next((one.chances for one in advice if one.option == NOTHING), {})
    return bool(found) and all(without.get(name) == chance for one in found for name, chance in one.chances.items())


def is_settled_by(system: System[Any], tray: Tray, option: Option) -> bool:
    """Return whether an option changes the verdict without another die, as a partial success that is bought."""
    if option.most:
        return False
    return not system.pending(tray.test, system.pick(tray.test, tray.roll, Pick(option.id))).throws


def hope(advice: Advice) -> bool:
    """Return whether what a piece of advice is for can still happen."""
    return advice.chances[advice.goal or next(iter(advice.chances))].weight > 0


def best_dice(model: Model, tray: Tray) -> Markup | None:
    """The best course as a button, where it is to use an option on dice that would otherwise be tapped one by one."""
    advice = advice_now(model, tray, at_once=True)
    if not advice or not advice[0].places or not hope(advice[0]):
        return None
    best = advice[0]
    if next(one for one in model.system.options(tray.test, tray.roll) if one.id == best.option).units:
        return None
    chance = tag("small", aim_chance(model, tray, next(iter(best.chances.values()))), class_="chance")
    return course(best, minus(best.label), words.on_places(best.places, names_of(tray)), chance)


def chance_of_option(model: Model, tray: Tray, option: Option, places: Sequence[int]) -> str:
    """The exact chance that taking an option gives, for its button; "" where it is not known yet.

    One that is used on dice of one's choice has that of these places or, while there are none, that of the best ones.
    What has a price is told alone: more would have to be paid for. So is a further test, and one that cannot bring what
    this one was about by itself, such as the other side's turn, has none to show.
    """
    if model.due:
        return ""
    if places or given_with(tray, option):
        pick = Pick(option.id, tuple(places), given_with(tray, option))
        sure = chosen_of(model.system, tray.test, tray.roll, pick)
        return "" if sure is None else aim_chance(model, tray, sure)
    found = (
        one
        for one in advice_now(model, tray)
        if one.option == option.id
        and not ((one.cost or option.notation) and one.policy)
        and not (option.most and not one.places)
    )
    main, chance = next((next(iter(one.chances.items())) for one in found), ("", None))
    if chance is None:
        return ""
    if not chance.weight:
        hopeful = (one for one in advice_now(model, tray) if one.option == option.id and hope(one))
        other = None if option.notation else next(hopeful, None)
        said = chance_of_advice(model, tray, other) if other else ""
        return words.at_best(said) if other and not other.goal else said
    said = aim_chance(model, tray, chance)
    if option.most:
        return words.at_best(said)
    best = max(one.chances[main] for one in advice_now(model, tray) if one.option == option.id and main in one.chances)
    return said if best == chance or option.notation else words.going_on(said, percent(best))


def aim_chance(model: Model, tray: Tray, chance: Ratio) -> str:
    """The chance that something leads to what the roll on the tray was for, in words; that it stays one, if it is."""
    main = odds_main(model, tray)
    if main == SUCCESS and tray.verdict.good:
        return words.still(percent(chance))
    return words.chance(percent(chance), model.system.aims.get(main, ""))


SUCCESS = "success"


def odds_main(model: Model, tray: Tray) -> str:
    """The name of the event that the roll on the tray was for; "" where its advice would take too long."""
    best = next(iter(advice_now(model, tray)), None)
    return next(iter(best.chances), "") if best else ""


def waiting() -> Markup:
    """Draw the Odds tab while the odds are worked out."""
    return tag("p", words.ODDS_LOADING, class_="card quiet")
