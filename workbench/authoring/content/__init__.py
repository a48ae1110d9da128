"""What is inside a block: a schema for each block type that we write, and what is wrong with a content."""

from workbench.authoring.content.fields import LINE_CHARS as LINE_CHARS
from workbench.authoring.content.fields import LINK_REFUSED as LINK_REFUSED
from workbench.authoring.content.fields import LIST_ITEMS as LIST_ITEMS
from workbench.authoring.content.fields import MARKDOWN_CHARS as MARKDOWN_CHARS
from workbench.authoring.content.fields import PASSAGE_CHARS as PASSAGE_CHARS
from workbench.authoring.content.fields import BlockContent as BlockContent
from workbench.authoring.content.models import CONTENT_MODELS as CONTENT_MODELS
from workbench.authoring.content.models import checked_content as checked_content
from workbench.authoring.content.models import content_problem as content_problem
from workbench.authoring.content.models import error_sentence as error_sentence
from workbench.authoring.content.passages import AUTHOR_NOTE as AUTHOR_NOTE
from workbench.authoring.content.passages import AuthorNote as AuthorNote
from workbench.authoring.content.passages import Blank as Blank
from workbench.authoring.content.passages import Example as Example
from workbench.authoring.content.passages import Heading as Heading
from workbench.authoring.content.passages import KeyTerms as KeyTerms
from workbench.authoring.content.passages import Objectives as Objectives
from workbench.authoring.content.passages import Reflection as Reflection
from workbench.authoring.content.passages import Summary as Summary
from workbench.authoring.content.passages import Term as Term
from workbench.authoring.content.passages import Text as Text
from workbench.authoring.content.questions import GAP as GAP
from workbench.authoring.content.questions import Choice as Choice
from workbench.authoring.content.questions import Quiz as Quiz
