"""What a decoder says of a text that it cannot read, in French too: it speaks English only."""

import re

# What msgspec and Litestar say, and the same in French; what they have no French for is quoted.
_FRENCH = (
    (r"Object missing required field (`[^`]*`)", r"il manque le champ \1"),
    (r"Object contains unknown field (`[^`]*`)", r"le champ \1 est inconnu"),
    (r"Expected (`[^`]*`) of length (<=|>=) (\d+)", r"\1 de longueur \2 \3 attendu"),
    (r"Expected (`[^`]*`) (<=|>=|<|>) (\S+)", r"\1 \2 \3 attendu"),
    (r"Expected (`[^`]*`) matching regex (.*)", r"\1 de la forme \2 attendu"),
    (r"Expected (`[^`]*`), got (`[^`]*`)", r"\1 attendu, \2 reçu"),
    (r"Expected a body", r"il manque un corps"),
    (r"Invalid enum value (.*)", r"la valeur \1 n’existe pas"),
    (r"Invalid value (.*)", r"la valeur \1 n’existe pas"),
    (r"Integer value out of range", r"nombre trop grand"),
    (r"Number out of range", r"nombre trop grand"),
    (r"Invalid number", r"ce n’est pas un nombre"),
    (r"Input data was truncated", r"la fin manque"),
    (r"JSON is malformed: trailing characters", r"JSON mal formé : il y a quelque chose après la fin"),
    (r"JSON is malformed: invalid character", r"JSON mal formé : caractère inattendu"),
    (r"JSON is malformed: object keys must be strings", r"JSON mal formé : les clés sont des textes"),
    (r"JSON is malformed: (?:invalid|unexpected end of escaped) utf-16 surrogate pair", r"caractère Unicode coupé"),
    (r"JSON is malformed:", r"JSON mal formé :"),
    (r"\(byte (\d+)\)", r"(octet \1)"),
    (r" - at (`[^`]*`)", r" (à \1)"),
)


def in_french(complaint: str) -> str:
    """A decoder's complaint in French, as far as it is known."""
    for english, french in _FRENCH:
        complaint = re.sub(english, french, complaint)
    return complaint
