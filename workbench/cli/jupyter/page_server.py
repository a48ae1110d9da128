"""The server of `workbench page`, as a program: it ends within seconds of SIGTERM or Ctrl-C, whatever its pages do.

A page that is being made when the server ends stays half made, and the thread that read its notebook waits for it;
Python would wait for that thread.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
from contextlib import suppress
from threading import Timer
from typing import Any, NoReturn

from traitlets import Unicode, default

from workbench.cli.jupyter.quiet_server import QuietServer, skip_yarn
from workbench.cli.jupyter.warm_kernels import WarmKernels

SERVICE = "workbench_service"
"""The key of a server's facts with the service of its pages."""
SECONDS_TO_END = 10.0
"""Seconds for the server to end; a kernel gets 5 of them to end by itself."""


class PageServer(QuietServer):
    """Jupyter server with a shutdown limit: it and its kernels end within `SECONDS_TO_END` of a stop request.

    `workbench open` finds it by the service that its pages use.
    """

    anchor = Unicode("", config=True, help="The lesson or course that the page opens first, such as lesson/ID.")

    @default("kernel_manager_class")
    def _kernels_of_pages(self) -> type[WarmKernels]:
        return WarmKernels

    def start_app(self) -> None:
        """Start the server, and the kernel that waits for the first page."""
        if isinstance(self.kernel_manager, WarmKernels):
            self.io_loop.add_callback(self.kernel_manager.prepare)
        super().start_app()

    @property
    def public_url(self) -> str:
        """The address that is printed."""
        return self._add_anchor(super().public_url)

    @property
    def local_url(self) -> str:
        """The printed address with this computer's IP address."""
        return self._add_anchor(super().local_url)

    def server_info(self) -> dict[str, Any]:
        """Facts that `workbench open` reads about a running server, from a private file of the user."""
        return {**super().server_info(), SERVICE: service_name()}

    def _write_browser_open_file(self, url: str, fh: Any) -> None:
        super()._write_browser_open_file(self._add_anchor(url), fh)

    def _add_anchor(self, url: str) -> str:
        return f"{url}#{self.anchor}" if self.anchor else url

    def init_signal(self) -> None:
        """Ctrl-C ends it as SIGTERM does, and is not asked about: a page holds nothing that the service does not."""
        super().init_signal()
        signal.signal(signal.SIGINT, self._signal_stop)

    def stop(self, from_signal: bool = False) -> None:
        """Stop in good order, and in any case."""
        last_moment = Timer(SECONDS_TO_END, self._end_at_once)
        last_moment.daemon = True
        last_moment.start()
        super().stop(from_signal)

    def _end_at_once(self) -> None:
        for kernel_id in self.kernel_manager.list_kernel_ids():
            with suppress(Exception):
                _kill(self.kernel_manager.get_kernel(kernel_id).provisioner)
        self.log.critical("Some processes did not end cleanly.")
        _leave(1)


def service_name() -> str:
    """Return the name that distinguishes this environment's service and the user's home from others."""
    return f"{os.environ.get('WORKBENCH_URL', '')} {os.environ.get('WORKBENCH_HOME', '')}"


def _kill(provisioner: object) -> None:
    if os.name == "posix":
        os.killpg(provisioner.pgid, signal.SIGKILL)  # type: ignore[attr-defined]
    else:
        os.kill(provisioner.pid, signal.SIGTERM)  # type: ignore[attr-defined]


def _leave(exit_code: int) -> NoReturn:
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(exit_code)


if __name__ == "__main__":
    skip_yarn()
    PageServer.launch_instance()
    _leave(0)
