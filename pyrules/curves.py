"""The chart of several tests: a curve for each, or bars side by side where values are names."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from pyrules.charts import coordinate
from pyrules.html import Child, Markup, tag

SHAPES = (
    "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z",
    "M0-5.5L5.2 4H-5.2z",
    "M-4-4H4V4H-4z",
    "M0-5.8L5.2 0L0 5.8L-5.2 0z",
)
"""The shapes that tell the tests apart besides their colours, on the chart and beside their names."""

DASHES = (None, "8 4", "2 4", "10 3 2 3")
STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25)
MOST_LINES = 5
APART = 14
"""The least distance between the shapes on a curve."""

LETTER = 0.6
"""The width of a letter, as a share of its height."""


def scale_step(highest: float) -> float:
    """From one line of a scale to the next, where its highest chance is this.

    >>> scale_step(0.04), scale_step(0.3), scale_step(1)
    (0.01, 0.1, 0.2)
    """
    return next((step for step in STEPS if highest / step <= MOST_LINES), STEPS[-1])


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a chart: of each test, of its words, and of the lines behind it."""

    tests: tuple[str, ...]
    ink: str
    quiet: str
    grid: str


ON_THE_PAGE = Palette(
    tuple(f"var(--test-{number})" for number in range(len(SHAPES))), "var(--ink)", "var(--quiet)", "var(--line)"
)


@dataclass(frozen=True, slots=True)
class Frame:
    """The room for a chart, and the height of its letters."""

    width: int
    height: int
    font: int

    @property
    def left(self) -> float:
        """Where the values begin, right of the scale."""
        return self.font * 4

    @property
    def floor(self) -> float:
        """Where the scale begins, above the values and what is counted."""
        return self.height - self.font * 3.4


NARROW, WIDE = Frame(340, 270, 11), Frame(680, 360, 13)


