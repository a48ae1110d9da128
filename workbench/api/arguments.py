"""Parameters that many verbs take, each with its help for the command line."""

from __future__ import annotations

from typing import Annotated, Any

from workbench.argument_help import Help
from workbench.client.lookups.identify import Named

LessonName = Annotated[Named, Help("id or title of a lesson", "LESSON")]
CourseName = Annotated[Named, Help("id or title of a course", "COURSE")]
ProjectName = Annotated[Named, Help("id or name of a project", "PROJECT")]
PersonName = Annotated[Named, Help("id, name or email address of a member", "PERSON")]
SourceName = Annotated[Named, Help("id or title of a source", "SOURCE")]
AssetName = Annotated[Named, Help("id or file name of an asset", "ASSET")]
ChangeSetName = Annotated[str, Help("the change set's name or its beginning", "CHANGE_SET")]
LanguageCode = Annotated[str, Help("a language code, such as EN", "CODE")]
SeveralLessons = Annotated[Any, "lessons by ids, titles or records, or a table with `lesson_id`"]
SeveralCourses = Annotated[Any, "courses by ids, titles or records, or a table with `course_id`"]

SearchText = Annotated[str, Help("only those whose title has this text", "TEXT")]
InTrash = Annotated[bool, Help("those in the trash")]
TagName = Annotated[str, Help("a tag", "TAG")]
Query = Annotated[str, Help("the lessons that this search finds, such as 'tag:safety lang:en'", "QUERY")]
Limit = Annotated[int, Help("the first N only (default: all; 20 in a table)", "N", 1)]
Revision = Annotated[int, Help("the revision that you read, of one lesson", "N", 1)]
Note = Annotated[str, Help("what the others should know", "TEXT")]

TableFile = Annotated[Any, Help("a table: CSV, XLSX or Parquet", "FILE")]
SheetName = Annotated[
    str | int, Help("which sheet of a workbook (default: the first with a column that is known)", "NAME")
]
EncodingName = Annotated[str, Help("the file's encoding, if it is not UTF-8", "NAME")]
ChangeSetTitle = Annotated[str, Help("the change set's name (default: one with a digest of what it wants)", "NAME")]
LessonNames = Annotated[Any, Help("ids or titles of lessons", "LESSON", is_list=True)]

Overwrite = Annotated[bool, Help("replace what is there")]
Yes = Annotated[bool, Help("do it without being asked")]
ConfirmPublic = Annotated[bool, Help("do it although learners will see a difference")]
ConfirmSameName = Annotated[bool, Help("do it although another one has this name")]
ConfirmOpenPlaces = Annotated[bool, Help("let learners read the places (✎) that an author left open")]
Override = Annotated[str, Help("publish against the organization's policy (owners)", "REASON")]
