"""How long a test waits for what happens as soon as it can. Knows nothing of the package."""

from __future__ import annotations

from typing import Final

HANG_SECONDS: Final = 120
"""Only what hangs takes longer, on a machine that has fifty times more to do than it can as well."""