@dataclass(frozen=True, slots=True)
class Curve:
    """The chances of a test, value by value, None where one cannot be told; `number` is its place among the tests."""

    number: int
    shares: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart: the curves over the labels of their values, and what is counted.

    Values that are numbers are `joined` to curves, which are `filled` where the room under them is the whole. The value
    `marked` has a line.
    """

    curves: tuple[Curve, ...]
    labels: tuple[str, ...]
    caption: str
    said: str
    joined: bool = True
    filled: bool = False
    marked: str = ""

    @property
    def highest(self) -> float:
        """The largest chance of all."""
        return max((share for curve in self.curves for share in curve.shares if share is not None), default=1) or 1


@dataclass(frozen=True, slots=True)
class Stage:
    """A chart in its frame: where each value and each chance stands, and the colours."""

    chart: Chart
    frame: Frame
    palette: Palette

    @property
    def step(self) -> float:
        """From one line of the scale to the next."""
        return scale_step(self.chart.highest)

    @property
    def lines(self) -> int:
        """The number of lines of the scale above its floor."""
        return ceil(self.chart.highest / self.step - 1e-9)

    @property
    def width(self) -> float:
        """The room for a value."""
        return (self.frame.width - self.frame.left - 4) / max(1, len(self.chart.labels))

    def x(self, place: float) -> float:
        """The middle of a value."""
        return self.frame.left + (place + 0.5) * self.width

    def y(self, share: float) -> float:
        """The height of a chance, from the top."""
        return self.frame.floor - (self.frame.floor - self.frame.font) * share / (self.step * self.lines)


def draw_chart(chart: Chart, frame: Frame, palette: Palette) -> Markup:
    """The chart as an SVG picture, with words for those who do not see it."""
    return tag(
        "svg",
        content(chart, frame, palette),
        viewBox=f"0 0 {frame.width} {frame.height}",
        role="img",
        aria_label=f"{chart.caption}. {chart.said}",
        font_size=frame.font,
        class_="curves",
    )


def content(chart: Chart, frame: Frame, palette: Palette) -> list[Child]:
    """The chart within its frame."""
    stage = Stage(chart, frame, palette)
    draw = _curve if chart.joined else _bars
    return [_scale(stage), _values(stage), [draw(stage, curve) for curve in chart.curves]]


def _scale(stage: Stage) -> Iterator[Markup]:
    """The lines behind the curves, each with its chance."""
    frame = stage.frame
    for share in (line * stage.step for line in range(stage.lines + 1)):
        y = stage.y(share)
        ends = {"y1": coordinate(y), "y2": coordinate(y), "x1": coordinate(frame.left), "x2": str(frame.width)}
        yield tag("line", **ends, stroke=stage.palette.grid)
        percent = f"{share:.0%}".replace("%", " %")
        left, low = coordinate(frame.left - 6), coordinate(y + frame.font * 0.35)
        yield tag("text", percent, x=left, y=low, text_anchor="end", fill=stage.palette.quiet)


def _values(stage: Stage) -> Iterator[Markup]:
    """The values below the curves, as many as there is room for, and what they count."""
    chart, frame, palette = stage.chart, stage.frame, stage.palette
    longest = max((len(label) for label in chart.labels), default=1)
    every = max(1, ceil((longest + 0.8) * frame.font * LETTER / stage.width))
    first = chart.labels.index(chart.marked) % every if chart.marked in chart.labels else 0
    low = coordinate(frame.floor + frame.font * 1.4)
    for place, label in enumerate(chart.labels):
        x = coordinate(stage.x(place))
        if label == chart.marked:
            ends = {"x1": x, "x2": x, "y1": str(frame.font), "y2": coordinate(frame.floor)}
            yield tag("line", **ends, stroke=palette.quiet, stroke_width="1.5", stroke_dasharray="2 3")
        if place % every == first:
            yield tag("text", label, x=x, y=low, text_anchor="middle", fill=palette.ink)
    middle = coordinate((frame.left + frame.width) / 2)
    yield tag("text", chart.caption, x=middle, y=frame.height - 5, text_anchor="middle", fill=palette.quiet)


def _curve(stage: Stage, curve: Curve) -> Iterator[Markup]:
    """A test as a curve, with gaps where a chance cannot be told."""
    colour = stage.palette.tests[curve.number]
    every = max(1, ceil(APART / stage.width))
    for run in _runs(curve.shares):
        points = " ".join(f"{coordinate(stage.x(place))},{coordinate(stage.y(share))}" for place, share in run)
        if stage.chart.filled:
            floor = coordinate(stage.y(0))
            ends = f"{coordinate(stage.x(run[-1][0]))},{floor} {coordinate(stage.x(run[0][0]))},{floor}"
            yield tag("polygon", points=f"{points} {ends}", fill=colour, fill_opacity="0.1")
        yield tag(
            "polyline",
            points=points,
            fill="none",
            stroke=colour,
            stroke_width="2.5",
            stroke_linejoin="round",
            stroke_dasharray=DASHES[curve.number],
        )
        for place, share in run:
            if place % every == 0:
                yield mark(curve.number, colour, stage.x(place), stage.y(share))


def _runs(shares: Sequence[float | None]) -> Iterator[list[tuple[int, float]]]:
    """The stretches that have every value."""
    run: list[tuple[int, float]] = []
    for place, share in enumerate((*shares, None)):
        if share is not None:
            run.append((place, share))
        elif run:
            yield run
            run = []


def _bars(stage: Stage, curve: Curve) -> Iterator[Markup]:
    """A test as bars, each beside those of the others."""
    breadth = stage.width * 0.8 / len(stage.chart.curves)
    colour = stage.palette.tests[curve.number]
    for place, share in enumerate(curve.shares):
        if share:
            left = stage.x(place) - stage.width * 0.4 + stage.chart.curves.index(curve) * breadth
            y, floor = stage.y(share), stage.y(0)
            size = {"width": coordinate(breadth * 0.9), "height": coordinate(floor - y)}
            yield tag("rect", x=coordinate(left), y=coordinate(y), **size, fill=colour)
            yield mark(curve.number, colour, left + breadth * 0.45, y - 8)


def mark(number: int, colour: str, x: float, y: float) -> Markup:
    """The shape of a test."""
    return tag("path", d=SHAPES[number], fill=colour, transform=f"translate({coordinate(x)} {coordinate(y)})")
