"""Bots negotiate: what waits for a word of theirs, and what becomes of it.

What is said follows from the seat's view and from what the readers know too: an answer remembers only those deals
of the seat in which everybody took part who reads it. So nobody learns what was said in another room.
"""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from caravane.bots import levels
from caravane.server import wire
from caravane.server.accounts.people import People
from caravane.server.bots.pool import BotPool
from caravane.server.bots.program import Answer, Deal, Question, Term
from caravane.server.tables import decisions, facts, talking
from caravane.server.tables.draft import Draft
from caravane.server.tables.phases import may_talk
from caravane.server.tables.proposals import ProposalState
from caravane.server.tables.table import LiveTable
from caravane.text import Language


@dataclass(frozen=True, slots=True)
class Respond:
    """Yes or no to a proposal."""

    seat: int
    proposal: str


@dataclass(frozen=True, slots=True)
class Reply:
    """A polite sentence to what somebody wrote."""

    seat: int
    index: int  # in the log


@dataclass(frozen=True, slots=True)
class Offer:
    """Proposals of its own, once a turn."""

    seat: int
    turn: int


Job = Respond | Reply | Offer
Said = tuple[Callable[[LiveTable], Draft], str | None]  # what is to be decided, and by which request


def may_write(table: LiveTable) -> bool:
    """Whether bots write their sheets now: when all people have sealed theirs, so that there was time to talk."""
    return table.game.orders is None or not table.turn or not table.awaited_people()


def jobs(table: LiveTable) -> Iterator[Job]:
    """What bots have to say now, the most urgent first."""
    if table.game.orders is None or table.status != "running" or not may_talk(table):
        return
    bots = [seat for seat, sitter in enumerate(table.seats) if sitter.kind == "bot"]
    # A stand-in says yes or no to proposals, but it does not speak in the person's name.
    for name, proposal in table.pending.items():
        if _is_open(table, proposal):
            for seat in proposal.fact.among:
                if table.seats[seat].is_bot and seat not in proposal.accepted:
                    yield Respond(seat, name)
    if bots:
        yield from _replies(table, bots)
    if table.turn and table.awaited_people():
        for seat in bots:
            yield Offer(seat, table.turn)


def _is_open(table: LiveTable, proposal: ProposalState) -> bool:
    return proposal.status == "open" and proposal.fact.turn == table.turn


def _replies(table: LiveTable, bots: list[int]) -> Iterator[Job]:
    """One to each person in each room and turn, for the first message there.

    By room: who is not in another one must not notice by a missing answer that somebody spoke there.
    """
    for (_, room), index in table.first_said.items():
        fact = table.log[index]
        assert isinstance(fact, facts.Said)
        others = [seat for seat in room if seat != fact.seat]
        for seat in others if fact.among is not None else _spokesman(others, bots):
            if seat in bots and _reply_request(seat, index) not in table.requests:
                yield Reply(seat, index)


def _spokesman(others: list[int], bots: list[int]) -> list[int]:
    """Who answers what is said to the whole table: one bot for all, where nobody else could."""
    return others[:1] if set(others) <= set(bots) else []


def _reply_request(seat: int, index: int) -> str:
    return f"bot{seat}:reply:{index}"


def memory(table: LiveTable, seat: int, readers: frozenset[int] = frozenset()) -> list[Deal]:
    """The deals in which a seat took part; with `readers` only those in which they did too."""
    if table.game.orders is None:
        return []
    present = frozenset({seat}) | readers
    return [_deal(table, proposal) for proposal in table.proposals.values() if present <= set(proposal.fact.among)]


def _deal(table: LiveTable, proposal: ProposalState) -> Deal:
    fact = proposal.fact
    return Deal(
        proposer=fact.seat,
        among=fact.among,
        turn=int(table.state.turn) + fact.turn - table.turn,
        terms=[Term(by=term.by, promise=term.promise) for term in fact.terms if term.promise is not None],
        accepted=proposal.status == "accepted",
    )


def resolve(table: LiveTable, seat: int) -> int:
    """A word that stays the same while a sheet is written, and that nobody can know."""
    digest = hashlib.sha256(f"{table.secret}:{seat}:{table.turn}:resolve".encode()).digest()
    return int.from_bytes(digest[:8], "big")


