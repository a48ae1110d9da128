"""Many lessons in other languages: planned with a price, approved, made once, and gone on with. Source: ours (bulk)."""

from workbench.bulk.translations.planning import TranslationPlan as TranslationPlan
from workbench.bulk.translations.planning import plan_translations as plan_translations
from workbench.bulk.translations.running import translate as translate
