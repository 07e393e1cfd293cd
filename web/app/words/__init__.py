"""Every text of the page, in one place; the systems' own words come from their rulebooks.

A text with places to fill in is called with what goes there: `undone(what)`.
"""

from app.words.gathering import *
from app.words.log import *
from app.words.luck import *
from app.words.odds import *
from app.words.scene import *
from app.words.settings import *
from app.words.table import *
from app.words.tracker import *
