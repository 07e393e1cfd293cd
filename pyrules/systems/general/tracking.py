"""The tracking of the General Rules: characters with dice of their own, and the Actions that they have used."""

from pyrules.campaign.people import LABEL
from pyrules.campaign.state import State
from pyrules.campaign.tracking import Context, Offer, Person, Tracking
from pyrules.core.form import MORE, Choice, Field, Values
from pyrules.core.scan import MOST_NUMBER
from pyrules.core.system import Settings as Given
from pyrules.systems.general import form, rules
from pyrules.systems.general.actions import action_places, actions_back, actions_used
from pyrules.systems.general.model import ROLES, Kind, Role, Test
from pyrules.systems.general.notation import RESERVED
from pyrules.systems.general.rulings import read_house_rules

ATTRIBUTES = {name.lower(): name for name in rules.ATTRIBUTES}
MET = {"defence": "Defence", "martial_might": "Martial Might", "magic_might": "Magic Might"}
"""The numbers that others' Attacks, and the Saves that a person forces, are made against."""

PLAIN = {**dict.fromkeys(("attribute_rolled", "skill_rolled", "level_rolled", "bonus_rolled"), "normal"), "rerolls": 0}
"""The fields that are given for one test and go with it: advantage, and rerolls."""

FAIR_DIE = "d12"
"""The Attribute Die of a new person, as a new form has it; who is written down without any has d6."""

MOST_SKILLS, MOST_ACTIONS, MOST_TRAININGS = 16, 10, 8

FIELDS = (
    *(Field(key, name, "choice", "d6", choices=form.DICE) for key, name in ATTRIBUTES.items()),
    Field(
        "level",
        "Level",
        "choice",
        "none",
        choices=tuple(Choice(level, form.LEVELS.get(level, level)) for level in rules.COMBAT_DICE),
    ),
    Field("bonus_die", "Bonus Action Die", "choice", form.NO_DIE, choices=form.DICE_OR_NONE, group=MORE),
    *(
        Field(key, name, "number", None, 0, MOST_NUMBER, optional=True, group="" if key == "defence" else MORE)
        for key, name in MET.items()
    ),
    Field(
        "skills",
        "Skills",
        "rows",
        [],
        high=MOST_SKILLS,
        group=MORE,
        columns=(
            LABEL,
            Field(
                "attribute",
                "Attribute",
                "choice",
                "strength",
                choices=tuple(Choice(key, name) for key, name in ATTRIBUTES.items()),
            ),
            Field("die", "Die", "choice", "d6", choices=form.DICE_OR_NONE),
        ),
    ),
    Field(
        "actions",
        "Actions",
        "rows",
        [],
        high=MOST_ACTIONS,
        group=MORE,
        columns=(LABEL, Field("die", "Die", "choice", "d6", choices=form.DICE)),
    ),
    Field("training", "Training", "rows", [], high=MOST_TRAININGS, group=MORE, columns=(LABEL,)),
)


def person_values(context: Context[Test]) -> Values:
    """The dice of the test in the form as this character has them, and nothing else of the test before."""
    if context.person is None:
        return {}
    given, values = context.form, context.person.values
    skills = {skill["label"]: skill["die"] for skill in values["skills"]}
    return {
        "attribute_die": values.get(str(given["attribute"]).lower(), given["attribute_die"]),
        "skill_die": skills.get(given["skill"], form.NO_DIE),
        "level": values["level"],
        "bonus_die": values["bonus_die"] if given["kind"] == "save" or in_every_test(context) else form.NO_DIE,
        "dice": [],
        **PLAIN,
    }


def in_every_test(context: Context[Test]) -> bool:
    """True if the house rules give each of a person's tests their Bonus Action Die."""
    return read_house_rules(context.settings).bonus_in_every_test == "on"


def bonus_die(context: Context[Test], character: Person, kind: Kind) -> str:
    """The Bonus Action Die of a test of this kind: in a Save the character's own, in others that of the form."""
    if kind == "save":
        return str(character.values["bonus_die"])
    before = context.form["kind"] == "save" and not in_every_test(context)
    return form.NO_DIE if before else str(context.form["bonus_die"])


def offers(context: Context[Test]) -> tuple[Offer, ...]:
    """Everything that a character may be tested for, and their Actions."""
    if context.person is None:
        return ()
    return (
        *attributes(context, context.person),
        *skills(context, context.person),
        *fights(context, context.person),
        *trainings(context.person, context.form),
        *actions(context, context.person),
    )


