"""Licences of the parts by others that the site ships, and the list of them with versions (CycloneDX)."""

import base64
import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools import ROOT
from tools.environment import NODE_MODULES

LICENCES = Path(__file__).parent / "licences"
"""Texts that a package does not bring itself, by the last part of its name; `isc` serves all that name that licence."""

RULE = "-" * 72

CHANGED = """\
The site holds parts of what is listed here. The scripts of Pyodide, PyScript and qr and Python's standard library are
shortened; tools/ in the source of pyrules shows how, and the source of each part is where its package says.
"""

ONLY_IN_NODE = frozenset({"@types/emscripten", "ws"})
"""Packages that Pyodide depends on outside browsers."""

SPDX = {"APACHE-2.0": "Apache-2.0", "(MIT OR Apache-2.0)": "MIT"}
"""Identifiers as the list of SPDX writes them, by how packages do; of two to choose from, the one chosen."""


@dataclass(frozen=True, slots=True)
class Part:
    """A package whose code is in the site: `purl` names it everywhere, `sha512` is of what was installed (hex)."""

    name: str
    version: str
    licence: str
    text: str
    purl: str
    sha512: str = ""


def files() -> dict[str, bytes]:
    """Write `THIRD-PARTY.txt` and `sbom.cdx.json` for what `package-lock.json` names and the site ships.

    Raises `FileNotFoundError` for a package that has no licence text, here or of its own.
    """
    found = tuple(parts())
    bill = json.dumps(bill_of_materials(found), indent=1)
    return {"THIRD-PARTY.txt": notices(found).encode(), "sbom.cdx.json": f"{bill}\n".encode()}


def parts() -> Iterator[Part]:
    """Yield what is shipped, in the order of names, Python's standard library last."""
    locked = json.loads((ROOT / "package-lock.json").read_bytes())["packages"]
    found = (
        _part(path.rpartition("node_modules/")[2], locked[path], ROOT / path)
        for path in sorted(_shipped_packages(locked))
    )
    yield from dict.fromkeys(found)  # npm may have installed one twice
    info = json.loads((NODE_MODULES / "pyodide/pyodide-lock.json").read_bytes())["info"]
    version = info["python"]
    yield Part("cpython", version, "Python-2.0", _text("cpython"), f"pkg:generic/cpython@{version}")


def notices(found: tuple[Part, ...]) -> str:
    """Join the licences, each text once, under the parts that it is for, after what was changed."""
    holders: dict[str, list[str]] = {}
    for part in found:
        holders.setdefault(part.text, []).append(f"{part.name} {part.version} ({part.licence})")
    return "\n\n".join((CHANGED, *("\n".join((*names, RULE, text)) for text, names in holders.items()))) + "\n"


def bill_of_materials(found: tuple[Part, ...]) -> dict[str, Any]:
    """List the parts as CycloneDX 1.6 has it, the same for the same lock."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    site = {"type": "application", "bom-ref": "pyrules", "name": "pyrules", "version": project["version"]}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {**site, "licenses": [{"license": {"id": project["license"]}}]}},
        "components": [_component(part) for part in found],
        "dependencies": [{"ref": "pyrules", "dependsOn": [part.purl for part in found]}],
    }


def _component(part: Part) -> dict[str, Any]:
    hashes = {"hashes": [{"alg": "SHA-512", "content": part.sha512}]} if part.sha512 else {}
    return {
        "type": "library",
        "bom-ref": part.purl,
        "name": part.name,
        "version": part.version,
        "licenses": [{"expression": part.licence} if " " in part.licence else {"license": {"id": part.licence}}],
        "purl": part.purl,
        **hashes,
    }


def _shipped_packages(locked: Mapping[str, Any]) -> set[str]:
    """Follow the dependencies from the project's own; npm puts a package inside the one that needs another version."""
    found: set[str] = set()

    def follow(owner: str) -> None:
        for name in locked[owner].get("dependencies", ()):
            folder = owner
            while folder and f"{folder}/node_modules/{name}" not in locked:
                folder = folder.rpartition("/node_modules/")[0]
            path = f"{folder}/node_modules/{name}".lstrip("/")
            if name not in ONLY_IN_NODE and path not in found:
                found.add(path)
                follow(path)

    follow("")
    return found


def _part(name: str, entry: Mapping[str, Any], folder: Path) -> Part:
    version, licence = entry["version"], SPDX.get(entry["license"], entry["license"].strip("()"))
    folders = (folder, NODE_MODULES / name)  # another version of a package may bring the text that this one leaves out
    files = [file for each in folders for file in sorted(each.glob("LICENSE*"))]
    own = next((file for file in files if file.name == f"LICENSE-{licence}"), next(iter(files), None))
    if own:
        text = own.read_text(encoding="utf-8").strip()
    elif licence == "ISC":
        author = json.loads((folder / "package.json").read_bytes())["author"]
        text = _text("isc").replace("{author}", author)
    else:
        text = _text(name.rpartition("/")[2].partition("-")[0])
    purl = f"pkg:npm/{name.replace('@', '%40')}@{version}"
    return Part(name, version, licence, text, purl, base64.b64decode(entry["integrity"].removeprefix("sha512-")).hex())


def _text(name: str) -> str:
    return (LICENCES / f"{name}.txt").read_text(encoding="utf-8").strip()
