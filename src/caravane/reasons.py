"""Why somebody would do an action: what it gains, what it leaves to others, in the words of its game, from a view.

A game says it in `games/<id>/reasons.py`, in clauses; here they become the sentences of a hint, each compared with the
next best, so that no two say the same.
"""

from collections.abc import Sequence
from typing import NamedTuple

from caravane.text import Text


class Reason(NamedTuple):
    """What can be said for an action, at three depths."""

    where: Text  # where to look, as a sentence that does not tell the action
    kind: Text  # what kind of action it is, as a sentence
    gains: tuple[Text, ...]  # what it brings, leaves or prevents, the weightiest first: verbs without subject


MOST_GAINS = 3  # in one sentence; more of them nobody reads
ONLY = Text("C’est le seul coup possible", "It is the only action there is")


def sentences(phrases: Sequence[Text], reasons: Sequence[Reason]) -> list[Text]:
    """Why each of some actions, the best first: what the next best does not do as well, and what that does instead."""
    told = []
    for index, reason in enumerate(reasons):
        rival = (1 if index == 0 else 0) if len(reasons) > 1 else index
        others = reasons[rival].gains if rival != index else ()
        own = [gain for gain in reason.gains if gain not in others] or list(reason.gains)
        text = _sentence(own[:MOST_GAINS])
        instead = [gain for gain in others if gain not in reason.gains]
        if index == 0 and instead:
            text = Text(
                f"{text.fr} Autrement, «\u00a0{phrases[rival].fr}\u00a0» {instead[0].fr}.",
                f"{text.en} Otherwise “{phrases[rival].en}” {instead[0].en}.",
            )
        told.append(text)
    return [_named(phrase, text) if told.count(text) > 1 else text for phrase, text in zip(phrases, told, strict=True)]


def only(reason: Reason) -> Text:
    """The sentence of an action without alternative."""
    text = _sentence(list(reason.gains[:MOST_GAINS]))
    return Text(f"{ONLY.fr}. {text.fr}", f"{ONLY.en}. {text.en}")


def _sentence(clauses: list[Text]) -> Text:
    fr, en = "\u202f; ".join(each.fr for each in clauses), "; ".join(each.en for each in clauses)
    return Text(f"{fr[:1].upper()}{fr[1:]}.", f"{en[:1].upper()}{en[1:]}.")


def _named(phrase: Text, text: Text) -> Text:
    """The same sentence with the action as its subject: two that gain the same are told apart."""
    return Text(
        f"«\u00a0{phrase.fr}\u00a0» {text.fr[:1].lower()}{text.fr[1:]}",
        f"“{phrase.en}” {text.en[:1].lower()}{text.en[1:]}",
    )


def listed(names: Sequence[str]) -> Text:
    """Names in a row: "d7 et e6"."""
    if len(names) < 2:
        return Text("".join(names), "".join(names))
    head = ", ".join(names[:-1])
    return Text(f"{head} et {names[-1]}", f"{head} and {names[-1]}")
