"""Each call to the outside but storage fails once, for good, or is never answered: what is lost, or not told."""

import shutil
from pathlib import Path

import pytest

from tools import ROOT, faults


def test_whatever_fails_the_service_worker_gives_files_of_its_own_build() -> None:
    found = faults.play_worker()
    assert found["wrong"] == []
    assert {"caches.open", "cache.put", "cache.match", "cache.keys", "cache.delete", "fetch"} <= found["kinds"].keys()


def test_whatever_fails_what_is_said_at_a_table_is_heard_or_told_of() -> None:
    found = faults.play_connections()
    assert found["wrong"] == []
    assert {"RTCPeerConnection", "channel.send", "locks.request", "DecompressionStream"} <= found["kinds"].keys()


def test_whatever_fails_in_copying_sharing_or_scanning_is_reported() -> None:
    found = faults.play_device()
    assert found["wrong"] == []
    assert {"clipboard.write", "getUserMedia", "video.play", "wakeLock.request", "persist"} <= found["kinds"].keys()


def test_whatever_fails_the_page_says_so_and_goes_on_after_a_reload() -> None:
    found = faults.play_page(every=5)
    assert found["wrong"] == []
    assert {"rules.start", "rules.update", "store.commit", "page.share", "boot.channel"} <= found["kinds"].keys()


def test_whatever_the_clock_says_the_text_written_last_is_the_newest() -> None:
    found = faults.play_clock()
    assert found["wrong"] == []
    assert found["kinds"].keys() == {"clock"}


def test_a_thread_that_fails_is_told_of_and_the_next_picture_is_read() -> None:
    found = faults.play_eye()
    assert found["wrong"] == []
    assert found["kinds"].keys() == {"Worker", "postMessage", "read"}


LOST = "saying.catch(() => {})"


@pytest.mark.parametrize(
    ("story", "module", "change", "told"),
    [
        ("connections", "channel.mjs", ('saying.catch(() => end(number, peer, ""))', LOST), "heard 2 of 3"),
        ("connections", "channel.mjs", ("packed = async (bytes)", "packed = (bytes)"), "hub could not tell"),
        ("service worker", "sw.js", ("match(key(path)).catch(() => {})", "match(key(path))"), "came as"),
        ("service worker", "sw.js", ("await cache.delete(request)", "await 0"), "an old file is kept"),
        ("device", "codes.mjs", ('if (track.readyState === "ended")', "if (false)"), "camera is told of as"),
        ("device", "codes.mjs", ("video.play().catch", "await video.play().catch"), "nothing is told"),
        ("device", "page.mjs", ("soon(begun ? begun(blob)", "(begun ? begun(blob)"), "copying: nothing is told"),
        ("device", "platform.mjs", ("persist?.().catch(() => null)", "persist?.()"), "not caught"),
        ("clock", "workshop/drafts.mjs", ("Math.max(Date.now(), (at", "Math.max(Date.now(), 0 * (at"), "with another"),
        ("eye", faults.EYE, ("late = setTimeout(stop, PATIENCE);", ""), "of one there is undefined"),
        ("eye", faults.EYE, ("worker = undefined;", ""), "nothing is read any more"),
        ("page", "ui.py", ("boot.awaitAnswer()", "None"), "never answers: nothing is told"),
        (
            "page",
            "ui.py",
            ("boot.offerReload(WRONG % reason(error))\n        boot", "pass\n        boot"),
            "nothing is",
        ),
        ("page", "ui.py", ("create_task(reporting_failure(doing))", "create_task(doing)"), "not caught"),
    ],
)
def test_a_module_that_loses_something_is_found(
    story: str, module: str, change: tuple[str, str], told: str, tmp_path: Path
) -> None:
    for room in ("workshop", "eye"):
        (tmp_path / room).mkdir()
    for name in ("channel.mjs", "sw.js", "ui.py", faults.EYE, *faults.CLOCK, *faults.DEVICE):
        shutil.copy(ROOT / "web" / name, tmp_path / name)
    text = (tmp_path / module).read_text("utf-8")
    assert text.count(change[0]) == 1
    (tmp_path / module).write_text(text.replace(*change), "utf-8")
    assert any(told in problem for problem in faults.STORY_OF[story](tmp_path, most=1)["wrong"])
