"""A judged roll as text for people: the dice, every step, the verdict and what may follow."""

from collections.abc import Mapping
from typing import Any

from pyrules.core.faces import write_faces
from pyrules.core.roll import Roll
from pyrules.core.system import System
from pyrules.core.verdict import Option
from pyrules.report import changed_rules, roll_report


def roll_table(system: System[Any], test: Any, roll: Roll) -> str:
    """A judged roll for people."""
    report = roll_report(system, test, roll)
    lines = [f"{system.title}: {report['notation']}"]
    lines += changed_rules(system, test)
    lines += [f"Dice: {write_faces(roll.dice) or 'none'}", ""]
    steps = [step for step in report["before"] if step not in report["trace"]] + report["trace"]
    width = max(len(step["rule"]) for step in steps)
    lines += [f"  {step['rule']:<{width}}  {step['text']}" for step in steps]
    lines += ["", f"{report['headline']}: {report['summary']}"]
    titles = {counter.id: counter.title for counter in system.counters}
    lines += [
        f"Effect: {titles[effect['counter']]} {effect['delta']:+d} ({effect['rule']})" for effect in report["effects"]
    ]
    lines += [f"Possible: {possible(option, titles)}" for option in system.options(test, roll)]
    return "\n".join(lines)


def possible(option: Option, titles: Mapping[str, str]) -> str:
    """One option: what it is, what it costs by the titles of counters, and how it is taken."""
    cost = f"{titles[option.counter]} -{option.cost}" if option.cost else ""
    about = ", ".join(words for words in (option.hint, cost) if words)
    dice = " ".join("-" if place < 0 else str(place + 1) for place in option.places)
    if option.notation:
        taken = option.notation
    elif option.units:
        taken = f'--set {option.id}="DICE", one of {dice} for each of {" ".join(option.units)}'
    elif option.most:
        taken = f'--set {option.id}="DICE", at most {option.most} of {dice}'
    elif option.fields:
        given = " ".join(f"{field.name} {'N' if field.kind == 'number' else 'on'}" for field in option.fields)
        alone = "" if option.asks_first else f"--set {option.id}= or, for what it has alone, "
        taken = f'{alone}--set {option.id}="{given}"'
    else:
        taken = f"--set {option.id}="
    return f"{option.label}{f' ({about})' if about else ''}: {taken}"
