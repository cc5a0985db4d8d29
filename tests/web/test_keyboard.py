"""Whole games by keyboard alone on a laptop, in French, as somebody plays who has no mouse (by touch: test_touch.py)."""

from collections.abc import Callable

import pytest

from tests.web.guest import Guest
from tests.web.test_africana import ROWS
from tests.web.test_play import QUICK_PISTES, is_over

HOT = [{"type": "me"}, {"type": "me", "name": "Zoé"}]
ARROWS = ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")
ON_BOARD = "document.activeElement?.classList.contains('spot') ?? false"
ON_HIDDEN = "document.activeElement?.querySelector('.query') != null"
ON_MAIN = "document.activeElement?.matches('.acts .btn.go') ?? false"
ON_ACTS = "document.activeElement?.matches('.acts .btn') ?? false"
ON_ORDER = "document.activeElement?.matches('.ordersheet input') ?? false"
# The line that is asked for; a power that was driven out has no pieces to order, only relations.
QUESTION = ".ordersheet tr.cur :is(input, .sw button)"
ON_QUESTION = f"document.activeElement?.matches({QUESTION!r}) ?? false"
# Everything is written, or nothing more is asked.
ON_SEAL = (
    "document.activeElement?.matches('.ordersheet [data-key=seal]')"
    " && (document.activeElement.matches('.go') || !document.querySelector('.ordersheet tr.cur'))"
)
SOMETHING_TO_DO = ".curtain .btn, .spot, .acts .btn"
ON_CURTAIN = "document.activeElement?.matches('.curtain .btn') ?? false"


@pytest.fixture(autouse=True)
def laptop(guest: Guest) -> None:
    """As many have it."""
    guest.page.set_viewport_size({"width": 1280, "height": 720})


def test_pistes(guest: Guest) -> None:
    sit_down(guest, "pistes", QUICK_PISTES)
    play_to_the_end(guest, run_somewhere, ".moves li button")


def test_africa(guest: Guest) -> None:
    sit_down(guest, "africa")
    openings = 6

    def play(guest: Guest) -> None:
        """Open some tiles, then let the game end for want of deeds."""
        nonlocal openings
        if guest.button("Garder").count() > 0:
            enter(guest, on_button("Garder"))
        elif openings > 0 and guest.page.locator(".spot:has(.query)").count() > 0:
            openings -= 1
            open_a_tile(guest)
        elif guest.button("Ne rien faire").count() > 0:
            enter(guest, on_button("Ne rien faire"))
        elif guest.page.locator(".acts .btn.go").count() > 0:
            enter(guest, ON_MAIN)
        else:
            enter(guest, ON_BOARD)

    play_to_the_end(guest, play, ".log li")
    assert openings == 0


def test_africana(guest: Guest) -> None:
    sit_down(guest, "africana", position=ROWS["none"])
    journeys = 4

    def play(guest: Guest) -> None:
        """Some journeys, then let the game stand still."""
        nonlocal journeys
        if guest.button("Terminer le voyage").count() > 0:
            enter(guest, on_button("Terminer le voyage"))
        elif journeys > 0 and guest.spots.count() > 0:
            journeys -= 1
            enter(guest, ON_BOARD)
        else:
            tab_to(guest, ON_ACTS)  # past all places of the board, each of which shows the way to it
            guest.page.keyboard.press("Escape")
            enter(guest, on_button("Passer"))

    play_to_the_end(guest, play, ".log li")
    assert journeys == 0


def test_africa1880(guest: Guest) -> None:
    """A reign of peace and idleness, to its end."""
    guest.go(f"/t/{guest.open_table('africa1880', [{'type': 'me'}, *[{'type': 'bot', 'level': 1}] * 2])}")
    guest.wait_for_turn()
    enter(guest, on_button("France"))
    guest.spots.first.wait_for()
    enter(guest, ON_BOARD)
    for _ in range(4000):  # a key or an answer each
        if is_over(guest):
            return
        if guest.page.evaluate(ON_SEAL):
            year = guest.page.locator(".progress").text_content()
            guest.page.keyboard.press("Enter")
            guest.page.wait_for_function(
                "year => document.querySelector('.progress').textContent !== year ||"
                " document.querySelector('.who').textContent.trim() === 'Partie finie'",
                arg=year,
            )
        elif not answer(guest):
            guest.page.keyboard.press("Tab")
    raise AssertionError("the game did not end")


def sit_down(
    guest: Guest, game: str, options: dict[str, object] | None = None, *, position: str | None = None
) -> None:
    """Both seats on one device."""
    guest.go(f"/t/{guest.open_table(game, HOT, options=options or {}, position=position)}")
    guest.page.locator(".curtain .btn, .spot").first.wait_for()


def play_to_the_end(guest: Guest, play: Callable[[Guest], None], lines: str) -> None:
    """Do one thing after the other; each is told in another line."""
    finished = guest.page.locator(".who", has_text="Partie finie")
    for _ in range(400):
        guest.page.locator(SOMETHING_TO_DO).or_(finished).first.wait_for()  # the curtain falls after the log's line
        if guest.page.locator(".curtain").count() > 0:
            enter(guest, ON_CURTAIN)
            guest.page.locator(".who.mine").wait_for()
        if is_over(guest):
            return
        before = guest.page.locator(lines).count()
        play(guest)
        guest.page.wait_for_function(
            "([what, count]) => document.querySelectorAll(what).length !== count || document.querySelector('.curtain')",
            arg=[lines, before],
        )
    raise AssertionError("the game did not end")


def answer(guest: Guest) -> bool:
    """If a question has the focus, write nothing or choose alliance; the focus then goes to the next question.

    When a year is over its sheet goes, and the focus with it.
    """
    here = guest.page.evaluate_handle(f"({ON_QUESTION}) ? document.activeElement : null")
    if here.as_element() is None:
        return False
    guest.page.keyboard.type("rien\n" if guest.page.evaluate(ON_ORDER) else "\n")
    guest.page.wait_for_function("before => document.activeElement !== before", arg=here)
    return True


def on_button(name: str) -> str:
    """The focus is on the button of this name."""
    return f"document.activeElement?.textContent?.trim() === {name!r}"


def enter(guest: Guest, where: str) -> None:
    """Press Tab until the focus is there, and then Enter."""
    tab_to(guest, where)
    guest.page.keyboard.press("Enter")


def tab_to(guest: Guest, where: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(120):
        if guest.page.evaluate(where):
            return
        guest.page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {where}")


def open_a_tile(guest: Guest) -> None:
    """Walk about the board by arrows until the focus is on a tile nobody has turned."""
    tab_to(guest, ON_BOARD)
    for step in range(200):
        if guest.page.evaluate(ON_HIDDEN):
            guest.page.keyboard.press("Enter")
            return
        guest.page.keyboard.press(ARROWS[step // 3 % 4])
    raise AssertionError("no hidden tile can be reached by arrows")


def run_somewhere(guest: Guest) -> None:
    """Take the pawn that has the focus and try the four ways until one is a run."""
    enter(guest, ON_BOARD)
    for key in ("ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"):
        guest.page.keyboard.press(key)
        if guest.page.evaluate("document.activeElement?.querySelector('rect.ring') !== null"):
            guest.page.keyboard.press("Enter")
            return
    raise AssertionError("no run can be aimed at by keyboard")
