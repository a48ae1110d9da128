"""The handlers, one file a router; importing this binds them all."""

from __future__ import annotations

from workbench.service.routers import course, lesson, organization, people, project, realtime, service

ROUTERS = (course, lesson, organization, people, project, realtime, service)
