"""A table in the terminal: one person against bots."""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import shorten

from rich.columns import Columns
from rich.console import Console
from rich.panel import Panel
from rich.table import Table
from rich.text import Text as Styled

from caravane.bots import Bot, advise
from caravane.bots.arena import decide
from caravane.chance import SeededChance
from caravane.cli.language import language, say
from caravane.cli.wait import working
from caravane.errors import BadInput, CaravaneError
from caravane.game import SPECTATOR
from caravane.play import Play
from caravane.record import lines_of, write
from caravane.text import Text

SHOWN = 48  # legal actions that are listed without being asked for
FAULT = 120  # characters at most of what went wrong in a bot

HELP = Text(
    """Jouez par le numéro de la liste ou par la notation (par exemple « a9-a4 »).
  liste    toutes les actions permises       conseil  un bon coup, et pourquoi
  plateau  le plateau                        points   la feuille de points
  annule   reprend votre dernière action     quitte   s’en va
  garde FICHIER   enregistre la partie jusqu’ici
  position        ce que vous savez, en une ligne à copier
Les initiales suffisent ; « ? » montre cette aide.""",
    """Play by the number in the list or by the notation (such as “a9-a4”).
  list     every legal action                hint     a good action, and why
  board    the board                         points   the scoring sheet
  undo     takes your last action back       quit     leaves
  save FILE       writes the game so far as a record
  position        what you know, as a line to copy
First letters will do; “?” shows this help.""",
)
COMMANDS = {
    "help": ("?", "help", "aide"),
    "list": ("l", "list", "liste"),
    "hint": ("h", "hint", "c", "conseil"),
    "board": ("b", "board", "plateau"),
    "points": ("p", "points"),
    "position": ("position",),
    "undo": ("u", "undo", "a", "annule"),
    "quit": ("q", "quit", "quitte"),
}
SAVE = ("save", "garde")  # followed by the name of a file


def check_seat(seat: int, count: int) -> None:
    """Refuse a seat that is not at the table."""
    if not 0 <= seat < count:
        raise BadInput(
            Text(
                f"Il n’y a pas de place {seat} ; les places vont de 0 à {count - 1}.",
                f"There is no seat {seat}; seats go from 0 to {count - 1}.",
            )
        )


