"""A static file server that answers as GitHub Pages does: under a sub-path, with its types, caching and compression."""

import contextlib
import functools
import gzip
import hashlib
import mimetypes
import socket
import socketserver
import sys
import threading
import weakref
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, Self
from urllib.parse import unquote, urlsplit

_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".py": "text/x-python; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json; charset=utf-8",
}
_PIECES_A_SECOND = 50
_COMPRESSIBLE = ("text/", "image/svg", "application/json", "application/wasm", "application/manifest")


@dataclass(frozen=True, slots=True)
class _Body:
    """A file as it goes over the wire; ``packed`` is its gzip form where that pays."""

    type: str
    tag: str
    plain: bytes
    packed: bytes | None


_NOTHING = _Body("text/plain; charset=utf-8", 'W/"404"', b"404: not found\n", None)


@functools.lru_cache(maxsize=512)
def _load(path: Path, _changed: int, _size: int) -> _Body:
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    plain = path.read_bytes()
    packed = gzip.compress(plain, compresslevel=6, mtime=0) if kind.startswith(_COMPRESSIBLE) else None
    tag = f'W/"{hashlib.sha256(plain).hexdigest()[:20]}"'
    return _Body(kind, tag, plain, packed if packed and len(packed) < len(plain) else None)


def _read_body(path: Path) -> _Body:
    """A file's body, read and compressed once for each version of it."""
    state = path.stat()
    return _load(path, state.st_mtime_ns, state.st_size)


class Server:
    """Serve the folder ``directory`` under ``prefix`` from a thread, between `start` and `stop` or in a ``with`` block.

    ``prefix`` begins and ends with a slash; ``/`` redirects to it and everything else is 404. ``port`` 0 takes a free
    one, kept for later starts. ``cache`` is the Cache-Control header. ``rate`` is how many bytes of an answer are sent
    in a second, from 50; None is as fast as can be. Of a file that ``held`` names, half is sent until its event is set.
    Starting raises OSError when the port is taken.
    """

    def __init__(  # noqa: PLR0913, PLR0917
        self,
        directory: Path,
        prefix: str = "/pyrules/",
        host: str = "127.0.0.1",
        port: int = 0,
        cache: str = "max-age=600",
        rate: int | None = None,
        held: Mapping[str, threading.Event] = MappingProxyType({}),
    ) -> None:
        if not (prefix.startswith("/") and prefix.endswith("/")):
            raise ValueError(f"prefix is {prefix!r}; it must begin and end with a slash, as '/pyrules/' does")
        self.directory = directory.resolve()
        self.prefix = prefix
        self.host = host
        self.port = port
        self.cache = cache
        self.rate = rate
        self.held = held
        self._listener: _Listener | None = None

    @property
    def url(self) -> str:
        """Where the site is, with the slash at its end; the port is known once the server was started."""
        return f"http://{self.host}:{self.port}{self.prefix}"

    def start(self) -> None:
        """Listen and answer until `stop`, on the same port every time."""
        if self._listener is not None:
            raise RuntimeError(f"{self.url} is served already; stop it first")
        self._listener = _Listener(self)
        self.port = self._listener.server_address[1]
        threading.Thread(target=self._listener.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self) -> None:
        """Close the listening socket and every open connection: from here on the server is gone for its clients."""
        if self._listener is not None:
            self._listener.close()
            self._listener = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


class _Listener(socketserver.ThreadingTCPServer):
    """The listening socket and the connections that came in through it."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 64
    allow_reuse_address = sys.platform != "win32"  # there it would let two servers share a port

    def __init__(self, site: Server) -> None:
        self.site = site
        self.stopping = threading.Event()
        self._connections: weakref.WeakSet[socket.socket] = weakref.WeakSet()
        super().__init__((site.host, site.port), _Handler)

    def get_request(self) -> tuple[socket.socket, Any]:
        connection, address = super().get_request()
        self._connections.add(connection)
        return connection, address

    def handle_error(self, request: socket.socket | tuple[bytes, socket.socket], client_address: Any) -> None:
        """Stay quiet about a client, or us, hanging up in the middle of an answer."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)

    def close(self) -> None:
        self.stopping.set()
        self.shutdown()
        self.server_close()
        for connection in tuple(self._connections):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


class _Handler(BaseHTTPRequestHandler):
    """Answers GET and HEAD for the files of one `Server`."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1  # one packet for headers and a small body
    server: _Listener

    def do_GET(self) -> None:
        site = self.server.site
        path = urlsplit(self.path).path
        if path != site.prefix and path in ("/", site.prefix[:-1]):
            self._redirect(site.prefix)
        elif (file := self._find(path)) is None:
            self._answer(HTTPStatus.NOT_FOUND, self._missing())
        elif file.is_dir():
            self._redirect(f"{path}/")
        else:
            self._answer(HTTPStatus.OK, _read_body(file))

    def do_HEAD(self) -> None:
        self.do_GET()

    def log_message(self, *_: object) -> None:
        """Keep the terminal quiet."""

    def _find(self, path: str) -> Path | None:
        """The file for a path of the address, a folder that lacks its last slash, or None."""
        site = self.server.site
        if not path.startswith(site.prefix) or "\0" in (name := unquote(path.removeprefix(site.prefix))):
            return None
        try:
            file = (site.directory / name).resolve()
            if not file.is_relative_to(site.directory):
                return None
            if path.endswith("/"):
                file /= "index.html"
            return file if file.exists() else None
        except OSError:  # a name that no file system takes
            return None

    def _missing(self) -> _Body:
        """The site's own page for what is not there, as GitHub Pages has it, or a plain line."""
        page = self.server.site.directory / "404.html"
        return _read_body(page) if page.is_file() else _NOTHING

    def _redirect(self, to: str) -> None:
        self.send_response(HTTPStatus.MOVED_PERMANENTLY if to != self.server.site.prefix else HTTPStatus.FOUND)
        self.send_header("Location", to)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _answer(self, status: HTTPStatus, body: _Body) -> None:
        site = self.server.site
        packed = body.packed if "gzip" in (self.headers.get("Accept-Encoding") or "") else None
        content = packed or body.plain
        headers = {"Cache-Control": site.cache, "ETag": body.tag, "Vary": "Accept-Encoding"}
        known = (self.headers.get("If-None-Match") or "").replace(" ", "").split(",")
        if status is HTTPStatus.OK and body.tag in known:
            status, content = HTTPStatus.NOT_MODIFIED, b""
        else:
            headers |= {"Content-Type": body.type, "Content-Length": str(len(content))}
            headers |= {"Content-Encoding": "gzip"} if packed else {}
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command == "GET":
            held = site.held.get(urlsplit(self.path).path.removeprefix(site.prefix))
            half = len(content) // 2 if held else 0
            self._write(content[:half], site.rate)
            while held and not held.wait(1 / _PIECES_A_SECOND):
                if self.server.stopping.is_set():
                    return
            self._write(content[half:], site.rate)

    def _write(self, content: bytes, rate: int | None) -> None:
        piece = rate // _PIECES_A_SECOND if rate else max(len(content), 1)
        for start in range(0, len(content), piece):
            if start and self.server.stopping.wait(1 / _PIECES_A_SECOND):
                return
            self.wfile.write(content[start : start + piece])
            self.wfile.flush()
