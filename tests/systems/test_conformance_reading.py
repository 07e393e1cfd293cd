"""Promises that notation, forms and house rules keep in every system, whatever they are given."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import assume, given, settings, strategies as st

from pyrules.core.errors import FormError, NotationError, RulesError, quote, quote_value
from pyrules.core.faces import read_faces
from pyrules.core.system import Example, System
from pyrules.systems import SYSTEMS
from tests.systems import promises
from tests.systems.conforming import record_of_form, systems, valid_tests
from tests.systems.small import small_tests
from tests.work import calls

test_notation_and_form_give_the_test_back = systems(promises.notation_and_form_give_the_test_back)


@systems
def test_what_is_asked_for_fits_what_others_have_or_is_refused_as_theirs(system: System[Any]) -> None:
    tests = small_tests(system)
    asks = [field.name for field in system.fields if field.asked]
    refused = 0
    for asked, own in (pair for apart in (0, 1, 2, 5, 11, 23) for pair in zip(tests, tests[apart:], strict=False)):
        wrong, made = mix_forms(system, asked, own)
        refused += bool(wrong)
        assert not wrong & set(asks)
        if not wrong:
            assert system.parse(system.write(made), system.house_rules(asked)) == made
            given, had, has = (system.to_form(test) for test in (asked, own, made))
            for field in system.fields:
                if field.asked or not asks:
                    assert has[field.name] == given[field.name], (field.name, asked, own)
                elif field.applies(had) and field.applies(has):
                    assert has[field.name] == had[field.name], (field.name, asked, own)
    assert refused < len(tests) / 2


def mix_forms(system: System[Any], asked: Any, own: Any) -> tuple[set[str], Any]:
    """The fields that are wrong where one asks for a test and another has one of their own; else what is made of it."""
    try:
        return set(), system.asked_of(asked, own)
    except FormError as error:
        return {name.partition(".")[0] for name in error.fields}, None


@systems
@given(data=st.data())
def test_case_and_spaces_do_not_matter(system: System[Any], data: st.DataObject) -> None:
    test = data.draw(valid_tests(system))
    notation = system.write(test)
    spaced = re.sub(r"[ ,()\[\]/]", r" \g<0> ", notation)
    assume(len(spaced) <= 200)
    for variant in (spaced, ascii_case(spaced, str.upper), ascii_case(spaced, str.lower)):
        again = system.write(system.parse(variant, system.house_rules(test)))
        assert ascii_case(again, str.lower) == ascii_case(notation, str.lower)


@systems
@given(data=st.data())
def test_a_minus_sign_is_read_as_it_is_printed(system: System[Any], data: st.DataObject) -> None:
    test = data.draw(valid_tests(system))
    assert system.parse(system.write(test).replace("-", "−"), system.house_rules(test)) == test


def ascii_case(text: str, change: Callable[[str], str]) -> str:
    return "".join(change(character) if character.isascii() else character for character in text)


@st.composite
def mutations_of(draw: st.DrawFn, system: System[Any]) -> str:
    """A valid notation with a few characters gone, doubled or foreign, or cut together with another."""
    text = system.write(draw(valid_tests(system)))
    other = draw(st.sampled_from([example.notation for example in system.examples]))
    for _ in range(draw(st.integers(1, 3))):
        place, end = sorted((draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))))
        match draw(st.sampled_from(["cut", "double", "insert", "other", "end"])):
            case "cut":
                text = text[:place] + text[min(end, place + 3) :]
            case "double":
                text = text[:end] + text[place:end] + text[end:]
            case "insert":
                text = text[:place] + draw(st.sampled_from(list("+-,()[]*/.>d9 0x٣²½\0\n'’"))) + text[place:]
            case "other":
                text = text[:place] + other[: draw(st.integers(0, len(other)))]
            case _:
                text = text[:place]
    return text


@systems
@settings(max_examples=150)
@given(data=st.data())
def test_hostile_notation_is_refused_or_read(system: System[Any], data: st.DataObject) -> None:
    text = data.draw(mutations_of(system) | st.text() | st.text(st.sampled_from("d6 +-,()[]*/.>AvsTN0189")))
    made = result_or_error(lambda: system.parse(text, {}), RulesError)
    if isinstance(made, RulesError):
        assert str(made)
    else:
        assert_written_and_read(system, made)


def result_or_error(make: Callable[[], Any], refusal: type[RulesError]) -> Any:
    """The value that is made, or the error that refuses it, with bounded work."""
    made = []

    def attempt() -> None:
        try:
            made.append(make())
        except refusal as error:
            made.append(error)

    assert calls(attempt) < 50_000
    return made[0]


def assert_written_and_read(system: System[Any], test: Any) -> None:
    assert system.parse(system.write(test), {}) == test
    assert system.from_form(system.to_form(test), {}) == test


@systems
@pytest.mark.parametrize(
    "hostile", ["", " ", "\0", "\ud800", "x" * 10_000, "(" * 200, "9" * 200, "9 " * 100, "d6+" * 66], ids=quote
)
def test_hostile_notation_is_refused(system: System[Any], hostile: str) -> None:
    with pytest.raises(RulesError):
        system.parse(hostile, {})


@pytest.mark.parametrize(
    ("name", "notation"),
    [
        ("almond", "5d6TN4" + "+abcdefghijklm1" * 12),
        ("general", "+".join(["d4"] * 50) + "(9)"),
        ("moonwalk", "+".join(["abcdefghijklm 1"] * 12) + "[6](3)"),
        ("relics", "5d6" + "-1/1d" * 50),
    ],
)
def test_what_is_longer_when_written_out_is_refused_at_its_end(name: str, notation: str) -> None:
    (system,) = (system for system in SYSTEMS if system.id == name)
    with pytest.raises(NotationError) as caught:
        system.parse(notation, {})
    assert re.fullmatch(
        rf"column {len(notation) + 1}: written out, the notation has [24]\d\d characters;"
        r" expected at most [24]00; fewer terms or shorter names",
        str(caught.value),
    )


HOSTILE_VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    10_001,
    10**5_000,
    float("nan"),
    float("inf"),
    2.5,
    "",
    " ",
    "١٢",
    "１２",
    "1e3",
    "9" * 10_000,
    "x" * 10_000,
    "\0",
    "\ud800",
    "<b>",
    "12 (3)",
    [],
    [None],
    [[]],
    [{}] * 1_000,
    [{"label": "x" * 10_000}],
    [{"__proto__": 1}],
    {},
    {"a": {}},
    object(),
    b"1",
)


def deep(levels: int = 10_000) -> list[Any]:
    nested: list[Any] = []
    for _ in range(levels):
        nested = [nested]
    return nested


def read_or_refused(system: System[Any], values: Any) -> None:
    made = result_or_error(lambda: system.from_form(values, {}), FormError)
    if isinstance(made, FormError):
        assert made.fields
        assert all(name and problem for name, problem in made.fields.items())
    else:
        assert_written_and_read(system, made)


def forms_of(system: System[Any]) -> list[Mapping[str, Any]]:
    """An empty form, and those of the examples, one for each set of choices."""
    choices = [field.name for field in system.fields if field.kind in {"choice", "switch"}]
    forms = [system.to_form(system.parse(example.notation, dict(example.settings))) for example in system.examples]
    return [{}, *{tuple(form[name] for name in choices): form for form in forms}.values()]


@pytest.mark.untraced
@systems
def test_hostile_form_values_are_refused_or_read(system: System[Any]) -> None:
    for field in system.fields:
        base = next((form for form in forms_of(system) if form and field.applies(form)), {})
        for hostile in (*HOSTILE_VALUES, deep()):
            read_or_refused(system, {**base, field.name: hostile})
            for column in field.columns:
                read_or_refused(system, {**base, field.name: [{column.name: hostile}]})


@systems
@given(data=st.data())
def test_any_form_is_refused_or_read(system: System[Any], data: st.DataObject) -> None:
    choices = [choice.value for field in system.fields for choice in field.choices]
    leaves = st.none() | st.booleans() | st.integers(-3, 12) | st.integers() | st.floats() | st.text()
    printable = [hostile for hostile in HOSTILE_VALUES if hostile != 10**5_000]  # Hypothesis writes down what it draws
    leaves |= st.sampled_from([*printable, *choices, "none"])
    values = st.recursive(
        leaves,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=5,
    )
    columns = ["x", *(column.name for field in system.fields for column in field.columns)]
    rows = st.lists(st.dictionaries(st.sampled_from(columns), values), max_size=3)
    names = st.sampled_from([field.name for field in system.fields]) | st.text(max_size=5)
    base = data.draw(st.sampled_from(forms_of(system)))
    read_or_refused(system, {**base, **data.draw(st.dictionaries(names, values | rows, max_size=4))})


@systems
@pytest.mark.parametrize(
    "hostile",
    [None, 1, "kind", [], [["kind", "basic"]], {"__proto__": {}}, {"x" * 10_000: 1}, {10**5_000: 1}, deep()],
    ids=quote_value,
)
def test_what_is_no_form_is_refused(system: System[Any], hostile: Any) -> None:
    with pytest.raises(FormError):
        system.from_form(hostile, {})


test_an_untouched_form_makes_a_test_that_can_be_rolled = systems(
    promises.an_untouched_form_makes_a_test_that_can_be_rolled
)


test_the_first_roll_of_a_newcomer_can_succeed = systems(promises.the_first_roll_of_a_newcomer_can_succeed)


test_fields_lead_to_rules_and_to_each_other = systems(promises.fields_lead_to_rules_and_to_each_other)


@systems
def test_house_rules_have_one_default(system: System[Any]) -> None:
    untouched = type(system.from_form({}, {}).settings)()
    assert asdict(untouched) == {setting.name: setting.default for setting in system.settings}


@systems
def test_house_rules_are_carried_and_matter(system: System[Any]) -> None:
    bounds = {
        bound for counter in system.counters for bound in (counter.start, counter.low, counter.high, counter.full)
    }
    fills_in = {f"{system.id}_{counter.id}" for counter in system.counters}  # what a counter puts into the form
    for setting in system.settings:
        values: Sequence[str | int] = setting.choices or (setting.low, setting.high)
        assert setting.default in (setting.choices or range(setting.low, setting.high + 1))
        for value in values:
            for example in system.examples:
                house_rules = dict(example.settings) | {setting.name: value}
                test = system.parse(example.notation, house_rules)
                assert system.house_rules(test)[setting.name] == value
                assert system.from_form(system.to_form(test), house_rules) == test
        if setting.name in bounds or setting.name in fills_in:
            continue
        assert any(
            matters(system, example, setting.name, values) or opens(system, example, setting.name, values)
            for example in system.examples
        ), f"{setting.name} changes no example"


def matters(system: System[Any], example: Example, name: str, values: Sequence[str | int]) -> bool:
    """True if an example comes out differently by the values of a house rule."""
    found = set()
    for value in values:
        test = system.parse(example.notation, dict(example.settings) | {name: value})
        try:
            roll = system.replay(test, read_faces(example.faces), example.picks)
        except RulesError as error:
            found.add(str(error))
        else:
            found.add(repr((system.judge(test, roll), system.before(test), system.options(test, roll))))
    return len(found) > 1


def opens(system: System[Any], example: Example, name: str, values: Sequence[str | int]) -> bool:
    """True if by some values of a house rule alone an example takes another word in one of its fields."""
    form = system.to_form(system.parse(example.notation, dict(example.settings)))
    for field in system.fields:
        if field.kind == "text" and form[field.name]:
            rules = [dict(example.settings) | {name: value} for value in values]
            if len({record_of_form(system, {**form, field.name: "Luck"}, one) is None for one in rules}) > 1:
                return True
    return False


@systems
@pytest.mark.parametrize("hostile", HOSTILE_VALUES, ids=quote_value)
def test_hostile_house_rules_are_refused(system: System[Any], hostile: Any) -> None:
    notation = system.examples[0].notation
    for setting in system.settings:
        if type(hostile) is int and not setting.choices and setting.low <= hostile <= setting.high:
            continue
        with pytest.raises(FormError) as caught:
            system.parse(notation, {setting.name: hostile})
        assert setting.name in caught.value.fields
    with pytest.raises(FormError):
        system.parse(notation, {"no such rule": hostile})
