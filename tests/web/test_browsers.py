"""The built site is held against MDN's browser-compat-data: what the oldest browsers lack has a guard or a fallback."""

import ast
import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tests.web.browsers_helpers import GUARDED
from tools import ROOT, site
from tools.environment import node

BEHIND = (
    r"api\.Bluetooth(?!$)",
    r"api\.(GPUBuffer\.usage|QuotaExceededError)",
    r"api\.TrustedTypePolicyFactory",
    r"api\.(UserActivation|WakeLockSentinel)",
    r"api\.FileSystemFileHandle\.createWritable",
    r"javascript\.builtins\.Error\.stackTraceLimit",
)
"""Features that are reached by those alone, or only set, and names that are the site's own."""

NEVER_RUN = (
    r"api\.(BatteryManager|CompositionEvent|DeviceMotion\w+|DeviceOrientation\w+|Touch|TouchEvent)\.",
    r"api\.(Document\.pointer[lL]ock\w+|File\.lastModifiedDate|Navigator\.getBattery|NavigatorLogin\.setStatus)",
    r"api\.Window\.(orientation|setImmediate|clearImmediate)",
    r"api\.(Scheduler\.yield|VideoFrame\.\w+)",
)
"""Features in the library of Emscripten and the readers of codes that this site never asks for."""


def names_of_python() -> str:
    """The names that the site's Python asks of browsers, those of attributes that its views write, and its own."""
    members: dict[str, str] = {}
    attributes: dict[str, str] = {}
    own: set[str] = set()
    shell = [site.WEB / "ui.py", site.WEB / "rules.py"]
    for file in (*shell, *(site.WEB / "app").rglob("*.py")):
        where = file.relative_to(site.WEB).as_posix()
        for one in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match one:
                case ast.Attribute(attr=name) if file in shell:
                    members.setdefault(name, where)
                case ast.keyword(arg=str(name)):
                    attributes.setdefault(name.rstrip("_").replace("_", "-"), where)
                    own.add(name)
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                    own.add(name)
                case ast.Constant(value=str(name)) if name.isidentifier():
                    own.add(name)
    return json.dumps({"members": members, "attributes": attributes, "own": sorted(own)})


def missing(folder: Path) -> dict[str, dict[str, list[str]]]:
    """The features that a site uses and the oldest browsers lack."""
    command = (str(node()), str(Path(__file__).with_name("browsers.mjs")), str(folder))
    done = subprocess.run(command, input=names_of_python(), capture_output=True, encoding="utf-8", check=True)
    return dict(json.loads(done.stdout))


def features_allowed() -> Iterator[str]:
    """The features that need no more than they have."""
    for features in GUARDED.values():
        yield from features


def test_what_the_oldest_browsers_lack_has_a_guard_or_a_fallback(site: Path) -> None:
    lacking = missing(site)
    beside = re.compile("|".join((*BEHIND, *NEVER_RUN)))
    unguarded = {
        name: told for name, told in lacking.items() if not beside.match(name) and name not in {*features_allowed()}
    }
    assert unguarded == {}
    assert sorted({*features_allowed()} - lacking.keys()) == []
    assert [one for one in (*BEHIND, *NEVER_RUN) if not any(re.match(one, name) for name in lacking)] == []


def test_what_is_newer_is_found(tmp_path: Path) -> None:
    (tmp_path / "app.css").write_text(
        "a{color:light-dark(#000,#fff);width:1dvh;field-sizing:content}a:popover-open{}@scope{}"
    )
    (tmp_path / "page.html").write_text('<p popover="auto"></p><search></search>')
    (tmp_path / "a.mjs").write_text(
        "one.checkVisibility(); Object.groupBy(one, two); addEventListener.call; document.querySelector(':open');"
        " const { requestClose } = one; structuredClone(one); one.at(1); navigator.wakeLock; new URLPattern(one);"
    )
    (tmp_path / "b.mjs").write_text("/a/v;")
    found = missing(tmp_path).keys()
    assert found >= {
        "css.types.color.light-dark",
        "css.types.length.viewport_percentage_units_dynamic",
        "css.properties.field-sizing",
        "css.selectors.popover-open",
        "css.selectors.open",
        "css.at-rules.scope",
        "html.global_attributes.popover",
        "html.elements.search",
        "api.Element.checkVisibility",
        "api.CloseWatcher.requestClose",
        "api.Navigator.wakeLock",
        "api.URLPattern",
        "javascript.builtins.Object.groupBy",
    }
    assert any(name.startswith("newer syntax: Invalid regular expression flag") for name in found)
    assert not {"api.structuredClone", "javascript.builtins.Array.at"} & found


def test_one_oldest_version_of_each_browser_is_stated_everywhere() -> None:
    oldest = dict(one.split(" >= ") for one in json.loads((ROOT / "package.json").read_bytes())["browserslist"])
    assert oldest["chrome"] == oldest["edge"]
    assert oldest["ios_saf"] == oldest["safari"]
    apple = f"Safari {oldest['safari']} (iOS {oldest['ios_saf']})"
    told = f"Chrome or Edge {oldest['chrome']}, Firefox {oldest['firefox']}, or {apple}, or later"
    for file in ("README.md", "web/floor.js"):
        assert told in " ".join((ROOT / file).read_text(encoding="utf-8").split())


OLD = """
globalThis.window = globalThis;
globalThis.CSS = { supports: () => true };
const appended = [];
const heard = [];
globalThis.document = {
  createElement: () => ({}),
  getElementsByTagName: () => [{ appendChild: (one) => appended.push(one.content) }],
  addEventListener: (_, does) => heard.push(does),
  body: {},
};
"""


def test_an_older_browser_is_told_what_is_needed_and_nothing_begins() -> None:
    script = (site.WEB / "floor.js").read_text(encoding="utf-8")
    parse = f"import('acorn').then(({{ parse }}) => parse({json.dumps(script)}, {{ ecmaVersion: 5 }}));"
    subprocess.run((str(node()), "--eval", parse), cwd=ROOT, check=True)
    for lacks, told in (("", None), ("delete globalThis.DecompressionStream;", "needs a newer browser")):
        answers = "heard.forEach((one) => one()); console.log(JSON.stringify([appended, document.body]));"
        run = f"{OLD}{lacks}{script}; {answers}"
        done = subprocess.run((str(node()), "--eval", run), capture_output=True, encoding="utf-8", check=True)
        policies, body = json.loads(done.stdout)
        assert policies == (["script-src 'none'"] if told else [])
        assert (told or "") in body.get("textContent", "")


def test_the_check_is_the_first_script_of_every_page(site: Path) -> None:
    pages = [path for path in site.rglob("*.html") if "<script" in path.read_text(encoding="utf-8")]
    assert site / "workshop/index.html" in pages
    for page in pages:
        assert "floor.js" in re.findall(r"<script[^>]*>", page.read_text(encoding="utf-8"))[0]
