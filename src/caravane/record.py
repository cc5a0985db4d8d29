"""A whole game as a file: a header, then one event a line, as docs/protocol.md describes.

A record replays exactly: it holds every word that chance gave and every action. `verify` proves it: the
commitment, the words that follow from the secret, the legality of each action and the result.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from caravane.chance import Chance, CommittedChance, ListedChance, SeededChance, commitment
from caravane.errors import BadInput, BadRecord, CaravaneError
from caravane.game import Structure, Value, load
from caravane.play import Play, Step, start
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
    entropy: list[str] = []  # what the seats added when they sat down, in seat order
    started: str = ""  # ISO 8601, UTC


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


@dataclass(frozen=True, slots=True)
class Proof:
    """What `verify` has shown."""

    actions: int
    words: int
    chance: str  # "committed", "seeded" or "listed": how the words were checked
    ending: str


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
    )
    for step in play.steps:
        yield event_of(play, step)
    if play.is_over:
        yield end_of(play)


def event_of(play: Play, step: Step) -> ChanceGave | Acted:
    """A step as a line."""
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
            lines.append(_decoder.decode(raw))
        except msgspec.DecodeError as error:
            raise _bad(number, str(error), str(error)) from None
    if not lines or not isinstance(lines[0], Header):
        raise _bad(1, "une ligne de type header est attendue", "a line of type header is expected")
    header, rest = lines[0], lines[1:]
    if header.caravane != FORMAT:
        raise _bad(
            1,
            f"format {header.caravane} inconnu, attendu {FORMAT}",
            f"unknown format {header.caravane}, expected {FORMAT}",
        )
    end = rest.pop() if rest and isinstance(rest[-1], Ended) else None
    events: list[Any] = rest
    for number, line in enumerate(events, start=2):
        if isinstance(line, Header | Ended):
            raise _bad(number, "en-tête ou fin au milieu", "a header or an end in the middle")
    return Record(header, tuple(events), end if isinstance(end, Ended) else None)


def begin(header: Header, chance: Chance) -> Play:
    """The game of a header at its start; what it asks from chance first comes from `chance`."""
    try:
        game = load(header.game)
        if header.rules_version != game.rules_version:
            raise _bad(
                1,
                f"règles version {header.rules_version}, ici {game.rules_version}",
                f"rules version {header.rules_version}, here {game.rules_version}",
            )
        return start(game, header.seats, chance=chance, options=header.options)
    except BadInput as error:
        raise _bad(1, error.text.fr, error.text.en) from None


def words_of(record: Record) -> list[int]:
    """The words of chance in a record, in order."""
    words = []
    for number, event in enumerate(record.events, start=2):
        if isinstance(event, ChanceGave):
            if len(event.word) != 16 or any(digit not in "0123456789abcdef" for digit in event.word):
                raise _bad(number, "seize chiffres hexadécimaux attendus", "sixteen hexadecimal digits expected")
            words.append(int(event.word, 16))
    return words


def replay(record: Record, at: int | None = None) -> Play:
    """Play a record again, to the end or to just before action number `at`; each action is checked."""
    play = _begin_replay(record)
    actions = 0
    for number, event in enumerate(record.events, start=2):
        if isinstance(event, Acted):
            if at is not None and actions >= at:
                break
            _act(play, event, number)
            actions += 1
        elif isinstance(event, TakenBack):
            _take_back(play, number)
            actions -= 1
        elif isinstance(event, Judged):
            break
    return play


def verify(record: Record) -> Proof:
    """Prove a record: chance, every action, the result; BadRecord says what does not hold."""
    play = _begin_replay(record)
    judged: Judged | None = None
    index = len(play.steps)  # the words that the start asked for come first
    _check_words_in_place(record, play)
    for number, event in enumerate(record.events[index:], start=2 + index):
        if judged is not None:
            raise _bad(number, "rien ne suit la décision de la table", "nothing follows the table's verdict")
        if isinstance(event, Acted):
            _act(play, event, number)
        elif isinstance(event, TakenBack):
            _take_back(play, number)
        elif isinstance(event, Judged):
            _check_verdict(play, event, number)
            judged = event
    _check_chance(record)
    _check_end(record, play, judged)
    actions = sum(isinstance(event, Acted) for event in record.events)
    ending = judged.reason if judged else play.game.ending(play.state)
    kind = "committed" if record.header.commitment else "seeded" if record.header.seed is not None else "listed"
    return Proof(actions, len(words_of(record)), kind, ending)


def _begin_replay(record: Record) -> Play:
    words = words_of(record)
    try:
        return begin(record.header, ListedChance(words))
    except IndexError:
        raise _bad(2, "il manque des mots du hasard", "words of chance are missing") from None


def _act(play: Play, event: Acted, number: int) -> None:
    try:
        play.apply(event.action, event.seat)
    except IndexError:
        raise _bad(number + 1, "il manque un mot du hasard", "a word of chance is missing") from None
    except CaravaneError as error:
        raise _bad(number, error.sentence("fr"), error.sentence("en")) from None


def _take_back(play: Play, number: int) -> None:
    if not play.steps or play.steps[-1].seat < 0:
        raise _bad(number, "rien ne peut être repris ici", "nothing can be taken back here")
    play.undo()


def _check_words_in_place(record: Record, play: Play) -> None:
    """A word stands exactly where the rules ask for it: walk through a copy and compare kinds."""
    twin = _begin_replay(record)
    place = 0
    for number, event in enumerate(record.events, start=2):
        if isinstance(event, Judged):
            break
        if isinstance(event, TakenBack):
            _take_back(twin, number)
            place = len(twin.steps)
            continue
        if isinstance(event, Acted):
            if place != len(twin.steps):
                raise _bad(number, "un mot du hasard est attendu ici", "a word of chance is expected here")
            _act(twin, event, number)
            place += 1
        elif place >= len(twin.steps) or twin.steps[place].seat >= 0:
            raise _bad(number, "personne n’a demandé ce mot du hasard", "nobody asked for this word of chance")
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
        source = CommittedChance(secret, header.table, tuple(header.entropy))
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


def _check_verdict(play: Play, verdict: Judged, number: int) -> None:
    """A verdict ends a game that goes on, for a known reason, with returns as every result has them."""
    if play.is_over:
        raise _bad(number, "la partie était déjà finie", "the game was over already")
    if verdict.reason not in REASONS:
        reasons = ", ".join(REASONS)
        raise _bad(
            number,
            f"raison inconnue {verdict.reason!r}\u00a0; raisons\u00a0: {reasons}",
            f"unknown reason {verdict.reason!r}; reasons: {reasons}",
        )
    if not -1 <= verdict.seat < play.seats:
        raise _bad(number, f"il n’y a pas de place {verdict.seat}", f"there is no seat {verdict.seat}")
    values = verdict.returns
    if len(values) != play.seats or any(abs(value) > 1 for value in values) or abs(sum(values)) > 1e-9:
        raise _bad(
            number,
            f"returns {values}\u00a0: un nombre de -1 à 1 par place, somme 0",
            f"returns {values}: one number from -1 to 1 a seat, adding up to 0",
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


def _bad(line: int, french: str, english: str) -> BadRecord:
    return BadRecord(Text(f"Ligne {line}\u00a0: {_ended(french)}", f"Line {line}: {_ended(english)}"))


def _ended(sentence: str) -> str:
    """With one full stop, after the rule's number too."""
    return sentence if sentence.endswith((".", ")")) else f"{sentence}."
