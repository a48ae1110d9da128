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

from traitlets import Unicode

from workbench.cli.jupyter.quiet_server import QuietServer, skip_yarn

SERVICE = "workbench_service"
"""Where a server's facts name the service that its pages use."""
SECONDS_TO_END = 10.0
"""A kernel has 5 of them to end by itself."""


class PageServer(QuietServer):
    """A server with a last moment: `SECONDS_TO_END` after it was told to stop, it and its kernels are gone.

    It is found by `workbench open`, by the service that its pages use.
    """

    anchor = Unicode("", config=True, help="The lesson or course that the page opens first, such as lesson/ID.")

    @property
    def public_url(self) -> str:
        """The address that is printed."""
        return self._anchored(super().public_url)

    @property
    def local_url(self) -> str:
        """The same, by the number of this computer."""
        return self._anchored(super().local_url)

    def server_info(self) -> dict[str, Any]:
        """What `workbench open` reads of a running server, in a file of this person's."""
        return {**super().server_info(), SERVICE: service_name()}

    def _write_browser_open_file(self, url: str, fh: Any) -> None:
        super()._write_browser_open_file(self._anchored(url), fh)

    def _anchored(self, url: str) -> str:
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
        self.log.critical("Not everything ended in good order.")
        _leave(1)


def service_name() -> str:
    """What tells the service of this environment, and the person's home, from others."""
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
