"""A person in front of a browser."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

AXE = Path(__file__).parent.parent.parent / "web/node_modules/axe-core/axe.min.js"
DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
PATIENCE = 30_000
expect.set_options(timeout=PATIENCE)


@dataclass
class Guest:
    """A fresh profile with one page."""

    base: str
    context: BrowserContext
    page: Page
    complaints: list[str] = field(default_factory=list)

    def go(self, path: str) -> None:
        """Open an address and wait for its heading."""
        self.page.goto(self.base + path)
        self.page.locator("h1:visible, h2:visible").first.wait_for()

    def api(self, method: str, path: str, body: Any = None) -> Any:
        """A request with this person's cookie, as the page would make it."""
        answer = self.context.request.fetch(
            f"{self.base}/api{path}",
            method=method,
            data=None if body is None else json.dumps(body),
            headers={"content-type": "application/json", "origin": self.base},
        )
        assert answer.ok, answer.text()
        return answer.json() if answer.body() else None

    def open_table(self, game: str, seats: list[dict[str, Any]], **options: Any) -> str:
        """Open a table over HTTP, for tests that begin after the dialog."""
        self.api("GET", "/me")
        made: str = self.api("POST", "/tables", {"game": game, "seats": seats, **options})["id"]
        return made

    @property
    def ask(self) -> str:
        """What the page asks, or whom it waits for."""
        return self.page.locator(".ask").inner_text()

    @property
    def spots(self) -> Locator:
        """The legal targets on the board."""
        return self.page.locator(".spot")

    def button(self, name: str, *, exact: bool = True) -> Locator:
        """A button by its name."""
        return self.page.get_by_role("button", name=name, exact=exact)

    def wait_for_turn(self) -> None:
        """Wait until something is asked of this person."""
        expect(self.page.locator(".who.mine")).to_be_visible()

    def wait_for_change(self, selector: str, before: int) -> None:
        """Wait until there are more or fewer of something; looks at each frame, which is quicker than `expect`."""
        self.page.wait_for_function(
            "([what, count]) => document.querySelectorAll(what).length !== count", arg=[selector, before]
        )

    def find_faults(self) -> list[str]:
        """What axe-core finds on the page, in short; what is only so while something fades in is no fault."""
        self.page.evaluate(AXE.read_text())
        if not self._look_for_faults():
            return []
        self.page.wait_for_timeout(1000)
        return self._look_for_faults()

    def _look_for_faults(self) -> list[str]:
        found = self.page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{fault['id']}: {node['html'][:160]} ({node['failureSummary'][:200]})"
            for fault in found["violations"]
            for node in fault["nodes"][:3]
        ]


class Guests:
    """Those who came during a test."""

    def __init__(self, browser: Browser, base: str) -> None:
        self.browser, self.base = browser, base
        self.here: list[Guest] = []

    def come(
        self,
        language: Literal["fr", "en"] = "fr",
        *,
        phone: bool = False,
        theme: Literal["light", "dark"] = "light",
        speed: str = "off",
        keeps_app: bool = False,
    ) -> Guest:
        """A new person with an empty profile; nothing moves and nothing is kept for later unless asked for."""
        context = self.browser.new_context(
            viewport=PHONE if phone else DESK,  # type: ignore[arg-type]
            has_touch=phone,
            locale="fr-FR" if language == "fr" else "en-GB",
            color_scheme=theme,
            service_workers="allow" if keeps_app else "block",  # tests look at requests, which a worker would hide
        )
        settings = json.dumps({"speed": speed})
        context.add_init_script(
            f"localStorage.getItem('caravane.settings') ?? localStorage.setItem('caravane.settings', '{settings}')"
        )
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        guest = Guest(self.base, context, page)
        page.on("pageerror", lambda error: guest.complaints.append(str(error)))
        self.here.append(guest)
        return guest

    def leave(self) -> list[str]:
        """Close everything; what the pages complained about."""
        for guest in self.here:
            guest.context.close()
        return [complaint for guest in self.here for complaint in guest.complaints]
