"""What is wrong with a request, in both languages: the decoder speaks English only."""

from caravane.decoding import in_french
from caravane.text import Text

LONGEST = 300  # characters of what was sent that are said back


def complaint(english: str) -> Text:
    """A request that cannot be read, and why."""
    short = shortened(english).rstrip(".")
    return Text(f"La demande ne se lit pas : {in_french(short)}.", f"The request cannot be read: {short}.")


def shortened(text: str) -> str:
    """As much of a text as fits a sentence."""
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
