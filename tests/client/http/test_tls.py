"""Certificates are always checked."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from pathlib import Path

import certifi
import pytest

from workbench.client.http.tls import no_authority, tls_context


@pytest.fixture
def anew() -> Iterator[None]:
    """The shared context is made again for this test, and again after it."""
    tls_context.cache_clear()
    yield
    tls_context.cache_clear()


@pytest.mark.parametrize("context", [tls_context, no_authority])
def test_certificates_and_names_are_checked(context: object) -> None:
    """There is no switch to turn it off."""
    made = context()  # type: ignore[operator]
    assert made.verify_mode is ssl.CERT_REQUIRED and made.check_hostname


def test_every_client_shares_one() -> None:
    """It takes some 20 ms to make."""
    assert tls_context() is tls_context()


@pytest.mark.usefixtures("anew")
def test_authorities_are_known_without_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mozilla's at least, where the computer has none of its own."""
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    monkeypatch.delenv("SSL_CERT_DIR", raising=False)
    assert len(tls_context().get_ca_certs()) > 50


@pytest.mark.usefixtures("anew")
def test_a_named_file_of_authorities_stands_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Anyone who names the authorities to trust means these and no others."""
    one = Path(certifi.where()).read_text(encoding="utf-8").partition("-----END CERTIFICATE-----")
    (tmp_path / "one.pem").write_text(one[0] + one[1], encoding="utf-8")
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "one.pem"))
    monkeypatch.setenv("SSL_CERT_DIR", str(tmp_path / "none"))
    assert len(tls_context().get_ca_certs()) == 1


def test_the_context_for_plain_http_trusts_nobody() -> None:
    """Should it ever meet TLS, it refuses."""
    assert no_authority().get_ca_certs() == []
