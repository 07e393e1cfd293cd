"""A seat's code: what another device must know to connect to this one, short enough for a small QR code.

Browsers describe a connection in some 700 characters of SDP, nearly all of it the same every time. A code has the rest:
the two secrets of the connection check (ICE), the fingerprint of the key that encrypts (DTLS), a few addresses, and a
checksum that finds any one wrong letter and any two neighbours that changed places.
Both devices make an offer and read the other's code as the answer to it, so codes may be exchanged in any order.
"""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import crc_hqx
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import ip_address

from pyrules.campaign.reading import Unreadable
from pyrules.core.characters import unwrapped

VERSION = 2
"""The version of codes, which is their first letter."""

MOST_BYTES = 100
CHECKSUM = 2
"""Bytes at the end."""

LEAST_USER, LEAST_PASSWORD = 4, 22
"""The lengths of ICE's secrets are told beyond those that it asks for, each by half a byte."""

FIRST_VERSION = ((1 << 2, 4), (1 << 2, 8))
"""The first two bytes of codes of the version without a checksum."""

ADDRESSES = 4
"""No more addresses are named; those of the local network come first."""

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
class Code:
    """What a code says: both secrets, the key's fingerprint, and addresses."""

    user: str
    password: str
    fingerprint: bytes
    addresses: tuple[Address, ...]


def write_code(sdp: str) -> str:
    """The code of a device from its browser's own description; addresses that there is no room for are left out.

    Raises `Unreadable` for a description without what a code needs.
    """
    user, password, fingerprint = (
        _found(sdp, pattern)
        for pattern in (r"a=ice-ufrag:(\S+)", r"a=ice-pwd:(\S+)", r"(?i:a=fingerprint:sha-256 )([0-9A-Fa-f:]{95})")
    )
    more_user, more_password = len(user) - LEAST_USER, len(password) - LEAST_PASSWORD
    if not (0 <= more_user < 16 and 0 <= more_password < 16):
        raise Unreadable("", NOT_UNDERSTOOD)
    packed = bytes((VERSION << 2, more_user << 4 | more_password)) + _pack(user + password)
    packed += bytes.fromhex(fingerprint.replace(":", ""))
    for address in _addresses(sdp):
        if len(packed) + len(more := _packed(address)) <= MOST_BYTES - CHECKSUM:
            packed += more
    return _written(packed + _checksum(packed))


def read_code(text: str) -> Code:
    """What a code says, be it alone or at the end of a link.

    Raises `Unreadable` for a text that is no code of this version.
    """
    written = unwrapped(text.rpartition("#")[2]).partition(".")[0]
    if not written:
        raise Unreadable("", "the code is missing; copy it from the other device")
    packed = _whole(written, written.rstrip("-_"))
    version = packed[0] >> 2
    if version != VERSION:
        raise Unreadable("", f"it is of version {version}, and this app reads version {VERSION}; update both devices")
    user, password = LEAST_USER + (packed[1] >> 4), LEAST_PASSWORD + (packed[1] & 15)
    secrets_end = 2 + -(-(user + password) * 6 // 8)
    end = secrets_end + 32
    if end > len(packed):
        raise Unreadable("", WRONG)
    secrets = _unpack(packed[2:secrets_end], user + password)
    return Code(secrets[:user], secrets[user:], packed[secrets_end:end], tuple(_unpacked(packed[end:])))


def _written(packed: bytes) -> str:
    return urlsafe_b64encode(packed).rstrip(b"=").decode()


def _checksum(packed: bytes) -> bytes:
    return crc_hqx(packed, 0xFFFF).to_bytes(CHECKSUM)


def _whole(*spellings: str) -> bytes:
    """What a code was written of, without its checksum; raises `Unreadable` where that fits no spelling of it."""
    for written in spellings:
        try:
            packed = urlsafe_b64decode(written + "=" * (-len(written) % 4))
        except ValueError:
            continue
        said, checksum = packed[:-CHECKSUM], packed[-CHECKSUM:]
        if said and len(packed) <= MOST_BYTES and written == _written(packed) and checksum == _checksum(said):
            return said
        if tuple(packed[:2]) in FIRST_VERSION:
            return packed
    raise Unreadable("", WRONG)


def write_answer(code: Code, *, active: bool) -> str:
    """The description of a device by its code, as an answer; `active` says that it begins the encryption."""
    hosts = (
        f"a=candidate:{place} 1 udp {2113937151 - place} {one.host} {one.port} typ "
        + ("srflx raddr 0.0.0.0 rport 0" if one.outside else "host")
        for place, one in enumerate(code.addresses, 1)
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
        f"a=ice-ufrag:{code.user}",
        f"a=ice-pwd:{code.password}",
        f"a=fingerprint:sha-256 {code.fingerprint.hex(':').upper()}",
        f"a=setup:{'active' if active else 'passive'}",
        "a=mid:0",
        "a=sctp-port:5000",
        "a=max-message-size:262144",
    )
    return "".join(f"{line}\r\n" for line in lines)


def answer(mine: str, theirs: str) -> str:
    """The other device's description, by both codes: the one with the lower fingerprint begins the encryption.

    Raises `Unreadable` for a code that cannot be used.
    """
    own, other = read_code(mine), read_code(theirs)
    if own.fingerprint == other.fingerprint:
        raise Unreadable("", "it is this device's own code; use the one that the other device shows")
    if not other.addresses:
        raise Unreadable("", "it has no address of that device; put both devices on one network and start again there")
    return write_answer(other, active=other.fingerprint < own.fingerprint)


def _found(sdp: str, pattern: str) -> str:
    found = re.search(pattern, sdp)
    if found is None:
        raise Unreadable("", NOT_UNDERSTOOD)
    return found[1]


def _addresses(sdp: str) -> Iterable[Address]:
    """The addresses of a description that data may be sent to by UDP, each once."""
    lines = re.findall(r"a=candidate:\S+ 1 (?i:udp) [0-9]+ (\S+) ([0-9]+) typ (host|srflx)", sdp)
    found = dict.fromkeys(Address(host, int(port), kind == "srflx") for host, port, kind in lines)
    return sorted(found, key=lambda address: address.outside)[:ADDRESSES]


def _packed(address: Address) -> bytes:
    """An address as bytes; none for one that a code cannot name."""
    try:
        if address.host.endswith(".local"):
            kind, host = LOCAL, bytes.fromhex(address.host.removesuffix(".local").replace("-", ""))
        else:
            host = ip_address(address.host).packed
            kind = IPV4 if len(host) == LENGTHS[IPV4] else IPV6
    except ValueError:
        return b""
    if len(host) != LENGTHS[kind]:
        return b""
    return bytes((kind | (OUTSIDE if address.outside else 0),)) + host + address.port.to_bytes(2)


def _unpacked(packed: bytes) -> Iterable[Address]:
    """The addresses at the end of a code."""
    while packed:
        kind, outside = packed[0] & ~OUTSIDE, bool(packed[0] & OUTSIDE)
        if kind not in LENGTHS or len(packed) < (end := LENGTHS[kind] + 3):
            raise Unreadable("", WRONG)
        host = packed[1 : end - 2]
        name = re.sub(r"(.{8})(.{4})(.{4})(.{4})(.{12})", r"\1-\2-\3-\4-\5.local", host.hex())
        yield Address(name if kind == LOCAL else str(ip_address(host)), int.from_bytes(packed[end - 2 : end]), outside)
        packed = packed[end:]


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
