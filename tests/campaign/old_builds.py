"""Links that builds of each format wrote, with what they came to then; and what a build said of the next one's log.

`python -m tests.campaign.old_builds links COMMIT` has the build of a commit write its links, and
`python -m tests.campaign.old_builds newer COMMIT` has it read the newest log and links that are kept here. A file that
is there stays as it is, since builds that are in use wrote it.
"""

import io
import json
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any

from tests.campaign.old_logs import LOGS, log_of
from tools import ROOT

BUILDS = Path(__file__).parent / "builds"

WRITE = """
import json, sys
from dataclasses import asdict
from pyrules.campaign.codec import VERSION
from pyrules.campaign.links import FORMAT, write_link
from pyrules.core.faces import read_faces
from pyrules.systems import SYSTEMS
links = []
for system in SYSTEMS:
    for example in system.examples:
        test = system.parse(example.notation, dict(example.settings))
        roll = system.replay(test, read_faces(example.faces), example.picks)
        outcome = asdict(system.judge(test, roll).outcome)
        links.append([system.id, example.notation, write_link(system, test), write_link(system, test, roll), outcome])
print(json.dumps({"format": FORMAT, "version": VERSION, "links": links}, default=str))
"""
"""What a build of any time does to write its links."""

READ = """
import json, sys
from pyrules.campaign.codec import VERSION, read_log, read_records
from pyrules.campaign.links import read_link
from pyrules.core.errors import RulesError
def said(read, text):
    try:
        read(text)
    except RulesError as error:
        return str(error)
    return ""
given = json.load(sys.stdin)
state, unread = read_records(given["records"])
print(json.dumps({
    "version": VERSION,
    "log": said(read_log, given["log"]),
    "links": sorted({said(read_link, link) for link in given["links"]}),
    "read": len(state.events),
    "unread": [[json.loads(one.record)["id"], one.problem] for one in unread],
    "as_it_was": all(one.record == given["records"][one.place] for one in unread),
}))
"""
"""What it does with the log and the links of a newer one."""


def kept(name: str) -> dict[str, Any]:
    """What is kept under a name."""
    found: dict[str, Any] = json.loads((BUILDS / f"{name}.json").read_text(encoding="utf-8"))
    return found


def formats() -> list[str]:
    """The formats of links of which there are any, the oldest first."""
    return sorted(path.stem for path in BUILDS.glob("links-*.json"))


def newest_log() -> int:
    """The newest version of which there is a log."""
    return max(int(path.stem.partition("-")[2]) for path in LOGS.glob("version-*[0-9].json"))


def records_of(log: str) -> list[str]:
    """The records of a log's file, as they are stored one by one."""
    return [json.dumps(event, ensure_ascii=False, separators=(",", ":")) for event in json.loads(log)["events"]]


def asked(commit: str, script: str, given: object = None) -> dict[str, Any]:
    """What the build of a commit tells when it runs a script."""
    packed = subprocess.run(("git", "archive", commit, "pyrules"), cwd=ROOT, capture_output=True, check=True).stdout
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(packed)) as files:
            files.extractall(folder, filter="data")
        command = (sys.executable, "-P", "-c", f"import sys; sys.path.insert(0, '.')\n{script}")
        done = subprocess.run(
            command, cwd=folder, input=json.dumps(given), stdout=subprocess.PIPE, text=True, check=True
        )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def write(what: str, commit: str) -> None:
    """Write what the build of a commit tells, unless there is such a file."""
    if what == "links":
        told = asked(commit, WRITE)
        name = f"links-{told['format'].rstrip('.')}"
    else:
        version = newest_log()
        links = [link for _, _, *both, _ in kept(formats()[-1])["links"] for link in both]
        told = asked(commit, READ, {"log": log_of(version), "records": records_of(log_of(version)), "links": links})
        told["of"] = version
        name = f"newer-{told['version']}"
    file = BUILDS / f"{name}.json"
    if file.exists():
        raise SystemExit(f"{file.name} is there")
    BUILDS.mkdir(exist_ok=True)
    file.write_text(f"{json.dumps(told, ensure_ascii=False, indent=0)}\n", encoding="utf-8")


if __name__ == "__main__":
    write(*sys.argv[1:])
