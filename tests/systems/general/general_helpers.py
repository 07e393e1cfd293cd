"""Helpers of the tests of the general, which other tests use too."""

import pytest

from pyrules.core.errors import NotationError
from pyrules.systems.general import GENERAL


def refusal(notation: str, **settings: str) -> NotationError:
    with pytest.raises(NotationError) as caught:
        GENERAL.parse(notation, settings)
    return caught.value
