"""A finished game, looked at again: what happened, what a seat could have known, what was luck. See docs/review.md."""

from caravane.review.effort import QUICK, USUAL, Effort
from caravane.review.reviewing import review
from caravane.review.told import Review

__all__ = ["QUICK", "USUAL", "Effort", "Review", "review"]
