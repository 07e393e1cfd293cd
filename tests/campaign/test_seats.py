"""Codes that devices exchange to find each other."""

from base64 import urlsafe_b64encode
from binascii import crc_hqx
from collections.abc import Sequence

import pytest
from hypothesis import example, given, strategies as st

from pyrules.campaign.reading import Unreadable
from pyrules.campaign.seats import (
    LETTERS,
    MOST_CODE_BYTES,
    Address,
    Seat,
    read_code,
    read_others,
    read_seat,
    write_answer,
    write_code,
)
from tests.campaign.seats_helpers import PRINT, description_of

OTHER = PRINT.replace("F5", "05", 1)
NAME = "2829431e-4f7c-41fc-ac8a-5d35ee63298d.local"


def code_of(*sdps: str, hub: bool = True) -> str:
    """The code of a device with connections of these descriptions."""
    return write_code([read_seat(number, sdp) for number, sdp in enumerate(sdps, 1)], hub=hub)


def seat_of(sdp: str) -> Seat:
    """A connection as another device reads it."""
    return read_code(code_of(sdp)).seats[0]


def size(code: str) -> int:
    return len(code) * 6 // 8


HEX = ("8a0b1c2d", "0123456789abcdef" * 2)
"""Secrets as Firefox makes them."""


@pytest.mark.parametrize("hosts", [("192.0.2.2", "fd00::2", NAME), (NAME,), ()])
@pytest.mark.parametrize("secrets", [("Mt7O", "VMsroutbw6OCglzFwuyt6cns"), HEX])
def test_a_code_has_what_the_other_devices_need_of_each_seat(hosts: Sequence[str], secrets: tuple[str, str]) -> None:
    seats = [read_seat(number, description_of(*hosts[:number], secrets=secrets)) for number in (7, 2, 3)]
    code = read_code(write_code(seats, hub=True))
    assert (code.hub, list(code.seats)) == (True, seats)
    assert {(seat.user, seat.password) for seat in code.seats} == {secrets}
    assert {seat.fingerprint.hex(":").upper() for seat in code.seats} == {PRINT}
    assert code.seats[0].addresses[:1] == tuple(Address(host, 49887) for host in hosts[:1])


SEVERAL = (NAME, NAME.replace("2", "3"))


@pytest.mark.parametrize(
    ("seats", "hub", "kept", "most"),
    [
        ([description_of("192.0.2.2", "fd00::2")] * 7, True, 7, 248),
        ([description_of(*SEVERAL)] * 7, True, 7, 260),
        ([description_of("192.0.2.2", "fd00::2", secrets=HEX)] * 7, True, 7, 311),
        ([description_of(NAME.replace("2", str(place)), secrets=HEX) for place in range(7)], True, 5, 340),
        ([description_of("192.0.2.2", "fd00::2")] * 4, False, 4, 172),
        ([description_of(*SEVERAL)] * 4, False, 3, 172),
        ([description_of("192.0.2.2", "fd00::2", secrets=HEX)] * 4, False, 3, 172),
        ([description_of(*[f"{NAME[:-7]}{place}.local" for place in range(4)], secrets=HEX)] * 4, False, 1, 172),
    ],
)
def test_a_code_is_short_enough_for_a_small_picture(seats: Sequence[str], hub: bool, kept: int, most: int) -> None:
    code = code_of(*seats, hub=hub)
    assert size(code) <= most <= MOST_CODE_BYTES[hub]
    assert [seat.number for seat in read_code(code).seats] == list(range(1, kept + 1))


def test_an_answer_has_the_other_devices_words_and_nothing_of_this_one() -> None:
    sdp = write_answer(seat_of(description_of(NAME, "192.0.2.2")), active=True)
    assert f"a=fingerprint:sha-256 {PRINT}\r\n" in sdp
    assert "a=ice-ufrag:Mt7O\r\na=ice-pwd:VMsroutbw6OCglzFwuyt6cns\r\n" in sdp
    assert f" {NAME} 49887 typ host\r\n" in sdp
    assert " 192.0.2.2 49888 typ host\r\n" in sdp
    assert "a=setup:active\r\n" in sdp
    assert "a=setup:passive\r\n" in write_answer(seat_of(description_of(NAME)), active=False)


def test_an_address_seen_from_outside_comes_after_those_of_the_network() -> None:
    outside = "a=candidate:1 1 udp 1 203.0.113.9 9999 typ srflx raddr 0.0.0.0 rport 0\r\n"
    sdp = description_of("192.0.2.2").replace("a=ice-ufrag", f"{outside}a=ice-ufrag")
    seat = seat_of(f"{outside}{sdp}")
    assert seat.addresses == (Address("192.0.2.2", 49887), Address("203.0.113.9", 9999, outside=True))
    assert " 203.0.113.9 9999 typ srflx raddr 0.0.0.0 rport 0\r\n" in write_answer(seat, active=False)


