"""What Relics of the Moon can tell of chances."""

from pyrules.core.odds import Chances
from pyrules.systems.relics.advice import advice
from pyrules.systems.relics.model import Test
from pyrules.systems.relics.odds import bounds, luck, main, odds, rises, variants, with_dice

CHANCES: Chances[Test] = Chances(odds, main, advice, luck, variants, with_dice, rises, bounds=bounds)
