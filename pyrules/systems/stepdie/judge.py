"""Step Die at the table: the dice a test asks for, what they come to step by step, and what may be bought."""

from collections.abc import Iterator, Sequence

from pyrules.core.english import amount, of_dice
from pyrules.core.roll import Pending, Roll, Throw
from pyrules.core.verdict import Drama, Effect, Line, Mark, Option, Verdict
from pyrules.systems.stepdie import rules
from pyrules.systems.stepdie.model import Outcome, Test

STEP_DIE = "Step Die"
DRAMAS: dict[str, Drama] = {"triumph": "triumph", "catastrophic failure": "disaster"}
OFFERS = {
    rules.REROLL: ("Reroll the Step Die", "you keep the new roll"),
    rules.ADD: ("Add one d6", "can only add a hit"),
    rules.PARTIAL: ("Partial success", "still a failure, and one more complication"),
}
DEEDS = {
    rules.REROLL: "rerolled the Step Die",
    rules.ADD: "added one d6",
    rules.PARTIAL: "bought a partial success",
    rules.PRICE: "noted a price",
}
AT_A_PRICE = "At a price", "the game master says which; no IP"
STANDS = {
    "highest": "highest in the pool: +1 IP for the player",
    "lowest": "lowest in the pool: +1 IP for the game master",
    "neither": "neither highest nor lowest: no IP",
}


def pending(test: Test, roll: Roll) -> Pending:
    """The dice still to be thrown: d6s and Step Die together, then what was bought."""
    dice = rules.dicepool(test)
    lying = roll.pool(0)
    step = Throw(0, dice, test.step, what=STEP_DIE)
    if len(lying) <= dice:
        d6s = (Throw(0, len(lying), 6, dice - len(lying)),) if len(lying) < dice else ()
        return Pending((*d6s, step))
    throws: tuple[Throw, ...] = ()
    if len(lying[dice].faces) <= rules.rerolls(roll.picks):
        throws += (step,)
    if missing := dice + 1 + rules.added_dice(roll.picks) - len(lying):
        throws += (Throw(0, len(lying), 6, missing),)
    return Pending(throws)


def before(test: Test) -> tuple[Line, ...]:
    """The lines that are certain before the dice fall."""
    lines = []
    dice = rules.dicepool(test) + 1
    if not rules.succeeds(dice, test.difficulty):
        rest = "; only d6s added after the roll could"
        if not rules.succeeds(rules.most_dice(test), test.difficulty):
            rest = ", nor with all the d6s that IP can buy, so this test can be rolled but cannot succeed"
        words = f"{amount(dice, 'die', 'dice')} cannot show that many hits{rest}"
        lines.append(Line(f"Difficulty {test.difficulty}", words, "stepdie.success"))
    if rules.held_ip(test) < rules.given_ip(test):
        words = f"{rules.given_ip(test)} given, but no player can hold more than {rules.held_ip(test)}"
        lines.append(Line("IP held", words, "stepdie.most_ip"))
    return tuple(lines)


def outcome(test: Test, roll: Roll) -> Outcome:
    """The outcome of the dice as they lie."""
    settled = rules.settle_roll(test, roll)
    return rules.outcome(test, rules.lying(test, roll), settled, bought=rules.partial_bought(roll.picks))


def events(_test: Test, outcome: Outcome) -> dict[str, bool]:
    """The events that an outcome is."""
    return {
        "success": outcome.success,
        "highest": outcome.step == "highest",
        "lowest": outcome.step == "lowest",
        "complication": outcome.complications > 0,
        "catastrophic": rules.is_catastrophic(outcome.hits),
    }


def state(test: Test, roll: Roll) -> tuple[object, ...]:
    """The parts of a roll that matter: hits, the lowest and the highest d6, the Step Die, and the purchases."""
    dice = rules.dicepool(test)
    lying = roll.pool(0)
    d6s = [die.face for die in lying[:dice]]
    first = _hits(test, d6s), min(d6s), max(d6s), len(lying), *sorted(pick.option for pick in roll.picks)
    if len(lying) <= dice:
        return first
    step = lying[dice]
    counts = (rules.is_hit(step.face, test.settings), rules.step_stands(step.face, d6s), rules.step_is_low(step.face))
    before = step.faces if rules.awards_again(test.settings) else step.faces[:1]
    return first, counts, before, len(step.faces), _hits(test, [die.face for die in lying[dice + 1 :]])


