"""Percentile dice at or under a skill; doubles make a result great."""

from pyrules.author import action, choice, d100, number, system

skill = number("Skill", 1, 99, start=50, short="skill {}")
difficulty = choice("Difficulty", "easy normal* hard")


def chance(skill: int, difficulty: str) -> int:
    """Easy tests double the skill, hard ones halve it."""
    return {"easy": min(skill * 2, 99), "normal": skill, "hard": skill // 2}[difficulty]


def rolled(total: int) -> int:
    """Two ten-sided dice are read as tens and ones; two noughts are a hundred."""
    return total


def doubles(total: int) -> bool:
    """Doubles make a success critical and a failure a fumble."""
    return total % 11 == 0 or total == 100


check = action(
    "Check", skill, difficulty,
    pool=d100(),
    outcome=[chance, rolled, doubles],
    degrees={
        "critical": lambda rolled, chance, doubles: doubles and rolled <= chance,
        "success": lambda rolled, chance: rolled <= chance,
        "fumble": lambda doubles: doubles,
        "failure": lambda: True,
    },
    success="critical success",
)  # fmt: skip
UNDER = system(
    "under", "Roll under", check, examples=["skill 50 normal: 3,7", "skill 40 hard: 2,2", "skill 60 easy: 10,10"]
)
