"""The kernel that waits for the next page."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from workbench.cli.jupyter import warm_kernels
from workbench.cli.jupyter.warm_kernels import WarmKernels

PAGE = {"kernel_name": "python3", "path": "", "env": dict(os.environ)}


@pytest.fixture
async def kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[WarmKernels]:
    """Kernels of a server that serves our page; those that it started are ended."""
    monkeypatch.setattr(warm_kernels, "REFILL_SECONDS", 0)
    made = WarmKernels(root_dir=str(tmp_path), keeps_one=True)
    yield made
    if made._waiting is not None:
        await asyncio.wait([made._waiting])
    await made.shutdown_all(now=True)


async def test_a_page_gets_the_kernel_that_waits_and_another_one_waits(kernels: WarmKernels) -> None:
    """It has imported the panels; a notebook gets one of its own."""
    kernels.prepare()
    kernels.prepare()
    assert kernels._waiting is not None
    waiting = await kernels._waiting
    command = " ".join(kernels.get_kernel(waiting).provisioner.process.args)
    of_page = await kernels.start_kernel(**PAGE)
    of_notebook = await kernels.start_kernel(kernel_name="python3", path="")
    next_one = await kernels._waiting

    assert "import workbench.api.app" in command and "workbench.widgets.app.panel" in command
    assert of_page == waiting
    assert len({of_page, of_notebook, next_one}) == 3


async def test_a_page_opens_although_none_could_wait(kernels: WarmKernels) -> None:
    """With a kernel of its own."""
    kernels._waiting = asyncio.get_running_loop().create_future()
    kernels._waiting.set_exception(OSError("no memory"))

    assert await kernels.start_kernel(**PAGE) in kernels


async def test_for_other_notebooks_none_waits(tmp_path: Path) -> None:
    """Their pages may read the address that they are asked with, which a kernel knows from its start."""
    kernels = WarmKernels(root_dir=str(tmp_path))
    kernels.prepare()

    assert kernels._waiting is None
