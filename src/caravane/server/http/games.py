"""HTTP: the games."""

from functools import cache

from litestar import get

from caravane.bots import levels
from caravane.game import Game, games
from caravane.lessons import lesson_of
from caravane.server import wire
from caravane.server.problems import bilingual


@get("/api/games", summary="The games, their options and seats", tags=["games"])
async def list_games() -> list[wire.GameFacts]:
    return all_games()


@cache
def all_games() -> list[wire.GameFacts]:
    """What `/api/games` says, made once."""
    return [game_facts(game) for game in games().values()]


def game_facts(game: Game) -> wire.GameFacts:
    """All that is fixed about a game, for the wire."""
    return wire.GameFacts(
        id=game.id,
        title=bilingual(game.title),
        author=game.author,
        year=game.year,
        sentence=bilingual(game.tagline),
        minutes=game.minutes,
        min_seats=game.min_seats,
        max_seats=game.max_seats,
        rules_version=game.rules_version,
        options=[
            wire.OptionFacts(
                name=option.name,
                title=bilingual(option.title),
                sentence=bilingual(option.sentence),
                kind=option.kind,
                default=option.default,
                choices=[
                    wire.Choice(value=value, label=bilingual(label))
                    for value, label in zip(option.choices, option.labels, strict=False)
                ],
                low=option.low,
                high=option.high,
                needs=[
                    wire.OptionNeed(option=need.option, values=list(need.values), value=need.value)
                    for need in option.needs
                ],
            )
            for option in game.options
        ],
        presets=[
            wire.PresetFacts(
                name=preset.name,
                title=bilingual(preset.title),
                sentence=bilingual(preset.sentence),
                options=dict(preset.options),
            )
            for preset in game.presets
        ],
        seat_names=[bilingual(name) for name in game.seat_names],
        negotiates=game.orders is not None,
        bots=[
            wire.BotLevel(level=level.level, title=bilingual(level.title), sentence=bilingual(level.sentence))
            for level in levels(game.id)
        ],
        lesson=lesson_of(game.id) is not None,
    )


HANDLERS = [list_games]
