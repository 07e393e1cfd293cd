"""Whether the dice of a roll are proven, where several devices sit at a table of fair dice."""

from importlib import import_module

from app.log import words
from app.log.state import game_roll
from app.model import Model


def proof(model: Model, line: str) -> str:
    """Say whether two devices have thrown the dice of a line together; "" at no such table, and for what is no roll."""
    if model.table is None or not model.table.fair or not line:
        return ""
    if game_roll(model.campaign.entry(line).event):
        return words.UNPROVEN
    fairness, unlent = import_module("pyrules.campaign.fairness"), frozenset(model.table.unlent)
    proven = fairness.is_proven(model.campaign, line, unlent)
    return "" if proven is None else words.PROVEN if proven else words.UNPROVEN
