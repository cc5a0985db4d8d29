"""HTTP: people, their sessions and tokens. Handlers parse, authorise, call one function, answer."""

from typing import Any

from litestar import Request, Response, delete, get, patch, post
from litestar.datastructures import Cookie, State
from litestar.params import FromPath, JSONBody

from caravane.server import wire
from caravane.server.accounts.accounts import Accounts, Place
from caravane.server.accounts.credentials import Credential
from caravane.server.accounts.devices import MARK, device_of
from caravane.server.accounts.identity import address_of, language_of
from caravane.server.accounts.people import COOKIE, People, Person
from caravane.server.http.dependencies import LoggedIn, Secure, TheAccounts, ThePeople, ThePerson, TheService, Visitor
from caravane.server.problems import Refused

YEAR = 365 * 86_400
MANAGE: dict[str, Any] = {"scope": "manage"}
ANY: dict[str, Any] = {"scope": None}
NoUser = Request[None, None, State]


def _cookie(secret: str, *, secure: bool) -> Cookie:
    """What lets the browser remember who it is."""
    return Cookie(key=COOKIE, value=secret, max_age=YEAR, httponly=True, samesite="lax", secure=secure, path="/")


def _forgotten() -> Response[None]:
    return Response(None, status_code=204, cookies=[Cookie(key=COOKIE, value="", max_age=0, httponly=True, path="/")])


async def begin_session(
    request: NoUser, people: People, person: Person, *, secure: bool, instead_of: Person | None = None
) -> Cookie:
    """Log somebody in here under a new secret; the one that the browser brought is void."""
    device = device_of(request.headers.get("user-agent", ""))
    return _cookie(await people.begin_session(person, device, instead_of), secure=secure)


async def let_in(
    request: NoUser, accounts: Accounts, person: Person, *, secure: bool, instead_of: Person | None = None
) -> Response[wire.Me]:
    """An answer to somebody who proved to be registered: a new session, and a mark on the device."""
    session = await begin_session(request, accounts.people, person, secure=secure, instead_of=instead_of)
    mark = Cookie(
        key=MARK, value=accounts.mark(person), max_age=YEAR, httponly=True, samesite="lax", secure=secure,
        path="/api",
    )  # fmt: skip
    return Response(person.me(), cookies=[session, mark])


def place_of(request: NoUser) -> Place:
    """From where somebody asks."""
    return Place(address=address_of(request, request.app.state.settings), mark=request.cookies.get(MARK, ""))


async def renewed(request: NoUser, people: People, visitor: Person | None, *, secure: bool) -> list[Cookie]:
    """The cookie of somebody who comes again: the same for longer, a session's for a signed one, none for a token."""
    if visitor is None or visitor.credential is None or visitor.is_program:
        return []
    if visitor.credential.kind == "signed":
        return [await begin_session(request, people, visitor, secure=secure, instead_of=visitor)]
    return [_cookie(request.cookies[COOKIE], secure=secure)]


@get("/api/me", summary="Who I am; a visitor becomes a guest", tags=["people"], opt=ANY)
async def me(
    request: NoUser, people: ThePeople, accounts: TheAccounts, visitor: Visitor, secure: Secure
) -> Response[wire.Me]:
    if visitor is not None:
        return Response(visitor.me(), cookies=await renewed(request, people, visitor, secure=secure))
    guest = await accounts.welcome(language_of(request), place_of(request))
    return Response(guest.me(), cookies=[await begin_session(request, people, guest, secure=secure)])


@patch("/api/me", summary="Change my name or language", tags=["people"], opt=MANAGE)
async def change_me(
    data: JSONBody[wire.ChangeMe], people: ThePeople, person: ThePerson, service: TheService
) -> wire.Me:
    changed = await people.change(person, data)
    service.bus.tell(person=person.id)
    return changed.me()


