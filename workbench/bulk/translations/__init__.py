"""Many lessons in other languages: planned with a price, approved, made once or brought up to date, and resumed.

Source: ours (bulk).
"""

from workbench.bulk.translations.plan import TranslationPlan as TranslationPlan
from workbench.bulk.translations.planning import plan_missing as plan_missing
from workbench.bulk.translations.planning import plan_translations as plan_translations
from workbench.bulk.translations.proposal import TranslationProposal as TranslationProposal
from workbench.bulk.translations.proposal import propose as propose
from workbench.bulk.translations.run import TranslationRun as TranslationRun
from workbench.bulk.translations.update_plan import UpdatePlan as UpdatePlan
from workbench.bulk.translations.update_plan import plan_updates as plan_updates
from workbench.bulk.translations.update_plan import update_price as update_price
from workbench.bulk.translations.updating import UpdateRun as UpdateRun
from workbench.bulk.translations.updating import update_translations as update_translations
