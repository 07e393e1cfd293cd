"""Links of the workshop as chats hand them on: whole or refused, never another text; run by Node."""

import json
import subprocess
from itertools import pairwise

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
LONGEST = 1900
"""So many characters a link may have, with 60 for the site's address: some chats cut a message at 2,000."""
GAMES = [
    path
    for folder in ("pyrules/shelf", "tests/author", "tests/author/games")
    for path in sorted((ROOT / folder).glob("[!_]*.py"))
    if not path.name.startswith("test_") and not path.name.endswith("_helpers.py")
]
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


def test_a_game_of_sixty_lines_has_a_link_that_no_chat_cuts() -> None:
    texts = [path.read_text(encoding="utf-8") for path in GAMES]
    texts += [f"{one}\n{other}" for one, other in pairwise(texts)]  # as long as two games
    script = """
        const { packed } = await import(process.argv[1]);
        const { readFileSync } = await import("node:fs");
        const links = JSON.parse(readFileSync(0, "utf8")).map(packed);
        console.log(JSON.stringify((await Promise.all(links)).map((link) => link.length)));
    """
    command = (str(node()), "--input-type=module", "-e", script, (ROOT / "web/workshop/links.mjs").as_uri())
    done = subprocess.run(command, input=json.dumps(texts), capture_output=True, encoding="utf-8", check=True)
    lengths = dict(zip(texts, json.loads(done.stdout), strict=True))
    assert max(text.count("\n") for text in texts) >= 90
    long = [text for text, length in lengths.items() if length + 60 >= LONGEST]
    assert not [text for text in long if text.count("\n") <= 65]
