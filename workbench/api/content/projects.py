"""The projects of an organization, as `wb.projects` has them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from workbench.api.arguments import ColumnNames, ConfirmPublic, ConfirmSameName, ProjectName, SortColumns
from workbench.api.collection import Collection
from workbench.argument_help import Help
from workbench.client.lookups import identify
from workbench.client.lookups.identify import IdOrName
from workbench.errors import NotFound
from workbench.procedures.organization import Project, get_organization_projects
from workbench.procedures.project import archive_project, create_project, rename_project, set_favorite

if TYPE_CHECKING:
    import pandas


class Projects(Collection):
    """Projects: a project is given by its id, or by its name where only one has it.

    A project is never deleted; `archive` puts it away, and `restore` takes it back.
    """

    def list(
        self,
        *,
        include_archived: Annotated[bool, Help("also archived projects")] = False,
        columns: ColumnNames | None = None,
        limit: int | None = None,
        sort: SortColumns | None = None,
    ) -> pandas.DataFrame:
        """Return a DataFrame with a row for each project, by name.

        Archived projects are included only with `include_archived`.

        `columns` are names, or `"all"`; without it those that people read first. `limit` is the number of rows, `sort`
        a column or several, such as `"-updated_at"` for the last first.

        >>> wb.projects.list()["name"].to_list()
        ['Starter lessons']
        """
        return self._report("projects", include_archived=include_archived, columns=columns, limit=limit, sort=sort)

    def iter(self, *, include_archived: bool = False) -> Iterator[Project]:
        """Yield the projects by name.

        >>> [project.name for project in wb.projects.iter()]
        ['Starter lessons']
        """
        call = get_organization_projects(
            organization_id=self.organization_id, include_archived=include_archived or None
        )
        yield from self._client.call(call).projects

    def get(self, project: ProjectName) -> Project:
        """Return a project by id or name, archived or not.

        Raises `NotFound`, or `InputRejected` with the nearest names.

        >>> wb.projects.get("Starter lessons").is_default
        True
        """
        project_id = self._id(project)
        for listed_project in self.iter(include_archived=True):
            if listed_project.project_id == project_id:
                return listed_project
        identify.check_not_elsewhere(self._client, self.organization_id, "project", [project_id])
        raise NotFound(f"There is no project {project_id!r} here.", code="NOT_FOUND", http_status=404)

    def create(
        self, name: Annotated[str, Help("name", "NAME")], *, confirm_same_name: ConfirmSameName = False
    ) -> Project:
        """Create an empty project.

        Raises `NotConfirmed` if a project has this name, giving its id and date: `confirm_same_name=True` makes
        another one, and both must then be given by their ids.

        >>> wb.projects.create("Safety").name
        'Safety'
        """
        call = create_project(name=name, organization_id=self.organization_id)
        return self._call_with_name(call, confirm_same_name=confirm_same_name)

    def rename(
        self,
        project: ProjectName,
        name: Annotated[str, Help("new name", "NAME")],
        *,
        confirm_same_name: ConfirmSameName = False,
    ) -> Project:
        """Give a project another name.

        Raises `NotConfirmed` as `create` does where another project has this name: `confirm_same_name=True` gives it.

        >>> wb.projects.rename("Safety", "Safety 2026").name
        'Safety 2026'
        """
        call = rename_project(project_id=self._id(project), name=name)
        return self._call_with_name(call, confirm_same_name=confirm_same_name)

    def favorite(
        self, project: ProjectName, *, is_favorite: Annotated[bool, Help("whether it is a favorite")] = True
    ) -> Project:
        """Mark a project as one of your favorites, or unmark it.

        >>> wb.projects.favorite("Safety 2026").is_favorite
        True
        """
        return self._client.call(set_favorite(project_id=self._id(project), is_favorite=is_favorite))

    def archive(self, project: ProjectName, *, confirm_public: ConfirmPublic = False) -> Project:
        """Put a project away; its courses stay as they are.

        Raises `NotConfirmed` where courses in it are public: `confirm_public=True` puts it away, and they stay public.

        >>> wb.projects.archive("Safety 2026").is_archived
        True
        """
        call = archive_project(project_id=self._id(project), is_archived=True)
        return self._carried_out(call, confirm_public=confirm_public)

    def restore(self, project: ProjectName, *, confirm_same_name: ConfirmSameName = False) -> Project:
        """Take a project back that was put away.

        Raises `NotConfirmed` as `create` does where another project has its name by then: `confirm_same_name=True`
        takes it back.

        >>> wb.projects.restore("Safety 2026").is_archived
        False
        """
        call = archive_project(project_id=self._id(project), is_archived=False)
        return self._call_with_name(call, confirm_same_name=confirm_same_name)

    def _id(self, project: IdOrName) -> str:
        return identify.project_id(self._client, self.organization_id, project)
