"""The types of pictures, recordings and files that lessons may have: their names, sizes and the blocks that show them.

Other types are not accepted as assets: no SVG and no HTML, which may contain scripts.
"""

from __future__ import annotations

from typing import Final, NamedTuple

IMAGE, AUDIO, VIDEO, FILE = "image", "audio", "video", "file"


class MediaType(NamedTuple):
    """A type of asset. `extension` has no dot; `block_type` is the type of block that shows it."""

    name: str
    extension: str
    block_type: str
    most_bytes: int
    suffixes: tuple[str, ...] = ()


MEDIA_TYPES: Final[dict[str, MediaType]] = {
    type_.name: type_
    for type_ in (
        MediaType("image/png", "png", IMAGE, 20_000_000),
        MediaType("image/jpeg", "jpg", IMAGE, 20_000_000, ("jpeg", "jpe", "jfif")),
        MediaType("image/webp", "webp", IMAGE, 20_000_000),
        MediaType("image/gif", "gif", IMAGE, 20_000_000),
        MediaType("audio/mpeg", "mp3", AUDIO, 100_000_000),
        MediaType("audio/mp4", "m4a", AUDIO, 100_000_000, ("m4b",)),
        MediaType("audio/ogg", "ogg", AUDIO, 100_000_000, ("oga", "opus")),
        MediaType("video/mp4", "mp4", VIDEO, 200_000_000, ("m4v",)),
        MediaType("video/webm", "webm", VIDEO, 200_000_000),
        MediaType("application/pdf", "pdf", FILE, 50_000_000),
    )
}
"""Every type of asset by its media type."""
MEDIA_BLOCKS: Final = (IMAGE, AUDIO, VIDEO, FILE)
"""The types of block that refer to an asset."""
MOST_BYTES: Final = max(media_type.most_bytes for media_type in MEDIA_TYPES.values())
MOST_PIXELS: Final = 25_000_000
"""Most pixels of a PNG, and of all frames of an animation together."""
MOST_FRAME_PIXELS: Final = 4_000_000
"""Most pixels of each frame of an animation."""
MOST_GIF_PIXELS: Final = 20_000_000
"""Most pixels of a GIF that is not animated."""
MOST_WEBP_PIXELS: Final = 14_000_000
"""Most pixels of a WebP: its decoder and its encoder take 17 bytes for each."""
MOST_CLEAR_WEBP_PIXELS: Final = 9_000_000
"""Most pixels of a WebP with transparency, which takes 24 bytes for each."""
MOST_JPEG_PIXELS: Final = 50_000_000
"""Most pixels of a JPEG, since telephones make 48 million; above `MOST_PIXELS` half its width and height are kept."""
MOST_SIDE: Final = 16_000
"""Most pixels of a side of a picture."""


def takes(block_type: str, media_type: str) -> bool:
    """Return whether a block type can show assets of a media type; a `file` block offers any for download."""
    media = MEDIA_TYPES.get(media_type)
    return media is not None and block_type in (media.block_type, FILE)
