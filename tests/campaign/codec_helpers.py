"""Helpers of the tests of the codec, which other tests use too."""

from functools import partial

from hypothesis import strategies as st

from pyrules.campaign.events import Event, Noted, Rolled, Sealed, Undone
from tests.campaign.some_logs import first_events, rolls, texts


@st.composite
def logs(draw: st.DrawFn) -> list[Event]:
    log: list[Event] = []
    for number in range(draw(st.integers(0, 8))):
        event = draw(first_events(f"e{number}"))
        log.append(event)
    for number in range(draw(st.integers(0, 6)) if log else 0):
        target = draw(st.sampled_from(log))
        choices: list[st.SearchStrategy[Event]] = [st.just(Undone(f"u{number}", 0, target.id))]
        if not isinstance(target, Undone):
            choices.append(texts.map(partial(Noted, f"u{number}", 0, log[0].id)))
        if isinstance(target, Rolled) and not target.revises:
            choices.append(rolls(f"u{number}", revises=target.id, system=target.system))
            choices.append(rolls(f"u{number}", follows=target.id, system=target.system))
        if isinstance(target, Rolled | Sealed) and not target.revises:
            choices.append(st.just(Sealed(f"u{number}", 0, target.system, "5ea1" * 16, target.id)))
        log.append(draw(st.one_of(choices)))
    return log