def judge(test: Test, roll: Roll) -> Verdict:
    """The verdict on the dice as they lie."""
    found = outcome(test, roll)
    degree = found.degree.title()
    awards = tuple(_award_lines(test, roll))
    first = rules.awards_first(test.settings)
    priced = rules.at_a_price(roll.picks, found.degree)
    return Verdict(
        outcome=found,
        headline=f"{degree}, partial success" if found.partial else f"{degree}, at a price" if priced else degree,
        summary=" · ".join(
            (amount(found.hits, "hit"), f"needs {test.difficulty}", *_stands(test, roll, found, "Step Die "))
        ),
        good=found.success,
        lines=(
            *_pool_lines(test),
            *(awards[0] if first else ()),
            *_bought_lines(test, roll),
            *(line for lines in awards[1:] for line in lines),
            *_hit_lines(test, roll, found),
            *(() if first else awards[0]),
            *_final_lines(test, roll, found),
        ),
        effects=effects(test, roll),
        marks=(tuple(_mark(test, roll, place, found) for place in range(len(roll.pool(0)))),),
        drama=DRAMAS.get(found.degree, ""),
    )


def options(test: Test, roll: Roll) -> tuple[Option, ...]:
    """The purchases that the IP left still pay for."""
    if pending(test, roll).throws:
        return ()
    hits = rules.lying(test, roll).hits
    success = rules.succeeds(hits, test.difficulty)
    offered = [rules.REROLL, rules.ADD]
    if rules.partial_offered(roll.picks, success=success):
        offered.append(rules.PARTIAL)
    left = rules.still_spendable(test, roll.picks, rules.gained_ip(test, roll))
    priced = rules.price_offered(roll.picks, rules.degree(hits, test.difficulty))
    bought = tuple(
        Option(option, *OFFERS[option], cost=rules.COSTS[option], counter=rules.IP, held=left)
        for option in offered
        if rules.COSTS[option] <= left
    )
    return (*bought, *((Option(rules.PRICE, *AT_A_PRICE),) if priced else ()))


def _pool_lines(test: Test) -> tuple[Line, ...]:
    stat = f"{test.stat} {test.points}" if test.stat else amount(test.points, "point")
    lines = [Line("Points", f"{stat}: {test.points}d6", "stepdie.points")]
    bonuses = [f"{kind} +{getattr(test, kind)}d6" for kind in rules.BONUSES if getattr(test, kind)]
    if bonuses:
        lines.append(Line("Bonuses", f"{', '.join(bonuses)}: {rules.dicepool(test)}d6 in all", "stepdie.bonus"))
    lines.append(Line(STEP_DIE, f"d{test.step}, {rules.training(test.step)}", "stepdie.step_die"))
    return tuple(lines)


def _bought_lines(test: Test, roll: Roll) -> tuple[Line, ...]:
    """The purchases after the roll, and what is left to spend."""
    if not rules.spent_ip(roll.picks):
        return ()
    dice = rules.dicepool(test)
    lines = []
    if rules.rerolls(roll.picks):
        faces = roll.pool(0)[dice].faces
        lines.append(Line("Reroll", f"the Step Die showed {', then '.join(map(str, faces))}", "stepdie.reroll"))
    if rules.added_dice(roll.picks):
        faces = tuple(die.face for die in roll.pool(0)[dice + 1 :])
        lines.append(Line("Added", f"{amount(len(faces), 'd6')}: {', '.join(map(str, faces))}", "stepdie.add"))
    paid = f"{rules.spent_ip(roll.picks)} of the {rules.held_ip(test)} IP held before the roll"
    gained = rules.gained_ip(test, roll)
    if won := rules.spendable(test, gained) - rules.held_ip(test):
        paid += f" and the {won} just won"
    left = rules.still_spendable(test, roll.picks, gained)
    lines.append(Line("Spent", f"{paid}, {left} left", "stepdie.only_held"))
    return tuple(lines)


def _hit_lines(test: Test, roll: Roll, outcome: Outcome) -> tuple[Line, ...]:
    """The steps from the hits to the degree."""
    shows = "5 or 6" if test.settings.hit == "five_or_six" else "5 or more"
    needed = f"Difficulty {test.difficulty}, {rules.difficulty_name(test.difficulty)}"
    verdict = "enough" if outcome.success else "not enough"
    lines = [
        Line("Hits", f"{of_dice(outcome.hits, len(roll.pool(0)), 'shows', 'show')} {shows}", "stepdie.hits"),
        Line(needed, f"{amount(outcome.hits, 'hit')}: {verdict}", "stepdie.difficulty"),
    ]
    if outcome.success:
        lines.append(Line("Success", f"by {outcome.margin}: {outcome.degree}", "stepdie.success_degree"))
    else:
        lines.append(Line("Failure", f"{-outcome.margin} short: {outcome.degree}", "stepdie.failure_degree"))
    if outcome.partial:
        lines.append(Line("Partial success", "still a failure, but some of the intent comes true", "stepdie.partial"))
    if rules.at_a_price(roll.picks, outcome.degree):
        lines.append(Line("At a price", "some of it succeeds, for what the table agrees on", "stepdie.near_miss_offer"))
    return tuple(lines)


