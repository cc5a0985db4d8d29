"""A proposal at a table, as answers change it."""

from dataclasses import dataclass, field
from typing import Literal

from caravane.server.tables import facts


@dataclass(slots=True)
class ProposalState:
    """A proposal and what became of it."""

    fact: facts.Proposed
    accepted: list[int]
    status: Literal["open", "accepted", "refused", "withdrawn"] = "open"
    kept: list[bool | None] = field(default_factory=list)

    def answer(self, fact: facts.Answered) -> None:
        """Somebody accepted, refused or withdrew it."""
        if fact.answer != "accept":
            self.status = "refused" if fact.answer == "refuse" else "withdrawn"
            return
        self.accepted.append(fact.seat)
        if set(self.accepted) >= set(self.fact.among):
            self.status = "accepted"

    def as_it_stands(self) -> "ProposalState":
        """A copy that later answers do not change."""
        return ProposalState(self.fact, list(self.accepted), self.status, list(self.kept))
