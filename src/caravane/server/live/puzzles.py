"""A puzzle as a table that nobody stores, as lessons are: made anew from its position and from what was played."""

from caravane import puzzles
from caravane.chance import SeededChance
from caravane.door import action_of
from caravane.game import Game
from caravane.lessons import Stand
from caravane.play import begin
from caravane.positions import opening
from caravane.puzzles import Puzzle
from caravane.server.live import lessons, projection, table_card
from caravane.server.problems import bilingual
from caravane.server.tables.decisions import encode
from caravane.server.tables.table import LiveTable
from caravane.server.wire.history import Snapshot
from caravane.server.wire.puzzles import PuzzleAnswer, PuzzleAttempt, PuzzleWay
from caravane.text import Text


def attempt(game: Game, puzzle: Puzzle, tried: PuzzleAttempt, solver: str, people: table_card.Known) -> PuzzleAnswer:
    """What becomes of what somebody tries."""
    played = [game.notation(action_of(game, each)) for each in tried.played]
    moves, node = puzzles.stand(puzzle, played)
    table = _table(game, puzzle, moves, solver)
    text, rule = None, None
    if tried.action is not None and node is not None:
        action = encode(table, tried.action)
        name = game.notation(action)
        if name in node.right:
            moves, node = puzzles.stand(puzzle, [*played, name])
            table = _table(game, puzzle, moves, solver)
        else:
            text, rule = _refusal(table, puzzle, node.wrong.get(name, ""), action)
    right, done = text is None, node is None
    line = puzzles.solution(puzzle)
    if done:
        text = puzzles.module_of(game.id).praise(puzzle.goal, line)
    return PuzzleAnswer(
        right=right,
        done=done,
        text=None if text is None else bilingual(text),
        rule=rule,
        solution=_ways(game, puzzle, line) if done or tried.gives_up else [],
        snapshot=_snapshot(table, puzzle.seat, people),
    )


def _refusal(table: LiveTable, puzzle: Puzzle, why: str, action: int) -> tuple[Text, str | None]:
    """What the rules say to an action, or what the puzzle says to one that they allow."""
    game, seat = table.game, puzzle.seat
    if action not in table.legal(seat):
        refused = game.explain(table.view(seat), seat, action)
        return refused.text, refused.rule or None
    return puzzles.module_of(game.id).refusal(puzzle.goal, game.notation(action), why), None


def _table(game: Game, puzzle: Puzzle, moves: list[str], solver: str) -> LiveTable:
    parted = [each.partition(": ") for each in moves]
    here = Stand(puzzle.position, 0, [(int(seat), game.parse(name)) for seat, _, name in parted], None)
    return lessons.table_at(game, puzzle, here, solver)


def _ways(game: Game, puzzle: Puzzle, line: list[str]) -> list[PuzzleWay]:
    """The steps of the solution in the words of the moment at which they are taken."""
    play = begin(opening(game, position=puzzle.position), SeededChance(0))
    ways, node = [], puzzle.root
    for name in line:
        action = game.parse(name)
        words = game.phrase(game.view(play.state, puzzle.seat), puzzle.seat, action)
        ways.append(PuzzleWay(action=game.decode(action), words=bilingual(words)))
        play.apply(action, puzzle.seat)
        following = node.right[name]
        if following is None:
            break
        for each in following.before:
            seat, _, reply = each.partition(": ")
            play.apply(game.parse(reply), int(seat))
        node = following
    return ways


def _snapshot(table: LiveTable, seat: int, people: table_card.Known) -> Snapshot:
    """What a table's page would be told."""
    return Snapshot(
        table=table_card.table_facts(table, table.terms.owner, people, frozenset({seat})),
        seat=seat,
        sequence=table.last_sequence(seat),
        entries=projection.entries(table, seat, 0, people.name),
        position=projection.position(table, seat, 0),
    )
