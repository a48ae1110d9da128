"""A public course of three lessons that together have every block type, the last in Arabic."""

from __future__ import annotations

import asyncio
import io
import math
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import Browser, BrowserContext

from tests.service.asking import Asking, open_for_test, signed_in
from tests.service.assets.media_files import SAMPLES
from tests.service.places import added_asset
from tests.service.serving import serving
from tests.service.shared_courses import Content, keep, publish
from workbench.service.kernel.settings import Settings

TIDES: Final[tuple[Content, ...]] = (
    (
        "objectives",
        {"items": ["Say what makes the tide", "Tell spring tides from neap tides", "Put a day of the sea in order"]},
    ),
    ("authorNote", {"markdown": "Ask the harbour for a photograph."}),
    ("heading", {"text": "Two bulges of water", "level": 2}),
    (
        "text",
        {
            "markdown": "Twice a day the sea comes in and goes out again. The **moon** pulls the water towards it, and "
            "the turning earth carries every coast through that bulge. See the [tables](https://example.org/tides).\n\n"
            "- High water: about every 12 h 25 min\n- Low water: about half-way between\n\n> A tide waits for nobody."
        },
    ),
    ("image", {"asset": "curve", "alternativeText": "A curve that rises and falls twice", "caption": "A day in Brest"}),
    (
        "keyTerms",
        {
            "terms": [
                {"term": "Spring tide", "meaning": "The largest range, at new and full moon."},
                {"term": "Neap tide", "meaning": "The smallest range, at half moon."},
            ]
        },
    ),
    (
        "quiz",
        {
            "question": "When is the difference between high and low water largest?",
            "choices": [
                {"text": "At half moon", "isCorrect": False, "feedback": "They pull at right angles: a neap tide."},
                {"text": "At new and full moon", "isCorrect": True, "feedback": "Sun and moon pull along one line."},
                {"text": "In winter only", "isCorrect": False},
            ],
        },
    ),
    ("heading", {"text": "A day of the sea", "level": 2}),
    ("callout", {"kind": "note", "markdown": "Times shift by about **50 minutes** from one day to the next."}),
    (
        "ordering",
        {
            "prompt": "What comes first after low water?",
            "items": ["Low water", "Flood: the sea rises", "High water", "Ebb: the sea falls"],
            "feedback": "From low to high it takes a little more than six hours.",
        },
    ),
    (
        "matching",
        {
            "prompt": "Which range belongs to which moon?",
            "pairs": [{"left": "Half moon", "right": "small"}, {"left": "Full moon", "right": "large"}],
        },
    ),
    (
        "fillIn",
        {"text": "High water comes about ___ a day.", "gaps": [{"answers": ["twice"]}], "feedback": "Two bulges."},
    ),
    ("reflection", {"prompt": "Where have you seen the water come or go, and how long did it take?"}),
    ("summary", {"items": ["The moon makes the tide", "The range is largest at new and full moon"]}),
)
TABLES: Final[tuple[Content, ...]] = (
    (
        "text",
        {
            "markdown": "| Place | High | Low |\n|---|---|---|\n| Brest | 06:12 | 12:24 |\n| Calais | 11:50 | 18:40 |"
            "\n\nThe range is $r = h - l$.[^1]\n\nفي نهاية كل صف الارتفاع بالأمتار.\n\n[^1]: In metres."
        },
    ),
    (
        "example",
        {"title": "A morning in Brest", "markdown": "High water has **6.9 m**, low water **1.3 m**:\n\n$$r = 5.6$$"},
    ),
    ("audio", {"asset": "sound", "caption": "The bell of a buoy"}),
    ("video", {"asset": "film", "caption": "A harbour in one minute"}),
    ("file", {"asset": "paper", "caption": "The table of this month"}),
    ("callout", {"kind": "warning", "markdown": "Never walk out on the flats while the water rises."}),
    ("callout", {"kind": "tip", "markdown": "Add an hour in summer."}),
    (
        "quiz",
        {
            "question": "What pulls at the water?",
            "multiple": True,
            "choices": [
                {"text": "The moon", "isCorrect": True, "feedback": "It is near."},
                {"text": "The sun", "isCorrect": True, "feedback": "It is heavy."},
                {"text": "The wind", "isCorrect": False, "feedback": "It pushes."},
            ],
        },
    ),
    (
        "quiz",
        {
            "question": "What does a table hold? Choose all.",
            "multiple": True,
            "choices": [{"text": "Times", "isCorrect": True}, {"text": "Winds", "isCorrect": False}],
        },
    ),
    ("shortAnswer", {"question": "Why are there two tides a day?", "modelAnswer": "There are two bulges of water."}),
    ("blank", {}),
    ("video.v2", {"title": "Of another maker"}),
)
IN_ARABIC: Final[tuple[Content, ...]] = (
    ("objectives", {"items": ["شرح سبب المد والجزر"]}),
    ("text", {"markdown": "يأتي البحر مرتين في اليوم. **القمر** يجذب الماء نحوه.\n\nEnglish, in between."}),
    ("image", {"asset": "curve", "alternativeText": "منحنى", "caption": "يوم في بريست"}),
    ("callout", {"kind": "warning", "markdown": "لا تمش على الرمل والماء يرتفع."}),
    (
        "quiz",
        {
            "question": "متى يكون الفرق أكبر؟",
            "choices": [
                {"text": "عند البدر", "isCorrect": True, "feedback": "الشمس والقمر على خط واحد."},
                {"text": "في الشتاء فقط", "isCorrect": False, "feedback": "الفصل لا يغير شيئا."},
            ],
        },
    ),
    ("ordering", {"prompt": "رتب:", "items": ["الجزر", "الفيض", "المد"]}),
    ("matching", {"prompt": "طابق:", "pairs": [{"left": "البدر", "right": "كبير"}, {"left": "نصف", "right": "صغير"}]}),
    ("fillIn", {"text": "يأتي المد ___ في اليوم.", "gaps": [{"answers": ["مرتين"]}]}),
    ("shortAnswer", {"question": "لماذا مرتين؟", "modelAnswer": "هناك انتفاخان من الماء."}),
    ("reflection", {"prompt": "أين رأيت البحر؟"}),
    ("summary", {"items": ["القمر يصنع المد والجزر"]}),
)
LESSONS: Final = (
    ("Why the sea rises and falls", "EN", TIDES),
    ("Reading a tide table", "EN", TABLES),
    ("لماذا يرتفع البحر وينخفض", "AR", IN_ARABIC),
)


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A profile in which nothing was learned."""
    with browser.new_context() as made:
        yield made


@contextmanager
def served_course(folder: Path) -> Iterator[str]:
    """The address of the course at its own service, whose files lie in the folder."""
    database = folder / "x.db"
    with ThreadPoolExecutor(1) as beside:  # the browser's driver has this thread's loop
        course_id = beside.submit(lambda: asyncio.run(_made(database))).result()
    with serving(database) as service:
        yield f"{service.base_url}/s/{course_id}"


async def _made(database: Path) -> str:
    async with open_for_test(Settings(f"sqlite:///{database}")) as service, signed_in(service) as owner:
        return await _published(owner)


async def _published(owner: Asking) -> str:
    assets = {
        "curve": await added_asset(owner, _curve(), fileName="curve.png"),
        "sound": await added_asset(owner, SAMPLES["audio/ogg"], fileName="bell.ogg"),
        "film": await added_asset(owner, SAMPLES["video/webm"], fileName="harbour.webm"),
        "paper": await added_asset(owner, SAMPLES["application/pdf"], fileName="table.pdf"),
    }
    course_id = ""
    for title, language, contents in LESSONS:
        blocks = _with_assets(contents, assets)
        course_id = await keep(owner, *blocks, title=title, language=language, of_course=course_id) or course_id
    await owner.done("courseRouter.renameCourse", {"courseId": course_id, "title": "The tides"})
    await publish(owner, course_id)
    return course_id


def _with_assets(contents: tuple[Content, ...], assets: Mapping[str, str]) -> list[Content]:
    return [
        (kind, {**content, "asset": assets[content["asset"]]} if "asset" in content else content)
        for kind, content in contents
    ]


def _curve() -> bytes:
    """A picture of two tides."""
    image = Image.new("RGB", (1280, 540), "#e7f0f7")
    pen = ImageDraw.Draw(image)
    line = [(x, 270 - 170 * math.sin(x / 1280 * 4 * math.pi)) for x in range(1281)]
    pen.polygon([*line, (1280, 540), (0, 540)], fill="#6fa6cc")
    pen.line(line, fill="#1a5a94", width=8)
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()
