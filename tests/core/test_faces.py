"""Where faces come from and how they are written."""

from collections import Counter

import pytest
from hypothesis import given, strategies as st

from pyrules.core.errors import IllegalRoll, RulesError
from pyrules.core.faces import MOST_WRITTEN_FACES, Scripted, read_faces, secure, seeded, write_faces
from pyrules.core.roll import MOST_DICE, SIZES, Die, Pending, Roll, Throw, gather

FACES = st.lists(st.lists(st.lists(st.integers(1, 20), min_size=1, max_size=4), max_size=5), max_size=4)


@pytest.mark.parametrize("sides", SIZES)
def test_secure_drops_the_bytes_that_would_favour_low_faces(sides: int, monkeypatch: pytest.MonkeyPatch) -> None:
    fair = 256 - 256 % sides
    supply = iter(range(255, -1, -1))
    asked = []

    def urandom(size: int) -> bytes:
        asked.append(size)
        return bytes(next(supply) for _ in range(size))

    monkeypatch.setattr("pyrules.core.faces.urandom", urandom)
    faces = secure(Throw(0, 0, sides, fair))
    assert Counter(faces) == dict.fromkeys(range(1, sides + 1), fair // sides)
    assert asked == [fair, 256 - fair][: 2 if fair < 256 else 1]


@pytest.mark.parametrize("sides", SIZES)
@pytest.mark.parametrize("count", [1, 2, MOST_DICE])
def test_secure_and_seeded_give_faces_of_the_die(sides: int, count: int) -> None:
    throw = Throw(0, 0, sides, count)
    for source in (secure, seeded(count)):
        faces = source(throw)
        assert faces is not None
        assert len(faces) == count
        assert set(faces) <= set(range(1, sides + 1))


def test_secure_shows_every_face() -> None:
    # Missing one of twenty faces in 10,000 throws has a chance below 10 ** -200.
    assert set(secure(Throw(0, 0, 20, 10_000))) == set(range(1, 21))


def test_seeds_differ_and_go_on() -> None:
    throw = Throw(0, 0, 20, 20)
    assert seeded(1)(throw) != seeded(2)(throw)
    source = seeded(1)
    assert source(throw) != source(throw)


@given(FACES)
def test_faces_written_are_read(faces: list[list[list[int]]]) -> None:
    script = tuple(tuple(tuple(die) for die in dice) for dice in faces)
    written = write_faces([[Die(20, die) for die in dice] for dice in script])
    # A single roll without dice is written like no roll at all.
    assert read_faces(written) == (script if script != ((),) else ())


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("", ()),
        (" \t", ()),
        ("5", (((5,),),)),
        (" 5 , 6>1/2 ", (((5,), (6, 1)), ((2,),))),
        ("/5", ((), ((5,),))),
        ("5/", (((5,),), ())),
        ("5 / / 6", (((5,),), (), ((6,),))),
        ("0005", (((5,),),)),
        ("9999", (((9999,),),)),
        ("６，\u200b٥ ＞3", (((6,), (5, 3)),)),
    ],
)
def test_read_faces(text: str, script: object) -> None:
    assert read_faces(text) == script


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x", "faces, column 1: expected a face such as 5, got 'x'"),
        ("5,,6", "faces, column 3: expected a face such as 5, got nothing"),
        ("5,", "faces, column 3: expected a face such as 5, got nothing"),
        (",", "faces, column 1: expected a face such as 5, got nothing"),
        ("5>", "faces, column 3: expected a face such as 5, got nothing"),
        ("5 6", "faces, column 1: expected a face such as 5, got '5 6'; dice stand with ',' between them"),
        ("5 x", "faces, column 1: expected a face such as 5, got '5 x'"),
        ("5, 6 / 1, y", "faces, column 10: expected a face such as 5, got 'y'"),
        ("5 / / y", "faces, column 6: expected a face such as 5, got 'y'"),
        ("-1", "faces, column 1: expected a face such as 5, got '-1'"),
        ("1.5", "faces, column 1: expected a face such as 5, got '1.5'"),
        ("12345", "faces, column 1: expected a face such as 5, got '12345'"),
        ("６, \u200bx", "faces, column 3: expected a face such as 5, got 'x'"),
        ("６ > ٥ > y", "faces, column 8: expected a face such as 5, got 'y'"),
        ("³", "faces, column 1: expected a face such as 5, got '³'"),
        ("\n\x00", "faces, column 1: expected a face such as 5, got '�'"),
        ("1" * (MOST_WRITTEN_FACES + 1), "the faces have 40001 characters; use at most 40000"),
    ],
)
def test_faces_are_refused_with_their_column(text: str, message: str) -> None:
    with pytest.raises(IllegalRoll) as caught:
        read_faces(text)
    assert str(caught.value) == message


@given(st.text() | st.text(st.sampled_from("0123456789,>/ ")))
def test_any_text_is_faces_or_refused(text: str) -> None:
    try:
        script = read_faces(text)
    except RulesError:
        return
    assert all(isinstance(face, int) for dice in script for faces in dice for face in faces)


def asking(*throws: Throw) -> Roll:
    """Throw these dice one after the other from a script that is used up."""

    def pending(asked: tuple[Throw, ...], roll: Roll) -> Pending:
        lying = sum(len(die.faces) for dice in roll.dice for die in dice)
        return Pending(asked[lying : lying + 1])

    source = Scripted((((2,), (6, 3)), ((4,),)))
    roll = gather(pending, throws, source)
    source.finish()
    return roll


def test_a_script_gives_each_die_its_faces_in_order() -> None:
    roll = asking(Throw(0, 0, 6), Throw(0, 1, 6), Throw(1, 0, 4), Throw(0, 1, 6))
    assert roll.dice == ((Die(6, (2,)), Die(6, (6, 3))), (Die(4, (4,)),))
    assert roll.dice[0][1].face == 3


@pytest.mark.parametrize(
    ("throws", "message"),
    [
        (
            (Throw(0, 0, 6), Throw(0, 1, 6), Throw(0, 1, 6)),
            "roll 2, die 1: 4 is one face too many, leave it out: nothing asked for it",
        ),
        (
            (Throw(0, 0, 6), Throw(0, 1, 6), Throw(1, 0, 4)),
            "roll 1, die 2: 3 is one face too many, leave it out: this die is not thrown again after 6",
        ),
        ((Throw(0, 0, 6), Throw(0, 1, 4)), "roll 1, die 2: 6 is not on a d4; use 1 to 4"),
        ((Throw(0, 0, 6, 3),), "roll 1: die 3, a d6, is missing; 2 given, add its face"),
        (
            (Throw(0, 0, 6), Throw(0, 0, 6)),
            "roll 1, die 1: this d6 is thrown once more and its next face is missing; write it after a '>'",
        ),
        ((Throw(2, 0, 6),), "roll 3, die 1: no face for this d6; write them after a '/'"),
    ],
)
def test_a_script_that_does_not_fit_is_refused(throws: tuple[Throw, ...], message: str) -> None:
    with pytest.raises(IllegalRoll) as caught:
        asking(*throws)
    assert str(caught.value) == message
