"""Four small systems, each in one file: an action roll, roll and keep, roll under, and fate points."""

from tests.author.blades import BLADES
from tests.author.fates import FATES
from tests.author.keep import KEEP
from tests.author.under import UNDER

AUTHORED = (BLADES, KEEP, UNDER, FATES)
