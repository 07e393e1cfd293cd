"""Play evenings at a table of several devices at random: `python3 build.py fuzz`.

Each evening has a seed, which tells it whole, with power cuts and what the disks lose by them. One that goes wrong is
shrunk to the steps that it takes, and printed as `tests/app/table/test_partings.py` keeps those that went wrong once.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from random import SystemRandom

from pyrules.core.english import amount
from tools import ROOT

STEPS = (30, 100, 300)
"""How long evenings are, in turn."""


def main(arguments: Sequence[str] = ()) -> int:
    """Play on until there were so many steps with each number of seats; 1 if anything went wrong."""
    parser = argparse.ArgumentParser(prog="build.py fuzz", description="Play evenings at a table at random.")
    parser.add_argument("--seats", type=int, nargs="+", default=[3, 5, 8], help="how many devices (3 5 8)")
    parser.add_argument("--steps", type=int, default=35_000, help="how many steps with each number of them (35000)")
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(10**9), help="the first evening's seed")
    options = parser.parse_args(arguments)
    sys.path.insert(0, str(ROOT / "web"))
    return int(sum(wrong(seats, options.steps, options.seed) for seats in options.seats) > 0)


def wrong(seats: int, steps: int, seed: int) -> int:
    """Play so many steps, tell of what went wrong and how long it took, and give in how many evenings it did."""
    evening = import_module("tests.app.table.evening")
    start, played, stories, failed = time.process_time(), 0, 0, 0
    print(f"{seats} seats, from seed {seed}", flush=True)
    while played < steps:
        story = evening.random_story(seed + stories, seats, STEPS[stories % len(STEPS)], cuts=True)
        if problem := evening.trouble(story):
            failed += 1
            print(f"Seed {seed + stories}, {amount(len(story.steps), 'step')}: {problem}", flush=True)
            story = evening.shrunk(story, lambda one, problem=problem: evening.alike(evening.trouble(one), problem))
            print(f"{evening.trouble(story)}\n{story}", flush=True)
        played, stories = played + len(story.steps), stories + 1
    seconds = time.process_time() - start
    evenings = f"{amount(stories, 'evening')}, {amount(played, 'step')}, {seconds:.0f} s of processor time"
    print(f"{seats} seats: {evenings}; {failed} went wrong")
    return failed
