"""A desktop's keyring for tests, in memory; to the code it is as real as any."""

from __future__ import annotations

from keyring.backend import KeyringBackend


class RealKeyring(KeyringBackend):
    """A desktop's keyring, in memory."""

    priority = 1

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[service, username]
