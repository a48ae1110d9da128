"""A lesson and its translation: which texts are translated, and whether two agree. Pure. Source: ours."""

from workbench.authoring.translation.agreement import disagreement as disagreement
from workbench.authoring.translation.placing import place_of_translation as place_of_translation
from workbench.authoring.translation.texts import is_translated as is_translated
from workbench.authoring.translation.texts import retranslated_content as retranslated_content
from workbench.authoring.translation.texts import text_digest as text_digest
from workbench.authoring.translation.texts import translatable_texts as translatable_texts
from workbench.authoring.translation.texts import translated_content as translated_content
