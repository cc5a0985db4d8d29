"""Every lesson played through in a browser: what is lit leads on, a click elsewhere is answered kindly."""

import re
from typing import Literal

import pytest
from playwright.sync_api import expect

from caravane.exercises import exercises_of
from caravane.game import games
from caravane.lessons import Free, Lesson, lesson_of
from caravane.play import start
from tests.web.guest import Guest, Guests

TAUGHT = [game for game in games() if lesson_of(game) is not None]
GO_ON = {"fr": "Continuer", "en": "Go on"}


def taught(game: str) -> Lesson:
    found = lesson_of(game)
    assert found is not None
    return found


def free_of(lesson: Lesson) -> Free:
    assert lesson.free is not None
    return lesson.free


def in_words(text: str) -> str:
    return text.replace("\u00a0", " ")


def wait_for_lit(guest: Guest) -> None:
    """Until a ring or an outline says where to click, and what it surrounds stands still."""
    guest.page.wait_for_function("() => document.querySelector('.rings, .lit') !== null")


def click_lit(guest: Guest, *, phone: bool) -> None:
    """One click where the lesson's ring is; a finger aims first and presses then."""
    page = guest.page
    outside = page.locator(".lit")
    if outside.count():
        outside.first.click()
        return
    ring = page.locator(".rings .ring").first
    before = ring.get_attribute("cx"), ring.get_attribute("cy")
    box = page.locator(".stage").bounding_box()
    assert box is not None
    x, y = box["x"] + float(before[0] or 0), box["y"] + float(before[1] or 0)
    if phone:
        page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)


def click_elsewhere(guest: Guest) -> None:
    """A click far from every ring, on the board itself."""
    spot = guest.page.evaluate(
        """() => {
      const frame = document.querySelector('.stage').getBoundingClientRect();
      const rings = [...document.querySelectorAll('.rings .ring')]
        .map(r => [frame.x + +r.getAttribute('cx'), frame.y + +r.getAttribute('cy')]);
      let best = null;
      for (let x = frame.x + 20; x < frame.right - 20; x += 24)
        for (let y = frame.y + 20; y < frame.bottom - 20; y += 24) {
          const there = document.elementFromPoint(x, y);
          if (!there?.closest('svg.chart') || there.closest('.spot') || there.closest('svg') === there) continue;
          const middle = Math.hypot(x - frame.x - frame.width / 2, y - frame.y - frame.height / 2);
          const far = Math.min(...rings.map(([a, b]) => Math.hypot(a - x, b - y)), 400);
          if (far > 70 && (best === null || middle < best[2])) best = [x, y, middle];
        }
      return best;
    }"""
    )
    assert spot is not None
    guest.page.mouse.click(spot[0], spot[1])


@pytest.mark.parametrize(("language", "phone"), [("fr", False), ("en", True)], ids=["fr-desk", "en-phone"])
@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_is_played_through(guests: Guests, game: str, language: Literal["fr", "en"], phone: bool) -> None:
    guest = guests.come(language, phone=phone)
    page = guest.page
    lesson = taught(game)
    guest.go(f"/learn/{game}")
    for number, step in enumerate(lesson.steps):
        title = getattr(step.title, language)
        expect(page.locator(".ask")).to_have_text(title)
        expect(page.locator(".askbox .sub").first).to_have_text(in_words(getattr(step.text, language)))
        if step.play:
            wait_for_lit(guest)
        if step.play and step.play[0] != "*":
            click_elsewhere(guest)
            expect(page.locator(".bubble")).to_be_visible()
            expect(page.locator(".ask")).to_have_text(title)
        go_on = guest.button(GO_ON[language])
        for _ in range(30):
            if go_on.count():
                break
            if page.locator(".rings, .lit").count():
                click_lit(guest, phone=phone)
                page.wait_for_timeout(60)
            page.wait_for_timeout(40)
        expect(go_on, f"step {number + 1} of {game}").to_be_visible()
        if number == 0:
            assert guest.find_faults() == []
        go_on.click()
    expect(page.locator(".ask")).to_have_text(getattr(free_of(lesson).title, language))
    page.locator(".acts .btn.go").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".voice p")).to_have_text(in_words(getattr(free_of(lesson).voice[0], language)))
    guest.wait_for_turn()


