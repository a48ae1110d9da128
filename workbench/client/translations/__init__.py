"""A translation and its source: both lessons, proposals for blocks, and the edit that applies them."""

from workbench.client.translations.pair import TranslationPair as TranslationPair
from workbench.client.translations.pair import read_pair as read_pair
from workbench.client.translations.proposals import apply_proposals as apply_proposals
from workbench.client.translations.proposals import proposal_call as proposal_call
