"""A finished game, looked at again: what happened, what a seat could have known, what was luck. See docs/review.md."""

from caravane.review.effort import QUICK, USUAL, Effort
from caravane.review.reviewing import curve, finish, go_on, review
from caravane.review.story import Story, story_of
from caravane.review.told import Noted, Review

__all__ = [
    "QUICK", "USUAL", "Effort", "Noted", "Review", "Story", "curve", "finish", "go_on", "review", "story_of",
]  # fmt: skip
