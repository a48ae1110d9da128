"""The one door for notebooks: `connect()` and the object that it returns.

`workbench.connect` is this room and, for a notebook, the call: importing the room must not take the call away.
"""

from __future__ import annotations

import sys

from workbench.connect.door import DoorModule as DoorModule
from workbench.connect.door import connect as connect
from workbench.connect.workbench import Workbench as Workbench

__all__ = ["Workbench", "connect"]

sys.modules[__name__].__class__ = DoorModule
