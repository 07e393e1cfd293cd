"""The static server: addresses, headers, compression, and that stopping it is final."""

import gzip
import http.client
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tools.server import Server

PAGE = b"<!doctype html><title>pyrules</title>" + b"<p>dice</p>" * 100


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes


def ask(server: Server, path: str, method: str = "GET", **headers: str) -> Answer:
    """Send one request; ``path`` is relative to the site unless it begins with a slash. The time of day is left out."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
    target = path if path.startswith("/") else urlsplit(server.url).path + path
    connection.request(method, target, headers={name.replace("_", "-"): value for name, value in headers.items()})
    response = connection.getresponse()
    headers = {name.lower(): value for name, value in response.getheaders() if name != "Date"}
    answer = Answer(response.status, headers, response.read())
    connection.close()
    return answer


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "dist"
    (folder / "moonwalk").mkdir(parents=True)
    (folder / "index.html").write_bytes(PAGE)
    (folder / "moonwalk/index.html").write_bytes(b"moonwalk")
    (folder / "empty").mkdir()
    (folder / "a b.txt").write_bytes(b"space")
    (tmp_path / "secret.txt").write_bytes(b"secret")
    (tmp_path / "dist-other").mkdir()
    (tmp_path / "dist-other/secret.txt").write_bytes(b"secret")
    (folder / "way-out").symlink_to(tmp_path / "secret.txt")
    return folder


@pytest.fixture
def server(site: Path) -> Iterator[Server]:
    with Server(site) as running:
        yield running


def test_a_folder_is_its_index_and_wants_its_slash(server: Server) -> None:
    assert ask(server, "").body == PAGE
    assert ask(server, "moonwalk/").body == b"moonwalk"
    moved = ask(server, "moonwalk")
    assert (moved.status, moved.headers["location"]) == (301, "/pyrules/moonwalk/")


@pytest.mark.parametrize("path", ["/", "/pyrules"])
def test_above_the_site_leads_to_it(server: Server, path: str) -> None:
    answer = ask(server, path)
    assert (answer.status, answer.headers["location"]) == (302, "/pyrules/")


@pytest.mark.parametrize(
    "path",
    [
        "nothing.html",
        "empty/",
        "index.html/",
        "../secret.txt",
        "..%2fsecret.txt",
        "%2e%2e/secret.txt",
        "../dist-other/secret.txt",
        "/etc/passwd",
        "//etc/passwd",
        "way-out",
        "a%00b",
        "x" * 5000,
        "/pyrulesindex.html",
        "/other/index.html",
        "%ff%fe",
    ],
)
def test_nothing_else_is_there(server: Server, path: str) -> None:
    answer = ask(server, path)
    assert answer.status == HTTPStatus.NOT_FOUND
    assert b"secret" not in answer.body


def test_the_sites_own_page_for_what_is_missing(server: Server, site: Path) -> None:
    (site / "404.html").write_bytes(b"lost dice")
    assert ask(server, "nothing") == ask(server, "also/nothing")
    assert (ask(server, "nothing").status, ask(server, "nothing").body) == (404, b"lost dice")


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a.wasm", "application/wasm"),
        ("a.mjs", "text/javascript; charset=utf-8"),
        ("a.js", "text/javascript; charset=utf-8"),
        ("a.webmanifest", "application/manifest+json; charset=utf-8"),
        ("a.json", "application/json; charset=utf-8"),
        ("a.html", "text/html; charset=utf-8"),
        ("a.zip", "application/zip"),
        ("a.png", "image/png"),
        (".nojekyll", "application/octet-stream"),
    ],
)
def test_types(server: Server, site: Path, name: str, kind: str) -> None:
    (site / name).write_bytes(b"x")
    assert ask(server, name).headers["content-type"] == kind


def test_gzip_for_those_who_take_it(server: Server) -> None:
    plain, packed = ask(server, ""), ask(server, "", Accept_Encoding="br, gzip")
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert len(packed.body) < len(plain.body) / 2
    assert gzip.decompress(packed.body) == PAGE
    assert packed.headers["vary"] == "Accept-Encoding"


def test_what_does_not_shrink_goes_as_it_is(server: Server, site: Path) -> None:
    (site / "a.png").write_bytes(PAGE)
    for name in ("a.png", "moonwalk/"):
        assert "content-encoding" not in ask(server, name, Accept_Encoding="gzip").headers


def test_a_known_version_is_not_sent_again(server: Server, site: Path) -> None:
    tag = ask(server, "").headers["etag"]
    again = ask(server, "", If_None_Match=f'"other", {tag}')
    assert (again.status, again.body) == (304, b"")
    (site / "index.html").write_bytes(b"new")
    changed = ask(server, "", If_None_Match=tag)
    assert (changed.status, changed.body) == (200, b"new")
    assert changed.headers["etag"] != tag


def test_head_has_the_headers_alone(server: Server) -> None:
    answer = ask(server, "", method="HEAD")
    assert (answer.status, answer.headers["content-length"], answer.body) == (200, str(len(PAGE)), b"")


def test_caching_as_told(server: Server, site: Path) -> None:
    assert ask(server, "").headers["cache-control"] == "max-age=600"
    with Server(site, cache="no-cache") as fresh:
        assert ask(fresh, "").headers["cache-control"] == "no-cache"


def test_query_and_escapes(server: Server) -> None:
    assert ask(server, "?a=1").body == PAGE
    assert ask(server, "a%20b.txt").body == b"space"


def test_any_sub_path(site: Path) -> None:
    with Server(site, prefix="/deep/er/") as deep, Server(site, prefix="/") as root:
        assert deep.url.endswith("/deep/er/")
        assert ask(deep, "").body == ask(root, "/").body == PAGE
        assert ask(deep, "/pyrules/").status == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize("prefix", ["", "pyrules/", "/pyrules"])
def test_a_prefix_without_its_slashes_is_refused(site: Path, prefix: str) -> None:
    with pytest.raises(ValueError, match="must begin and end with a slash"):
        Server(site, prefix=prefix)


def test_stopping_hangs_up_and_starting_takes_the_same_port(site: Path) -> None:
    server = Server(site)
    server.start()
    port = server.port
    kept = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    kept.request("GET", "/pyrules/moonwalk/")
    assert kept.getresponse().read() == b"moonwalk"
    server.stop()
    assert kept.sock.recv(1) == b""
    kept.close()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), timeout=5)
    server.start()
    assert (server.port, ask(server, "moonwalk/").body) == (port, b"moonwalk")
    server.stop()
    server.stop()


def test_one_start_at_a_time_and_one_server_a_port(server: Server, site: Path) -> None:
    with pytest.raises(RuntimeError, match="served already"):
        server.start()
    with pytest.raises(OSError, match="in use"):
        Server(site, port=server.port).start()


def test_a_client_that_hangs_up_is_no_news(server: Server, capfd: pytest.CaptureFixture[str]) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as rude:
        rude.sendall(b"GET /pyrules/ HTTP/1.1\r\nHost: x\r\n\r\n")
        rude.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    assert ask(server, "").status == HTTPStatus.OK
    assert capfd.readouterr().err == ""


def test_a_slow_server_sends_everything_at_its_rate(site: Path) -> None:
    with Server(site, rate=5_000) as slow:
        assert ask(slow, "", Accept_Encoding="").body == PAGE


def test_half_of_a_file_that_is_held_comes_before_the_rest(site: Path) -> None:
    whole = threading.Event()
    with Server(site, held={"index.html": whole}) as holding:
        assert ask(holding, "a%20b.txt").status == HTTPStatus.OK
        with socket.create_connection(("127.0.0.1", holding.port)) as asking:
            asking.sendall(b"GET /pyrules/index.html HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            came = b""
            while len(came.partition(b"\r\n\r\n")[2]) < len(PAGE) // 2:
                came += asking.recv(len(PAGE))
            assert not came.endswith(PAGE)
            whole.set()
            while more := asking.recv(len(PAGE)):
                came += more
        assert came.endswith(PAGE)
