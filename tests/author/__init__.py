"""Small systems, each in one file: an action roll, roll and keep, roll under, fate points, a sum; what is laid out."""

from tests.author.blades import BLADES
from tests.author.fates import FATES
from tests.author.keep import KEEP
from tests.author.pattern import PATTERN
from tests.author.sums import SUMS
from tests.author.under import UNDER

AUTHORED = (BLADES, KEEP, UNDER, FATES, PATTERN, SUMS)
