"""Ten-sided dice that explode; the highest few are added up against a number."""

from pyrules.author import action, d10, explode, keep_highest, number, system

roll = number("Roll", 1, 20, start=5)
keep = number("Keep", 1, 20, start=3, short="k{}")
bonus = number("Bonus", -30, 30, start=0, short="{:+}")
target = number("Target", 5, 100, start=15, short="tn {}", asked=True)


def result(total: int, bonus: int) -> int:
    """Tens are rolled again and add up; the highest dice are kept and added, and the bonus with them."""
    return total + bonus


def raises(result: int, target: int) -> int:
    """Every five beyond the target are a raise."""
    return max(0, (result - target) // 5)


check = action(
    "Roll and keep", roll, keep, bonus, target,
    shorthand="roll+keep bonus target",
    pool=lambda t: keep_highest(t.keep, explode(d10(t.roll))),
    outcome=[result, raises],
    success=lambda result, target: result >= target,
    refuses=lambda roll, keep: f"{keep} dice cannot be kept of {roll}" if keep > roll else "",
)  # fmt: skip

KEEP = system("keep", "Roll and keep", check, examples=["5k3 tn 20: 3,10>4,9,2,1", "2k2 -3 tn 5: 4,1"])
