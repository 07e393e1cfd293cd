"""Links of the workshop as chats hand them on: whole or refused, never another text; run by Node."""

import json
import subprocess

from tools import ROOT
from tools.environment import node

TEXT = "from pyrules.author import action, d6\n# Füße\n"
OLD = "#w=SyvKz1UoqCwqzUkt1kssLcnIL1LIzC3ILypRSEwuyczP01FIMeNSVnA7vOfw_FQuAA"  # as builds before the checksum wrote it
HANDED_ON = {
    "as it is": "#LINK",
    "of an earlier build": OLD,
    "of one, escaped": OLD.replace("=", "%3D"),
    "at the end of a sentence": "#LINK.",
    "in brackets": "#LINK)",
    "in quotes": '#LINK"',
    "with what counts visits": "#LINK?fbclid=abc",
    "with what counts campaigns": f"{OLD}&utm_source=x",
    "with signs that nobody sees": "#LINK\u200b",
    "with them escaped": "#LINK%E2%80%8B",
    "before a line break": "#LINK%0A",
    "broken into lines": f"{OLD[:40]}\n {OLD[40:]}",
    "escaped": OLD.replace("_", "%5F"),
}
REFUSED = {"cut short": OLD[:-6], "without letters": "#w=", "in lower case": OLD.lower(), "a wrong escape": "#w=%FF"}
OTHERS = {"a game": "#play=sums", "nothing": "", "a broken escape": "#%", "another": "#wide"}


def test_a_link_is_read_as_chats_hand_it_on_or_refused() -> None:
    command = (str(node()), ROOT / "tests/web/links.mjs", (ROOT / "web/workshop/links.mjs").as_uri())
    given = json.dumps([TEXT, {**HANDED_ON, **REFUSED, **OTHERS}])
    done = subprocess.run((*command, given), capture_output=True, encoding="utf-8", check=True)
    link, read, tries, others = json.loads(done.stdout)
    assert read == {
        **dict.fromkeys(HANDED_ON, TEXT),
        **dict.fromkeys(REFUSED, "it is damaged"),
        **dict.fromkeys(OTHERS, None),
    }
    assert link.startswith("#w.")
    assert tries > 100
    assert others == []  # with one letter changed, it is never another text
