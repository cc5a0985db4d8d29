"""What would you do, and why: asked by somebody at the table, thought about by the bots' processes, from one view."""

from typing import Any

from caravane.game import Game
from caravane.server import wire
from caravane.server.accounts.people import Person
from caravane.server.accounts.rates import Rates
from caravane.server.bots import negotiation
from caravane.server.bots.pool import BotPool
from caravane.server.bots.program import Hint
from caravane.server.problems import Refused, bilingual
from caravane.server.tables.checks import check_running, check_seat
from caravane.server.tables.table import LiveTable


async def give_hint(bots: BotPool, rates: Rates, table: LiveTable, person: Person, seat: int) -> wire.Hint:
    """Advice for a seat of one's own that is to move, where the table allows it."""
    check_seat(table, person.id, seat)
    check_running(table)
    if not table.terms.hints:
        raise Refused("no-hints")
    if seat not in table.to_move:
        raise Refused("not-your-turn")
    if rates.take(person.id):
        raise Refused("too-many")
    if bots.allowance.wait(person.id):
        raise Refused("bots-are-tired")
    sequence = table.last_sequence(seat)
    memory = negotiation.memory(table, seat)  # what it promised and was promised is known to who asks
    view = table.view(seat).copy()  # somebody may act while the bots think
    hint = await bots.advise(table.game, view.tobytes(), seat, memory, owner=person.id)
    if hint is None:
        raise Refused("no-answer")
    return on_the_wire(table.game, view, hint, seat, sequence)


def on_the_wire(game: Game, view: Any, hint: Hint, seat: int, sequence: int) -> wire.Hint:
    """A hint as the client is told it."""
    return wire.Hint(
        seat=seat,
        sequence=sequence,
        suggestions=[
            wire.Suggestion(
                action=game.decode(one.action),
                notation=game.notation(one.action),
                words=bilingual(game.phrase(view, seat, one.action)),
                share=one.share,
                value=one.value,
                text=wire.Bilingual(fr=one.fr, en=one.en),
                where=wire.Bilingual(fr=one.where[0], en=one.where[1]),
                kind=wire.Bilingual(fr=one.kind[0], en=one.kind[1]),
            )
            for one in hint.suggestions
        ],
        value=hint.value,
        text=wire.Bilingual(fr=hint.fr, en=hint.en),
    )
