"""What Moonwalk can tell of chances."""

from pyrules.core.odds import Chances
from pyrules.systems.moonwalk.advice import advice
from pyrules.systems.moonwalk.model import Test
from pyrules.systems.moonwalk.odds import bounds, luck, main, odds, variants, with_dice

CHANCES: Chances[Test] = Chances(odds, main, advice, luck, variants, with_dice, bounds=bounds)
