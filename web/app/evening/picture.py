"""An evening as a picture for a chat: everybody's share, and the least likely results."""

from collections.abc import Sequence

from app import words
from app.common.html import Markup, tag
from app.share.picture import EDGE, INNER, SOFT, WHITE, WIDTH, falling, fitting, line, placement
from pyrules.core.look import Look

HEAD, LINE, BETWEEN = 58, 40, 26


def picture(look: Look, when: str, parts: Sequence[tuple[str, Sequence[str]]]) -> Markup:
    """The picture as the text of an SVG file: each part has a heading, and lines below it."""
    tops = [*falling((HEAD + LINE * len(said) + BETWEEN for _, said in parts), EDGE + 150)]
    height = tops[-1] + EDGE
    return tag(
        "svg",
        tag("rect", width=WIDTH, height=height, fill=look.felt[0]),
        tag(
            "path", d=look.mark, fill=WHITE, fill_opacity="0.07", fill_rule="evenodd", transform=placement(640, 60, 4.8)
        ),
        line(words.EVENING, 64, EDGE + 56, EDGE, fill=WHITE, font_weight=800),
        line(when, 32, EDGE + 108, EDGE, fill=SOFT),
        (
            tag(
                "g",
                line(fitting(title, 38, INNER), 38, 38, fill=WHITE, font_weight=700),
                (
                    line(fitting(text, 28, INNER), 28, HEAD + 26 + LINE * place, fill=SOFT)
                    for place, text in enumerate(said)
                ),
                transform=f"translate({EDGE} {top})",
            )
            for (title, said), top in zip(parts, tops, strict=False)
        ),
        line(words.APP, 28, height - 32, WIDTH - EDGE, fill=SOFT, text_anchor="end"),
        xmlns="http://www.w3.org/2000/svg",
        width=WIDTH,
        height=height,
        viewBox=f"0 0 {WIDTH} {height}",
        font_family="system-ui, sans-serif",
    )
