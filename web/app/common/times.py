"""Times as the reader's clock shows them."""

import time


def when(at: int) -> str:
    """A time in milliseconds since 1970, as the reader's clock shows it."""
    return f"{time.strftime('%d %b %Y', time.localtime(at / 1000)).lstrip('0')}, {hour(at)}"


def day(at: int) -> str:
    """The day of such a time."""
    local = time.localtime(at / 1000)
    return f"{time.strftime('%A', local)}, {local.tm_mday} {time.strftime('%B %Y', local)}"


def hour(at: int) -> str:
    """The hour and minute of such a time."""
    return time.strftime("%H:%M", time.localtime(at / 1000))