def test_one_leaves_and_comes_back_to_the_same_step_asks_why_and_begins_again(guests: Guests) -> None:
    guest = guests.come("en")
    page = guest.page
    guest.go("/")
    page.get_by_role("link", name=re.compile("Learn L.Africa")).click()
    lesson = taught("pistes")
    for _ in range(3):
        wait_for_lit(guest)
        while not guest.button("Go on").count():
            if page.locator(".rings").count():
                click_lit(guest, phone=False)
            page.wait_for_timeout(60)
        guest.button("Go on").click()
        expect(guest.button("Go on")).to_have_count(0)
    page.get_by_role("link", name="Leave, I will be back").click()
    guest.go("/learn/pistes")
    expect(page.locator(".ask")).to_have_text(lesson.steps[3].title.en)
    guest.button("Why?").click()
    expect(page.locator(".why")).to_contain_text("The opponent's camp is never entered")
    guest.button("Back").click()
    expect(page.locator(".ask")).to_have_text(lesson.steps[2].title.en)
    guest.button("Begin again").first.click()
    expect(page.locator(".ask")).to_have_text(lesson.steps[0].title.en)


def test_a_lesson_is_played_by_keyboard(guests: Guests) -> None:
    guest = guests.come("en")
    page = guest.page
    guest.go("/learn/pistes")
    page.locator(".spot[tabindex='0']").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator(".ask")).to_have_text("That is it.")


@pytest.mark.parametrize("game", games())
def test_exercises_are_graded_at_once_shown_and_skipped(guests: Guests, game: str) -> None:
    """A wrong answer is told so, the right one is; who asks is shown where, and who wants goes on without it."""
    phone = game in ("africana", "africa1880")
    guest = guests.come("en" if phone else "fr", phone=phone)
    page = guest.page
    found = exercises_of(game)
    assert found is not None
    words = {True: ("Go on", "Show me", "Skip"), False: ("Continuer", "Montrer", "Passer")}[phone]
    guest.go(f"/learn/{game}/exercises")
    for exercise in found.exercises[:2]:
        task = found.tasks[exercise.task]
        expect(page.locator(".ask")).to_have_text(in_words(getattr(task.title, "en" if phone else "fr")))
        assert page.locator(".rings, .lit").count() == 0
        guest.button(words[1]).click()
        go_on = guest.button(words[0])
        for _ in range(40):
            if go_on.count():
                break
            if page.locator(".rings, .lit").count():
                click_lit(guest, phone=phone)
            page.wait_for_timeout(80)
        expect(go_on).to_be_visible()
        go_on.click()
    for number in range(3, 11):
        chip = f"Exercise {number} of 10" if phone else f"Exercice {number} sur 10"
        expect(page.locator(".askbox .who")).to_have_text(chip)
        guest.button(words[2]).click()
    expect(page.locator(".ask")).to_have_text("That was the last exercise" if phone else "C’était le dernier exercice")


def test_a_wrong_answer_to_an_exercise_is_told_so(guests: Guests) -> None:
    guest = guests.come("en")
    found = exercises_of("pistes")
    assert found is not None
    guest.go("/learn/pistes/exercises")
    wrong = next(action for action in start("pistes", position=found.exercises[0].position).legal_structures(0)
                 if f"{action['from']}-{action['to']}" not in found.exercises[0].play)
    for key in (wrong["from"], wrong["to"]):
        guest.page.locator(f'.spot[data-key="{key}"]').click()
    expect(guest.page.locator(".bubble")).to_contain_text("That move brings nobody home")


def test_a_game_without_a_lesson_says_so(guests: Guests) -> None:
    guest = guests.come("en")
    guest.page.route(
        "**/api/lessons/*",
        lambda route: route.fulfill(
            status=404, json={"code": "not-found", "text": {"fr": "Rien.", "en": "Nothing."}, "rule": None}
        ),
    )
    guest.go("/learn/pistes")
    expect(guest.page.locator("h1")).to_have_text("No lesson yet")


def test_a_link_to_a_position_opens_a_table_that_begins_there_and_it_can_be_copied(guests: Guests) -> None:
    guest = guests.come("en")
    page = guest.page
    guest.context.grant_permissions(["clipboard-read", "clipboard-write"])
    line = free_of(taught("pistes")).position
    page.goto(f"{guest.base}/?game=pistes&position={line}")
    expect(page.locator("textarea")).to_have_value(line)
    page.locator("textarea").fill(line.replace("7LLL", "8LL", 1))
    guest.button("Open the table").click()
    expect(page.locator("dialog .problem")).to_contain_text("light has 8 pawns instead of 9")
    page.locator("textarea").fill(line)
    page.locator("dialog select").nth(1).select_option("bot:1")
    guest.button("Open the table").click()
    page.wait_for_url("**/t/*")
    guest.wait_for_turn()
    guest.button("Menu").click()
    guest.button("Copy the position").click()
    page.wait_for_function("async () => (await navigator.clipboard.readText()).startsWith('pistes')")
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert set(line.split()) <= set(copied.split())
