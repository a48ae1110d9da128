"""The process that decodes pictures for the service: a picture comes as a message with a file, and goes as one.

Started by `service/assets/picture_process.py`, for many small pictures or for one large one. It can reach no database.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from tempfile import TemporaryFile
from typing import IO, Any, Final

from workbench.authoring.content.media_types import MEDIA_TYPES
from workbench.child_process import (
    let_others_go_first,
    limit_itself,
    limit_next_memory,
    limit_next_seconds,
    mapped_bytes,
    read_message,
    write_message,
)
from workbench.errors import Misconfigured
from workbench.service.assets.media_type import FileBroken
from workbench.service.assets.pictures import MOST_MEMORY_BYTES, NotSmall, PictureTooLarge, rewritten_picture

LARGE: Final = "large"
"""The argument of a process for large pictures: it lets others go first, and ends after one picture."""
_LARGEST_FILE: Final = 200_000_000
_MOST_PICTURES: Final = 500
_NICENESS: Final = 10


def main(*, is_large: bool) -> None:
    """Answer each picture with one, `{"width", "height"}` and its bytes, or with the reason for refusing it."""
    if is_large:
        let_others_go_first(_NICENESS)
    with suppress(ImportError):  # if it is missing, every answer says so
        import PIL.Image as pillow  # noqa: N813

        pillow.preinit()  # loaded before the memory is limited
    limit_itself(mapped_bytes() + MOST_MEMORY_BYTES, largest_file=_LARGEST_FILE)
    pictures = 1 if is_large else _MOST_PICTURES  # only its end gives all of its memory back
    with suppress(EOFError):  # the service has ended
        for number in range(pictures):
            with TemporaryFile() as file, TemporaryFile() as into:
                answer = {"last": number == pictures - 1, **_answer(file, into)}
                write_message(answer, sys.stdout.buffer, into if "width" in answer else None)
    os._exit(0)  # nothing of it needs to be taken down


def _answer(file: IO[bytes], into: IO[bytes]) -> dict[str, Any]:
    try:
        request = read_message(sys.stdin.buffer, file)
    except OSError as error:  # the rest of the file is still to come, so nothing more can be read here
        return {"errno": error.errno, "last": True}
    most_pixels = request["most_pixels"]
    try:
        limit_next_seconds(request["seconds"])
        limit_next_memory(request["memory_bytes"])
        picture = rewritten_picture(file, MEDIA_TYPES[request["type"]], into, most_pixels)
        return {"width": picture.width, "height": picture.height}
    except PictureTooLarge as refused:
        return {"refused": refused.message}
    except FileBroken as broken:
        return {"broken": broken.message}
    except Misconfigured as missing:
        return {"missing": missing.message}
    except NotSmall:
        return {"not_small": True}
    except MemoryError:
        if most_pixels is not None:
            return {"not_small": True}
        sentence = "The picture takes too much memory. Nothing was stored; make it smaller and upload it again."
        return {"refused": sentence}
    except OSError as error:
        return {"errno": error.errno}


if __name__ == "__main__":
    main(is_large=LARGE in sys.argv)
