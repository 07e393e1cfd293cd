"""No field of the page cuts what is typed or pasted."""

import re
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"


def test_no_field_has_a_bound_at_which_a_browser_cuts() -> None:
    sources = [one for kind in ("py", "mjs", "js", "html") for one in WEB.rglob(f"*.{kind}")]
    assert len(sources) > 100
    assert [one.name for one in sources if re.search("maxlength", one.read_text("utf-8"), re.IGNORECASE)] == []
