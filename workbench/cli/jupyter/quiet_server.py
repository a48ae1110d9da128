"""A Jupyter server whose only startup output is its address; errors are still logged.

As a program, it runs JupyterLab for `workbench lab`.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import Any

from jupyter_server.serverapp import ServerApp
from traitlets import default


class QuietServer(ServerApp):
    """Jupyter's server without the lines that other packages print while it starts and stops."""

    @default("token")
    def _deprecated_token_access(self) -> str:
        """Return the token without a warning: `notebook_shim` reads every attribute, deprecated ones too."""
        return self.identity_provider.token

    def start_app(self) -> None:
        """Open the browser if wanted, and print the address as the last line."""
        address = self.public_url
        provider = self.identity_provider
        # Jupyter prints a generated token in five lines of its log, with the address of a file.
        is_generated, provider.token_generated = provider.token_generated, False
        super().start_app()
        provider.token_generated = is_generated
        print(address, file=sys.stderr, flush=True)

    def _signal_stop(self, sig: Any, frame: Any) -> None:
        """Stop without logging the signal, since whoever sent it knows."""
        self.stop(from_signal=True)


def skip_yarn() -> None:
    """Keep JupyterLab from asking Node for npm's registry, which it needs only to be built from source.

    Node prints all of `yarn.js` if a `package.json` in a parent folder of the environment has `"type": "module"`.
    """
    if find_spec("jupyterlab"):
        from jupyterlab import commands

        commands._yarn_config = lambda logger: {"yarn config": {}, "npm config": {}}


def main() -> None:
    """Run JupyterLab on this server."""
    skip_yarn()
    from jupyterlab.labapp import LabApp

    LabApp.serverapp_class = QuietServer
    LabApp.launch_instance()


if __name__ == "__main__":
    main()
