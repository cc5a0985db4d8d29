"""HTTP, part 1: people and games. Handlers parse, authorise, call one function, answer."""

from functools import cache

from litestar import Request, Response, delete, get, patch, post
from litestar.datastructures import Cookie, State
from litestar.params import FromPath, JSONBody

from caravane.bots import levels
from caravane.game import Game, games
from caravane.server import wire
from caravane.server.door import language_of
from caravane.server.given import Secure, TheHall, ThePeople, ThePerson, Visitor
from caravane.server.people import COOKIE, People, Person
from caravane.server.problems import bilingual

YEAR = 365 * 86_400
NoUser = Request[None, None, State]


def _known(people: People, person: Person, *, secure: bool) -> Response[wire.Me]:
    """An answer that lets the browser remember who it is."""
    cookie = Cookie(
        key=COOKIE, value=people.cookie(person), max_age=YEAR, httponly=True, samesite="lax", secure=secure, path="/"
    )
    return Response(person.me(), cookies=[cookie])


def _forgotten() -> Response[None]:
    return Response(None, status_code=204, cookies=[Cookie(key=COOKIE, value="", max_age=0, httponly=True, path="/")])


@get("/api/me", summary="Who I am; a visitor becomes a guest", tags=["people"])
async def me(request: NoUser, people: ThePeople, visitor: Visitor, secure: Secure) -> Response[wire.Me]:
    person = visitor or await people.welcome(language_of(request))
    return _known(people, person, secure=secure)


@patch("/api/me", summary="Change my name or language", tags=["people"])
async def change_me(data: JSONBody[wire.ChangeMe], people: ThePeople, person: ThePerson, hall: TheHall) -> wire.Me:
    changed = await people.change(person, data)
    await hall.bus.tell(person=person.id)
    return changed.me()


@delete("/api/me", status_code=204, summary="Delete my account; my moves stay, without my name", tags=["people"])
async def delete_me(
    people: ThePeople, person: ThePerson, hall: TheHall, data: JSONBody[wire.DeleteMe]
) -> Response[None]:
    await people.delete(person, data.password)
    await hall.bus.tell(person=person.id)
    return _forgotten()


@post("/api/me/register", status_code=200, summary="Register and keep my tables", tags=["people"])
async def register(
    data: JSONBody[wire.Credentials], people: ThePeople, person: ThePerson, secure: Secure
) -> Response[wire.Me]:
    return _known(people, await people.register(person, data), secure=secure)


@post("/api/login", status_code=200, summary="Log in", tags=["people"])
async def log_in(data: JSONBody[wire.Credentials], people: ThePeople, secure: Secure) -> Response[wire.Me]:
    return _known(people, await people.log_in(data), secure=secure)


@post("/api/logout", status_code=204, summary="Log out here", tags=["people"])
async def log_out() -> Response[None]:
    return _forgotten()


@post(
    "/api/logout-everywhere", status_code=204, summary="Log out on every device; tokens are void too", tags=["people"]
)
async def log_out_everywhere(people: ThePeople, person: ThePerson, hall: TheHall) -> Response[None]:
    await people.log_out_everywhere(person)
    await hall.bus.tell(person=person.id)
    return _forgotten()


@get("/api/me/tokens", summary="My tokens", tags=["people"])
async def tokens(people: ThePeople, person: ThePerson) -> list[wire.Token]:
    return await people.tokens(person)


@post("/api/me/tokens", summary="A new token for a script or bot", tags=["people"])
async def new_token(data: JSONBody[wire.NewToken], people: ThePeople, person: ThePerson) -> wire.Token:
    return await people.new_token(person, data.label)


@delete("/api/me/tokens/{token:str}", summary="Make a token void", tags=["people"])
async def drop_token(token: FromPath[str], people: ThePeople, person: ThePerson) -> None:
    await people.drop_token(person, token)


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
        sentence=bilingual(game.sentence),
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
    )


HANDLERS = [
    me, change_me, delete_me, register, log_in, log_out, log_out_everywhere, tokens, new_token, drop_token, list_games,
]  # fmt: skip