@dataclass
class Terminal:
    """The game, who sits where, and the way back."""

    play: Play
    seat: int  # the person's
    make_bot: Callable[[], Bot]
    console: Console
    seed: int
    _bots: dict[int, Bot] = field(init=False)  # by seat
    _luck: SeededChance = field(init=False)  # the bots' words, apart from the game's
    _before: list[tuple[Play, SeededChance]] = field(default_factory=list)  # before each action of the person

    def __post_init__(self) -> None:
        self._luck = SeededChance(-1 - self.seed)
        self._seat_bots()

    def _seat_bots(self) -> None:
        """Put a new bot on each seat: one that remembers must not know what another seat was shown."""
        self._bots = {seat: self.make_bot() for seat in range(self.play.seats) if seat != self.seat}

    def run(self) -> bool:
        """Play; whether it came to the end."""
        game = self.play.game
        mine = self._name(self.seat)
        self._print(say(f"{game.title.fr} · vous : {mine}", f"{game.title.en} · you: {mine}"), style="bold")
        self._print(say("« ? » pour l’aide.", "“?” for help."))
        self._show_board()
        while not self.play.is_over:
            if self.seat not in self.play.to_move:
                self._let_bot_play(self.play.to_move[0])
            elif not self._ask():
                return False
        self._show_board()
        self._show_end()
        return True

    def _let_bot_play(self, seat: int) -> None:
        bot, game = self._bots[seat], self.play.game
        view = game.view(self.play.state, seat)
        action, fault = decide(bot, game, view, seat, self._luck.word(), getattr(bot, "seconds", None))
        if fault:
            self._tell_fault(bot.name, shorten(fault, FAULT, placeholder=" …"))
        self._carry_out(seat, action)
        if self.seat in self.play.to_move:
            self._show_board()

    def _tell_fault(self, name: str, fault: str) -> None:
        sentence = say(
            f"  Le robot {name} a échoué ({fault}) ; une action permise quelconque est jouée pour lui.",
            f"  The bot {name} failed ({fault}); any legal action is played for it.",
        )
        self._print(sentence, style="red")

    def _carry_out(self, seat: int, action: int) -> None:
        """Apply and tell what the person may know of it."""
        game = self.play.game
        before = game.view(self.play.state, self.seat)
        self.play.apply(action, seat)
        if seat != self.seat and game.is_secret(action):
            return
        after = game.view(self.play.state, self.seat)
        for known in game.between(before, after, seat, action):
            self._print(game.draw(known, language()))
        for event in game.narrate(before, after, seat, action):
            who = self._name(event.seat) if event.seat != SPECTATOR else ""
            self._print("  " + event.text.of(language()).replace("{who}", who), style="dim")

    def _ask(self) -> bool:
        """One decision of the person; False to leave."""
        game, legal = self.play.game, self.play.legal(self.seat)
        self._print(game.ask(game.view(self.play.state, self.seat), self.seat).of(language()), style="bold yellow")
        self._list(legal, SHOWN)
        while True:
            answer = self._read()
            command = "quit" if answer is None else self._command(answer, legal)
            if command == "quit":
                return False
            try:
                if command == "":
                    self._act(str(answer), legal)
                elif command == "undo":
                    self._take_back()
                elif command == "save":
                    self._save(str(answer).partition(" ")[2].strip())
                    continue
                else:
                    self._show(command, legal)
                    continue
            except CaravaneError as error:
                self._print(error.sentence(language()), style="red")
                continue
            return True

    def _read(self) -> str | None:
        """What was typed, None at the end of the input."""
        try:
            return self.console.input("> ", markup=False).strip() or "?"
        except EOFError:
            return None

    def _command(self, answer: str, legal: list[int]) -> str:
        """Which command is meant; none if it is the notation of a legal action."""
        if answer.partition(" ")[0].lower() in SAVE:
            return "save"
        if answer in {self.play.game.notation(action) for action in legal}:
            return ""
        for command, words in COMMANDS.items():
            if answer.lower() in words:
                return command
        return ""

    def _act(self, answer: str, legal: list[int]) -> None:
        action = self._chosen(answer, legal)
        self.play.check(self.seat, action)
        self._before.append((self.play.copy(), copy(self._luck)))
        self._carry_out(self.seat, action)
        if self.seat in self.play.to_move and not self.play.is_over:
            self._show_board()

    def _chosen(self, answer: str, legal: list[int]) -> int:
        """The action meant by a number of the list or by notation."""
        if not answer.isdecimal():
            return self.play.game.parse(answer)
        if 1 <= int(answer) <= len(legal):
            return legal[int(answer) - 1]
        raise BadInput(
            Text(
                f"La liste va de 1 à {len(legal)} ; « liste » la montre.",
                f"The list goes from 1 to {len(legal)}; “list” shows it.",
            )
        )

    def _take_back(self) -> None:
        """Go back to the person's last decision; luck goes back too, so nothing is gained by trying again."""
        if not self._before:
            raise BadInput(Text("Il n’y a rien à reprendre.", "There is nothing to take back."))
        self.play, self._luck = self._before.pop()
        self._seat_bots()  # none may remember what is taken back
        self._show_board()

    def _save(self, name: str) -> None:
        if not name:
            raise BadInput(
                Text(
                    "Dites dans quel fichier, par exemple « garde partie.jsonl ».",
                    "Say into which file, for example “save game.jsonl”.",
                )
            )
        path = Path(name)
        try:
            path.write_text(write(lines_of(self.play)), encoding="utf-8")
        except OSError as error:
            raise BadInput(
                Text(
                    f"{name!r} ne peut pas être écrit ({error.strerror}).",
                    f"{name!r} cannot be written ({error.strerror}).",
                )
            ) from None
        self._print(say(f"Enregistré : {path}", f"Saved: {path}"))

    def _show(self, what: str, legal: list[int]) -> None:
        if what == "help":
            self._print(HELP.of(language()))
        elif what == "list":
            self._list(legal, len(legal))
        elif what == "hint":
            self._hint()
        elif what == "board":
            self._show_board()
        elif what == "position":
            self.console.print(self.play.position(self.seat), markup=False, soft_wrap=True)
        else:
            self._show_points()

    def _list(self, legal: list[int], shown: int) -> None:
        entries = [Styled(f"{number} {self.play.game.notation(action)}") for number, action in enumerate(legal, 1)]
        self.console.print(Columns(entries[:shown], padding=(0, 3)))
        if len(entries) > shown:
            more = len(entries) - shown
            self._print(say(f"… et {more} autres : « liste ».", f"… and {more} more: “list”."))

    def _hint(self) -> None:
        """What level 5 would do, why, and how the person stands; from a copy of the luck, so that asking changes none."""
        game = self.play.game
        view = game.view(self.play.state, self.seat)
        with working(say("Je réfléchis…", "Thinking…")):
            advice = advise(game, view, self.seat, copy(self._luck).word())
        best, lang = advice.suggestions[0], language()
        words = game.phrase(view, self.seat, best.action).of(lang)
        named = words if words == best.notation else f"{words} ({best.notation})"
        self._print(say(f"Conseil : {named}", f"Advice: {named}"), style="bold")
        self._print(f"{best.text.of(lang)} {advice.text.of(lang)}")

    def _show_board(self) -> None:
        view = self.play.game.view(self.play.state, self.seat)
        self.console.print(Panel(Styled(self.play.game.draw(view, language())), expand=False))

    def _show_points(self) -> None:
        """The scoring sheet, as far as the person may see it."""
        game = self.play.game
        shown = self.play.state if self.play.is_over else game.view(self.play.state, self.seat)
        sheets = [game.score_sheet(shown, seat) for seat in range(self.play.seats)]
        table = Table(box=None)
        table.add_column("")
        for seat in range(self.play.seats):
            table.add_column(self._name(seat), justify="right")
        titles = {item.key: item.title.of(language()) for sheet in sheets for item in sheet}
        for key, title in titles.items():
            points = [sum(item.points for item in sheet if item.key == key) for sheet in sheets]
            table.add_row(title, *map(str, points))
        table.add_row("=", *(str(sum(item.points for item in sheet)) for sheet in sheets), style="bold")
        self.console.print(table)

    def _show_end(self) -> None:
        self._show_points()
        returns = self.play.returns
        best = [seat for seat in range(self.play.seats) if returns[seat] == max(returns)]
        if len(best) == self.play.seats:
            self._print(say("Partie nulle.", "The game is drawn."), style="bold")
        elif self.seat in best:
            self._print(say("Vous avez gagné !", "You have won!"), style="bold green")
        else:
            names = ", ".join(self._name(seat) for seat in best)
            self._print(say(f"Victoire : {names}.", f"Won by {names}."), style="bold")

    def _print(self, sentence: str, style: str = "") -> None:
        self.console.print(sentence, style=style, markup=False)

    def _name(self, seat: int) -> str:
        names = self.play.game.seat_names
        name = names[seat].of(language()) if seat < len(names) else say(f"place {seat}", f"seat {seat}")
        return name[:1].upper() + name[1:]
