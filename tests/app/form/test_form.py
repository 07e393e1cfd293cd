"""Forms: every field with its control, its explanation and what is wrong with it, in step with the notation."""

import re
from html import escape, unescape
from html.parser import HTMLParser
from typing import Any

import pytest
from app import words
from app.form.field import control

from pyrules.core.form import Choice, Field
from pyrules.core.system import System
from pyrules.systems import BY_ID, SYSTEMS
from tests.app.reader import Reader

HOSTILE = "\"><script>alert(1)</script><b title='"


class Tags(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def having(self, attribute: str) -> list[str]:
        return [str(attributes[attribute]) for _, attributes in self.found if attribute in attributes]


def values_sent(reader: Reader) -> dict[str, str]:
    """The values that a browser would send of the form as it is drawn."""
    html = reader.html("form")
    form: dict[str, str] = {}
    for tag, attributes in Tags(html).found:
        name = attributes.get("name")
        chosen = attributes.get("type") not in ("radio", "checkbox") or "checked" in attributes
        if tag == "input" and name and chosen:
            form[name] = attributes.get("value") or ""
    for select in re.findall(r"<select[^>]*>.*?</select>", html, re.DOTALL):
        (_, attributes), *options = Tags(select).found
        picked = [option for _, option in options if "selected" in option] or [options[0][1]]
        form[str(attributes["name"])] = str(picked[0]["value"])
    return form


@pytest.mark.parametrize("system", BY_ID)
def test_every_field_on_the_page_has_an_explanation_of_its_own_rule(system: str) -> None:
    tags = Tags(Reader(f"{system}/").html("form"))
    ids = tags.having("id")
    assert len(ids) == len(set(ids))
    assert set(tags.having("popovertarget")) <= set(ids)
    explained = {field.rule for field in BY_ID[system].fields if field.rule and field.applies(tags_values(system))}
    assert {f"rule-{rule.replace('.', '-')}" for rule in explained} <= set(tags.having("popovertarget"))


@pytest.mark.parametrize("system", BY_ID)
def test_help_begins_with_three_examples_of_shorthand_that_a_tap_enters(system: str) -> None:
    reader = Reader(f"{system}/")
    sheet = reader.html("form").partition('id="help"')[2].partition("What the fields mean")[0]
    examples = re.findall('data-on="notation" value="(.*?)"><code>', sheet)
    assert len(set(examples)) == len(examples) == min(3, len({one.notation for one in BY_ID[system].examples}))
    for example in map(unescape, examples):
        assert reader.note(example).model.sheet.notation == example
        assert reader.model.sheet.test is not None


@pytest.mark.parametrize("system", BY_ID)
def test_a_list_is_explained_as_a_whole(system: str) -> None:
    reader = Reader(f"{system}/")
    before = Tags(reader.html("form")).having("popovertarget")
    for field in BY_ID[system].fields:
        if field.kind == "rows":
            reader.do("row-add", field=field.name)
    assert Tags(reader.html("form")).having("popovertarget") == before


def tags_values(system: str) -> dict[str, object]:
    return Reader(f"{system}/").model.sheet.values


@pytest.mark.parametrize(
    ("system", "notation"),
    [(system.id, example.notation) for system in BY_ID.values() for example in system.examples if not example.settings],
)
def test_the_form_that_is_drawn_sends_back_the_test_it_shows(system: str, notation: str) -> None:
    reader = Reader(f"{system}/").note(notation)
    test = reader.model.sheet.test
    assert test is not None, reader.model.sheet.wrong_notation
    reader.do("field", form=values_sent(reader))
    assert reader.model.sheet.wrong == {}
    assert reader.model.sheet.test == test


@pytest.mark.parametrize("system", BY_ID)
def test_markup_in_every_free_text_field_stays_text(system: str) -> None:
    reader = Reader(f"{system}/")
    texts = [field.name for field in BY_ID[system].fields if field.kind == "text"]
    for rows in (field for field in BY_ID[system].fields if field.kind == "rows"):
        reader.do("row-add", field=rows.name)
        texts += [f"{rows.name}.0.{column.name}" for column in rows.columns if column.kind == "text"]
    form = values_sent(reader) | dict.fromkeys(texts, HOSTILE)
    reader.do("field", form=form).note(HOSTILE)
    assert "<script" not in reader.html("form")
    assert not [tag for tag, attributes in Tags(reader.html("form")).found if tag == "b" and "title" in attributes]


def test_only_the_field_that_was_changed_is_taken_over() -> None:
    reader = Reader("moonwalk/").note("9 [4] (2)")
    reader.do("field", form={"pool": "12", "limit": "5", "threshold": "3"}, changed="limit")
    assert reader.model.sheet.notation == "9 [5] (2)"


@pytest.mark.parametrize(("typed", "next_one"), [("−2", -1), (" 5 ", 6), ("x", 1)])
def test_a_stepper_goes_on_from_a_number_as_it_may_be_typed(typed: str, next_one: int) -> None:
    reader = Reader("moonwalk/").do("row-add", field="modifiers")
    reader.do("field", form=values_sent(reader) | {"modifiers.0.number": typed}, changed="modifiers.0.number")
    reader.do("step", field="modifiers.0.number", by=1)
    assert reader.model.sheet.values["modifiers"][0]["number"] == next_one


def test_a_stepper_goes_on_from_the_row_that_it_stands_in() -> None:
    reader = Reader("moonwalk/").do("row-add", field="modifiers")
    reader.do("step", field="modifiers.0.number", by=-1).do("step", field="modifiers.0.number", by=-1)
    assert reader.model.sheet.notation == "12 - 2 (3)"


def test_a_suggestion_fills_its_field() -> None:
    reader = Reader("general/").do("suggest", field="difficulty", to=20)
    reader.do("suggest", field="attribute", to="Will")
    assert reader.model.sheet.notation == "Will d12 (20)"
    html = reader.html("form")
    assert re.search(r'data-to="20" aria-pressed="true"', html)
    assert re.search(r'data-to="Will" aria-pressed="true"', html)
    assert html.count('aria-pressed="true"') == 2


@pytest.mark.parametrize(("house", "there"), [("off", False), ("on", True)])
def test_no_action_is_offered_to_a_save_that_would_refuse_it(house: str, *, there: bool) -> None:
    reader = Reader("general/", kept={"house general": {"saves_add_actions": house}}).note("save Strength d12 (10)")
    assert ('data-on="usual"' in reader.html("form")) is there
    assert 'data-on="usual"' in reader.note("attack d12 (10)").html("form")


def test_a_choice_goes_round() -> None:
    reader = Reader("general/")
    seen = [reader.do("turn", field="attribute_rolled").model.sheet.notation for _ in range(4)]
    assert seen == [f"Strength d12{how} (10)" for how in (" adv", " dis", " adv dis", "")]
    assert "Attribute Die rolled with" in reader.text("form")
    assert 'aria-labelledby="l-attribute_rolled f-attribute_rolled"' in reader.html("form")


def test_a_choice_in_a_row_goes_round() -> None:
    reader = Reader("general/").do("row-add", field="dice").do("turn", field="dice.0.rolled")
    assert "adv" in reader.model.sheet.notation


def test_columns_that_do_not_apply_are_neither_drawn_nor_needed() -> None:
    reader = Reader("relics/").do("row-add", field="traits")
    form = values_sent(reader)
    assert "traits.0.value" in form
    reader.do("field", form=form | {"traits.0.kind": "none", "traits.0.name": "Stubborn"})
    assert "traits.0.value" not in values_sent(reader)
    reader.do("field", form=values_sent(reader)).do("step", field="traits.0.value", by=1)
    assert reader.model.sheet.test is not None


def test_what_is_wrong_with_a_choice_is_told_at_it() -> None:
    reader = Reader("general/").note("attack d8 + level 3 (12)")
    reader.do("field", form=values_sent(reader) | {"style": "martial", "attribute": "Will"})
    assert reader.model.sheet.test is None
    for name in reader.model.sheet.wrong:
        assert f'id="f-{name}-wrong"' in reader.html("form")
        assert f'id="f-{name}"' in reader.html("form")


def test_what_lies_behind_more_is_in_sight_with_a_mistake() -> None:
    reader = Reader("general/")
    assert '<details id="more" open' not in reader.html("form")
    reader.do("field", form=values_sent(reader) | {"rerolls": "many"})
    assert '<details id="more" open' in reader.html("form")


@pytest.mark.parametrize(
    ("system", "place", "notation", "chip"),
    [
        ("moonwalk", 0, "12 - 2 (3)", "−2"),
        ("relics", 1, "5d6 +1 / 2d vs Minor 5", "+1 / 2d"),
        ("almond", 1, "5d6 TN 4 +1d", "+1d"),
        ("general", 1, "Strength d12 + action d6 (10)", "d6"),
    ],
)
def test_a_usual_row_is_a_tap_away_and_taken_back_by_its_chip(
    system: str, place: int, notation: str, chip: str
) -> None:
    reader = Reader(f"{system}/")
    before = reader.model.sheet
    (name,) = [field.name for field in reader.model.system.fields if field.usual]
    reader.do("usual", field=name, place=place)
    assert reader.model.sheet.notation == notation
    assert f'aria-label="Remove {chip}"' in reader.html("form")
    assert reader.do("row-remove", field=name, row=0).model.sheet == before


def test_a_modifier_without_a_name_adds_up_and_goes_at_nothing() -> None:
    reader = Reader("moonwalk/").note("12 - Wounds 2 (3)")
    for place in (0, 1, 2):
        reader.do("usual", field="modifiers", place=place)
    assert reader.model.sheet.notation == "12 - Wounds 2 - 2 (3)"
    assert reader.do("usual", field="modifiers", place=3).model.sheet.notation == "12 - Wounds 2 (3)"
    before = reader.model
    for field, place in (("modifiers", 4), ("modifiers", -1), ("pool", 0), ("none", 0)):
        assert reader.do("usual", field=field, place=place).model == before


def test_attribute_and_skill_are_two_numbers_with_their_names() -> None:
    reader = Reader("moonwalk/").note("Agility 5 + Pistols 4 - Wounds 2 [6] (2)")
    assert "Dicepool Agility − + Skill Pistols − +" in reader.text("form")
    reader.do("step", field="skill_dice", by=1)
    assert reader.model.sheet.notation == "Agility 5 + Pistols 5 - Wounds 2 [6] (2)"


def test_a_bonus_goes_round_with_every_tap() -> None:
    reader = Reader("stepdie/")
    before = reader.model.sheet.notation
    notations = [reader.do("turn", field="trait").model.sheet.notation for _ in range(3)]
    assert notations == ["5d6 + 1 trait + d10 (3)", "5d6 + 2 trait + d10 (3)", before]
    assert "Trait +2" in reader.note(notations[1]).text("form")
    reader.do("field", form={"trait": "1"}, changed="trait").do("turn", field="trait")
    assert reader.model.sheet.values["trait"] == 2


def test_an_attribute_that_is_not_suggested_is_a_tap_away() -> None:
    reader = Reader("general/", kept={"house general": {"other_attributes": "on"}})
    assert "Will Intelligence Other" in reader.text("form")
    assert reader.do("other", field="attribute").commands == [{"do": "focus", "id": "f-attribute"}]
    assert "Will Intelligence Luck" in reader.note("Luck d8 (10)").text("form")


def test_an_attribute_that_would_be_refused_is_not_led_to() -> None:
    reader = Reader("general/")
    assert "Will Intelligence" in reader.text("form")
    assert "Other" not in reader.text("form")
    reader.do("field", name="attribute", form=values_sent(reader) | {"attribute": "Luck"})
    assert "Will Intelligence Luck" in reader.text("form")
    assert "a house rule allows others" in reader.text("form")


def test_how_a_die_is_rolled_stands_beside_it() -> None:
    assert "Attribute Die Attribute Die rolled with Advantage best of two d4" in Reader("general/").note(
        "Strength d8 adv (10)"
    ).text("form")


def test_a_row_is_gone_to_by_its_name_where_that_comes_first() -> None:
    assert Reader("moonwalk/").do("row-add", field="modifiers").commands[-1]["id"] == "f-modifiers.0"
    reader = Reader("moonwalk/tracker/").do("edit", subject="player").do("row-add", field="pools")
    assert reader.commands[-1]["id"] == "f-pools.0.label"


def test_a_newcomer_adds_a_character_below_the_form_and_rolls_at_once() -> None:
    reader = Reader("moonwalk/")
    assert "Add your character" in reader.text("form")
    reader.do("edit", subject="player").do("row-add", field="pools")
    reader.do("edit-save", form={"called": "Nova", "pools.0.label": "Pistols", "pools.0.pool": "9"})
    assert reader.model.place.address == "moonwalk/"
    assert reader.model.sheet.notation == "Pistols 9 (3)"
    assert "Add your character" not in reader.text("form")
    assert "Who rolls Wounds 0 Nova" in reader.text("form")
    reader.go("moonwalk/tracker/").do("edit", subject="player").do("edit-save", form={"called": "Bo"})
    assert reader.model.place.address == "moonwalk/tracker/"
    assert reader.model.acting["moonwalk"] == "Nova"


def choices(number: int, letters: int) -> tuple[Choice, ...]:
    return tuple(Choice(str(place), "x" * letters) for place in range(number))


@pytest.mark.parametrize(
    ("number", "letters", "name", "drawn"),
    [
        (4, 7, "size", "segments"),
        (4, 8, "size", "options"),
        (12, 8, "size", "options"),
        (13, 1, "size", "select"),
        (2, 6, "rows.0.size", "segments"),
        (2, 7, "rows.0.size", "select"),
    ],
)
def test_choices_are_drawn_by_how_much_they_say(number: int, letters: int, name: str, drawn: str) -> None:
    html = control(Field("size", "Size", "choice", "0", choices=choices(number, letters)), name, "0", {})
    assert [kind for kind in ("segments", "options", "select") if kind in html] == [drawn]
    assert "Size" in html


def test_a_hint_stands_with_its_choice() -> None:
    field = Field("die", "Die", "choice", "a", choices=(Choice("a", "d6", "Untrained"), Choice("b", "d8", "Trained")))
    assert "<small>Trained</small>" in control(field, "die", "a", {})


def test_more_says_what_of_it_is_set() -> None:
    assert "More ·" not in Reader("moonwalk/").text("form")
    assert "More · Rule of Six, In combat" in Reader("moonwalk/").note("4 (3) six combat").text("form")


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
def test_shorthand_that_cannot_be_read_is_answered_with_some_that_can(system: System[Any]) -> None:
    reader = Reader(f"{system.id}/").note("12 <")
    told = re.search(r'<p id="e-notation"[^>]*>(.*?) For example: <code>(.*?)</code></p>', reader.html("form"))
    assert told is not None
    assert told[1] == escape(words.sentence(reader.model.sheet.wrong_notation))
    assert "For example" not in reader.note(unescape(told[2])).html("form")
    assert reader.model.sheet.test is not None


def test_what_is_wrong_or_certain_is_told_with_the_printed_minus() -> None:
    reader = Reader("moonwalk/").do("row-add", field="modifiers")
    reader.do("field", form=values_sent(reader) | {"modifiers.0.number": ""}, changed="modifiers.0.number")
    assert "use −10000 to 10000" in reader.text("form")
    assert "2 − 2 leaves no dice" in reader.note("2 - 2 (1)").text("form")


@pytest.mark.parametrize(("system", "column"), [("moonwalk", "pool"), ("almond", "dice")])
def test_someone_comes_back_with_the_pool_they_rolled_last(system: str, column: str) -> None:
    reader = Reader(f"{system}/tracker/")
    for name, *labels in (("Nova", "Pistols", "Hacking"), ("Bo", "Brawl", "Climbing")):
        pools = {f"pools.{place}.label": label for place, label in enumerate(labels)}
        pools |= {f"pools.{place}.{column}": str(4 + place) for place in (0, 1)}
        reader.do("edit", subject="player").do("edit-save", form={"called": name} | pools)
    reader.go(f"{system}/").do("who", called="Nova")
    assert reader.model.sheet.values["label"] == "Pistols"
    reader.do("offer", offer="pools.1").do("roll").do("who", called="Bo")
    assert reader.model.sheet.values["label"] == "Brawl"
    reader.do("roll").do("who", called="Nova")
    assert reader.model.sheet.values["label"] == "Hacking"
    reader.do("undo", event=reader.model.campaign.entries[-2].id).do("who", called="Bo").do("who", called="Nova")
    assert reader.model.sheet.values["label"] == "Pistols"


def test_initiative_turned_on_in_the_form_takes_the_target_number_away() -> None:
    reader = Reader("almond/").note("5d6 TN 4")
    on = {"initiative": "on", "initiative.shown": ""}
    reader.do("field", form={"tn": "4", **on}, changed="initiative")
    assert reader.model.sheet.notation == "5d6 initiative"
    reader.do("field", form={"tn": "5"}, name="tn")
    assert reader.model.sheet.notation == "5d6 TN 5 initiative"
    reader.do("field", form={"tn": "5", **on})
    assert reader.model.sheet.notation == "5d6 TN 5 initiative"


def test_initiative_turned_off_again_leaves_a_test_that_can_be_rolled() -> None:
    reader = Reader("almond/").note("5d6 initiative")
    reader.do("field", form={"tn": "", "initiative.shown": ""}, changed="initiative")
    assert reader.model.sheet.test is not None
    assert (reader.model.sheet.notation, reader.html("form").count("is-wrong")) == ("5d6 TN 4", 0)
