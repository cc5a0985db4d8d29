"""Everything people read exists in French and in English."""

from typing import Literal, NamedTuple

Language = Literal["fr", "en"]
LANGUAGES: tuple[Language, ...] = ("fr", "en")


class Text(NamedTuple):
    """A sentence in both languages."""

    fr: str
    en: str

    def of(self, language: Language) -> str:
        """The sentence in this language."""
        return self.fr if language == "fr" else self.en


def join(texts: list[Text], separator: str = " ") -> Text:
    """Several sentences as one."""
    return Text(separator.join(t.fr for t in texts), separator.join(t.en for t in texts))


def counted(number: int, one: Text, many: Text) -> Text:
    """A number and its noun, singular or plural as each language wants it."""
    return Text(
        f"{number} {one.fr if number < 2 else many.fr}",  # French: zero is singular
        f"{number} {one.en if number == 1 else many.en}",
    )


def in_points(number: int) -> Text:
    """A number of points in words: "1 point", "2 points"."""
    return counted(number, Text("point", "point"), Text("points", "points"))


# Where "à" and an article melt together, or a plural stands on a map without its article.
_MELTED = {"le": "au", "les": "aux", "chutes": "aux chutes"}


def at(place: str) -> str:
    """A French name after "à": "à Tanger", "au Caire", "aux chutes Victoria"."""
    first, _, rest = place.partition(" ")
    melted = _MELTED.get(first.lower())
    return f"{melted} {rest}" if melted else f"à {place}"
