"""The template game in a folder of its own, and no other file touched: a card, a title, a board in words, buttons."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.fifth import add_toy
from tests.web.conftest import serving
from tests.web.guest import Guest, Guests
from tests.web.test_play import TWO, play_to_the_end, see_the_end


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that finds a fifth game."""
    folder = tmp_path_factory.mktemp("fifth")
    with serving(folder, add_toy(folder / "house")) as address:
        yield address


def test_it_has_a_card_and_is_played_in_two_clicks(guest: Guest) -> None:
    guest.go("/")
    card = guest.page.locator("article", has=guest.page.get_by_role("heading", name="Jouet"))
    expect(card).to_contain_text("Ajoutez au tas")
    expect(card.locator(".pic svg")).to_be_visible()
    assert guest.find_faults() == []
    card.get_by_role("button", name="Jouer").click()
    guest.button("Commencer").click()
    guest.wait_for_turn()
    expect(guest.page.get_by_role("group", name="Choisissez une action").get_by_role("button")).to_have_text(
        ["Ajouter 1", "Ajouter 2", "Ajouter 3"]
    )


def test_two_people_play_it_to_the_end_at_a_desk_and_on_a_phone(guests: Guests) -> None:
    desk, phone = guests.come("fr"), guests.come("en", phone=True)
    table = desk.open_table("toy", TWO)
    desk.go(f"/t/{table}")
    phone.go(f"/t/{table}")
    phone.button("Sit here").click()
    desk.wait_for_turn()
    board = desk.page.get_by_role("region", name="Plateau")
    expect(board).to_contain_text("tas 0, cartes")
    assert board.inner_text().endswith("?"), "the other's card is not seen"
    for each in (desk, phone):
        assert each.find_faults() == []
    play_to_the_end([desk, phone], add_two)
    expect(phone.page.get_by_role("region", name="Board")).to_contain_text("heap 10, cards")
    assert "?" not in phone.page.get_by_role("region", name="Board").inner_text()
    see_the_end(desk, "Les points au fil de la partie")
    desk.go(f"/t/{table}/replay")
    for key, heap in (("Home", 0), ("ArrowRight", 2), ("ArrowRight", 4)):
        desk.page.keyboard.press(key)
        expect(desk.page.get_by_role("region", name="Plateau")).to_contain_text(f"tas {heap}, cartes")


def add_two(guest: Guest) -> None:
    """Press the second button, by its key."""
    before = guest.page.locator(".log li").count()
    guest.page.locator(".choices [data-key='+2']").press("Enter")
    guest.wait_for_change(".log li", before)
