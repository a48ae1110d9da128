"""Session tokens in the operating system's keyring, with a time limit on every access.

A locked keyring may hang, and some backends store plain text or silently forget (measured); hence the thread, its
limit, and the list of backends that do not count.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar

from workbench.client.extras import how_to_install
from workbench.client.session.token import Token
from workbench.errors import Misconfigured

SERVICE = "workbench"
LIMIT_SECONDS = 3.0
_NOT_REAL = ("keyring.backends.fail", "keyring.backends.null", "keyrings.alt", "keyrings.cryptfile")
T = TypeVar("T")


def get(origin: str) -> Token | None:
    """Return the token stored for this origin, or `None`. Raises `Misconfigured` if no keyring answers."""
    return _within_limit(
        lambda backend: Token(password) if (password := backend.get_password(SERVICE, origin)) else None
    )


def put(origin: str, token: Token) -> None:
    """Store the token for this origin. Raises `Misconfigured` if no keyring accepts it."""
    _within_limit(lambda backend: backend.set_password(SERVICE, origin, token.reveal()))


def drop(origin: str) -> None:
    """Delete the token of this origin, if there is one."""
    _within_limit(lambda backend: backend.get_password(SERVICE, origin) and backend.delete_password(SERVICE, origin))


def problem() -> str | None:
    """Return a sentence that says why no keyring can be used here; `None` if one can."""
    try:
        _within_limit(lambda backend: None)
    except Misconfigured as refused:
        return refused.message
    return None


def _within_limit(act: Callable[[Any], T]) -> T:
    """Return what `act` returns for the keyring's backend.

    A thread that hangs is abandoned; it ends with the process.
    """
    given: list[T] = []
    refused: list[str] = []

    def run() -> None:
        try:
            given.append(act(_backend()))
        except Misconfigured as plain:
            refused.append(plain.message)
        except Exception as failed:  # noqa: BLE001  (each backend has its own)
            refused.append(f"The keyring refused ({type(failed).__name__}).")

    thread = threading.Thread(target=run, name="keyring", daemon=True)
    thread.start()
    thread.join(LIMIT_SECONDS)
    if given:
        return given[0]
    raise Misconfigured(refused[0] if refused else f"The keyring did not answer within {LIMIT_SECONDS:g} s. Unlock it.")


def _backend() -> Any:
    try:
        import keyring
    except ImportError:
        raise Misconfigured(f"The keyring library is not installed: {how_to_install('keyring')}") from None
    backend = keyring.get_keyring()
    parts = getattr(backend, "backends", None) or [backend]
    real = [part for part in parts if not type(part).__module__.startswith(_NOT_REAL)]
    if not real:
        raise Misconfigured("This computer has no keyring that keeps secrets.")
    return real[0]
