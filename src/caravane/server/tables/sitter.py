"""Who sits at a seat of a table."""

from dataclasses import dataclass
from functools import cache
from typing import Literal

from caravane.server.tables import facts


@dataclass(slots=True)
class Sitter:
    """Who sits at a seat."""

    kind: Literal["open", "kept", "person", "bot"] = "open"
    person: str | None = None
    label: str | None = None
    level: int | None = None
    entropy: str = ""
    stand_in: bool = False
    resigned: bool = False
    program: bool = False
    awaits: bool = False
    entropy_index: int = -1  # of the fact that added it
    program_wrote: bool = False  # a program wrote something secret here; its mark waits for a decision that shows

    @property
    def is_bot(self) -> bool:
        """Whether a bot decides here now."""
        return self.kind == "bot" or self.stand_in

    def after(self, fact: facts.SeatSet, index: int) -> "Sitter":
        """Who sits there once a fact of this index has happened."""
        # A seat that is only marked as a program's added its part when it did.
        same = fact.entropy and fact.entropy == self.entropy and fact.person == self.person
        return Sitter(
            fact.kind,
            fact.person,
            fact.label,
            fact.level,
            fact.entropy,
            program=fact.program,
            awaits=fact.awaits,
            entropy_index=self.entropy_index if same else index if fact.entropy else -1,
        )


@cache
def seats_in(bits: int) -> tuple[int, ...]:
    """The seats that bits stand for."""
    return tuple(seat for seat in range(bits.bit_length()) if bits >> seat & 1)
