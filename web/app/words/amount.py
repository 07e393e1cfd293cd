"""Numbers in sentences."""


def amount(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun, however large the number is.

    >>> amount(1, "line"), amount(2_000, "line"), amount(2, "is", "are")
    ('1 line', '2,000 lines', '2 are')
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
