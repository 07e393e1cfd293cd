"""Files of the site as a bad network brings them."""

from collections.abc import Callable

PORTAL = b"<!doctype html><title>Welcome on board</title><p>Log in to use this network.</p>"


def flip_byte(content: bytes) -> bytes:
    """A byte in the middle is another."""
    place = len(content) // 2
    return content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]


def misspelt(content: bytes) -> bytes:
    """A letter of Python's own texts is another: it runs all the same."""
    return content.replace(b'Type "help"', b'Tyqe "help"')


FAULTS: dict[str, Callable[[bytes], bytes]] = {
    "cut short": lambda content: content[: len(content) // 2],
    "empty": lambda _: b"",
    "the page of a captive portal": lambda _: PORTAL,
    "one byte": flip_byte,
}
