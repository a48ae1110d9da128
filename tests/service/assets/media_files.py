"""Small whole files of each type that lessons take, made here."""

from __future__ import annotations

import io
import struct
from typing import Any

from PIL import Image


def picture(name: str = "PNG", size: tuple[int, int] = (40, 30), mode: str = "RGB", **options: Any) -> bytes:
    """A picture with something in it; one with transparency is transparent in its middle."""
    shades = Image.radial_gradient("L").resize(size)
    image = shades.convert(mode)
    if mode == "RGBA":
        image.putalpha(shades)
    file = io.BytesIO()
    image.save(file, name, **options)
    return file.getvalue()


def animation(frames: int = 3, size: tuple[int, int] = (20, 20), name: str = "GIF") -> bytes:
    """An animated picture whose frames differ."""
    images = [Image.new("RGB", size, (index * 20 % 256, 80, 120)) for index in range(frames)]
    file = io.BytesIO()
    images[0].save(file, name, save_all=True, append_images=images[1:], duration=50, loop=0)
    return file.getvalue()


def box(name: bytes, content: bytes = b"") -> bytes:
    """A box of an MP4 file."""
    return struct.pack(">I", 8 + len(content)) + name + content


def mp4(brand: bytes = b"isom", media_bytes: int = 3_000) -> bytes:
    """An MP4 file by its structure: type, index, media."""
    head = box(b"ftyp", brand + b"\x00\x00\x02\x00" + brand)
    return head + box(b"moov", box(b"mvhd", bytes(100))) + box(b"mdat", bytes(range(256)) * (media_bytes // 256))


def mp3(frames: int = 40) -> bytes:
    """MPEG 1 layer 3, 128 kbit/s at 44.1 kHz, behind a tag."""
    return b"ID3\x04\x00\x00\x00\x00\x00\x0a" + bytes(10) + (b"\xff\xfb\x90\x00" + bytes(413)) * frames


def ogg(pages: int = 3) -> bytes:
    """Opus in Ogg: pages of which the last says so."""

    def page(number: int, content: bytes) -> bytes:
        flags = (2 if number == 0 else 0) | (4 if number == pages - 1 else 0)
        head = b"OggS\x00" + bytes([flags]) + bytes(8) + struct.pack("<III", 7, number, 0)
        return head + bytes([1, len(content)]) + content

    return b"".join(page(index, b"OpusHead\x01\x02" if index == 0 else bytes(200)) for index in range(pages))


def webm(media_bytes: int = 2_000) -> bytes:
    """WebM by its structure: header, one segment."""
    head = b"\x1aE\xdf\xa3" + bytes([0x80 | 8]) + b"\x42\x82\x84webm" + b"\x00"
    content = bytes(media_bytes)
    return head + b"\x18S\x80g" + (1 << 56 | len(content)).to_bytes(8, "big") + content


def pdf() -> bytes:
    """A document with an empty page."""
    body = (
        b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
        b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\n"
    )
    return body + b"trailer<</Root 1 0 R/Size 4>>\nstartxref\n%d\n%%%%EOF\n" % len(body)


SAMPLES: dict[str, bytes] = {
    "image/png": picture("PNG"),
    "image/jpeg": picture("JPEG"),
    "image/webp": picture("WEBP"),
    "image/gif": picture("GIF"),
    "audio/mpeg": mp3(),
    "audio/mp4": mp4(b"M4A "),
    "audio/ogg": ogg(),
    "video/mp4": mp4(),
    "video/webm": webm(),
    "application/pdf": pdf(),
}
"""A whole file of each type, by its media type."""
