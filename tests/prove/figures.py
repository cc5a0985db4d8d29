"""What a proof has measured."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A sentence with numbers for the table of promises."""

    text: str
