"""Words of the big screen."""

from app.words import *

SHOW_EMPTY = "The next roll is shown here."
FULL_SCREEN = "Full screen"
