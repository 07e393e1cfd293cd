"""Pattern: six-sided dice of which fours and more are hits, against a difficulty, and grit for one die more."""

from pyrules.author import action, counter, d6, gains, number, option, switch, system

# Numbers that last. The tracker shows them, and rolls change them.
grit = counter("Grit", 0, 9, start=3)

# What is chosen before the roll: fields of the form. `short` is how each is written: "3d6 (1) careful".
dice = number("Dice", 1, 20, start=3, short="{}d6")
difficulty = number("Difficulty", 1, 9, start=1, short="({})")
careful = switch("Careful", short="careful", costs=1 @ grit, text="For 1 grit, threes are hits as well.")

# What may be done after the roll.
push = option("Push", costs=1 @ grit, adds=1, hint="one die more", text="One die more, once, for 1 grit.")


# What the dice come to. Each function is a rule, and its docstring the text of the rule. One that asks for `face` is
# asked for each die and added up; it may ask for fields too. All others may also ask for options and earlier results.
def hits(face: int, careful: bool) -> bool:
    """Each die with a four or more is a hit."""
    return face >= (3 if careful else 4)


# One kind of test. The first degree that holds is the one; its words are what the verdict says.
check = action(
    "Test", dice, difficulty, careful,
    pool=lambda t: d6(t.dice),
    outcome=[hits],
    degrees={
        "triumph": lambda hits, difficulty: hits >= difficulty + 2,
        "success": lambda hits, difficulty: hits >= difficulty,
        "failure": lambda: True,
    },
    success="triumph success",
    says={"triumph": "{hits|hit}, and 1 grit", "success": "{hits|hit}", "failure": "{hits|hit} of {difficulty}"},
    effects={"triumph": gains(1 @ grit)},
    options=[push],
)  # fmt: skip

# Examples are tried by the tests of all systems, and shown to newcomers: shorthand, faces, what was picked.
PATTERN = system("pattern", "Pattern", check, examples=["3d6 (1): 6,5,4", "2d6 (2) careful: 3,1,6 [push]"])
