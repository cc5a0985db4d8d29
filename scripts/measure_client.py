"""How quick the client is on this machine: seconds until a page can be used, milliseconds until a move is on the other screen.

make client && .venv/bin/python scripts/measure_client.py
"""

import gzip
import json
import statistics
import sys
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from screenshots import CHROMIUM, ask, server

MOVES = 12
WATCH = """() => {
  window.seen = [];
  new MutationObserver(() => window.seen.push(Date.now())).observe(document.querySelector('.panel'), {childList: true, subtree: true});
  addEventListener('pointerup', () => (window.pressed = Date.now()), true);
}"""


def person(browser: Browser) -> BrowserContext:
    """A fresh profile in which nothing moves by itself."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.add_init_script("localStorage.setItem('caravane.settings', JSON.stringify({speed: 'off'}))")
    return context


def open_page(context: BrowserContext, address: str) -> tuple[Page, float, int]:
    """The page, the seconds until its board can be used, and the bytes of compressed script."""
    scripts: dict[str, int] = {}
    page = context.new_page()
    page.on(
        "response",
        lambda answer: (
            scripts.update({answer.url: len(gzip.compress(answer.body()))}) if answer.url.endswith(".js") else None
        ),
    )
    page.goto(address)
    page.locator("svg.chart").wait_for()
    ready = page.evaluate("performance.now() / 1000")
    page.wait_for_timeout(500)
    return page, ready, sum(scripts.values())


def slide(mover: Page, watcher: Page) -> float:
    """One move of pistes; the milliseconds from the press to the other screen."""
    watcher.evaluate("window.seen = []")
    mover.locator(".spot").first.click()
    mover.locator(".spot:has(.arrow)").first.click()
    watcher.wait_for_function("() => window.seen.length > 0")
    pressed, seen = mover.evaluate("window.pressed"), watcher.evaluate("window.seen[0]")
    mover.wait_for_function("() => document.querySelectorAll('.spot').length === 0")
    watcher.locator(".spot").first.wait_for()
    return float(seen - pressed)


def measure(browser: Browser, base: str) -> dict[str, Any]:
    """Everything, on a table of pistes between two profiles."""
    one, other = person(browser), person(browser)
    for context in (one, other):
        ask(context, base, "GET", "/me")
    table = ask(one, base, "POST", "/tables", {"game": "pistes", "seats": [{"type": "me"}, {"type": "open"}]})["id"]
    ask(other, base, "POST", f"/tables/{table}/join", {"seat": 1})
    (light, ready, weight), (dark, _, _) = open_page(one, f"{base}/t/{table}"), open_page(other, f"{base}/t/{table}")
    for page in (light, dark):
        page.evaluate(WATCH)
    delays = [slide(*pair) for pair in [(light, dark), (dark, light)] * (MOVES // 2)]
    return {
        "ready_s": round(ready, 2),
        "script_gzip_bytes": weight,
        "move_ms_median": statistics.median(delays),
        "move_ms_max": max(delays),
    }


if __name__ == "__main__":
    with server() as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        )
        json.dump(measure(browser, base), sys.stdout)
        browser.close()