def test_a_code_is_found_at_the_end_of_a_link_and_between_spaces() -> None:
    code = code_of(description_of("192.0.2.2"))
    assert read_code(f" https://example.org/pyrules/table/#{code}\n") == read_code(code)


@pytest.mark.parametrize(
    ("hub", "own", "theirs", "said"),
    [
        (True, PRINT, code_of(description_of("192.0.2.2"), hub=True), "this device's own code"),
        (False, PRINT, code_of(description_of("192.0.2.2"), hub=True), "this device's own code"),
        (True, OTHER, code_of(description_of("192.0.2.2"), hub=True), "has opened a table, too"),
        (False, OTHER, code_of(description_of("192.0.2.2"), hub=False), "has opened no table"),
        (True, OTHER, code_of(description_of(), hub=False), "no address"),
    ],
)
def test_a_code_that_is_none_for_this_device_is_refused_in_words(hub: bool, own: str, theirs: str, said: str) -> None:
    with pytest.raises(Unreadable, match=said):
        read_others(theirs, hub=hub, own=[seat_of(description_of(print_=own))])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "missing"),
        ("https://example.org/pyrules/table/#", "missing"),
        ("no code at all", "a letter of it is wrong or missing; copy it again, whole"),
        ("A" * 10_000, "wrong or missing"),
        ("B", "wrong or missing"),
        ("BAQYMt7OVMsr", "of version 1, and this app reads version 3; update both devices"),
        (urlsafe_b64encode(b"\x08!" + crc_hqx(b"\x08!", 0xFFFF).to_bytes(2)).decode().rstrip("="), "of version 2"),
        (urlsafe_b64encode(b"\x0c!" + crc_hqx(b"\x0c!", 0xFFFF).to_bytes(2)).decode().rstrip("="), "wrong or missing"),
    ],
)
def test_what_is_no_code_is_refused_in_words(text: str, said: str) -> None:
    with pytest.raises(Unreadable, match=said):
        read_code(text)


@pytest.mark.parametrize("host", ["192.0.2.2", NAME])
def test_one_wrong_missing_or_moved_letter_is_told_of(host: str) -> None:
    code = code_of(description_of(host))
    letters = LETTERS.replace("+", "-").replace("/", "_")
    wrong = {code[:place] + letter + code[place + 1 :] for place in range(len(code)) for letter in letters}
    wrong |= {code[:place] + code[place + 1 :] for place in range(len(code))}
    wrong |= {code[:place] + code[place + 1] + code[place] + code[place + 2 :] for place in range(len(code) - 1)}
    wrong |= {code[:place] for place in range(1, len(code))}
    wrong.discard(code)
    said = set()
    for one in wrong:
        with pytest.raises(Unreadable) as caught:
            read_code(one)
        said.add(str(caught.value))
    assert said == {"a letter of it is wrong or missing; copy it again, whole"}


@pytest.mark.parametrize(
    "behind", [".", ")", ">", "*", ",", '"', "…", "\u200b", "-", "_", "&utm_source=x", "?fbclid=x", "%2C"]
)
def test_what_a_chat_puts_into_a_code_or_behind_it_does_not_matter(behind: str) -> None:
    code = code_of(description_of("192.0.2.2"))
    assert read_code(code + behind) == read_code(f"{code[:40]}\r\n {code[40:]}{behind}") == read_code(code)
    assert read_code(f"Join a table: https://example.org/#{code}{behind}") == read_code(code)


@given(st.binary(max_size=140), st.booleans())
@example(bytes(140), True)
def test_a_hostile_code_never_gets_a_line_of_its_own_into_an_answer(said: bytes, hub: bool) -> None:
    packed = bytes((3 << 2 | hub,)) + said
    try:
        code = read_code(urlsafe_b64encode(packed + crc_hqx(packed, 0xFFFF).to_bytes(2)).rstrip(b"=").decode())
    except Unreadable:
        return
    for seat in code.seats:
        sdp = write_answer(seat, active=True)
        assert sdp.count("\n") == 14 + len(seat.addresses)
        assert sdp.count("a=candidate:") == len(seat.addresses)


def test_a_description_that_is_not_understood_is_told_of() -> None:
    with pytest.raises(Unreadable, match="use another browser"):
        read_seat(1, description_of("192.0.2.2", secrets=("Mt7O" * 6, "VMsroutbw6OCglzFwuyt6cns")))
    with pytest.raises(Unreadable, match="use another browser"):
        read_seat(1, "v=0\r\n")