def attributes(context: Context[Test], character: Person) -> list[Offer]:
    """The four Attributes with their dice; of the test before, only the Actions that joined it stay."""
    given = context.form
    kind: Kind = "attribute" if given["kind"] == "skill" else given["kind"]
    plain = PLAIN | {"kind": kind, "skill": "", "skill_die": form.NO_DIE, "trained": False, "dice": joining(given)}
    plain["bonus_die"] = bonus_die(context, character, kind)
    return [
        Offer(
            key,
            "Attributes",
            name,
            character.values[key],
            {**plain, "attribute": name, "attribute_die": character.values[key]},
            taken=given["kind"] != "skill" and given["attribute"] == name,
        )
        for key, name in ATTRIBUTES.items()
    ]


def skills(context: Context[Test], character: Person) -> list[Offer]:
    """The Skills, each with the Attribute it is listed under."""
    given = context.form
    return [
        Offer(
            f"skills.{place}",
            "Skills",
            row["label"],
            row["die"] if row["die"] != form.NO_DIE else "",
            {
                **PLAIN,
                "dice": joining(given),
                "kind": "skill",
                "attribute": ATTRIBUTES[row["attribute"]],
                "attribute_die": character.values[row["attribute"]],
                "skill": row["label"],
                "skill_die": row["die"],
                "bonus_die": bonus_die(context, character, "skill"),
                "trained": False,
            },
            taken=given["kind"] == "skill" and given["skill"] == row["label"],
        )
        for place, row in enumerate(character.values["skills"])
    ]


def fights(context: Context[Test], character: Person) -> list[Offer]:
    """Attack and Save with the Combat Skill Die of the Level; a second tap makes a plain test of either again.

    A Save keeps only the dice that it may have.
    """
    given, settings = context.form, read_house_rules(context.settings)
    level = str(character.values["level"])
    plain = PLAIN | {"level": level, "trained": False, "dice": joining(given)}
    of_a_save: list[Values] = []
    roles: list[Role] = ["attribute", *(("combat",) if rules.combat_die(level) else ())]
    for row in joining(given):
        if not rules.refused_die("save", row["role"], roles, settings):
            of_a_save.append(row)
            roles.append(row["role"])
    attack = {**plain, "kind": "attack", "bonus_die": bonus_die(context, character, "attack")}
    save = {**plain, "kind": "save", "bonus_die": bonus_die(context, character, "save"), "dice": of_a_save}
    back = {**plain, "kind": "attribute", "bonus_die": bonus_die(context, character, "attribute")}
    return [
        Offer(kind, "In a fight", title, "", back if given["kind"] == kind else puts, given["kind"] == kind)
        for kind, title, puts in (("attack", "Attack", attack), ("save", "Save", save))
    ]


def trainings(character: Person, given: Values) -> list[Offer]:
    """The Training of the character, where Training may help."""
    if rules.refused_training(given["kind"]):
        return []
    puts, taken = {"trained": not given["trained"]}, given["trained"]
    return [
        Offer(f"training.{place}", "Training", row["label"], "", puts, taken)
        for place, row in enumerate(character.values["training"])
    ]


def actions(context: Context[Test], character: Person) -> list[Offer]:
    """The Actions that may join the test, each until it is used; a second tap has one leave again."""
    found = []
    given, rows, own = context.form, taken_up(context), own_actions(character, context.settings)
    used = actions_used(context.state, context.who)
    places = action_places([*used, *map(action_label, rows)], list(map(action_label, own)))
    gone, joined = places[: len(used)], places[len(used) :]
    refused = rules.refused_die(given["kind"], "action", ["attribute"], read_house_rules(context.settings))
    for place, row in enumerate(own):
        taken, is_bonus = place in joined, row["role"] == "bonus"
        rest = list(given["dice"])
        if (is_bonus and given["kind"] == "save") or (refused and not taken):
            continue
        if taken and not is_bonus:
            rest.remove(rows[joined.index(place)])
        elif not is_bonus:
            rest.append(row)
        puts = {"bonus_die": form.NO_DIE if taken else row["die"]} if is_bonus else {"dice": rest}
        found.append(Offer(f"actions.{place}", "Actions", row["name"], row["die"], puts, taken, used=place in gone))
    return found


