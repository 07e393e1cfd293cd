"""The model that a visit begins with."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from app import words
from app.common.carry_over import with_carry_over
from app.common.tracking import still_trying
from app.form.presets import MOST_NAME, MOST_PRESETS
from app.form.remembered import notation_from_kept
from app.form.state import Preset, first_sheet, sheet_of_notation
from app.model import Model, News
from app.notes.state import Notes, read_drafts
from app.picker.state import OWN, read_own
from app.place import Place
from app.roll.modes import read_modes
from app.roll.unfinished import BEGUN, found_again
from app.settings.state import PREFERENCES, Upkeep, house_fields
from app.show.watching import with_last_roll
from app.tracker.library import read_library
from app.tracker.state import TEST_TIMES, Tracker
from pyrules.campaign.codec import Unread, read_record
from pyrules.campaign.events import Event
from pyrules.campaign.notations import settings_then
from pyrules.campaign.rolls import rules_kept
from pyrules.campaign.state import EMPTY, State
from pyrules.core.errors import FormError, RulesError
from pyrules.core.form import Field, Values, defaults, read_form
from pyrules.core.system import System
from pyrules.systems import BY_ID, all_systems


def initial_model(
    root: str,
    place: Place,
    campaign: State = EMPTY,
    unread: tuple[Unread, ...] = (),
    kept: Mapping[str, Any] = MappingProxyType({}),
) -> Model:
    """The model of a first visit or, with what an earlier one kept, of the next; what cannot be used is left out."""
    systems = all_systems()
    house = {system.id: read_house(system, campaign, kept.get(f"house {system.id}")) for system in systems}
    sheets = {system.id: first_sheet(system, house[system.id]) for system in systems}
    for system in systems:
        before = notation_from_kept(system.id, kept.get(f"form {system.id}"))
        sheet = sheet_of_notation(system, sheets[system.id], before, house[system.id]) if before is not None else None
        if sheet and sheet.test:
            sheets[system.id] = sheet
    acting = {system.id: str(kept.get(f"who {system.id}", "")) for system in systems}
    unsent_to, unsent, lost = read_unsent(kept.get("unsent"))
    own_name, own_colour = read_own_name(kept.get("goes by"))
    opens_fair, opens_free = read_terms(kept.get("terms"))
    test_time = kept.get("test time")
    model = Model(
        root=root,
        place=place,
        sheets=sheets,
        house=house,
        preferences=read_values(PREFERENCES, kept.get("preferences")),
        campaign=campaign,
        unread=unread,
        real_dice=read_modes(kept.get("by hand")),
        by_count=kept.get("by count") is True,
        secrets=read_modes(kept.get("secret")),
        acting=acting,
        challenge=str(kept.get("challenge", "")),
        presets={system.id: read_presets(system.id, kept.get(f"presets {system.id}")) for system in systems},
        library={system.id: read_library(system, kept.get(f"library {system.id}")) for system in systems},
        upkeep=Upkeep(read_count(kept.get("exported")), read_count(kept.get("reminded"))),
        tracker=Tracker(test_time=test_time) if test_time in TEST_TIMES else Tracker(),
        notes=Notes(drafts=read_drafts(kept.get("notes"))),
        own_name=own_name,
        own_colour=own_colour,
        opened_table=str(kept.get("table", "")),
        opens_fair=opens_fair,
        opens_free=opens_free,
        unsent=unsent,
        unsent_to=unsent_to,
        desk_kept=str(kept.get("desk", "")),
        own=read_own(kept.get(OWN)),
        news=read_unfinished(kept.get(BEGUN)) or lost,
    )
    model, _ = with_carry_over(None, model)
    return with_last_roll(still_trying(found_again(model, kept)))


def read_house(system: System[Any], campaign: State, kept: Any) -> Values:
    """A system's house rules as they were kept; where a default has changed since, a campaign's own way goes on."""
    if isinstance(kept, Mapping):
        return read_values(house_fields(system), settings_then(system, kept))
    return read_values(house_fields(system), dict(rules_kept(system, campaign.events)))


def read_own_name(kept: Any) -> tuple[str, str]:
    """The name and the colour that the reader goes by at a table."""
    match kept:
        case [str(name), str(colour)]:
            return name, colour
        case _:
            return "", ""


def read_terms(kept: Any) -> tuple[bool, bool]:
    """Read the terms that the reader has chosen for tables."""
    match kept:
        case [bool(fair), bool(all_may)]:
            return fair, all_may
        case _:
            return True, True


def read_unsent(kept: Any) -> tuple[str, tuple[Event, ...], News | None]:
    """The table and the events that may not have got there, with a note on unreadable ones."""
    table, *records = kept if isinstance(kept, list) and kept else [""]
    found: list[Event] = []
    problem = ""
    for record in records:
        try:
            found.append(read_record(str(record)))
        except RulesError as error:
            problem = problem or error.plain_words
    lost = len(records) - len(found)
    note = News(words.unsent_unread(lost, problem), wrong=True) if lost else None
    return str(table), tuple(found), note


def read_unfinished(kept: Any) -> News | None:
    """Return the news of a roll that waited for another device's seed when the page was closed."""
    match kept:
        case [system, str(notation)] if system in BY_ID:
            return News(words.closed_while_rolling(BY_ID[system].title, notation), wrong=True)
        case _:
            return None


def read_count(kept: Any) -> int:
    """A number of events as it was kept."""
    return kept if isinstance(kept, int) and kept > 0 else 0


def read_presets(system: str, kept: Any) -> tuple[Preset, ...]:
    """The presets of one system as they were kept, each a name and a notation with its version."""
    found = []
    for preset in kept if isinstance(kept, list) else []:
        match preset:
            case [str() as name, notation] | [str() as name, *notation]:
                pinned = notation_from_kept(system, notation)
                found += [] if pinned is None else [Preset(name[:MOST_NAME], pinned)]
    return tuple(found[:MOST_PRESETS])


def read_values(fields: tuple[Field, ...], values: Any) -> Values:
    """Kept values as far as the fields still allow them."""
    if isinstance(values, Mapping):
        try:
            return read_form(fields, values)
        except FormError:
            pass
    return defaults(fields)
