"""How much memory reading a topic list takes, measured in a separate process on Linux."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

_READ = """
import json, re, resource, sys
from pathlib import Path
import pyarrow.parquet, python_calamine
from workbench.bulk.reading.sources import ReadOptions, read_source
from workbench.bulk.reading.topic_columns import is_known_name
from workbench.errors import PlanRejected
_, hard = resource.getrlimit(resource.RLIMIT_AS)
resource.setrlimit(resource.RLIMIT_AS, (6 * 2**30, hard))
peak = lambda: int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) // 1024
before = peak()
try:
    read_source(Path(sys.argv[1]), ReadOptions(), is_known_name)
    said = ""
except PlanRejected as refused:
    said = str(refused)
print(json.dumps([said, peak() - before]))
"""


class Reading(NamedTuple):
    """What was said, empty when the list was read, and how many megabytes the reading took."""

    refusal: str
    megabytes: int


def reading_of(path: Path, data: bytes) -> Reading:
    """Write the file and read it as a topic list."""
    path.write_bytes(data)
    ran = subprocess.run([sys.executable, "-c", _READ, path], capture_output=True, check=False, timeout=240)
    assert ran.returncode == 0, ran.stderr.decode()[-2_000:]
    return Reading(*json.loads(ran.stdout))
