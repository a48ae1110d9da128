"""The TLS context that every client shares. It knows where certificates are; verification cannot be switched off."""

from __future__ import annotations

import os
import ssl
from functools import cache

import certifi


@cache
def tls_context() -> ssl.SSLContext:
    """Return a TLS context that checks certificates against this computer's authorities and Mozilla's.

    `SSL_CERT_FILE` names others instead. Created when first needed: it takes some 20 ms.
    """
    context = ssl.create_default_context()
    if not os.environ.get("SSL_CERT_FILE") and not os.environ.get("SSL_CERT_DIR"):
        context.load_verify_locations(certifi.where())
    return context


@cache
def no_authority() -> ssl.SSLContext:
    """Return a TLS context for plain http on this computer: it trusts no authority, so it accepts nothing.

    Cheap to make.
    """
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
