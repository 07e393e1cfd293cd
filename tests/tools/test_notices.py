import json
import re

import pytest

from tools import ROOT, notices, site
from tools.environment import NODE_MODULES

FOUND = tuple(notices.parts())


def test_everything_that_the_site_is_made_of_is_listed_once() -> None:
    names = [part.name for part in FOUND]
    assert {"@pyscript/core", "polyscript", "coincident", "pyodide", "heroicons", "cpython"} <= set(names)
    assert {folder.relative_to(NODE_MODULES).as_posix() for folder, _ in site.RUNTIMES.values()} <= set(names)
    assert len({part.purl for part in FOUND}) == len(FOUND)


def test_nothing_is_listed_that_only_development_needs() -> None:
    locked = json.loads((ROOT / "package-lock.json").read_bytes())["packages"]
    development = {path.rpartition("node_modules/")[2] for path, entry in locked.items() if entry.get("dev")}
    assert "axe-core" in development
    assert not (development | notices.ONLY_IN_NODE) & {part.name for part in FOUND}


@pytest.mark.parametrize("part", FOUND, ids=lambda part: part.purl)
def test_every_part_has_a_licence_with_its_holder(part: notices.Part) -> None:
    assert re.fullmatch(r"[0-9]+(\.[0-9]+)+(-[0-9]+)?", part.version)
    assert part.licence in {"Apache-2.0", "ISC", "MIT", "MIT AND Zlib", "MPL-2.0", "OFL-1.1", "Python-2.0"}
    assert len(part.text) > 500
    assert "copyright" in part.text.lower()
    assert "{" not in part.text or part.licence == "Apache-2.0"  # its appendix shows a blank to fill in


def test_the_notices_name_every_part_above_its_licence() -> None:
    text = notices.notices(FOUND)
    assert text.startswith(notices.CHANGED)
    for part in FOUND:
        named = text.index(f"{part.name} {part.version} ({part.licence})\n")
        assert part.text in text[named:]


def test_the_bill_of_materials_is_cyclonedx_and_the_same_every_time() -> None:
    first, second = notices.files(), notices.files()
    assert first == second
    bill = json.loads(first["sbom.cdx.json"])
    assert (bill["bomFormat"], bill["specVersion"], bill["version"]) == ("CycloneDX", "1.6", 1)
    refs = [component["bom-ref"] for component in bill["components"]]
    assert bill["dependencies"] == [{"ref": bill["metadata"]["component"]["bom-ref"], "dependsOn": refs}]
    for component in bill["components"]:
        assert component["type"] == "library"
        assert component["purl"].startswith("pkg:")
        for each in component.get("hashes", ()):
            assert each["alg"] == "SHA-512"
            assert re.fullmatch("[0-9a-f]{128}", each["content"])
    assert [component["name"] for component in bill["components"] if "hashes" not in component] == ["cpython"]
