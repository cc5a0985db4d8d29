"""What handlers are given."""

from litestar.di import NamedDependency

from caravane.server.hall import Hall
from caravane.server.people import People, Person

TheHall = NamedDependency[Hall]
ThePeople = NamedDependency[People]
ThePerson = NamedDependency[Person]
Visitor = NamedDependency[Person | None]
Secure = NamedDependency[bool]
