"""HTTP: puzzles."""

from datetime import UTC, datetime
from functools import cache

from litestar import get, post
from litestar.params import FromPath, JSONBody

from caravane.game import load
from caravane.puzzles import Puzzle, all_puzzles, first_state, module_of, of_the_day
from caravane.server.http.dependencies import ThePerson, TheService
from caravane.server.live import puzzles
from caravane.server.problems import Refused, bilingual
from caravane.server.wire import puzzles as wire
from caravane.text import Text


def find(name: str) -> Puzzle:
    """A puzzle by its id."""
    found = all_puzzles().get(name)
    if found is None:
        raise Refused("not-found")
    return found


@cache  # a list tells of all of them, and reading positions takes time
def _task(name: str) -> tuple[Text, Text]:
    puzzle = find(name)
    game = load(puzzle.game)
    view = game.view(first_state(puzzle), puzzle.seat)
    found: tuple[Text, Text] = module_of(puzzle.game).task(view, puzzle.seat, puzzle.goal)
    return found


@get("/api/puzzles", summary="All puzzles, and the one of the day", tags=["puzzles"])
async def list_puzzles() -> wire.Puzzles:
    cards = [
        wire.PuzzleCard(id=each.id, game=each.game, level=each.level, title=bilingual(_task(each.id)[0]))
        for each in all_puzzles().values()
    ]
    return wire.Puzzles(puzzles=cards, daily=of_the_day(datetime.now(UTC).date()).id)


@get("/api/puzzles/{puzzle:str}", summary="What a puzzle asks", tags=["puzzles"])
async def get_puzzle(puzzle: FromPath[str]) -> wire.Puzzle:
    found = find(puzzle)
    title, text = _task(found.id)
    return wire.Puzzle(
        id=found.id,
        game=found.game,
        level=found.level,
        title=bilingual(title),
        text=bilingual(text),
        seat=found.seat,
    )


@post(
    "/api/puzzles/{puzzle:str}",
    status_code=200,
    summary="Try something in a puzzle, or see where it stands; nothing is stored",
    tags=["puzzles"],
)
async def try_puzzle(
    puzzle: FromPath[str], data: JSONBody[wire.PuzzleAttempt], service: TheService, person: ThePerson
) -> wire.PuzzleAnswer:
    found = find(puzzle)
    return puzzles.attempt(load(found.game), found, data, person.id, service.people)


HANDLERS = [list_puzzles, get_puzzle, try_puzzle]
