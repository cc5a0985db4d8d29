"""Games as JSON, fit for language models: what a seat sees, what it may do, in one structure; here or at a live table.

table = LocalTable("africa", seats=2, seed=7)
while not table.is_over:
    for seat in table.to_move:
        seen = table.observe(seat)          # {"view", "ask", "legal", "points", "log", ...}
        table.act(seat, seen["legal"][0]["notation"])

table = LiveTable("https://example.org", "k3j9", token="...")   # the same two verbs, onto the table that people use
table.sit("Baobab")                                            # shown as “Baobab [bot]”: people know whom they play
"""

import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from typing import Any
from uuid import uuid4

from caravane.door import check_seat
from caravane.errors import CaravaneError, IllegalAction
from caravane.game import Game, Structure, Value
from caravane.play import start
from caravane.text import Language, Text

RECENT = 20  # events of the log that an observation repeats


class LocalTable:
    """A game in this process, every seat played through JSON."""

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        *,
        seed: int = 0,
        options: Mapping[str, Value] | None = None,
        preset: str | None = None,
        position: str | None = None,
    ) -> None:
        self.play = start(game, seats, seed=seed, options=options, preset=preset, position=position)
        self.game = self.play.game
        self._logs: list[list[Text]] = [[] for _ in range(self.play.seats)]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.play.is_over

    @property
    def to_move(self) -> list[int]:
        """The seats that may decide now."""
        return self.play.to_move

    def observe(self, seat: int, language: Language = "en") -> Structure:
        """All that a seat may know now, made from its view alone."""
        view = self.game.view(self.play.state, seat)
        movers = self.to_move
        legal = self.play.legal(seat) if seat in movers else []
        over = self.is_over
        return {
            "game": self.game.id,
            "rules": f"docs/games/{self.game.id}.md",
            "seat": seat,
            "seats": self.play.seats,
            "options": dict(self.play.options),
            "to_move": movers,
            "ask": self.game.ask(view, seat).of(language) if legal else None,
            "view": self.game.describe_as_json(view, seat),
            "board": self.game.draw(view, language),
            "legal": [{"action": self.game.decode(each), "notation": self.game.notation(each)} for each in legal],
            "log": [text.of(language) for text in self._logs[seat][-RECENT:]],
            "over": over,
            "returns": self.play.returns if over else None,
        }

    def act(self, seat: int, action: int | str | Structure) -> None:
        """Carry out an action in any of its forms; IllegalAction says why not and what is possible."""
        number = self.play.action(action)
        check_seat(self.play.seats, seat)
        before = [self.game.view(self.play.state, viewer) for viewer in range(self.play.seats)]
        try:
            self.play.apply(number, seat)
        except IllegalAction as error:
            raise self._with_choices(error, seat) from error
        for viewer, old in enumerate(before):
            if viewer != seat and self.game.is_secret(number):
                continue
            events = self.game.narrate(old, self.game.view(self.play.state, viewer), seat, number)
            self._logs[viewer] += [_named(event.text, event.seat) for event in events]

    def _with_choices(self, error: IllegalAction, seat: int) -> IllegalAction:
        if self.is_over or seat not in self.to_move:
            return error
        legal = ", ".join(self.game.notation(each) for each in self.game.legal(self.play.state, seat))
        return IllegalAction(
            Text(f"{error.text.fr} Possibles : {legal}.", f"{error.text.en} Possible: {legal}."), error.rule
        )


def _named(text: Text, seat: int) -> Text:
    return Text(text.fr.replace("{who}", f"Place {seat}"), text.en.replace("{who}", f"Seat {seat}"))


class LiveTable:
    """A seat at a table of a server, over HTTP; docs/protocol.md describes what goes over the wire."""

    def __init__(self, server: str, table: str, token: str, seat: int | None = None) -> None:
        self.server = server.rstrip("/")
        self.table = table
        self.token = token
        self.seat = seat
        self._sequence = 0

    def sit(self, name: str) -> int:
        """Take a free seat under this name, which seat it is; the server tells everybody that a program sits there."""
        wanted = {"name": name} if self.seat is None else {"name": name, "seat": self.seat}
        table = self._call("POST", f"/api/tables/{self.table}/join", wanted)
        self.seat = next(seat["seat"] for seat in table["seats"] if seat["mine"])
        return self.seat

    def observe(self, language: Language = "en") -> Structure:
        """All that the seat may know now, in the same words as at a local table."""
        query = "" if self.seat is None else f"?seat={self.seat}"
        snapshot = self._call("GET", f"/api/tables/{self.table}/snapshot{query}")
        self._sequence = snapshot["sequence"]
        self.seat = snapshot["seat"]
        position = snapshot["position"] or {}
        ask = position.get("ask")
        return {
            "game": snapshot["table"]["game"],
            "rules": f"docs/games/{snapshot['table']['game']}.md",
            "seat": self.seat,
            "seats": len(snapshot["table"]["seats"]),
            "options": snapshot["table"]["options"],
            "to_move": position.get("to_move", []),
            "ask": ask[language] if ask else None,
            "view": position.get("view"),
            "legal": [{"action": e["action"], "notation": e["notation"]} for e in position.get("legal", [])],
            "log": list(_sentences(snapshot["entries"], language))[-RECENT:],
            "over": bool(position.get("over")),
            "returns": position.get("returns"),
        }

    def act(self, action: Structure) -> None:
        """Send one of the structures of `legal`; sent twice because of a bad line, it still happens once."""
        body = {"seat": self.seat, "action": action, "sequence": self._sequence, "request": str(uuid4())}
        self._call("POST", f"/api/tables/{self.table}/actions", body)

    def wait(self, seconds: float = 60.0, pause: float = 0.5) -> Structure:
        """Look again until it is the seat's turn, or the game is over, or time is up; the last observation."""
        until = time.monotonic() + seconds
        seen = self.observe()
        while not seen["over"] and self.seat not in seen["to_move"] and time.monotonic() < until:
            time.sleep(pause)
            seen = self.observe()
        return seen

    def _call(self, method: str, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        request = urllib.request.Request(self.server + path, data, headers, method=method)  # noqa: S310  # a server that the caller names
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
                return json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as error:
            raise _problem(json.loads(error.read() or b"{}"), error) from error


def _problem(body: Structure, error: Exception) -> CaravaneError:
    """What the server said, as the error it would be here."""
    sentence = body.get("text") or {}
    said = Text(sentence.get("fr", str(error)), sentence.get("en", str(error)))
    if body.get("code") == "illegal-action":
        return IllegalAction(said, body.get("rule"))
    return CaravaneError(str(body.get("code", "http")), said, body.get("rule"))


def _sentences(entries: list[Structure], language: Language) -> Iterator[str]:
    """What the log says in words."""
    for entry in entries:
        for event in entry.get("events") or []:
            text = event.get("text") or {}
            if language in text:
                yield str(text[language]).replace("{who}", f"Seat {event.get('seat', '')}")
