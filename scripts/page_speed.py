"""How heavy and how quick a table page is, for each game: `make client && .venv/bin/python scripts/page_speed.py`.

script_kb: script of the page, raw and as sent (brotli). board_ms: from the click on a link to the first board, nothing
kept. shift: cumulative layout shift. press_ms: the slowest answer of the page to a press, processor slowed four times.
All but the bytes depend on what else the machine does: `load` says how much that was.
"""

import json
import os
import statistics
import sys
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from screenshots import CHROMIUM, ROOT, ask, server

SEATS = {"pistes": 2, "africa": 3, "africana": 3, "africa1880": 4}
MOST_SCRIPT_KB = 200
TIMES = 3
PRESSES = 6
SLOWED = 4
WATCH = """
  window.shift = 0; window.pressed = [];
  new PerformanceObserver((list) => list.getEntries().forEach((each) => each.hadRecentInput || (window.shift += each.value)))
    .observe({type: 'layout-shift', buffered: true});
  new PerformanceObserver((list) => list.getEntries().forEach((each) => each.interactionId && window.pressed.push(each.duration)))
    .observe({type: 'event', buffered: true, durationThreshold: 16});
  const board = () => document.querySelector('svg.chart') ? (window.board = performance.now()) : requestAnimationFrame(board);
  requestAnimationFrame(board);
"""


def person(browser: Browser) -> BrowserContext:
    """A fresh profile: nothing is kept, nothing moves by itself."""
    context = browser.new_context(viewport={"width": 1280, "height": 720}, service_workers="block")
    context.add_init_script("localStorage.setItem('caravane.settings', JSON.stringify({speed: 'off'}))" + WATCH)
    return context


def scripts_of(page: Page) -> list[str]:
    """The names of the scripts that a page loaded."""
    found: list[str] = page.evaluate(
        "performance.getEntriesByType('resource').map((each) => new URL(each.name).pathname).filter((path) => path.endsWith('.js'))"
    )
    return found


def weigh(names: list[str], suffix: str) -> float:
    """Kilobytes of built files."""
    return round(sum((ROOT / f"src/caravane/web{name}{suffix}").stat().st_size for name in names) / 1000, 1)


def press(page: Page) -> float:
    """The slowest of some presses, in milliseconds, with a slowed processor."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    targets = page.locator(":is(.spot, .tabs button, .orders button):visible")
    for number in range(PRESSES):
        targets.nth(number % max(1, targets.count())).click(force=True)
        page.wait_for_timeout(400)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    pressed: list[float] = page.evaluate("window.pressed")
    return max(pressed, default=0.0)


def measure(browser: Browser, base: str, game: str) -> dict[str, Any]:
    """One game."""
    boards, shifts = [], []
    for _ in range(TIMES):
        context = person(browser)
        ask(context, base, "GET", "/me")
        seats = [{"type": "me"}, *[{"type": "me", "name": f"Nom {seat}"} for seat in range(1, SEATS[game])]]
        table = ask(context, base, "POST", "/tables", {"game": game, "seats": seats})["id"]
        page = context.new_page()
        page.goto(f"{base}/t/{table}")
        page.locator("svg.chart, .curtain .btn").first.wait_for()
        is_curtain = page.locator(".curtain .btn").count() > 0
        if is_curtain:
            page.locator(".curtain .btn").click()
        page.locator("svg.chart").wait_for()
        page.wait_for_timeout(500)
        if not is_curtain:  # behind a curtain the board waits for a person
            boards.append(page.evaluate("window.board"))
        shifts.append(page.evaluate("window.shift"))
    names = scripts_of(page)
    return {
        "script_kb": [weigh(names, ""), weigh(names, ".br")],
        "board_ms": round(statistics.median(boards)) if boards else None,
        "shift": round(max(shifts), 4),
        "press_ms": press(page),
    }


def main() -> None:
    """Print a line for each game; fail if a page has too much script."""
    before = os.getloadavg()[0]
    with server() as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        measured = {game: measure(browser, base, game) for game in SEATS}
        browser.close()
    print(json.dumps({"load": round(before, 1), **measured}, indent=1))
    heavy = [game for game, figures in measured.items() if figures["script_kb"][1] > MOST_SCRIPT_KB]
    if heavy:
        sys.exit(f"over {MOST_SCRIPT_KB} kB of script: {', '.join(heavy)}")


if __name__ == "__main__":
    main()
