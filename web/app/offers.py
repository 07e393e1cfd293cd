"""How a character fills the form: what choosing one puts there, and what there is to tap."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app import words
from app.characters import ATTRIBUTES, Character
from pyrules.campaign.actions import meant
from pyrules.core.errors import FormError
from pyrules.core.form import Values, read_form
from pyrules.systems.general import form as general, rules as general_rules
from pyrules.systems.general.model import Role, Settings
from pyrules.systems.moonwalk import form as moonwalk, rules as moonwalk_rules
from pyrules.systems.moonwalk.model import Term


@dataclass(frozen=True, slots=True)
class Offer:
    """Something of a character to tap for the form: what the form has by that, and whether it has it already.

    A `used` one cannot be tapped.
    """

    id: str
    group: str
    label: str
    hint: str
    puts: Values
    taken: bool = False
    used: bool = False


def chosen(system: str, character: Character, form: Values) -> Values:
    """What choosing a character puts into the form at once."""
    values = character.values
    match system:
        case "moonwalk" | "almond":
            found = POOLS[system](character, form)
            return found[0].puts if found and not any(offer.taken for offer in found) else {}
        case "stepdie":
            return {"step": values["step"]}
        case "general":
            skills = {skill["label"]: skill["die"] for skill in values["skills"]}
            attribute = str(form["attribute"]).lower()
            return {
                "attribute_die": values.get(attribute, form["attribute_die"]),
                "skill_die": skills.get(form["skill"], general.NO_DIE),
                "level": values["level"],
                "bonus_die": values["bonus_die"],
                "dice": [row for row in form["dice"] if row["role"] != "action"],
            }
        case _:
            return {}


def offers(
    system: str, character: Character, form: Values, used: Sequence[str], house_rules: Settings
) -> tuple[Offer, ...]:
    """What a character has to tap for a form with these values; `used` names the Actions that are used up.

    The house rules are those of the General Rules.
    """
    if system == "general":
        return (
            *attributes(character, form),
            *skills(character, form),
            *fights(character, form, house_rules),
            *trainings(character, form),
            *actions(character, form, used),
        )
    return POOLS[system](character, form) if system in POOLS else ()


def moonwalk_pools(character: Character, form: Values) -> tuple[Offer, ...]:
    """The named dicepools, each with its limit; a penalty for trying something else again goes away."""
    kept = [row for row in form["modifiers"] if not is_penalty(row)]
    return tuple(
        Offer(
            f"pools.{place}",
            words.POOLS,
            row["label"],
            f"{row['pool']}" if row["limit"] is None else f"{row['pool']} [{row['limit']}]",
            {**row, "modifiers": kept},
            taken=all(form[name] == value for name, value in row.items()),
        )
        for place, row in enumerate(character.values["pools"])
    )


def is_penalty(row: Values) -> bool:
    """Whether a row of modifiers, perhaps as typed, is the penalty for trying again; what cannot be read is none."""
    try:
        read = read_form(moonwalk.MODIFIER, row)
    except FormError:
        return False
    return moonwalk_rules.is_again(Term(read["number"], read["label"]))


def almond_pools(character: Character, form: Values) -> tuple[Offer, ...]:
    """The named dice."""
    return tuple(
        Offer(
            f"pools.{place}",
            words.POOLS,
            row["label"],
            f"{row['dice']}d6",
            {"dice": row["dice"]},
            taken=form["dice"] == row["dice"],
        )
        for place, row in enumerate(character.values["pools"])
    )


POOLS: dict[str, Callable[[Character, Values], tuple[Offer, ...]]] = {
    "moonwalk": moonwalk_pools,
    "almond": almond_pools,
}


def attributes(character: Character, form: Values) -> list[Offer]:
    """The four Attributes with their dice."""
    kind = "attribute" if form["kind"] == "skill" else form["kind"]
    plain = {"kind": kind, "skill": "", "skill_die": general.NO_DIE, "trained": False}
    return [
        Offer(
            key,
            "Attributes",
            name,
            character.values[key],
            {**plain, "attribute": name, "attribute_die": character.values[key]},
            taken=form["kind"] != "skill" and form["attribute"] == name,
        )
        for key, name in ATTRIBUTES.items()
    ]


def skills(character: Character, form: Values) -> list[Offer]:
    """The Skills, each with the Attribute it is listed under."""
    return [
        Offer(
            f"skills.{place}",
            "Skills",
            row["label"],
            row["die"] if row["die"] != general.NO_DIE else "",
            {
                "kind": "skill",
                "attribute": ATTRIBUTES[row["attribute"]],
                "attribute_die": character.values[row["attribute"]],
                "skill": row["label"],
                "skill_die": row["die"],
                "trained": False,
            },
            taken=form["kind"] == "skill" and form["skill"] == row["label"],
        )
        for place, row in enumerate(character.values["skills"])
    ]


def fights(character: Character, form: Values, house_rules: Settings) -> list[Offer]:
    """Attack and Save with the Combat Skill Die of the Level; a Save keeps only the dice that it may have."""
    level = {"level": character.values["level"], "trained": False}
    of_a_save: list[Values] = []
    roles: list[Role] = ["attribute", *(("combat",) if general_rules.combat_die(level["level"]) else ())]
    for row in form["dice"]:
        if not general_rules.refused_die("save", row["role"], roles, house_rules):
            of_a_save.append(row)
            roles.append(row["role"])
    return [
        Offer("attack", words.FIGHT, "Attack", "", {**level, "kind": "attack"}, taken=form["kind"] == "attack"),
        Offer(
            "save",
            words.FIGHT,
            "Save",
            "",
            {**level, "kind": "save", "dice": of_a_save},
            taken=form["kind"] == "save",
        ),
    ]


def trainings(character: Character, form: Values) -> list[Offer]:
    """What the character is trained for, where Training may help."""
    if general_rules.refused_training(form["kind"]):
        return []
    return [
        Offer(
            f"training.{place}",
            "Training",
            row["label"],
            "",
            {"trained": not form["trained"]},
            taken=form["trained"],
        )
        for place, row in enumerate(character.values["training"])
    ]


def actions(character: Character, form: Values, used: Sequence[str]) -> list[Offer]:
    """The Actions: each joins the pool, or leaves it again, until it is used."""
    found = []
    rows = joining(form)
    places = meant([*used, *map(called, rows)], own_actions(character))
    gone, joined = places[: len(used)], places[len(used) :]
    for place, row in enumerate(character.values["actions"]):
        name, die = row["label"], row["die"]
        taken = place in joined
        rest = list(form["dice"])
        if taken:
            rest.remove(rows[joined.index(place)])
        else:
            rest.append({"role": "action", "name": name, "die": die, "rolled": "normal"})
        found.append(Offer(f"actions.{place}", "Actions", name, die, {"dice": rest}, taken=taken, used=place in gone))
    return found


def own_actions(character: Character) -> list[str]:
    """A character's Actions, each by its name and die."""
    return [f"{row['label']} {row['die']}" for row in character.values["actions"]]


def joining(form: Values) -> list[Values]:
    """The rows of a form that are Actions."""
    return [row for row in form["dice"] if row["role"] == "action"]


def called(row: Values) -> str:
    """The Action of a row by its name and die."""
    return f"{row['name']} {row['die']}".strip()


def without_used(character: Character, form: Values, used: Sequence[str], *, anew: bool) -> Values:
    """What the form has once the used Actions of a character have left it; {} when it has none of them.

    With `anew` one that was just used leaves even where another of the same name and die is still unused.
    """
    rows = joining(form)
    places = meant([*used, *map(called, rows)], own_actions(character))[len(used) :]
    known = {name.casefold() for name in used}
    gone = [
        row
        for row, place in zip(rows, places, strict=True)
        if (anew and called(row).casefold() in known) or (place < 0 and meant([called(row)], used) != (-1,))
    ]
    return {"dice": [row for row in form["dice"] if all(row is not one for one in gone)]} if gone else {}
