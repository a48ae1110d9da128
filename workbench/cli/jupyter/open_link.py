"""`workbench open`: a lesson or course on the page of all panels, on this computer only.

A page that runs is used; else one is started, as `workbench page` does.
"""

from __future__ import annotations

import argparse
import html
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

from workbench.cli.jupyter.page import PAGE_MODULES, find_notebook, page_path, serve_page
from workbench.cli.jupyter.server import add_server_options, require_modules
from workbench.cli.output import UsageError, answer
from workbench.client.atomic_write import write_whole_text
from workbench.client.data_folder import PRIVATE_FILE, data_folder, ensure_private

KINDS: Final = ("lesson", "course")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("link", metavar="ID", help="id of a lesson or course, or a copied link")
    add_server_options(parser, "the page, if none is running")


def run(chosen: argparse.Namespace) -> int:
    """Find the lesson or course, then the page that runs, or start one; print its address."""
    require_modules("Voila", *PAGE_MODULES, extra="voila")
    kind, thing_id = read_link(chosen.link)
    from workbench.api.connect import connect
    from workbench.client.lookups.targets import find_target

    with connect() as workbench:
        target = find_target(workbench.client, thing_id, kind)
    notebook = find_notebook(None)
    running = next(running_pages(notebook.parent), None)
    if running is None:
        facts = {"kind": target.kind, "id": target.id, "title": target.title}
        answer(chosen, facts, f"The {target.kind} “{target.title}” opens in its own page.")
        return serve_page(notebook, chosen, target.anchor)
    address = running_page_address(running, notebook, target.anchor)
    if not chosen.no_browser:
        webbrowser.open(redirecting_file(address).as_uri())
    facts = {"kind": target.kind, "id": target.id, "title": target.title, "address": address}
    return answer(chosen, facts, f"The {target.kind} “{target.title}”: {address}")


def read_link(link: str) -> tuple[str, str]:
    """Return the kind, empty if not given, and the id that a link names.

    A link is `ID`, `lesson/ID`, or an address that ends with `#lesson/ID`. Raises `UsageError`.
    """
    anchor = link.rpartition("#")[2] if "#" in link else link
    kind, _, thing_id = anchor.rpartition("/")
    if kind not in ("", *KINDS) or not (thing_id.isascii() and thing_id.replace("-", "").replace("_", "").isalnum()):
        raise UsageError(
            f"{link[:120]!r} is not a lesson or course. Use an id, lesson/ID, course/ID, or a copied link."
        )
    return kind, thing_id


def running_pages(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield Jupyter's records of the user's servers whose page is in `folder` and uses the same service."""
    from jupyter_server.serverapp import list_running_servers

    from workbench.cli.jupyter.page_server import SERVICE, service_name

    for info in list_running_servers():
        if info.get(SERVICE) == service_name() and info.get("root_dir") == str(folder):
            yield info


def running_page_address(running: dict[str, Any], notebook: Path, anchor: str) -> str:
    """Return the address of the running page, with its server's token, which the user's browser may need."""
    token = f"?{urlencode({'token': running['token']})}" if running.get("token") else ""
    return f"{running['url'].rstrip('/')}{page_path(notebook)}{token}#{anchor}"


def redirecting_file(address: str) -> Path:
    """Write a private file that redirects a browser to the address, since others can read a command line.

    Jupyter does the same. There is one such file, overwritten each time.
    """
    page = f'<!doctype html><meta http-equiv="refresh" content="0; url={html.escape(address)}">'
    file = ensure_private(data_folder()) / "open.html"
    write_whole_text(file, page, mode=PRIVATE_FILE)
    return file
