"""Language codes: the shape of BCP 47 (language, optional script and region), upper case."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator

from workbench.patterns import Pattern

_SHAPE = Pattern(r"[A-Za-z]{2,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|[0-9]{3}))?")


def language_code(text: str) -> str:
    """Return the code in upper case (`en` gives `EN`, `pt-br` gives `PT-BR`).

    Raises `ValueError` with a sentence if the text does not have the shape of a language code. Source:
    interface 4.3.
    """
    code = text.strip().replace("_", "-")
    if not _SHAPE.fullmatch(code):
        raise ValueError("a language is a code such as EN, DE or PT-BR")
    return code.upper()


LanguageCode = Annotated[str, AfterValidator(language_code)]

_ISO_639_1 = (
    " AA AB AE AF AK AM AN AR AS AV AY AZ BA BE BG BH BI BM BN BO BR BS CA CE CH CO CR CS CU CV CY DA DE DV DZ EE EL "
    "EN EO ES ET EU FA FF FI FJ FO FR FY GA GD GL GN GU GV HA HE HI HO HR HT HU HY HZ IA ID IE IG II IK IO IS IT IU "
    "JA JV KA KG KI KJ KK KL KM KN KO KR KS KU KV KW KY LA LB LG LI LN LO LT LU LV MG MH MI MK ML MN MR MS MT MY NA "
    "NB ND NE NG NL NN NO NR NV NY OC OJ OM OR OS PA PI PL PS PT QU RM RN RO RU RW SA SC SD SE SG SI SK SL SM SN SO "
    "SQ SR SS ST SU SV SW TA TE TG TH TI TK TL TN TO TR TS TT TW TY UG UK UR UZ VE VI VO WA WO XH YI YO ZA ZH ZU "
)


def is_known_language(code: str) -> bool:
    """Return whether a well-formed code begins with an ISO 639-1 language or with three letters.

    Many languages have a code of three letters.
    """
    base = code.upper().partition("-")[0]
    return len(base) == 3 or f" {base} " in _ISO_639_1
