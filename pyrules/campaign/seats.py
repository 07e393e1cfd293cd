"""Codes: what other devices must know to connect to this one, short enough for a small QR code.

Browsers describe a connection in some 700 characters of SDP, nearly all of it the same every time. A code has the rest:
the fingerprint of the key that encrypts (DTLS), where the device can be reached, and for each of several connections
the two secrets of the connection check (ICE), so that one code does for everybody. A checksum finds any one wrong
letter and any two neighbours that changed places.
The hub's code names its free seats. A guest makes a connection for some of them, and its code says for which; so those
who have read the same code do not get into each other's way, and the hub takes whichever seat is free still.
"""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import crc_hqx
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from ipaddress import ip_address

from pyrules.campaign.reading import Unreadable
from pyrules.core.characters import bare_fragment

VERSION = 3
"""The version of codes, which is their first letter."""

HUB = 1
"""Marks the hub's code."""

MOST_CODE_BYTES = {True: 340, False: 172}
"""Of the hub's code, and of a guest's: the picture of that one has 53 squares a side at most."""

CHECKSUM = 2
"""Bytes at the end."""

LEAST_USER, LEAST_PASSWORD = 4, 22
"""The lengths of ICE's secrets are told beyond those that it asks for, each by half a byte."""

FIRST_VERSION = ((1 << 2, 4), (1 << 2, 8))
"""The first two bytes of codes of the version without a checksum."""

ADDRESSES = 4
"""No more addresses of a seat are named; those of the local network come first."""

ANY_SEAT = 0
"""The number in the code of a guest that has not read the hub's yet: it is for the first seat that is free."""

SEAT_NUMBERS = 255
"""The numbers, from 1 on, that tell the hub's seats apart in one byte; then they begin again."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
"""The characters that ICE's secrets are made of."""

LOCAL, IPV4, IPV6 = range(3)
LENGTHS = {LOCAL: 16, IPV4: 4, IPV6: 16}
OUTSIDE = 4
"""Marks an address as others see it from outside (a STUN server told it)."""

WRONG = "a letter of it is wrong or missing; copy it again, whole"
NOT_UNDERSTOOD = "this browser's description of a connection is not understood; use another browser"


@dataclass(frozen=True, slots=True)
class Address:
    """Where a device can be reached: an IP address, or a name ending in `.local` that stands for one."""

    host: str
    port: int
    outside: bool = False


@dataclass(frozen=True, slots=True)
class Seat:
    """One connection, as its device describes it: both secrets, the key's fingerprint, and addresses.

    `number` is that of the hub's seat that it is, or is for.
    """

    number: int
    user: str
    password: str
    fingerprint: bytes
    addresses: tuple[Address, ...]


@dataclass(frozen=True, slots=True)
class Code:
    """The content of a code: whether it is the hub's, and its connections, which all have one key."""

    hub: bool
    seats: tuple[Seat, ...]


def read_seat(number: int, sdp: str) -> Seat:
    """A connection by its browser's own description, for the seat of a number or for any.

    Raises `Unreadable` for a description without what a code needs.
    """
    user, password, fingerprint = (
        _find(sdp, pattern)
        for pattern in (r"a=ice-ufrag:(\S+)", r"a=ice-pwd:(\S+)", r"(?i:a=fingerprint:sha-256 )([0-9A-Fa-f:]{95})")
    )
    if not (0 <= len(user) - LEAST_USER < 16 and 0 <= len(password) - LEAST_PASSWORD < 16):
        raise Unreadable("", NOT_UNDERSTOOD)
    print_ = bytes.fromhex(fingerprint.replace(":", ""))
    return Seat(seat_number(number), user, password, print_, tuple(_addresses(sdp)))


def seat_number(number: int) -> int:
    """The number in codes of the connection that a hub makes as its `number`th."""
    return 1 + (number - 1) % SEAT_NUMBERS if number else ANY_SEAT


def write_code(seats: Sequence[Seat], *, hub: bool) -> str:
    """The code of a device with these connections; what there is no room for is left out.

    One browser has made them all, with one key and secrets of one length.
    """
    most = MOST_CODE_BYTES[hub] - CHECKSUM
    codes = (_packed_code(seats[:number], hub=hub) for number in range(len(seats), 0, -1))
    packed = next(packed for packed in codes if len(packed) <= most)
    return _encode(packed + _checksum(packed))


