"""What Almond can tell of chances."""

from pyrules.core.odds import Chances
from pyrules.systems.almond.model import Test
from pyrules.systems.almond.odds import advice, luck, main, odds, variants, with_dice

CHANCES: Chances[Test] = Chances(odds, main, advice, luck, variants, with_dice)
