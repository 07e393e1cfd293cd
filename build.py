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

if __name__ == "__main__":
    if __spec__ is not None:  # "python -m build" in this folder finds this file, and means the package of that name
        import runpy

        del sys.path[0]
        runpy.run_module("build", run_name="__main__", alter_sys=True)
    else:
        from tools.commands import main  # its syntax needs the Python asked for above

        sys.exit(main(sys.argv[1:]))
