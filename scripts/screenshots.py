"""Pictures of every page and board, desk and phone, light and dark: `make screenshots`.

A server is started on a database of its own; golden records are imported and played on from their middle, so
that boards show a position of a real game. `screenshots.py FOLDER NAME…` takes only some.
"""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).parent.parent
CHROMIUM = os.environ.get("CARAVANE_CHROMIUM", "/usr/bin/chromium")
SIZES = {"desk": (1440, 900), "phone": (390, 844)}
LOOKS = [("desk", "light", "fr"), ("desk", "dark", "en"), ("phone", "light", "fr"), ("phone", "dark", "en")]
PAGES = {
    "home": "/",
    "tables": "/tables",
    "settings": "/settings",
    "login": "/login",
    "account": "/account",
    "import": "/replay",
    "rules": "/rules/pistes",
    "unknown": "/t/nowhere",
}
RECORDS = {"pistes": "home", "africa": "monuments", "africana": "expeditions", "africa1880": "last-year"}
QUIET = "localStorage.setItem('caravane.settings', JSON.stringify({speed: 'off'}))"


@contextmanager
def server() -> Iterator[str]:
    """A server of our own, with plain rules."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {
            "NUMBA_DISABLE_JIT": "1",
            "CARAVANE_DATABASE_URL": f"sqlite+aiosqlite:///{folder}/caravane.db",
            "CARAVANE_BOT_PROCESSES": "0",
            "CARAVANE_REQUESTS_PER_MINUTE": "0",
        }
        process = subprocess.Popen([sys.executable, "-m", "caravane", "serve", "--port", str(port)], env=environment)
        try:
            yield wait_until_open(f"http://127.0.0.1:{port}")
        finally:
            process.terminate()
            process.wait(20)


def wait_until_open(address: str) -> str:
    """The address, once it answers."""
    for _ in range(600):
        try:
            with urllib.request.urlopen(f"{address}/health", timeout=2):
                return address
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server did not open")


def ask(
    context: BrowserContext, base: str, method: str, path: str, body: Any = None, kind: str = "application/json"
) -> Any:
    """A request with the cookie of this profile."""
    data = body if body is None or isinstance(body, (str, bytes)) else json.dumps(body)
    headers = {"content-type": kind, "origin": base}
    answer = context.request.fetch(f"{base}/api{path}", method=method, data=data, headers=headers, timeout=120_000)
    if not answer.ok:
        raise SystemExit(f"{method} {path}: {answer.text()}")
    return answer.json()


def live_table(context: BrowserContext, base: str, game: str) -> tuple[str, str]:
    """An imported record and a table that plays on from its middle, all seats mine."""
    record = (ROOT / f"tests/games/{game}/records/{RECORDS[game]}.jsonl").read_bytes()
    table = ask(context, base, "POST", "/records", record, "application/x-ndjson")
    entries = ask(context, base, "GET", f"/tables/{table['id']}/snapshot?seat=-1")["entries"]
    moves = [entry["sequence"] for entry in entries if entry["type"] == "moved"]
    middle = moves[len(moves) * 5 // 9]
    frames = ask(
        context, base, "GET", f"/tables/{table['id']}/frames?seat=-1&start={middle}&stop={min(middle + 90, moves[-1])}"
    )
    chosen = next((frame["sequence"] for frame in frames if is_telling(frame["position"])), middle)
    mine = [{"type": "me", "name": name} for name in ("Awa", "Mathis", "Inès", "Livia", "Noé", "Zoé")]
    branch = {"sequence": chosen, "seats": mine[: len(table["seats"])]}
    return table["id"], ask(context, base, "POST", f"/tables/{table['id']}/branch", branch)["id"]


def is_telling(position: dict[str, Any]) -> bool:
    """Whether a position shows what the board can do: in africa, a found animal that may go somewhere."""
    decision = position["view"].get("decision")
    kind = decision.get("type") if isinstance(decision, dict) else decision
    return kind in ("settle", "move", "journey", "write", "orders") and 0 in position["to_move"]


def profile(browser: Browser, size: str, theme: str, language: str, state: Any) -> BrowserContext:
    """A browser window of this look, with the identity of `state`."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=1 if size == "desk" else 1.5,
        has_touch=size == "phone",
        color_scheme=theme,  # type: ignore[arg-type]
        locale="fr-FR" if language == "fr" else "en-GB",
        storage_state=state,
    )
    context.add_init_script(QUIET)
    return context


def picture(page: Page, address: str, file: Path) -> None:
    """Open an address, draw the curtain if there is one, take the picture."""
    page.goto(address)
    page.locator("h1").first.wait_for()
    page.wait_for_timeout(700)
    curtain = page.locator(".curtain .btn")
    if curtain.count() > 0:
        curtain.click()
        page.wait_for_timeout(700)
    aim_at_something(page)
    page.screenshot(path=file, type="jpeg", quality=72)


def aim_at_something(page: Page) -> None:
    """Show a preview where the board has one."""
    best = page.locator(".spot:has(.target.best)")
    if best.count() > 0:
        best.first.hover()
    elif page.locator('[data-game="pistes"] .spot').count() > 1:
        page.locator(".spot").nth(1).click()
        page.locator(".spot:has(.arrow)").last.hover()
    page.wait_for_timeout(250)


def main(folder: Path, only: list[str]) -> None:
    """Everything in every look, or only what begins with one of these names."""
    folder.mkdir(parents=True, exist_ok=True)
    with server() as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        )
        owner = browser.new_context(locale="fr-FR")
        ask(owner, base, "GET", "/me")
        ask(owner, base, "PATCH", "/me", {"name": "Awa"})
        waiting = {"game": "pistes", "seats": [{"type": "me"}, {"type": "open"}]}
        addresses = PAGES | {"waiting": f"/t/{ask(owner, base, 'POST', '/tables', waiting)['id']}"}
        for game in RECORDS:
            record, table = live_table(owner, base, game)
            addresses |= {f"table-{game}": f"/t/{table}", f"replay-{game}": f"/t/{record}/replay?at=40&seat=-1"}
        for size, theme, language in LOOKS:
            context = profile(browser, size, theme, language, owner.storage_state())
            page = context.new_page()
            for name, path in addresses.items():
                if only and not f"{name}-{size}-{theme}-{language}".startswith(tuple(only)):
                    continue
                picture(page, base + path, folder / f"{name}-{size}-{theme}-{language}.jpg")
            context.close()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
