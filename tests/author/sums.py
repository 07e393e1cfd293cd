"""Two six-sided dice and a bonus against a number; doubles make a result great."""

from pyrules.author import action, d6, number, system

bonus = number("Bonus", -5, 10, start=0, short="{:+}")
target = number("Target", 2, 20, start=8, short="({})", asked=True)


def result(total: int, bonus: int) -> int:
    """The dice are added up, and the bonus with them."""
    return total + bonus


def doubles(faces: tuple[int, ...]) -> bool:
    """Doubles make a success critical and a failure a fumble."""
    return faces[0] == faces[1]


check = action(
    "Test", bonus, target,
    pool=d6(2),
    outcome=[result, doubles],
    degrees={
        "critical": lambda result, target, doubles: doubles and result >= target,
        "success": lambda result, target: result >= target,
        "fumble": lambda doubles: doubles,
        "failure": lambda: True,
    },
    success="critical success",
)  # fmt: skip

SUMS = system("sums", "Sum", check, examples=["+1 (8): 6,2", "(9): 6,6", "-2 (7): 1,1"])
