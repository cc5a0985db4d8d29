"""Games played to their end by touch alone on a small phone, in English, from prepared positions shortly before it."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.guest import Guest, Guests

ROOT = Path(__file__).parent.parent.parent
NAMES = ("Awa", "Mathis", "Inès")
LAST_PAWN = "pistes match=single 6L1LL/7LLL/7LLL/10/10/10/4DDD3/4DDD3/3DDD4 L"


@pytest.fixture
def thumb(guests: Guests) -> Guest:
    """Somebody with a phone of 360 x 740."""
    guest = guests.come("en", phone=True)
    guest.page.set_viewport_size({"width": 360, "height": 740})
    return guest


def seats(count: int) -> list[dict[str, Any]]:
    """All of them on this phone."""
    return [{"type": "me", "name": name} for name in NAMES[:count]]


def before_the_end(guest: Guest, game: str, record: str, moves: int) -> str:
    """A table that plays on where a golden record has this many moves left."""
    guest.api("GET", "/me")
    answer = guest.context.request.post(
        f"{guest.base}/api/records",
        data=(ROOT / f"tests/games/{game}/records/{record}.jsonl").read_bytes(),
        headers={"content-type": "application/x-ndjson", "origin": guest.base},
    )
    table = answer.json()
    entries = guest.api("GET", f"/tables/{table['id']}/snapshot?seat=-1")["entries"]
    sequence = [entry["sequence"] for entry in entries if entry["type"] == "moved"][-1 - moves]
    branch = {"sequence": sequence, "seats": seats(len(table["seats"]))}
    made: str = guest.api("POST", f"/tables/{table['id']}/branch", branch)["id"]
    return made


def open_table(guest: Guest, table: str) -> None:
    """Go there, and past the curtain."""
    guest.go(f"/t/{table}")
    take_the_phone(guest)


def take_the_phone(guest: Guest) -> None:
    """Whoever is asked says so where a curtain hides what others know."""
    curtain = guest.page.locator(".curtain .btn")
    mine = guest.page.locator(".who.mine")
    curtain.or_(mine).first.wait_for()
    if curtain.count() > 0:
        curtain.tap()
    expect(mine).to_be_visible()


def touch(guest: Guest, key: str) -> None:
    """A place of the board: the first touch aims, the second acts."""
    spot = guest.page.locator(f'.spot[data-key="{key}"]')
    spot.tap()
    expect(guest.page.locator(".who.mine")).to_be_visible()
    if spot.count() > 0:
        spot.tap()


def sees_the_result(guest: Guest) -> None:
    """The end is told, the score sheet opens, and nothing is wrong with the page."""
    expect(guest.page.locator(".who")).to_have_text("Game over")
    guest.page.locator(".cartouche .acts").get_by_role("button", name="Scoring sheet").tap()
    expect(guest.page.get_by_role("dialog")).to_be_visible()
    assert guest.find_faults() == []


def test_pistes(thumb: Guest) -> None:
    open_table(thumb, thumb.open_table("pistes", seats(2), position=LAST_PAWN))
    thumb.page.locator('.spot[data-key="g9"]').tap()
    goal = thumb.page.locator('.spot[data-key="h9"]')
    goal.tap()
    thumb.button("Slide").tap()
    sees_the_result(thumb)


def test_africa(thumb: Guest) -> None:
    """The eleventh monument is turned."""
    open_table(thumb, before_the_end(thumb, "africa", "monuments", 2))
    touch(thumb, "walk:n7")
    expect(thumb.page.locator('.spot[data-key="walk:n7"]')).to_have_count(0)
    touch(thumb, "open:n8")
    sees_the_result(thumb)


def test_africana(thumb: Guest) -> None:
    """The last journey of the last round, with its last button."""
    open_table(thumb, before_the_end(thumb, "africana", "expeditions", 2))
    place = thumb.page.locator('.spot[data-key="ZAN"]')
    place.tap()
    thumb.page.locator(".cartouche .acts .btn.go").tap()
    thumb.button("End the journey").tap()
    sees_the_result(thumb)


def test_africa1880(thumb: Guest) -> None:
    """The sheets of the last year are sealed one after the other."""
    open_table(thumb, before_the_end(thumb, "africa1880", "last-year", 3))
    for _ in range(3):
        thumb.page.locator(".dock").get_by_role("button", name="Orders").tap()
        thumb.page.locator(".ordersheet .acts").get_by_role("button", name=re.compile("^Seal")).tap()
        expect(thumb.page.locator(".curtain .btn, .who:text-is('Game over')").first).to_be_visible()
        if thumb.page.locator(".curtain .btn").count() == 0:
            break
        take_the_phone(thumb)
    thumb.page.locator(".dock button").first.tap()
    sees_the_result(thumb)
