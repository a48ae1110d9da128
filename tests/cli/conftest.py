"""The service of this computer, for the tests of this package."""

from __future__ import annotations

from tests.own_service import fresh_folder as fresh_folder
from tests.own_service import own_service as own_service
from tests.own_service import shared_folder as shared_folder
from tests.own_service import workbench as workbench
