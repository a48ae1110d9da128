"""Files of a folder behind the server that our service runs on: its protocol, Starlette's way of sending a file.

Run as `python -m benchmarks.file_server FOLDER`; it says its address and serves until it is stopped.
"""

from __future__ import annotations

import socket
import sys

import uvicorn
import uvloop
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from workbench.service.http.hosts import accepted_hosts
from workbench.service.http.protocol import limited_protocol
from workbench.service.kernel.settings import Limits, Settings


async def main(folder: str) -> None:
    """Serve."""
    bound = socket.create_server(("127.0.0.1", 0))
    address = f"http://127.0.0.1:{bound.getsockname()[1]}"
    app = Starlette(routes=[Mount("/", StaticFiles(directory=folder))])
    protocol = limited_protocol(Limits(), accepted_hosts(Settings("sqlite:///x.db"), address, "127.0.0.1"))
    settings = uvicorn.Config(
        app, http=protocol, loop="none", ws="none", lifespan="off", access_log=False, log_config=None
    )
    print(address, flush=True)
    await uvicorn.Server(settings).serve(sockets=[bound])


if __name__ == "__main__":
    uvloop.run(main(sys.argv[1]))
