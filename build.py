"""The checkout's commands: ``python3 build.py --help``.

This file holds only what any Python can read, so that one that is too old is told so in words.
"""

import sys

NEEDED = (3, 11)

if sys.version_info < NEEDED:
    sys.exit(
        "pyrules needs Python %d.%d or newer; this is %d.%d (%s). Install a newer one (https://www.python.org/downloads/)"
        " or name it: python3.12 build.py ..." % (NEEDED + sys.version_info[:2] + (sys.executable,))
    )

from tools.commands import main  # noqa: E402  (its syntax needs the Python asked for above)

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
