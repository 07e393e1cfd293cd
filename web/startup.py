"""Spare the browser the compiling of dataclass methods, a third of what importing the program costs there.

`dataclasses` writes each class's methods as text and executes it. The build compiled that text, inside the same Python,
and stored the code by its hash; text that is not there is compiled as ever. Python imports this as `sitecustomize`.
"""

import builtins
import dataclasses
import marshal
from importlib.util import source_hash
from types import CodeType
from typing import Any

TABLE = "dataclasses.marshal"

_archive: Any = __spec__.loader
_code: dict[bytes, CodeType] = marshal.loads(_archive.get_data(f"{_archive.archive}/{TABLE}"))  # noqa: S302  (ours)


def execute(text: str, *namespaces: dict[str, Any]) -> None:
    """Execute `text` as `exec` does, from its stored code if there is one."""
    builtins.exec(_code.get(source_hash(text.encode()), text), *namespaces)  # noqa: S102


vars(dataclasses)["exec"] = execute
