"""What people did wrong, said so that they can put it right: a code, a sentence, the rule."""

from typing import Any, NamedTuple

from caravane.text import Language, Text


class Remedy(NamedTuple):
    """What can be done instead, or first: an action as a structure, and in words."""

    action: dict[str, Any]
    text: Text


class CaravaneError(Exception):
    """Something a person or a program asked for that cannot be done; nothing was changed."""

    def __init__(self, code: str, text: Text, rule: str | None = None, remedy: Remedy | None = None) -> None:
        super().__init__(text.en)
        self.code = code
        self.text = text
        self.rule = rule
        self.remedy = remedy

    def sentence(self, language: Language) -> str:
        """What is wrong and what is possible, with the rule that says so."""
        return self.text.of(language) + (f" (§{self.rule})" if self.rule else "")

    def __str__(self) -> str:
        return self.sentence("en")


class IllegalAction(CaravaneError):
    """An action that the rules forbid here; `rule` is its number in docs/games/<id>.md."""

    def __init__(self, text: Text, rule: str | None = None, remedy: Remedy | None = None) -> None:
        super().__init__("illegal-action", text, rule, remedy)


class BadInput(CaravaneError):
    """An unknown game, option, seat count, notation or a malformed file."""

    def __init__(self, text: Text) -> None:
        super().__init__("bad-input", text)


class BadRecord(CaravaneError):
    """A record that is malformed or does not prove what it claims."""

    def __init__(self, text: Text) -> None:
        super().__init__("bad-record", text)
