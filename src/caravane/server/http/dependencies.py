"""What handlers are given."""

from litestar.di import NamedDependency

from caravane.server.accounts.accounts import Accounts
from caravane.server.accounts.people import People, Person
from caravane.server.live.service import TableService

TheAccounts = NamedDependency[Accounts]
TheService = NamedDependency[TableService]
ThePeople = NamedDependency[People]
ThePerson = NamedDependency[Person]
LoggedIn = NamedDependency[Person]  # in a browser, not with a token
Visitor = NamedDependency[Person | None]
Secure = NamedDependency[bool]
