"""Four dice that show plus, blank or minus, a skill against an opposition, and fate points after the roll."""

from pyrules.author import action, counter, d6, gains, number, option, system

fate = counter("Fate points", 0, 10, start=3, each="player")
skill = number("Skill", -2, 8, start=2, short="{:+}")
opposition = number("Opposition", -2, 12, start=2, short="vs {}")
held = number("Fate points held", 0, 10, start=3, short="fp {}", holds=fate)

anew = option("Reroll all", costs=1 @ fate, rerolls=True, text="All four dice are rolled again.")
invoke = option("Invoke", costs=1 @ fate, times=3, text="An aspect that helps adds 2.", hint="+2")


def shifts(face: int) -> int:
    """A die counts 1 for a plus (5 and 6), takes 1 for a minus (1 and 2), and is blank otherwise."""
    return (face >= 5) - (face <= 2)


def effort(shifts: int, skill: int, invoke: int) -> int:
    """Dice and skill add up, and 2 for each aspect that is invoked."""
    return shifts + skill + 2 * invoke


def margin(effort: int, opposition: int) -> int:
    """The effort beyond the opposition is what counts."""
    return effort - opposition


overcome = action(
    "Overcome", skill, opposition, held,
    pool=d6(4),
    outcome=[shifts, effort, margin],
    degrees={
        "style": lambda margin: margin >= 3,
        "success": lambda margin: margin > 0,
        "tie": lambda margin: margin == 0,
        "failure": lambda: True,
    },
    success="style success",
    effects={"tie": gains(1 @ fate)},
    options=[anew, invoke],
)  # fmt: skip

FATES = system(
    "fates", "Fates", overcome,
    examples=["+2 vs 2 fp 3: 6,5,3,1", "-1 vs 0 fp 2: 1>5,2>6,3>3,4>5 [anew] [invoke]", "+0 vs 0 fp 0: 3,3,3,3"],
)  # fmt: skip
