"""Translators' XLIFF files compared with the service: creating, editing and linking translations as a change set."""