def read_code(text: str) -> Code:
    """The content of a code, be it alone or at the end of a link.

    Raises `Unreadable` for a text that is no code of this version.
    """
    written = bare_fragment(text.rpartition("#")[2]).partition(".")[0]
    if not written:
        raise Unreadable("", "the code is missing; copy it from the other device")
    packed = _whole(written, written.rstrip("-_"))
    version = packed[0] >> 2
    if version != VERSION:
        raise Unreadable("", f"it is of version {version}, and this app reads version {VERSION}; update both devices")
    try:
        return Code(bool(packed[0] & HUB), tuple(_seats(packed)))
    except IndexError:
        raise Unreadable("", WRONG) from None


def read_others(text: str, *, hub: bool, own: Iterable[Seat]) -> Code:
    """The code of a device on the other side, which is a guest where this one is the `hub`.

    Raises `Unreadable` for a code that cannot be used, as one of this device, whose connections are `own`.
    """
    code = read_code(text)
    prints = {seat.fingerprint for seat in code.seats}
    if not prints.isdisjoint(seat.fingerprint for seat in own):
        raise Unreadable("", "it is this device's own code; use the one that the other device shows")
    if code.hub and hub:
        raise Unreadable("", "that device has opened a table, too; close one of both, and join the other")
    if not (code.hub or hub):
        raise Unreadable("", "that device has opened no table; use the code of the one that has")
    seats = tuple(seat for seat in code.seats if seat.addresses)
    if not seats:
        raise Unreadable("", "it has no address of that device; put both devices on one network and start again there")
    return Code(code.hub, seats)


def _encode(packed: bytes) -> str:
    return urlsafe_b64encode(packed).rstrip(b"=").decode()


def _checksum(packed: bytes) -> bytes:
    return crc_hqx(packed, 0xFFFF).to_bytes(CHECKSUM)


def _whole(*spellings: str) -> bytes:
    """The bytes of a code, without its checksum; raises `Unreadable` where that fits no spelling of it."""
    for written in spellings:
        try:
            packed = urlsafe_b64decode(written + "=" * (-len(written) % 4))
        except ValueError:
            continue
        said, checksum = packed[:-CHECKSUM], packed[-CHECKSUM:]
        if said and len(packed) <= MOST_CODE_BYTES[True] and written == _encode(packed) and checksum == _checksum(said):
            return said
        if tuple(packed[:2]) in FIRST_VERSION:
            return packed
    raise Unreadable("", WRONG)


def write_answer(seat: Seat, *, active: bool) -> str:
    """The description of a device by its seat, as an answer; `active` says that it begins the encryption.

    That is the hub's to do, always: it comes last to know the other's code, and who begins before the other one listens
    waits twice as long each time until it begins again.
    """
    hosts = (
        f"a=candidate:{place} 1 udp {2113937151 - place} {one.host} {one.port} typ "
        + ("srflx raddr 0.0.0.0 rport 0" if one.outside else "host")
        for place, one in enumerate(seat.addresses, 1)
    )
    lines = (
        "v=0",
        "o=- 1 2 IN IP4 127.0.0.1",
        "s=-",
        "t=0 0",
        "a=group:BUNDLE 0",
        "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
        "c=IN IP4 0.0.0.0",
        *hosts,
        f"a=ice-ufrag:{seat.user}",
        f"a=ice-pwd:{seat.password}",
        f"a=fingerprint:sha-256 {seat.fingerprint.hex(':').upper()}",
        f"a=setup:{'active' if active else 'passive'}",
        "a=mid:0",
        "a=sctp-port:5000",
        "a=max-message-size:262144",
    )
    return "".join(f"{line}\r\n" for line in lines)


def _find(sdp: str, pattern: str) -> str:
    found = re.search(pattern, sdp)
    if found is None:
        raise Unreadable("", NOT_UNDERSTOOD)
    return found[1]


def _addresses(sdp: str) -> Iterable[Address]:
    """The addresses of a description that data may be sent to by UDP, each once."""
    lines = re.findall(r"a=candidate:\S+ 1 (?i:udp) [0-9]+ (\S+) ([0-9]+) typ (host|srflx)", sdp)
    found = dict.fromkeys(Address(host, int(port), kind == "srflx") for host, port, kind in lines)
    return sorted(found, key=lambda address: address.outside)[:ADDRESSES]


