"""The command line, `python -m pyrules` or `pyrules`: nothing is loaded where an interruption would not be quiet."""

import sys
from collections.abc import Sequence

INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code: 0 done, 1 the output could not be written, 2 bad input."""
    try:
        from pyrules.command_line import run

        return run(argv)
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
