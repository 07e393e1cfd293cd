"""A device at a table of several, by the name and the colour of whoever has it."""

from typing import TYPE_CHECKING

from app.common.html import Markup, tag

if TYPE_CHECKING:  # loaded only by who sits at such a table
    from pyrules.campaign.events import Device


def device(one: "Device") -> Markup:
    """Write a device's name beside a dot of its colour."""
    return tag("span", one.name, class_="device", data_colour=one.colour)
