"""Parameters that many verbs take, each with its help for the command line."""

from __future__ import annotations

from typing import Annotated, Any

from workbench.argument_help import Help
from workbench.client.lookups.identify import IdOrName, Several
from workbench.columns import Names
from workbench.procedures.lesson import LessonStatus

LessonName = Annotated[IdOrName, Help("id or title of a lesson", "LESSON")]
CourseName = Annotated[IdOrName, Help("id or title of a course", "COURSE")]
ProjectName = Annotated[IdOrName, Help("id or name of a project", "PROJECT")]
PersonName = Annotated[IdOrName, Help("id, name or email address of a member", "PERSON")]
SourceName = Annotated[IdOrName, Help("id or title of a source", "SOURCE")]
AssetName = Annotated[IdOrName, Help("id or file name of an asset", "ASSET")]
ChangeSetName = Annotated[str, Help("name of the change set, or its first letters", "CHANGE_SET")]
LanguageCode = Annotated[str, Help("a language code, such as EN", "CODE")]
Projects = Annotated[IdOrName | Several, Help("id or name of a project", "PROJECT")]
Courses = Annotated[IdOrName | Several, Help("id or title of a course", "COURSE")]
SeveralLessons = Annotated[Any, "lessons by ids, titles or records, or a table with `lesson_id`"]
SeveralCourses = Annotated[Any, "courses by ids, titles or records, or a table with `course_id`"]

SearchText = Annotated[str, Help("only items with this text in the title", "TEXT")]
InTrash = Annotated[bool, Help("only items in the trash")]
Status = Annotated[
    LessonStatus, Help("only lessons of this status, such as inReview; publicChanged: public with newer changes")
]
LessonTag = Annotated[str, Help("only lessons with this tag, or in a course with it; none: without any", "TAG")]
TagName = Annotated[str, Help("a tag", "TAG")]
ColumnNames = Annotated[Names, "names of columns, or `all`"]
SortColumns = Annotated[Names, "names of columns, `-` before one for the greatest first"]
Query = Annotated[str, Help("search for lessons, such as 'tag:safety lang:en'", "QUERY")]
Limit = Annotated[int, Help("maximum number of rows (default: all; 20 in a table)", "N", 1)]
Revision = Annotated[int, Help("revision that you read (one lesson only)", "N", 1)]
Note = Annotated[str, Help("note for other people", "TEXT")]

TableFile = Annotated[Any, Help("a table: CSV, XLSX or Parquet", "FILE")]
SheetName = Annotated[str | int, Help("sheet of a workbook (default: the first with a known column)", "NAME")]
EncodingName = Annotated[str, Help("encoding of the file, if not UTF-8", "NAME")]
ChangeSetTitle = Annotated[str, Help("name of the change set (default: generated)", "NAME")]
LessonNames = Annotated[Any, Help("ids or titles of lessons", "LESSON", is_list=True)]

Overwrite = Annotated[bool, Help("replace an existing file")]
Yes = Annotated[bool, Help("don't ask for confirmation")]
ConfirmPublic = Annotated[bool, Help("confirm a change that learners will see")]
ConfirmSameName = Annotated[bool, Help("confirm a name that is already used")]
ConfirmOpenPlaces = Annotated[bool, Help("publish even if placeholders (✎) are left")]
Override = Annotated[str, Help("reason to override the publishing policy (owners only)", "REASON")]
