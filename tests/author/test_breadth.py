"""Questions that designers ask in public: each text is short, and its chance is that by hand."""

import pytest

from tools import ROOT
from tools.bench.breadth import LINES, QUESTIONS, answer, questions_markdown


@pytest.mark.parametrize("place", range(len(QUESTIONS)))
def test_a_question_is_answered_exactly_or_told_why_not(place: int) -> None:
    question = QUESTIONS[place]
    if question.why:
        assert not question.text
        return
    assert len(question.text.split("\n")) <= LINES
    found, _ = answer(question)
    assert found == question.by_hand()


def test_sixty_are_asked_and_all_but_three_can_be_said() -> None:
    assert len({one.asked for one in QUESTIONS}) == 60
    assert len([one for one in QUESTIONS if one.why]) == 3


def test_the_docs_have_every_question_with_its_text_and_its_chance() -> None:
    assert questions_markdown() in (ROOT / "docs" / "breadth.md").read_text(encoding="utf-8")
