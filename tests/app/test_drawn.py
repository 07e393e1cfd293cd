"""Only what has changed is drawn and sent; laid over what was sent before, it is what all of it drawn anew would be."""

import json
from dataclasses import replace
from random import Random

import pytest
from app import program
from app.common.answer import World
from app.drawn import Drawing, part
from app.model import Model, News

from pyrules.core.faces import seeded
from pyrules.systems import SYSTEMS
from tests.app.page_helpers import Page
from tests.app.reader import Reader

STEPS = 60


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("system", [system.id for system in SYSTEMS])
def test_what_is_sent_laid_over_what_was_is_the_whole_page(
    system: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = iter(range(10**6))
    world = World(seeded(seed), lambda: 1_790_000_000_000, lambda: f"n{next(names)}")
    monkeypatch.setattr(program, "WORLD", world)
    page, chance = Page(f"{system}/"), Random(seed)  # noqa: S311
    page.send("roll")
    for _ in range(STEPS):
        page.tap(chance)


def test_a_second_roll_sends_the_dice_and_what_they_came_to() -> None:
    page = Page("moonwalk/")
    page.send("notation", value="10 (3)")
    page.send("roll")
    reply = json.loads(program.update('{"on": "roll", "form": {}, "data": {}}'))
    sent = {name for name, html in reply["regions"].items() if html is not None}
    assert sent == {"tray", "card", "recent"}
    assert reply["looks"] is None


def test_a_visit_begun_anew_is_sent_whole() -> None:
    Page("moonwalk/").send("roll")
    assert len(Page("moonwalk/").sizes) >= 11


def test_a_view_is_drawn_anew_when_it_or_a_part_of_it_reads_something_else() -> None:
    model, drawing, given = Reader("moonwalk/").model, Drawing(), []

    def outer(model: Model) -> str:
        given.append(model)
        return f"{model.by_count} {part(inner, model)}"

    def inner(model: Model) -> str:
        given.append(model)
        return model.news.said if model.news else ""

    assert drawing.draw(outer, model) == drawing.draw(outer, replace(model, secrets={"almond": 1})) == "False "
    assert len(given) == 2
    assert drawing.draw(outer, replace(model, news=News("other"))) == "False other"
    assert len(given) == 4
    assert drawing.draw(outer, replace(model, news=drawing.parts[inner][0]["news"], by_count=True)) == "True other"
    assert len(given) == 5
