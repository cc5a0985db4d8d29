"""What would you do, and why: asked by somebody at the table, thought about by the bots' processes, from one view."""

from typing import Any

from caravane.game import Game
from caravane.server import decisions, negotiation, wire
from caravane.server.hall import Hall
from caravane.server.mind import Hint
from caravane.server.people import Person
from caravane.server.problems import Refused, bilingual
from caravane.server.table import LiveTable


async def give_hint(hall: Hall, table: LiveTable, person: Person, seat: int) -> wire.Hint:
    """Advice for a seat of one's own that is to move, where the table allows it."""
    decisions.check_seat(table, person.id, seat)
    decisions.check_running(table)
    if not table.terms.hints:
        raise Refused("no-hints")
    if seat not in table.to_move:
        raise Refused("not-your-turn")
    if hall.hint_rates.take(person.id):
        raise Refused("too-many")
    sequence = table.last_sequence(seat)
    memory = negotiation.memory(table, seat)  # what it promised and was promised is known to who asks
    view = table.view(seat).copy()  # somebody may act while the bots think
    hint = await hall.minds.advise(table.game, view.tobytes(), seat, memory)
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
                words=bilingual(game.words(view, seat, one.action)),
                share=one.share,
                value=one.value,
                text=wire.Bilingual(fr=one.fr, en=one.en),
            )
            for one in hint.suggestions
        ],
        value=hint.value,
        text=wire.Bilingual(fr=hint.fr, en=hint.en),
    )
