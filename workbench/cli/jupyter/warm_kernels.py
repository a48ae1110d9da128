"""Kernels of `workbench page`: one waits that has imported the panels, so that the page opens without that wait."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from subprocess import DEVNULL
from typing import Any, Final

from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from jupyter_server.utils import ApiPath
from traitlets import Bool

REFILL_SECONDS: Final = 5.0
"""How long after a visit the next kernel is started: until then the page itself needs the computer."""
IMPORTED: Final = (
    "workbench.api.app, workbench.api.connection, workbench.widgets.app.panel, workbench.widgets.home.panel"
)


class WarmKernels(AsyncMappingKernelManager):
    """Gives the waiting kernel to the next page, and starts another one. Kernels of notebooks start as ever."""

    keeps_one = Bool(False, config=True, help="Whether a kernel waits that has imported the panels.")

    _waiting: asyncio.Future[str] | None = None

    async def start_kernel(self, *, kernel_id: str | None = None, path: Any = None, **kwargs: Any) -> str:  # type: ignore[override]
        """Start a kernel and return its id; for a page, which names its environment, the one that waits."""
        if self.keeps_one and kernel_id is None and "env" in kwargs:
            waiting, self._waiting = self._waiting, None
            asyncio.get_running_loop().call_later(REFILL_SECONDS, self.prepare)
            if waiting is not None:
                with suppress(Exception):  # it could not be started: this page starts its own
                    known = await waiting
                    if known in self:
                        return known
        started: str = await super().start_kernel(kernel_id=kernel_id, path=path, **kwargs)
        return started

    def prepare(self) -> None:
        """Start the kernel that waits for the next page, unless one does."""
        if self.keeps_one and self._waiting is None:
            start = super().start_kernel(
                kernel_name="python3",
                path=ApiPath(""),
                env=dict(os.environ),
                extra_arguments=[f"--IPKernelApp.exec_lines=import {IMPORTED}"],
                stderr=DEVNULL,  # a kernel that is ended while it starts prints warnings of its libraries
            )
            self._waiting = asyncio.ensure_future(start)
