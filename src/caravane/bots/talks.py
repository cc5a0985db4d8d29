"""Negotiation: bots make, answer and keep or break proposals for reasons.

Everything here follows from what the seat sees and from the deals it took part in. What a bot says is chosen from
fixed sentences and facts that both sides of the talk know: it cannot pass on what a third one told it.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from caravane.bots.planner import Planner, Promise, Vow, worth_of_promises
from caravane.chance import below, next_word
from caravane.game import Game, Orders, Structure
from caravane.kernel import is_plain
from caravane.text import Language, Text

FAITH = 0.7  # how far somebody is believed of whom nothing is known
FAITH_WEIGHT = 2.0  # how many promises that counts for
GULLIBLE = 0.35  # nobody is dealt with who is believed less
GAIN_TO_ACCEPT = 0.0
TEMPTATION = 0.12  # what must be gained by breaking one's word
LAST_TEMPTATION = 0.04  # in the last turn there is no tomorrow in which it would be missed
SAMPLES = 48
FRIENDSHIP, RESTRAINT = 0.02, 0.01  # rough worth of an alliance and of something left out
GIFT = 0.01  # who gives nothing also takes what may be worth nothing: simulated turns tell no finer


@dataclass(frozen=True, slots=True)
class Term:
    """A promise and the seat that makes it."""

    by: int
    promise: Structure


@dataclass(frozen=True, slots=True)
class Deal:
    """A proposal that the seat made or was made: who sees it, in which turn, and whether all agreed."""

    proposer: int
    among: tuple[int, ...]
    turn: int
    terms: tuple[Term, ...]
    is_accepted: bool = False


Memory = tuple[Deal, ...]  # the deals in which a seat took part, and no others


@dataclass(frozen=True, slots=True)
class Answer:
    """Yes or no, and a sentence for those among whom the proposal is."""

    accepts: bool
    text: Text


def _orders(game: Game) -> Orders:
    assert game.orders is not None
    return game.orders


def trust(game: Game, view: Any, memory: Memory, other: int) -> float:
    """How far another seat is believed, 0..1: by the promises to us that it kept and broke."""
    kept = [
        _orders(game).promise_kept(view, term.promise)
        for deal in memory
        if deal.is_accepted
        for term in deal.terms
        if term.by == other
    ]
    judged = [verdict for verdict in kept if verdict is not None]
    # A broken word weighs twice: it is remembered.
    weight = FAITH_WEIGHT + len(judged) + judged.count(False)
    return (FAITH_WEIGHT * FAITH + judged.count(True)) / weight


def action_of(game: Game, promise: Structure) -> int | None:
    """The line that a promise puts on a sheet; None if it only forbids one."""
    kind = promise["type"]
    if kind in ("alliance", "war"):
        return game.encode({"type": kind, "country": promise["to"]})
    if kind == "develop":
        return game.encode({"type": "develop", "territory": promise["territory"]})
    return None


def forbids(promise: Structure, line: Structure) -> bool:
    """Whether a line would break a promise not to do something."""
    kind, where = promise["type"], promise.get("territory")
    if kind == "no-development":
        return bool(line["type"] == "develop" and line["territory"] == where)
    if kind == "no-landing":
        return bool(line["type"] == "land" and line["territory"] == where)
    if kind == "no-exploration":
        return bool(line["type"] == "explore" and line["to"] == where)
    return False


def forsworn(game: Game, promise: Structure) -> tuple[int, ...]:
    """The actions that would break a promise not to do something; none for a promise to do something."""
    return tuple(action for action in range(game.action_count) if forbids(promise, game.decode(action)))


def _promises(game: Game, view: Any, memory: Memory, terms: list[Term], certain: bool) -> list[Promise | Vow]:
    """Terms as lines that a model of their makers writes or leaves out."""
    found: list[Promise | Vow] = []
    for term in terms:
        belief = 1.0 if certain else trust(game, view, memory, term.by)
        action = action_of(game, term.promise)
        if action is not None:
            found.append(Promise(term.by, action, belief))
        else:
            found.append(Vow(term.by, forsworn(game, term.promise), belief))
    return found


def gain(game: Game, view: Any, seat: int, terms: list[Term], memory: Memory, word: np.uint64) -> float:
    """What the terms bring to the seat if the others are as good as their word usually is."""
    if is_plain():  # no time to try it out
        return sum(_at_first_sight(term, seat) for term in terms)
    given = _promises(game, view, memory, [t for t in terms if t.by == seat], certain=True)
    taken = _promises(game, view, memory, [t for t in terms if t.by != seat], certain=False)
    with_it = worth_of_promises(game, view, seat, [*given, *taken], SAMPLES, word)
    return with_it - worth_of_promises(game, view, seat, [], SAMPLES, word)


def _at_first_sight(term: Term, seat: int) -> float:
    """Friendship is good, enmity is not, and who leaves something out leaves it to others."""
    kind = str(term.promise["type"])
    if kind.startswith("no-"):
        return RESTRAINT if term.by != seat else -RESTRAINT
    return {"alliance": FRIENDSHIP, "war": -FRIENDSHIP}.get(kind, 0.0) if term.by != seat else 0.0


def offers(game: Game, view: Any, seat: int, memory: Memory, word: np.uint64) -> list[Deal]:
    """At most one proposal a turn for each other seat: alliance for alliance, where both should want it."""
    turn = int(view.turn)
    mine = {p["to"]: p for p in _orders(game).promises(view, seat) if p["type"] == "alliance"}
    found = []
    for other in range(int(game.rules.seats(view))):
        if other == seat or any(deal.turn == turn and other in deal.among for deal in memory):
            continue
        if trust(game, view, memory, other) < GULLIBLE:
            continue
        for promise in mine.values():
            back = {**promise, "by": promise["to"], "to": promise["by"]}
            if back not in _orders(game).promises(view, other):
                continue
            terms = (Term(seat, promise), Term(other, back))
            word = next_word(word)
            if gain(game, view, seat, list(terms), memory, word) > GAIN_TO_ACCEPT:
                found.append(Deal(seat, tuple(sorted((seat, other))), turn, terms))
    return found


def answer(game: Game, view: Any, seat: int, deal: Deal, memory: Memory, word: np.uint64) -> Answer:
    """Accept what is of use from whom one can believe."""
    partners = {term.by for term in deal.terms if term.by != seat} | ({deal.proposer} - {seat})
    if any(trust(game, view, memory, other) < GULLIBLE for other in partners):
        return Answer(
            False,
            Text("Non : une promesse qui m’a été faite n’a pas été tenue.", "No: a promise made to me was broken."),
        )
    own = [term for term in deal.terms if term.by == seat]
    if len(_consistent(game, [*_given(view, seat, memory), *own])) < len(_given(view, seat, memory)) + len(own):
        return Answer(False, Text("Non : j’ai donné ma parole autrement.", "No: I have given my word otherwise."))
    if gain(game, view, seat, list(deal.terms), memory, word) <= (GAIN_TO_ACCEPT if own else -GIFT):
        return Answer(False, Text("Non, merci : je n’y ai pas intérêt.", "No, thank you: it does not serve me."))
    return Answer(True, Text("D’accord.", "Agreed."))


def _given(view: Any, seat: int, memory: Memory) -> list[Term]:
    """What the seat has promised for this turn."""
    deals = [deal for deal in memory if deal.is_accepted and deal.turn == int(view.turn)]
    return [term for deal in deals for term in deal.terms if term.by == seat]


def _consistent(game: Game, terms: list[Term]) -> list[Term]:
    """The terms that can be kept together; of two that contradict each other the earlier."""
    kept: list[Term] = []
    written: dict[int, int] = {}  # what stands on a line
    struck: set[int] = set()
    for term in terms:
        action, left_out = action_of(game, term.promise), forsworn(game, term.promise)
        if action is not None:
            line = _orders(game).line(action)
            if action in struck or written.get(line, action) != action:
                continue
            written[line] = action
        elif not set(left_out).isdisjoint(written.values()):
            continue
        struck.update(left_out)
        kept.append(term)
    return kept


def brief(bot: Planner, game: Game, view: Any, seat: int, memory: Memory, word: np.uint64) -> None:
    """Tell a planner what was agreed for this turn: whom to believe, and which of its own words to keep."""
    turn = int(view.turn)
    deals = [deal for deal in memory if deal.is_accepted and deal.turn == turn]
    others = _promises(
        game, view, memory, [term for deal in deals for term in deal.terms if term.by != seat], certain=False
    )
    bot.believed = [each for each in others if isinstance(each, Promise)]
    bot.vows = [each for each in others if isinstance(each, Vow)]
    kept = [deal for deal in deals if keeps(game, view, seat, deal, memory, word)]
    own = _consistent(game, _given(view, seat, tuple(kept)))
    bot.required = tuple(a for a in (action_of(game, term.promise) for term in own) if a is not None)
    bot.forbidden = tuple(sorted({action for term in own for action in forsworn(game, term.promise)}))


def keeps(game: Game, view: Any, seat: int, deal: Deal, memory: Memory, word: np.uint64) -> bool:
    """Whether the seat keeps its word: to those who kept theirs, unless very much is to be gained."""
    partners = [other for other in deal.among if other != seat]
    if any(trust(game, view, memory, other) < GULLIBLE for other in partners):
        return False
    if is_plain():
        return True
    own = _promises(game, view, memory, [term for term in deal.terms if term.by == seat], certain=True)
    taken = _promises(game, view, memory, [term for term in deal.terms if term.by != seat], certain=False)
    keeping = worth_of_promises(game, view, seat, [*own, *taken], SAMPLES, word)
    free = worth_of_promises(game, view, seat, taken, SAMPLES, word)
    is_last = int(view.turn) + 1 >= len(view.past_landing)
    return free - keeping < (LAST_TEMPTATION if is_last else TEMPTATION)


# Bots read no free text, and say so: whoever writes to them learns how they can be talked to.
_REPLIES = (
    Text(
        "Je ne parle qu’en propositions : faites-m’en une, j’y réponds par oui ou par non.",
        "I only talk in proposals: make me one, and I answer yes or no.",
    ),
    Text(
        "Je ne comprends pas les phrases libres, seulement les propositions. Dites-moi ainsi ce que vous voulez.",
        "I do not understand free text, only proposals. Tell me that way what you want.",
    ),
    Text(
        "Ce message m’échappe : je ne lis que les propositions. La vôtre aura sa réponse.",
        "That message is lost on me: I read proposals only. Yours will get its answer.",
    ),
)
_FRENCH = {"je", "tu", "vous", "nous", "le", "la", "les", "un", "une", "des", "et", "est", "pas", "ne", "moi", "avec"}
_FRENCH |= {"bonjour", "salut", "merci", "oui", "non", "guerre", "veux", "voulez", "sur", "contre", "pour", "on", "ça"}
_ENGLISH = {"i", "you", "we", "the", "a", "an", "and", "is", "not", "me", "with", "hello", "hi", "thanks", "yes", "no"}
_ENGLISH |= {
    "war",
    "want",
    "on",
    "against",
    "for",
    "do",
    "will",
    "your",
    "my",
    "are",
    "let",
    "us",
    "please",
    "of",
    "to",
}


def language_of(message: str, otherwise: Language = "fr") -> Language:
    """The language somebody writes, by its small words."""
    words = message.lower().replace("’", "'").replace("'", " ").split()
    words = [word.strip('.,;:!?…«»"()') for word in words]
    french = sum(word in _FRENCH or any(letter in "éèêàçùôî" for letter in word) for word in words)
    english = sum(word in _ENGLISH for word in words)
    if french == english:
        return otherwise
    return "fr" if french > english else "en"


def reply(message: str, word: np.uint64, otherwise: Language = "fr") -> str:
    """An honest answer to free text, in the writer's language; it depends on nothing else."""
    return _REPLIES[below(word, len(_REPLIES))].of(language_of(message, otherwise))
