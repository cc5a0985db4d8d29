"""A whole game as a file: a header, then one event a line, as docs/protocol.md describes.

A record replays exactly: it holds every word that chance gave and every action. `caravane.proof` proves it: the
commitment, the words that follow from the secret, the legality of each action and the result.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from caravane.chance import Chance, ListedChance, SeededChance
from caravane.course import Step
from caravane.decoding import in_french
from caravane.errors import BadInput, BadRecord, CaravaneError
from caravane.game import Game, Structure, Value, load
from caravane.nesting import is_too_deep
from caravane.order import Order
from caravane.play import Play, start
from caravane.play import begin as begin_play
from caravane.positions import start_of
from caravane.text import Text

FORMAT = 1
REASONS = ("resigned", "time", "aborted", "agreed")  # why a table ended a game before the rules did


class Header(msgspec.Struct, tag="header", kw_only=True, omit_defaults=True):
    """The first line: which game, by which rules, and where its chance comes from."""

    caravane: int  # the version of this format
    game: str
    rules_version: int
    seats: int
    options: dict[str, Value]
    players: list[str] = []
    table: str = ""  # the name of the table: part of what the chance words are made of
    seed: int | None = None  # a simulation's
    commitment: str | None = None  # a live table's: SHA-256 of the secret, published before the first word
    entropy: list[str] = []  # what the seats added, in seat order; with scheme 2 as hexadecimal digits
    started: str = ""  # ISO 8601, UTC
    position: str | None = None  # where it began, as a line of text; without one at the start of the game
    scheme: int = 1  # how secret and entropy become words: 2, or 1 as in records of before
    order: Order | None = None  # with scheme 2


class ChanceGave(msgspec.Struct, tag="chance"):
    """Nature decided: 16 hexadecimal digits."""

    word: str


class Acted(msgspec.Struct, tag="action"):
    """A seat chose. The structure is what counts; the notation is for people."""

    seat: int
    action: Structure
    notation: str = ""


class TakenBack(msgspec.Struct, tag="undone"):
    """The last action no longer counts; chance had given nothing since."""


class Judged(msgspec.Struct, tag="judged"):
    """The table ended the game before the rules did: somebody resigned, ran out of time, or all agreed."""

    reason: str  # "resigned", "time", "aborted", "agreed"
    seat: int  # whose doing it was, -1 for nobody's
    returns: list[float]


class Ended(msgspec.Struct, tag="end", kw_only=True, omit_defaults=True):
    """The last line: how it ended, and the secret that the commitment bound."""

    ending: str
    points: list[int]
    returns: list[float]
    sheets: list[dict[str, int]] = []  # for each seat: item -> points
    secret: str | None = None


Line = Header | ChanceGave | Acted | TakenBack | Judged | Ended
_decoder = msgspec.json.Decoder(Line)


@dataclass(frozen=True, slots=True)
class Record:
    """A record that was read: its lines have the right form, nothing more is known yet."""

    header: Header
    events: tuple[ChanceGave | Acted | TakenBack | Judged, ...]
    end: Ended | None


def lines_of(play: Play, players: Iterable[str] = ()) -> Iterator[Line]:
    """A simulated game as a record, to its present point."""
    seed = play.chance.seed if isinstance(play.chance, SeededChance) else None
    yield Header(
        caravane=FORMAT,
        game=play.game.id,
        rules_version=play.game.rules_version,
        seats=play.seats,
        options=play.options,
        players=list(players),
        seed=seed,
        position=play.began,
    )
    for step in play.steps:
        yield event_of(play, step)
    if play.is_over:
        yield end_of(play)


def event_of(play: Play, step: Step) -> ChanceGave | Acted:
    """What a step becomes in a record: a word of chance, or an action."""
    if step.seat < 0:
        return ChanceGave(f"{step.word:016x}")
    return Acted(step.seat, play.game.decode(step.action), play.game.notation(step.action))


def end_of(play: Play, secret: bytes | None = None) -> Ended:
    """The last line of a game that is over."""
    return Ended(
        ending=play.game.ending(play.state),
        points=play.points,
        returns=play.returns,
        sheets=[{item.key: item.points for item in play.score_sheet(seat)} for seat in range(play.seats)],
        secret=secret.hex() if secret else None,
    )


def write(lines: Iterable[Line]) -> str:
    """Lines as text, one JSON object a line."""
    return "".join(msgspec.json.encode(line).decode() + "\n" for line in lines)


def read(text: str) -> Record:
    """Read a record's lines; BadRecord names the first line that is wrong."""
    lines: list[Line] = []
    for number, raw in enumerate(text.split("\n"), start=1):  # not splitlines: names may hold other separators
        if not raw.strip():
            continue
        try:
            data = raw.encode()
            if is_too_deep(data):
                raise bad_line(
                    number, "trop de parenthèses les unes dans les autres", "too many brackets inside each other"
                )
            lines.append(_decoder.decode(data))
        except (msgspec.DecodeError, UnicodeEncodeError) as error:
            raise bad_line(number, in_french(str(error)), str(error)) from None
    if not lines or not isinstance(lines[0], Header):
        raise bad_line(1, "une ligne de type header est attendue", "a line of type header is expected")
    header, rest = lines[0], lines[1:]
    if header.caravane != FORMAT:
        raise bad_line(
            1,
            f"format {header.caravane} inconnu, attendu {FORMAT}",
            f"unknown format {header.caravane}, expected {FORMAT}",
        )
    end = rest.pop() if rest and isinstance(rest[-1], Ended) else None
    events: list[Any] = rest
    for number, line in enumerate(events, start=2):
        if isinstance(line, Header | Ended):
            raise bad_line(number, "en-tête ou fin au milieu", "a header or an end in the middle")
    return Record(header, tuple(events), end if isinstance(end, Ended) else None)


