"""HTTP: ways back into an account without its password."""

from litestar import Response, get, post, put
from litestar.params import JSONBody

from caravane.server import wire
from caravane.server.http.accounts import ANY, MANAGE, NoUser, let_in, place_of
from caravane.server.http.dependencies import LoggedIn, Secure, TheAccounts, ThePerson, Visitor


@get("/api/me/account", summary="How I can get back in", tags=["people"], opt=MANAGE)
async def account(accounts: TheAccounts, person: ThePerson) -> wire.Account:
    return await accounts.account(person)


@post("/api/me/recovery-codes", summary="New recovery codes, told once; the old ones are void", tags=["people"])
async def new_codes(data: JSONBody[wire.AskCodes], accounts: TheAccounts, logged_in: LoggedIn) -> wire.RecoveryCodes:
    return wire.RecoveryCodes(codes=await accounts.new_codes(logged_in, data.password))


@put("/api/me/mail", status_code=204, summary="Where links may be sent, once confirmed", tags=["people"])
async def set_mail(data: JSONBody[wire.SetMail], accounts: TheAccounts, logged_in: LoggedIn) -> None:
    await accounts.set_mail(logged_in, data)


@post("/api/me/mail/confirm", status_code=204, summary="The address is mine", tags=["people"], opt=ANY)
async def confirm_mail(data: JSONBody[wire.ConfirmMail], accounts: TheAccounts) -> None:
    accounts.people.forget(await accounts.keys.confirm(data.code))


@get("/api/recover", summary="Which ways back in there are", tags=["people"], opt=ANY)
async def ways(accounts: TheAccounts) -> wire.Ways:
    return wire.Ways(mail=accounts.mailer.is_set_up)


@post("/api/recover", status_code=200, summary="A new password, with a code or a link", tags=["people"], opt=ANY)
async def recover(
    data: JSONBody[wire.Recover], request: NoUser, accounts: TheAccounts, visitor: Visitor, secure: Secure
) -> Response[wire.Me]:
    before = None if visitor is None or visitor.is_program else visitor
    person = await accounts.recover(data, place_of(request))
    return await let_in(request, accounts, person, secure=secure, instead_of=before)


@post(
    "/api/recover/mail", status_code=204, summary="Send me a link, if I confirmed an address", tags=["people"], opt=ANY
)
async def ask_mail(data: JSONBody[wire.AskMail], request: NoUser, accounts: TheAccounts) -> None:
    await accounts.ask_mail(data.name, place_of(request))


HANDLERS = [account, new_codes, set_mail, confirm_mail, ways, recover, ask_mail]
