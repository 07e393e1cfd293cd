"""``build.py onefile``: the whole app in one HTML file, which opens without a server."""

import subprocess
import tempfile
from pathlib import Path
from urllib.parse import quote, urlsplit

from tools import ROOT, site
from tools.environment import node

FILE = ROOT / "dist-onefile/pyrules.html"
SCRIPT = Path(__file__).with_suffix(".mjs")


def build(address: str, out: Path = FILE) -> None:
    """Build the site, make the file `out` of it and print its size; `address` is that of the app on the web, or "".

    Raises `ValueError` for an address that is none, and `RuntimeError` as `site.build` does.
    """
    address = check_address(address)
    with tempfile.TemporaryDirectory() as folder:
        site.build(Path(folder) / "site")
        make(Path(folder) / "site", out, address)
    print(f"{out}: {out.stat().st_size / 1e6:.2f} MB")


def make(built: Path, out: Path, address: str) -> None:
    """Make the file `out` from the site in the folder `built`."""
    out.parent.mkdir(parents=True, exist_ok=True)
    done = subprocess.run((node(), SCRIPT, built, out, address), capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise RuntimeError(f"the one file cannot be made:\n{done.stderr}")


def check_address(address: str) -> str:
    """The address of a site as the file names it, with its last slash.

    Raises `ValueError` for one that a link cannot lead to.

    >>> check_address("https://example.org/pyrules"), check_address("")
    ('https://example.org/pyrules/', '')
    """
    if not address:
        return ""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise ValueError(f"--site {address}: give the address of the app's first page, as https://example.org/pyrules/")
    return quote(f"{address.rstrip('/')}/", safe=":/[]@%~")
