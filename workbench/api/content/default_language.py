"""The default language of an organization, as `wb.language` has it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from workbench.api.collection import Collection
from workbench.argument_help import Help
from workbench.errors import NotFound
from workbench.languages.reader import default_language, language_name
from workbench.procedures.organization import get_user_data, set_default_language

NO_DEFAULT: Final = "This service has no default language. Ask its operator to update it."


@dataclass(frozen=True, slots=True)
class AssumedLanguage:
    """A default language: its upper-case code, and whether the organization has set it; else it is English."""

    code: str
    is_set: bool

    def facts(self) -> dict[str, object]:
        """Return the machine-readable facts."""
        return {"language": self.code, "isSet": self.is_set}

    def __str__(self) -> str:
        why = "set by the organization" if self.is_set else "the organization has not set one"
        return f"{language_name(self.code)}, {why}"


class OrganizationLanguage(Collection):
    """The default language of new lessons: in lists of topics, outlines, imports and on the pages."""

    def show(self) -> AssumedLanguage:
        """Return the current default language.

        >>> wb.language.show()
        AssumedLanguage(code='EN', is_set=False)
        """
        return _language(self._client.call(get_user_data(organization_id=self.organization_id)).default_language)

    def set(
        self, language: Annotated[str, Help("language code, such as DE; `none` to use English", "CODE")]
    ) -> AssumedLanguage:
        """Set it to the language of this code, such as `DE`; the default language then. Owners and admins do this.

        `"none"` takes it away, so that it is English again.

        >>> wb.language.set("PT-BR").code
        'PT-BR'
        >>> wb.language.set("none").is_set
        False
        """
        from workbench.bulk.reading.language_names import language_of_name

        capabilities = self._client.capabilities()
        if capabilities is None or set_default_language.name not in capabilities.procedures:
            raise NotFound(NO_DEFAULT, code="NOT_FOUND", http_status=404)
        code = None if language.strip().casefold() == "none" else language_of_name(language)
        call = set_default_language(organization_id=self.organization_id, language=code)
        return _language(self._client.call(call).default_language)


def _language(code: str | None) -> AssumedLanguage:
    return AssumedLanguage(default_language(preferred=code), code is not None)