@delete("/api/me", status_code=204, summary="Delete my account; my moves stay, without my name", tags=["people"])
async def delete_me(accounts: TheAccounts, logged_in: LoggedIn, data: JSONBody[wire.DeleteMe]) -> Response[None]:
    await accounts.delete(logged_in, data.password)
    return _forgotten()


@post("/api/me/register", status_code=200, summary="Register and keep my tables", tags=["people"])
async def register(
    data: JSONBody[wire.Credentials], request: NoUser, accounts: TheAccounts, logged_in: LoggedIn, secure: Secure
) -> Response[wire.Me]:
    return await let_in(request, accounts, await accounts.register(logged_in, data), secure=secure)


@post("/api/login", status_code=200, summary="Log in", tags=["people"], opt=ANY)
async def log_in(
    data: JSONBody[wire.Credentials], request: NoUser, accounts: TheAccounts, visitor: Visitor, secure: Secure
) -> Response[wire.Me]:
    before = None if visitor is None or visitor.is_program else visitor
    person = await accounts.log_in(data, place_of(request))
    return await let_in(request, accounts, person, secure=secure, instead_of=before)


@post("/api/logout", status_code=204, summary="Log out here", tags=["people"], opt=ANY)
async def log_out(people: ThePeople, visitor: Visitor) -> Response[None]:
    if visitor is not None and visitor.is_program:
        raise Refused("session-needed")
    if visitor is not None and visitor.credential is not None:
        await people.end_credential(visitor, visitor.credential)
    return _forgotten()


@post(
    "/api/logout-everywhere",
    status_code=204,
    summary="Log out on every device; tokens are void too",
    tags=["people"],
    opt=MANAGE,
)
async def log_out_everywhere(people: ThePeople, person: ThePerson) -> Response[None]:
    await people.log_out_everywhere(person)
    return _forgotten()


@post("/api/me/password", status_code=200, summary="Another password; I stay logged in only here", tags=["people"])
async def change_password(
    data: JSONBody[wire.ChangePassword], request: NoUser, accounts: TheAccounts, logged_in: LoggedIn, secure: Secure
) -> Response[wire.Me]:
    return await let_in(request, accounts, await accounts.change_password(logged_in, data), secure=secure)


@get("/api/me/sessions", summary="Where I am logged in", tags=["people"], opt=MANAGE)
async def sessions(people: ThePeople, person: ThePerson) -> list[wire.LoggedIn]:
    credential = person.credential
    return await people.sessions.of(person.id, credential.id if credential else None)


@delete("/api/me/sessions/{session:str}", summary="Log out there", tags=["people"], opt=MANAGE)
async def end_session(session: FromPath[str], people: ThePeople, person: ThePerson) -> None:
    if not await people.end_credential(person, Credential(kind="session", id=session)):
        raise Refused("not-found")


@get("/api/me/tokens", summary="My tokens", tags=["people"], opt=MANAGE)
async def tokens(people: ThePeople, person: ThePerson) -> list[wire.Token]:
    return await people.tokens.of(person.id)


@post("/api/me/tokens", summary="A new token for a script or bot", tags=["people"], opt=MANAGE)
async def new_token(data: JSONBody[wire.NewToken], people: ThePeople, person: ThePerson) -> wire.Token:
    credential = person.credential
    if credential is not None and not all(credential.allows(scope) for scope in data.scopes):
        raise Refused("scope")
    return await people.tokens.make(person.id, data.label, data.scopes)


@delete("/api/me/tokens/{token:str}", summary="Make a token void", tags=["people"], opt=MANAGE)
async def drop_token(token: FromPath[str], people: ThePeople, person: ThePerson) -> None:
    if not await people.end_credential(person, Credential(kind="token", id=token)):
        raise Refused("not-found")


HANDLERS = [
    me, change_me, delete_me, register, log_in, log_out, log_out_everywhere, change_password, sessions, end_session,
    tokens, new_token, drop_token,
]  # fmt: skip