def _packed_code(seats: Sequence[Seat], *, hub: bool) -> bytes:
    """Connections as bytes: key and hosts, then of each its number, secrets, and ports on hosts in a row."""
    first, hosts = seats[0], list[bytes]()
    lengths = len(first.user) - LEAST_USER << 4 | len(first.password) - LEAST_PASSWORD
    packed = b""
    for seat in seats:
        named = [(host, one.port) for one in seat.addresses if (host := _packed_host(one))][:ADDRESSES]
        start = _place(hosts, [host for host, _ in named])
        ports = b"".join(port.to_bytes(2) for _, port in named)
        packed += bytes((seat.number,)) + _pack(seat.user + seat.password) + bytes((start << 3 | len(named),)) + ports
    head = bytes((VERSION << 2 | (HUB if hub else 0), lengths)) + first.fingerprint
    return head + bytes((len(hosts),)) + b"".join(hosts) + packed


def _place(hosts: list[bytes], wanted: list[bytes]) -> int:
    """Where these hosts stand one after the other; they are added where they do not."""
    places = (place for place in range(len(hosts)) if hosts[place : place + len(wanted)] == wanted)
    place = next(places, len(hosts))
    if place == len(hosts):
        hosts += wanted
    return place


def _seats(packed: bytes) -> Iterator[Seat]:
    """The connections of a code; raises `IndexError` or `Unreadable` where it ends too soon, or has no such host."""
    user, password = LEAST_USER + (packed[1] >> 4), LEAST_PASSWORD + (packed[1] & 15)
    rest = _Bytes(packed[2:])
    fingerprint = rest.take(32)
    hosts = [_host(rest) for _ in range(rest.take(1)[0])]
    while rest.left:
        number = rest.take(1)[0]
        secrets = _unpack(rest.take(-(-(user + password) * 6 // 8)), user + password)
        place = rest.take(1)[0]
        named = [hosts[(place >> 3) + nth] for nth in range(place & 7)]
        addresses = tuple(Address(host, int.from_bytes(rest.take(2)), outside) for host, outside in named)
        yield Seat(number, secrets[:user], secrets[user:], fingerprint, addresses)


def _packed_host(address: Address) -> bytes:
    """Where an address is as bytes; none for what a code cannot name."""
    try:
        if address.host.endswith(".local"):
            kind, host = LOCAL, bytes.fromhex(address.host.removesuffix(".local").replace("-", ""))
        else:
            host = ip_address(address.host).packed
            kind = IPV4 if len(host) == LENGTHS[IPV4] else IPV6
    except ValueError:
        return b""
    return bytes((kind | (OUTSIDE if address.outside else 0),)) + host if len(host) == LENGTHS[kind] else b""


def _host(rest: "_Bytes") -> tuple[str, bool]:
    """Where an address is, and whether it is seen from outside."""
    first = rest.take(1)[0]
    kind, outside = first & ~OUTSIDE, bool(first & OUTSIDE)
    if kind not in LENGTHS:
        raise Unreadable("", WRONG)
    host = rest.take(LENGTHS[kind])
    name = re.sub(r"(.{8})(.{4})(.{4})(.{4})(.{12})", r"\1-\2-\3-\4-\5.local", host.hex())
    return name if kind == LOCAL else str(ip_address(host)), outside


class _Bytes:
    """Bytes that are taken one piece after the other."""

    def __init__(self, left: bytes) -> None:
        self.left = left

    def take(self, length: int) -> bytes:
        """The next bits; raises `IndexError` where there are fewer."""
        taken, self.left = self.left[:length], self.left[length:]
        if len(taken) < length:
            raise IndexError(length)
        return taken


def _pack(text: str) -> bytes:
    """Text of ICE's characters, six bits for each."""
    bits = 0
    for letter in text:
        bits = bits << 6 | LETTERS.index(letter)
    spare = -len(text) * 6 % 8
    return (bits << spare).to_bytes((len(text) * 6 + spare) // 8)


def _unpack(packed: bytes, length: int) -> str:
    """Text that `_pack` packed."""
    bits = int.from_bytes(packed) >> (len(packed) * 8 - length * 6)
    return "".join(LETTERS[bits >> 6 * place & 63] for place in reversed(range(length)))
