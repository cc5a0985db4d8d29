"""That a record is true: where its chance came from, that the rules asked for it, and the result.

Each action is checked by playing the record again (`caravane.record`).
"""

from dataclasses import dataclass

from caravane.chance import Chance, CommittedChance, SeededChance, commitment
from caravane.errors import BadRecord
from caravane.order import find_fault
from caravane.play import Play
from caravane.record import (
    Acted,
    Judged,
    Record,
    TakenBack,
    act,
    after_the_verdict,
    bad_line,
    begin_replay,
    check_verdict,
    end_of,
    take_back,
    words_of,
)
from caravane.text import Text


@dataclass(frozen=True, slots=True)
class Proof:
    """What `verify` has shown."""

    actions: int
    words: int
    chance: str  # "committed", "seeded" or "listed": how the words were checked
    ending: str
    ordered: bool = False  # the commitment came before what any seat added, and that before the first word


def verify(record: Record) -> Proof:
    """Prove a record: chance, every action, the result; BadRecord says what does not hold."""
    play = begin_replay(record)
    judged: Judged | None = None
    index = len(play.steps)  # the words that the start asked for come first
    _check_words_in_place(record, play)
    for number, event in enumerate(record.events[index:], start=2 + index):
        if judged is not None:
            raise after_the_verdict(number)
        if isinstance(event, Acted):
            act(play, event, number)
        elif isinstance(event, TakenBack):
            take_back(play, number)
        elif isinstance(event, Judged):
            check_verdict(event, play.seats, is_over=play.is_over, number=number)
            judged = event
    _check_chance(record)
    _check_end(record, play, judged)
    actions = sum(isinstance(event, Acted) for event in record.events)
    ending = judged.reason if judged else play.game.ending(play.state)
    kind = "committed" if record.header.commitment else "seeded" if record.header.seed is not None else "listed"
    return Proof(actions, len(words_of(record)), kind, ending, record.header.order is not None)


def _check_words_in_place(record: Record, play: Play) -> None:
    """A word stands exactly where the rules ask for it: walk through a copy and compare kinds."""
    twin = begin_replay(record)
    place = 0
    for number, event in enumerate(record.events, start=2):
        if isinstance(event, Judged):
            break
        if isinstance(event, TakenBack):
            take_back(twin, number)
            place = len(twin.steps)
            continue
        if isinstance(event, Acted):
            if place != len(twin.steps):
                raise bad_line(number, "un mot du hasard est attendu ici", "a word of chance is expected here")
            act(twin, event, number)
            place += 1
        elif place >= len(twin.steps) or twin.steps[place].seat >= 0:
            raise bad_line(number, "personne n’a demandé ce mot du hasard", "nobody asked for this word of chance")
        else:
            place += 1


def _check_chance(record: Record) -> None:
    header, words = record.header, words_of(record)
    source: Chance
    if header.commitment is not None:
        if record.end is None or record.end.secret is None:
            raise BadRecord(
                Text(
                    "Le secret n’est pas encore publié : la partie n’est pas finie.",
                    "The secret is not published yet: the game is not over.",
                )
            )
        try:
            secret = bytes.fromhex(record.end.secret)
        except ValueError:
            raise BadRecord(Text("Le secret n’est pas hexadécimal.", "The secret is not hexadecimal.")) from None
        if commitment(secret) != header.commitment:
            raise BadRecord(
                Text("Le secret n’est pas celui qui était engagé.", "The secret is not the one that was committed to.")
            )
        if fault := find_fault(header.scheme, header.order, header.table, header.entropy, header.seats):
            raise bad_line(1, fault.fr, fault.en)
        source = CommittedChance(secret, header.table, tuple(header.entropy), scheme=header.scheme)
    elif header.seed is not None:
        source = SeededChance(header.seed)
    else:
        return
    for number, word in enumerate(words):
        expected = int(source.word())
        if word != expected:
            raise BadRecord(
                Text(
                    f"Le mot du hasard n° {number + 1} vaut {word:016x} au lieu de {expected:016x}.",
                    f"Word of chance no. {number + 1} is {word:016x} instead of {expected:016x}.",
                )
            )


def _check_end(record: Record, play: Play, judged: Judged | None) -> None:
    if record.end is None:
        if play.is_over or judged is not None:
            raise BadRecord(Text("La ligne de fin manque.", "The end line is missing."))
        return
    if judged is None and not play.is_over:
        raise BadRecord(Text("La fin est écrite, mais la partie continue.", "An end is written, but the game goes on."))
    actual = end_of(play)
    expected = {
        "ending": judged.reason if judged else actual.ending,
        "points": actual.points,
        "returns": judged.returns if judged else actual.returns,
        "sheets": actual.sheets if record.end.sheets else [],
    }
    for name, value in expected.items():
        told = getattr(record.end, name)
        if told != value:
            raise BadRecord(
                Text(
                    f"Le résultat écrit n’est pas celui de la partie\u00a0: {name} {told} au lieu de {value}.",
                    f"The result written is not the game's: {name} {told} instead of {value}.",
                )
            )
