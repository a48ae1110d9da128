"""A workbench at the service that the commands talk to."""

from tests.own_service import workbench as workbench
