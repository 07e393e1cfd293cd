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
LATE = "/late.zip"
OURS = ("app", "pyrules")
GZIP = 31  # what zlib calls a window of 32 kB in gzip's frame
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


class Late:
    """Finds modules of ours that the first archive lacks: has the other come, and waits for it."""

    def find_spec(self, name, path=None, target=None):
        """Answer as a meta path finder does."""
        if name.partition(".")[0] not in OURS:
            return None
        import hashlib
        import zlib
        from base64 import b64encode

        from js import fetchLate

        fetched, integrity = fetchLate()
        packed = fetched.to_bytes()
        if integrity != f"sha256-{b64encode(hashlib.sha256(packed).digest()).decode()}":
            raise ImportError("the file late.dat did not come as it was published: connect, then reload")
        with open(LATE, "wb") as file:  # noqa: PTH123
            file.write(zlib.decompress(packed, GZIP))
        sys.meta_path.remove(self)
        return add_archive(LATE).find_spec(name, path, target)


def add_archive(path):
    """Import from the archive at `path` from now on, and know what code its modules generate."""
    importer = zipimporter(path)
    if TABLE in importer._get_files():  # noqa: SLF001
        code, patterns = marshal.loads(importer.get_data(f"{path}/{TABLE}"))  # noqa: S302
        _code.update(code)
        _patterns.update(patterns)
    archive = Archive(importer)
    sys.meta_path.insert(0, archive)
    return archive


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


_code, _patterns = {}, {}
for _path in [path for path in sys.path if path.endswith(".zip")]:
    add_archive(_path)
if LATE not in sys.path:
    sys.meta_path.append(Late())
vars(collections)["eval"] = evaluate

from re import _compiler  # noqa: E402

_compile = _compiler.compile
_compiler.compile = match

import dataclasses  # noqa: E402  (its own imports make named tuples and compile regular expressions)

vars(dataclasses)["exec"] = execute
