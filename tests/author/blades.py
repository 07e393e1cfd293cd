"""Six-sided dice, of which the highest counts; position and effect say what is at stake."""

from pyrules.author import action, choice, clears, costs, d6, event, number, switch, system, track, words

stress = track("Stress", 9, each="player")
dice = number("Dice", 0, 8, start=2, short="{}d")
position = choice("Position", "controlled risky* desperate", asked=True)
effect = choice("Effect", "limited standard* great extreme", asked=True)
push = switch("Push yourself", short="push", costs=2 @ stress, text="One die more, before the roll, for 2 stress.")


def read(faces: tuple[int, ...], dice: int, push: bool) -> int:
    """The highest die counts; without dice, the lower of two."""
    return max(faces) if dice or push else min(faces)


def critical(faces: tuple[int, ...], dice: int, push: bool) -> bool:
    """Two sixes are critical."""
    return dice + push > 0 and faces.count(6) > 1


BAD = words(position, controlled="you falter", risky="things go badly", desperate="the worst outcome")
PARTIAL = words(position, controlled="you hesitate", risky="with a consequence", desperate="with a serious consequence")

act = action(
    "Action", dice, position, effect, push,
    pool=lambda t: d6(t.dice + t.push, none=2),
    outcome=[read, critical],
    degrees={
        "critical": lambda o: o.critical,
        "full": lambda o: o.read == 6,
        "partial": lambda o: o.read >= 4,
        "bad": lambda: True,
    },
    success="critical full partial",
    says={"critical": "{effect+1} effect", "full": "{effect} effect", "partial": PARTIAL, "bad": BAD},
    triumph="critical",
)  # fmt: skip
resist = action(
    "Resistance", dice,
    word="resist",
    pool=lambda t: d6(t.dice, none=2),
    outcome=[read, critical],
    effects=lambda o: clears(1 @ stress) if o.critical else costs((6 - o.read) @ stress),
    main=event("free", lambda o: o.critical or o.read == 6, aim="to resist without stress"),
)  # fmt: skip

BLADES = system(
    "blades", "Blades", act, resist,
    examples=[
        "3d risky standard: 6,6,2", "0d desperate great: 6,2", "1d controlled limited push: 4,3", "resist 2d: 4,3",
    ],
)  # fmt: skip
