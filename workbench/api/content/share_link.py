"""A course's link as a notebook shows it: whether it opens, and for whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from workbench.client.session.origin import is_loopback
from workbench.text import display_text, escape_html

HERE_ONLY = "only on this computer"


@dataclass(frozen=True, slots=True)
class ShareLink:
    """A course's link and whether it opens: for anyone, or `only on this computer`."""

    url: str
    is_public: bool

    @property
    def reach(self) -> str:
        """People who can open the link, in words."""
        if not self.is_public:
            return "private: the link opens for nobody"
        return HERE_ONLY if is_loopback(urlsplit(self.url).hostname or "") else "anyone with the link"

    def facts(self) -> dict[str, object]:
        """Return the machine-readable facts."""
        return {"shareUrl": self.url, "isPublic": self.is_public}

    def __str__(self) -> str:
        return self.url

    def __repr__(self) -> str:
        return f"{display_text(self.url)} ({self.reach})"

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        text = escape_html(self.url)
        opens = self.is_public and urlsplit(self.url).scheme in ("https", "http")
        link = f'<a href="{text}" target="_blank" rel="noopener noreferrer">{text}</a>' if opens else text
        return {"text/plain": repr(self), "text/html": f"{link} <small>({self.reach})</small>"}