def _award_lines(test: Test, roll: Roll) -> Iterator[tuple[Line, ...]]:
    """The awards of each face of the Step Die that is settled, and the complications that the dice bring."""
    awards = iter([change for name, change in rules.ip_changes(test, roll) if name not in rules.COSTS])
    for place, (face, counted) in enumerate(rules.faces_to_settle(test, roll)):
        stands = STANDS[counted.step]
        if counted.step == "highest" and not next(awards):
            stands = f"highest in the pool, but the player has {test.settings.player_ip_most} IP, the most: no IP"
        lines = [Line(STEP_DIE, f"{face} is {stands}", f"stepdie.{counted.step}")]
        if counted.low:
            words = f"a Step Die of {face} brings a complication"
            lines.append(Line("Devil's Bargain", words, "stepdie.devils_bargain"))
        if not place and rules.is_catastrophic(counted.hits):
            lines.append(Line("No hits", "a complication", "stepdie.catastrophic"))
        yield tuple(lines)


def _final_lines(test: Test, roll: Roll, outcome: Outcome) -> tuple[Line, ...]:
    """The gains of a partial success, and the IP that the player holds in the end."""
    lines = []
    if rules.partial_bought(roll.picks):
        lines.append(Line("Partial success", "bought: one more complication", "stepdie.partial"))
    if rules.spent_ip(roll.picks) or outcome.player_ip:
        most = test.settings.player_ip_most
        gained = rules.gained_ip(test, roll)
        after = rules.ip_after(test, roll.picks, gained)
        held, spent, won = rules.held_ip(test), rules.spent_ip(roll.picks), outcome.player_ip
        changes = [f"{spent} spent"] if spent else []
        if rules.awards_again(test.settings):
            changes.insert(0, f"{gained} won")
        elif won:
            changes.insert(0 if rules.awards_first(test.settings) else len(changes), f"{won} won")
        bound = f", {most} at most" if after == most and held - spent + won > most else ""
        lines.append(Line("Player's IP", f"{held} → {after}: {', '.join(changes)}{bound}", "stepdie.most_ip"))
    return tuple(lines)


def effects(test: Test, roll: Roll) -> tuple[Effect, ...]:
    """The changes in the campaign: costs and awards in the order in which they come."""
    counted = [one for _, one in rules.faces_to_settle(test, roll)]
    found = [Effect(rules.IP, change, f"stepdie.{name}") for name, change in rules.ip_changes(test, roll) if change]
    found += [Effect("gm_ip", award, "stepdie.lowest") for one in counted if (award := rules.gm_award(one.step))]
    causes = (
        *((one.low, "stepdie.devils_bargain") for one in counted),
        (rules.is_catastrophic(counted[0].hits), "stepdie.catastrophic"),
        (rules.partial_bought(roll.picks), "stepdie.partial"),
    )
    found += [Effect("complications", 1, rule) for happens, rule in causes if happens]
    return tuple(found)


def _hits(test: Test, faces: Sequence[int]) -> int:
    return sum(rules.is_hit(face, test.settings) for face in faces)


def _stands(test: Test, roll: Roll, outcome: Outcome, die: str = "") -> tuple[str, ...]:
    """The place of the Step Die, where that brings an IP."""
    if outcome.step == "neither":
        return ()
    first_alone = rules.awards_first(test.settings) and not rules.awards_again(test.settings)
    rerolled = first_alone and rules.rerolls(roll.picks)
    return (f"{die}{outcome.step}{' as thrown' if rerolled else ''}",)


def _mark(test: Test, roll: Roll, place: int, outcome: Outcome) -> Mark:
    die = roll.pool(0)[place]
    hit = rules.is_hit(die.face, test.settings)
    words = "hit" if hit else "no hit"
    dice = rules.dicepool(test)
    if place == dice:
        said = ", ".join((STEP_DIE, words, *_stands(test, roll, outcome)))
        return Mark("hit" if hit else "step", said, role="step", name=STEP_DIE)
    return Mark("hit" if hit else "plain", f"added, {words}" if place > dice else words)
