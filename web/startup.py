"""Start Python faster in the browser, where compiling text and reading archives take most of the time.

Dataclasses and named tuples write their methods as text and execute it, and modules compile regular expressions. The
build did both inside the same Python and stored what came of it; what is not there is compiled as ever. Modules come
from archives that are read once. Python imports this as `sitecustomize`.
"""

import _sre
import builtins
import collections
import gc
import marshal
import sys
from importlib.util import source_hash, spec_from_file_location
from zipimport import zipimporter

TABLE = "generated.marshal"
LOCAL_HEADER = 30  # bytes in front of a file's name in a zip
PYC_HEADER = 16  # bytes in front of the code in a .pyc

gc.disable()  # nothing that is imported is let go again; `rules.py` turns it on


class Archive:
    """Finds and loads modules compiled into a zip that the build wrote: not compressed, without extra fields."""

    def __init__(self, importer):
        self.path = importer.archive
        self.offsets = {name: file[4] for name, file in importer._get_files().items() if file}  # noqa: SLF001
        with open(self.path, "rb") as file:  # noqa: PTH123
            self.content = file.read()

    def find_spec(self, name, path=None, target=None):  # noqa: ARG002
        """Answer as a meta path finder does."""
        file = name.replace(".", "/")
        if f"{file}.pyc" in self.offsets:
            return spec_from_file_location(name, f"{self.path}/{file}.pyc", loader=self)
        if f"{file}/__init__.pyc" in self.offsets:
            folder = f"{self.path}/{file}"
            return spec_from_file_location(
                name, f"{folder}/__init__.pyc", loader=self, submodule_search_locations=[folder]
            )
        return None

    @staticmethod
    def create_module(spec):
        """Leave the making of the module to Python."""

    def exec_module(self, module):
        """Execute the module's code, as a loader does."""
        file = module.__spec__.origin.removeprefix(f"{self.path}/")
        start = self.offsets[file] + LOCAL_HEADER + len(file) + PYC_HEADER
        builtins.exec(marshal.loads(memoryview(self.content)[start:]), module.__dict__)  # noqa: S102, S302  (ours)


def execute(text, *namespaces):
    """Execute `text` as `exec` does, from its stored code if there is one."""
    builtins.exec(_code.get(source_hash(text.encode()), text), *namespaces)  # noqa: S102


def evaluate(text, *namespaces):
    """Evaluate `text` as `eval` does, from its stored code if there is one."""
    return builtins.eval(_code.get(source_hash(text.encode()), text), *namespaces)  # noqa: S307


def match(pattern, flags=0):
    """Compile a regular expression as `re._compiler.compile` does, from its stored code if there is any."""
    stored = _patterns.get((pattern, flags))
    return _sre.compile(pattern, *stored) if stored else _compile(pattern, flags)


_code, _patterns = marshal.loads(__spec__.loader.get_data(f"{__spec__.loader.archive}/{TABLE}"))  # noqa: S302
sys.meta_path[:0] = [Archive(zipimporter(path)) for path in sys.path if path.endswith(".zip")]
vars(collections)["eval"] = evaluate

from re import _compiler  # noqa: E402

_compile = _compiler.compile
_compiler.compile = match

import dataclasses  # noqa: E402  (its own imports make named tuples and compile regular expressions)

vars(dataclasses)["exec"] = execute