async def think_of(bots: BotPool, people: People, table: LiveTable, job: Job) -> Said | None:
    """Let a bot think of what to say: what is to be decided at the table then, if anything."""
    match job:
        case Respond():
            return await _respond(bots, people, table, job)
        case Reply():
            return await _reply(bots, people, table, job)
        case Offer():
            return await _offer(bots, table, job)


def _question(table: LiveTable, seat: int, **more: Any) -> Question:
    given: dict[str, Any] = {"view": table.view(seat).tobytes(), **more}
    return Question(game=table.game.id, seat=seat, level=0, word=0, seconds=0, **given)


async def _language(people: People, person: str | None) -> Language:
    found = await people.get(person) if person is not None else None
    return found.language if found is not None else "fr"


async def _respond(bots: BotPool, people: People, table: LiveTable, job: Respond) -> Said:
    proposal, seat = table.proposals[job.proposal], job.seat
    proposer = table.seats[proposal.fact.seat]
    language = await _language(people, proposer.person)
    readers = frozenset(proposal.fact.among)
    known = {"deal": _deal(table, proposal), "memory": memory(table, seat, readers), "language": language}
    question = _question(table, seat, talk="answer", **known)
    answer = await bots.talk(question, owner=table.terms.owner) or Answer()
    return lambda found: _answered(found, job, answer, language), None


def _answered(table: LiveTable, job: Respond, answer: Answer, language: Language) -> Draft:
    """The answer, and why not to a person who is refused."""
    draft = Draft(table)
    proposal, seat = table.proposals[job.proposal], job.seat
    sitter = table.seats[seat]
    if not sitter.is_bot or not _is_open(table, proposal) or seat in proposal.accepted or not may_talk(table):
        return draft
    accepts = answer.accepts and seat in table.to_move  # who has sealed promises nothing more
    draft.add(facts.Answered(id=job.proposal, seat=seat, answer="accept" if accepts else "refuse"))
    is_asked_why = sitter.kind == "bot" and not table.seats[proposal.fact.seat].is_bot
    if not accepts and answer.text and not answer.accepts and is_asked_why:
        draft.add(_said(table, seat, proposal.fact.among, answer.text, language, None))
    return draft


def _said(
    table: LiveTable, seat: int, among: list[int] | None, text: str, language: Language, request: str | None
) -> facts.Said:
    level = table.seats[seat].level or decisions.STAND_IN_LEVEL
    name = levels(table.game.id)[level - 1].title.of(language)
    return facts.Said(person=None, seat=seat, among=among, text=text, name=name, request=request)


async def _reply(bots: BotPool, people: People, table: LiveTable, job: Reply) -> Said | None:
    written = table.log[job.index]
    assert isinstance(written, facts.Said)
    language = await _language(people, written.person)
    # Nothing of the game is needed to be polite.
    question = _question(table, job.seat, talk="reply", view=b"", text=written.text, language=language)
    answer = await bots.talk(question, owner=table.terms.owner)
    if answer is None or not answer.text:
        return None
    request = _reply_request(job.seat, job.index)

    def say(found: LiveTable) -> Draft:
        draft = Draft(found)
        if found.status == "running" and found.seats[job.seat].kind == "bot" and may_talk(found):
            draft.add(_said(found, job.seat, written.among, answer.text, language, request))
        return draft

    return say, request


async def _offer(bots: BotPool, table: LiveTable, job: Offer) -> Said | None:
    question = _question(table, job.seat, talk="offers", memory=memory(table, job.seat))
    answer = await bots.talk(question, owner=table.terms.owner)
    if answer is None or not answer.offers:
        return None
    return lambda found: _proposed(found, job, answer.offers), None


def _proposed(table: LiveTable, job: Offer, offers: list[Deal]) -> Draft:
    draft = Draft(table)
    if table.status != "running" or table.turn != job.turn or job.seat not in table.to_move or not may_talk(table):
        return draft
    for deal in offers:
        among = talking.channel(table, job.seat, deal.among)
        # A name by what it is: two processes that have the same thought make one proposal of it.
        name = f"bot-{job.turn}-{'-'.join(str(seat) for seat in [job.seat, *among])}"
        if name in table.proposals:
            continue
        terms = [
            talking.make_term(table, wire.TermInput(by=term.by, promise=term.promise), among) for term in deal.terms
        ]
        draft.add(facts.Proposed(id=name, seat=job.seat, among=among, turn=job.turn, terms=terms))
    return draft
