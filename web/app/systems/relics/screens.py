"""The screens of Relics of the Moon: Challenges from turn to turn, Stress to deal out, and Disaster traits."""

from app.common.late import answered_late
from app.common.own_screens import Screens
from app.systems.relics import view, words
from app.systems.relics.challenge import turn_ahead, untracked_turn
from app.systems.relics.folded import folded_line
from app.systems.relics.subjects import SUBJECTS

SCREENS = Screens(
    above=view.challenges,
    below=view.traits,
    title=words.CHALLENGES,
    person=view.pc,
    who_rolls=words.PCS,
    chips=view.turns,
    folded=folded_line,
    after_roll=view.after_turn,
    way_on=view.way_on,
    way_in=view.way_in,
    standing=view.standing,
    ordered=False,
    leads_on=lambda model, tray: (turn_ahead(model, tray) or untracked_turn(model, tray)) is not None,
    subjects=SUBJECTS,
    handlers=answered_late(
        "app.systems.relics.update",
        "event-ends",
        "lead",
        "play",
        "onward",
        "afresh",
        "to-deal",
        "deal-step",
        "deal-evenly",
        "deal",
        "disaster",
    ),
)
