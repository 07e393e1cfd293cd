"""What the General Rules can tell of chances."""

from pyrules.core.odds import Chances
from pyrules.systems.general.advice import advice, chosen
from pyrules.systems.general.model import Test
from pyrules.systems.general.odds import luck, main, odds, variants, with_dice

CHANCES: Chances[Test] = Chances(odds, main, advice, luck, variants, with_dice, chosen=chosen)
