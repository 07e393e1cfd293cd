"""Helpers of the tests of the seats, which other tests use too."""

PRINT = "F5:89:FB:9F:00:FC:23:A8:67:F4:A4:A0:F7:F6:2E:40:39:BD:E5:20:C9:DE:DE:57:EA:C3:E8:5D:FE:FE:F8:15"


def description_of(
    *hosts: str, secrets: tuple[str, str] = ("Mt7O", "VMsroutbw6OCglzFwuyt6cns"), print_: str = PRINT
) -> str:
    """A browser's description of a connection, as Chromium writes it."""
    user, password = secrets
    found = "".join(
        f"a=candidate:190904634{place} 1 udp 2113937151 {host} {49887 + place} typ host generation 0\r\n"
        for place, host in enumerate(hosts)
    )
    return (
        "v=0\r\no=- 4117771137870275000 2 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\na=group:BUNDLE 0\r\n"
        f"m=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\nc=IN IP4 0.0.0.0\r\n{found}"
        f"a=ice-ufrag:{user}\r\na=ice-pwd:{password}\r\na=ice-options:trickle\r\na=fingerprint:sha-256 {print_}\r\n"
        "a=setup:actpass\r\na=mid:0\r\na=sctp-port:5000\r\na=max-message-size:262144\r\n"
    )