def begin(header: Header, chance: Chance) -> Play:
    """The game of a header at its start; what it asks from chance first comes from `chance`."""
    game, options = game_of(header), options_of(header)
    if header.position is None:
        return begin_play(start_of(game, header.seats, options), chance)
    try:
        play = start(game, header.seats, chance=chance, position=header.position)
    except BadInput as error:
        raise bad_line(1, error.text.fr, error.text.en) from None
    if play.options != options:
        raise bad_line(
            1, "la position a d’autres options que l’en-tête", "the position has other options than the header"
        )
    return play


def game_of(header: Header) -> Game:
    """The game of a header, if it is played here by the same rules with so many seats."""
    try:
        game = load(header.game)
        game.check_seats(header.seats)
    except BadInput as error:
        raise bad_line(1, error.text.fr, error.text.en) from None
    if header.rules_version != game.rules_version:
        raise bad_line(
            1,
            f"règles version {header.rules_version}, ici {game.rules_version}",
            f"rules version {header.rules_version}, here {game.rules_version}",
        )
    return game


def options_of(header: Header) -> dict[str, Value]:
    """The options of a header, every one of them."""
    try:
        return load(header.game).check_options(header.options)
    except BadInput as error:
        raise bad_line(1, error.text.fr, error.text.en) from None


def words_of(record: Record) -> list[int]:
    """The words of chance in a record, in order."""
    words = []
    for number, event in enumerate(record.events, start=2):
        if isinstance(event, ChanceGave):
            if len(event.word) != 16 or any(digit not in "0123456789abcdef" for digit in event.word):
                raise bad_line(number, "seize chiffres hexadécimaux attendus", "sixteen hexadecimal digits expected")
            words.append(int(event.word, 16))
    return words


def replay(record: Record, at: int | None = None) -> Play:
    """Play a record again, to the end or to just before action number `at`; each action is checked."""
    play = begin_replay(record)
    actions = 0
    judged = False
    for number, event in enumerate(record.events, start=2):
        if judged:
            raise after_the_verdict(number)
        if isinstance(event, Acted):
            if at is not None and actions >= at:
                break
            act(play, event, number)
            actions += 1
        elif isinstance(event, TakenBack):
            take_back(play, number)
            actions -= 1
        elif isinstance(event, Judged):
            check_verdict(event, play.seats, is_over=play.is_over, number=number)
            judged = True
    return play


def after_the_verdict(number: int) -> BadRecord:
    """The refusal of a line that comes too late."""
    return bad_line(number, "rien ne suit la décision de la table", "nothing follows the table's verdict")


def begin_replay(record: Record) -> Play:
    """The game of a record at its start, with the words that the record tells."""
    words = words_of(record)
    try:
        return begin(record.header, ListedChance(words))
    except IndexError:
        raise bad_line(2, "il manque des mots du hasard", "words of chance are missing") from None


def act(play: Play, event: Acted, number: int) -> None:
    """Carry out the action of a line, if it is legal and chance is told as far as it asks for it."""
    try:
        play.apply(event.action, event.seat)
    except IndexError:
        raise bad_line(number + 1, "il manque un mot du hasard", "a word of chance is missing") from None
    except CaravaneError as error:
        raise bad_line(number, error.sentence("fr"), error.sentence("en")) from None


def take_back(play: Play, number: int) -> None:
    """Undo the last action, unless chance came after it."""
    if not play.steps or play.steps[-1].seat < 0:
        raise nothing_to_take_back(number)
    play.undo()


def nothing_to_take_back(number: int) -> BadRecord:
    """The refusal of a line that takes back what chance gave, or nothing."""
    return bad_line(number, "rien ne peut être repris ici", "nothing can be taken back here")


def check_verdict(verdict: Judged, seats: int, *, is_over: bool, number: int) -> None:
    """A verdict ends a game that goes on, for a known reason, with returns as every result has them."""
    if is_over:
        raise bad_line(number, "la partie était déjà finie", "the game was over already")
    if verdict.reason not in REASONS:
        reasons = ", ".join(REASONS)
        raise bad_line(
            number,
            f"raison inconnue {verdict.reason!r}\u00a0; raisons\u00a0: {reasons}",
            f"unknown reason {verdict.reason!r}; reasons: {reasons}",
        )
    if not -1 <= verdict.seat < seats:
        raise bad_line(number, f"il n’y a pas de place {verdict.seat}", f"there is no seat {verdict.seat}")
    values = verdict.returns
    if len(values) != seats or any(not abs(value) <= 1 for value in values) or abs(sum(values)) > 1e-9:
        raise bad_line(
            number,
            f"returns {values}\u00a0: un nombre de -1 à 1 par place, somme 0",
            f"returns {values}: one number from -1 to 1 a seat, adding up to 0",
        )


def bad_line(line: int, french: str, english: str) -> BadRecord:
    """Why a record cannot be read, with the number of the line."""
    return BadRecord(Text(f"Ligne {line}\u00a0: {_ended(french)}", f"Line {line}: {_ended(english)}"))


def _ended(sentence: str) -> str:
    """With one full stop, after the rule's number too."""
    return sentence if sentence.endswith((".", ")")) else f"{sentence}."
