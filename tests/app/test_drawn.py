"""Only what has changed is drawn and sent; laid over what was sent before, it is what all of it drawn anew would be."""

import json
from dataclasses import replace
from random import Random

import pytest
from app import program
from app.common.answer import World
from app.drawn import Drawing, part
from app.model import Model, News
from app.program import Program
from app.screens import view

from pyrules.core.faces import seeded
from pyrules.systems import SYSTEMS
from tests.app.reader import Elements, Reader

STEPS = 60
VALUES = ("0", "1", "2", "3", "7", "x", "", "Mira", "3 (1)", "true", "classic", "gems")
ADDRESSES = ("", "settings/", "evening/", "desk/", "desk/changes/", "table/", "moonwalk/log/", "stepdie/odds/")


class Page:
    """A page that keeps what it was sent: `regions` as its reader would see them."""

    def __init__(self, address: str) -> None:
        self.regions: dict[str, str] = {}
        self.sizes: dict[str, int] = {}
        self.take(program.start("{}\n", address, "/"))

    def send(self, on: str, **more: object) -> None:
        """Send a message as the page does, and what it asks for at once."""
        self.take(program.update(json.dumps({"on": on, "form": {}, "name": "", "value": None, "data": {}, **more})))

    def take(self, reply: str) -> None:
        answer = json.loads(reply)
        known = {name: html for name, html in answer["regions"].items() if html is not None}
        assert answer["regions"].keys() <= self.regions.keys() | known.keys()
        self.sizes = {name: len(html) for name, html in known.items()}
        self.regions |= known
        if answer["regions"]:
            assert {name: self.regions[name] for name in answer["regions"]} == view(Program.model)
        for command in answer["commands"]:
            if command["do"] == "later" and command["on"] == "odds":
                self.send("odds")

    def tap(self, chance: Random) -> None:
        """Use something that is on the page, with values of its own or others."""
        elements = Elements("".join(self.regions.values()))
        uses = [at for at in elements.attributes if at.get("data-on")]
        names = [str(at["name"]) for at in elements.attributes if at.get("name")]
        if not uses or chance.random() < 0.1:
            return self.send("go", to=chance.choice([*ADDRESSES, *(f"{system.id}/" for system in SYSTEMS)]))
        rolls = [at for at in uses if at["data-on"] in ("roll", "option", "who", "offer", "undo")]
        at = chance.choice(rolls if rolls and chance.random() < 0.4 else uses)
        data = {name.removeprefix("data-"): held for name, held in at.items() if name.startswith("data-")}
        changed = chance.choice(names) if names else ""
        value = chance.choice(VALUES)
        form = {name: chance.choice(VALUES) for name in names} if chance.random() < 0.3 else {changed: value}
        return self.send(str(at["data-on"]), form=form, name=changed, value=value, data=data)


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
