"""What a shared link shows where it is pasted: a title, a sentence, a picture.

A chat or a forum fetches the page as a stranger does. Tables in the public list say who plays and whose turn it is; of
a table that only its link leads to nothing is told but its game, because a preview travels farther than the link.
"""

from html import escape

import msgspec

from caravane.bots import levels
from caravane.game import Game, games
from caravane.server import wire
from caravane.text import LANGUAGES, Language, Text, counted

SITE = Text("Quatre jeux de plateau sur l’Afrique.", "Four board games about Africa.")
INVITED = Text("Une table vous attend.", "A table is waiting for you.")
NO_PAGE = Text("Cette page n’existe pas", "This page does not exist")
NO_TABLE = Text("Aucune table ici", "No table here")
WIDTH, HEIGHT = 1200, 630


class Preview(msgspec.Struct, frozen=True):
    """What a link shows; `picture` is the path of an image."""

    title: str
    sentence: str
    picture: str = "/link/caravane.jpg"


def of_site(language: Language) -> Preview:
    """Any page that is nobody's in particular."""
    return Preview("Caravane", SITE.of(language))


def of_nothing(language: Language, *, is_table: bool) -> Preview:
    """An address that leads nowhere."""
    return Preview((NO_TABLE if is_table else NO_PAGE).of(language) + " · Caravane", SITE.of(language))


def of_rules(game: Game, language: Language) -> Preview:
    """The rules of a game."""
    title = Text(f"Règles\u00a0: {game.title.fr}", f"Rules: {game.title.en}")
    return _of_game(game, title.of(language), game.tagline.of(language))


def of_lesson(game: Game, language: Language) -> Preview:
    """The first game that teaches a game."""
    title = Text(f"Apprendre en jouant\u00a0: {game.title.fr}", f"Learn by playing: {game.title.en}")
    return _of_game(game, title.of(language), game.tagline.of(language))


def of_table(table: wire.Table, to_move: list[int], language: Language) -> Preview:
    """A table, as a stranger is shown it."""
    game = games()[table.game]
    if table.visibility != "public":
        sentence = f"{INVITED.of(language)} {game.tagline.of(language)}"
        return _of_game(game, game.title.of(language), sentence)
    people = ", ".join(_name(seat, table.game, language) for seat in table.seats if seat.kind != "open")
    return _of_game(game, f"{game.title.of(language)} · {people}", _status(table, to_move).of(language))


def _of_game(game: Game, title: str, sentence: str) -> Preview:
    return Preview(f"{title} · Caravane", sentence, f"/link/{game.id}.jpg")


def _status(table: wire.Table, to_move: list[int]) -> Text:
    """What a table waits for, or how it ended."""
    if table.status == "open":
        free = sum(seat.kind == "open" for seat in table.seats)
        seats = counted(free, Text("place libre", "free seat"), Text("places libres", "free seats"))
        return Text(f"{seats.fr}.", f"{seats.en}.")
    if table.status == "over" and table.winners:
        who = _names(table, table.winners)
        return Text(f"Partie gagnée par {who.fr}.", f"Won by {who.en}.")
    if table.status == "running" and to_move:
        who = _names(table, to_move)
        return Text(f"On attend {who.fr}.", f"Waiting for {who.en}.")
    return Text("Partie finie.", "The game is over.")


def _names(table: wire.Table, seats: list[int]) -> Text:
    fr, en = [", ".join(_name(table.seats[seat], table.game, lang) for seat in seats) for lang in LANGUAGES]
    return Text(fr, en)


def _name(seat: wire.Seat, game: str, language: Language) -> str:
    """A person's name; a bot is named by its level, anybody else by the side."""
    if seat.kind == "bot":
        title = next((each.title for each in levels(game) if each.level == seat.level), None)
        return title.of(language) if title else "bot"
    return seat.name or (seat.side.fr if language == "fr" else seat.side.en)


def tags(preview: Preview, site: str, path: str, language: Language) -> str:
    """The head of a page that says so to whoever fetches it: search engines, chats, and the tab of the browser."""
    title, sentence = escape(preview.title), escape(preview.sentence)
    named = {
        "og:type": "website",
        "og:site_name": "Caravane",
        "og:title": title,
        "og:description": sentence,
        "og:url": escape(site + path),
        "og:image": escape(site + preview.picture),
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:locale": "fr_FR" if language == "fr" else "en_GB",
    }
    properties = "".join(f'<meta property="{name}" content="{content}" />' for name, content in named.items())
    return (
        f'<title>{title}</title><meta name="description" content="{sentence}" />{properties}'
        '<meta name="twitter:card" content="summary_large_image" />'
    )