def defences(context: Context[Test], defender: Person) -> tuple[Offer, ...]:
    """The number against an Attack on a person, or a Save that they force; the one typed for a foe without any."""
    kind = context.form["kind"]
    asked = {"attack": "target", "save": "cause"}.get(kind, "")
    if asked and defender.foe and all(defender.values[key] is None for key in MET):
        return (Offer("typed", "Against", "as typed", "", {}, taken=True),)
    return tuple(
        Offer(
            key,
            "Against",
            name,
            str(defender.values[key]),
            {asked: name, "difficulty": defender.values[key]},
            taken=context.form[asked] == name and context.form["difficulty"] == defender.values[key],
        )
        for key, name in MET.items()
        if asked and name in rules.AGAINST[kind] and defender.values[key] is not None
    )


def own_actions(character: Person | None, settings: Given) -> list[Values]:
    """A character's Actions as rows of the form, and the Bonus Action Die where taking it uses it up."""
    if character is None:
        return []
    found = [
        {"role": "action", "name": row["label"], "die": row["die"], "rolled": "normal"}
        for row in character.values["actions"]
    ]
    die = character.values["bonus_die"]
    is_taken = die != form.NO_DIE and read_house_rules(settings).bonus_in_every_test == "off"
    return [*found, bonus_row(die)] if is_taken else found


def bonus_row(die: str) -> Values:
    """A Bonus Action Die as a row of the form."""
    return {"role": "bonus", "name": ROLES["bonus"], "die": die, "rolled": "normal"}


def joining(given: Values) -> list[Values]:
    """The rows of a form that are Actions."""
    return [row for row in given["dice"] if row["role"] == "action"]


def taken_up(context: Context[Test]) -> list[Values]:
    """The Actions that the form has, a bonus action behind them."""
    given = context.form
    is_taken = given["kind"] != "save" and given["bonus_die"] != form.NO_DIE and not in_every_test(context)
    return [*joining(given), *([bonus_row(given["bonus_die"])] if is_taken else [])]


def action_label(row: Values) -> str:
    """The Action of a row by its name and die."""
    return f"{row['name']} {row['die']}".strip()


def carry_over(context: Context[Test], before: State | None) -> tuple[Values, str]:
    """The dice of the form once the used Actions of the character have left it, and a Save has its own.

    One that was used since `before` leaves even where another of the same name and die is still unused.
    """
    if context.person is None:
        return {}, ""
    given = context.form
    used = actions_used(context.state, context.who)
    anew = before is None or used != actions_used(before, context.who)
    rows = taken_up(context)
    own = list(map(action_label, own_actions(context.person, context.settings)))
    places = action_places([*used, *map(action_label, rows)], own)[len(used) :]
    known = {name.casefold() for name in used}
    gone = [
        row
        for row, place in zip(rows, places, strict=True)
        if (anew and action_label(row).casefold() in known)
        or (place < 0 and action_places([action_label(row)], used) != (-1,))
    ]
    if not gone:
        lacks = given["kind"] == "save" and given["bonus_die"] == form.NO_DIE
        return ({"bonus_die": context.person.values["bonus_die"]} if lacks else {}), ""
    left: Values = {"dice": [row for row in given["dice"] if all(row is not one for one in gone)]}
    if any(row["role"] == "bonus" for row in gone):
        left["bonus_die"] = form.NO_DIE
    return left, f"{context.who} has used this Action; bring it back in the tracker."


def after_kind_change(before: Values, values: Values, settings: Given) -> Values:
    """The form's values, without the Bonus Action Die of a Save that became another test: there it has to be taken."""
    stays = before["kind"] != "save" or values["kind"] == "save" or before["bonus_die"] != values["bonus_die"]
    if stays or read_house_rules(settings).bonus_in_every_test == "on":
        return values
    return {**values, "bonus_die": form.NO_DIE}


TRACKING: Tracking[Test] = Tracking(
    fields=FIELDS,
    begun=dict.fromkeys(ATTRIBUTES, FAIR_DIE),
    reserved={"skills": RESERVED, "actions": RESERVED},
    person_values=person_values,
    offers=offers,
    defences=defences,
    carry_over=carry_over,
    turned=after_kind_change,
    brings=actions_back,
    ranked=lambda outcome: outcome.total,
)
