"""What Step Die can tell of chances."""

from pyrules.core.odds import Chances
from pyrules.systems.stepdie.advice import advice
from pyrules.systems.stepdie.model import Test
from pyrules.systems.stepdie.odds import luck, main, odds, variants, with_dice

CHANCES: Chances[Test] = Chances(odds, main, advice, luck, variants, with_dice)
