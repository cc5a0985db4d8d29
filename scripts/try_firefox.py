"""Every game in Firefox at three sizes, and the pages around them: none may complain, every board must be there.

`make test-firefox`. Playwright cannot drive the Firefox that distributions ship; this speaks WebDriver BiDi with it, which
is JSON over a socket, so that nothing has to be installed but the browser.
"""

import asyncio
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from screenshots import server
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

FIREFOX = os.environ.get("CARAVANE_FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox") or ""
SIZES = [(1440, 900), (1280, 720), (390, 844)]
SEATS = {"pistes": 2, "africa": 5, "africana": 4, "africa1880": 6}
PAGES = ["/", "/tables", "/rules/africana", "/settings", "/login", "/nowhere"]
PATIENCE_S = 60
# What is wrong with a table: no board, no target for whose turn it is, or a page larger than its window.
FAULTS = """() => {
  const root = document.documentElement, chart = document.querySelector('svg.chart'), found = [];
  if (chart === null || chart.getBoundingClientRect().width < 100) found.push('no board');
  if (document.querySelector('.ask') === null) found.push('nothing is asked');
  if (root.scrollWidth > innerWidth + 1 || root.scrollHeight > innerHeight + 1) found.push('larger than the window');
  return found;
}"""
BEGIN = (
    "() => { document.querySelector('.curtain .btn')?.click(); return document.querySelector('svg.chart') !== null; }"
)


class Failed(Exception):
    """A command that Firefox could not carry out."""


class Firefox:
    """One tab of a browser, and what its pages complained about."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket, self.tab = socket, ""
        self.complaints: list[str] = []
        self._numbers = itertools.count(1)
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        with suppress(ConnectionClosed):  # Firefox goes without a goodbye
            async for raw in self.socket:
                self._hear(json.loads(raw))

    def _hear(self, said: dict[str, Any]) -> None:
        if said.get("type") == "event":
            entry = said["params"]
            if said["method"] == "log.entryAdded" and (entry["level"], entry["type"]) == ("error", "javascript"):
                self.complaints.append(entry["text"])
        elif (waiting := self._answers.pop(said["id"], None)) is not None:
            waiting.set_result(said)

    async def ask(self, method: str, **params: Any) -> Any:
        """One command; its result."""
        number = next(self._numbers)
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        await self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        said = await asyncio.wait_for(answer, PATIENCE_S)
        if said["type"] == "error":
            raise Failed(f"{method}: {said['message']}")
        return said["result"]

    async def begin(self) -> None:
        """Find the tab and listen to it."""
        await self.ask("session.new", capabilities={})
        await self.ask("session.subscribe", events=["log.entryAdded"])
        self.tab = (await self.ask("browsingContext.getTree"))["contexts"][0]["context"]

    async def check_hearing(self) -> None:
        """A page that complains is heard; otherwise silence would prove nothing."""
        await self.run("() => void setTimeout(() => { throw new Error('can you hear me') })")
        await asyncio.sleep(1)
        if not any("can you hear me" in complaint for complaint in self.complaints):
            raise SystemExit("errors of pages are not heard")
        self.complaints.clear()

    async def go(self, address: str) -> None:
        """Open an address; Firefox drops a navigation that meets the page before it still at work, so it is asked twice."""
        for is_last in (False, True):
            try:
                await self.ask("browsingContext.navigate", context=self.tab, url=address, wait="complete")
                return
            except Failed as failed:
                if is_last or "NS_BINDING_ABORTED" not in str(failed):
                    raise
            await asyncio.sleep(1)

    async def run(self, code: str) -> Any:
        """What a function gives in the page; lists and plain values."""
        done = await self.ask(
            "script.callFunction",
            functionDeclaration=code,
            target={"context": self.tab},
            awaitPromise=True,
        )
        if done["type"] == "exception":
            raise SystemExit(f"{code[:60]}: {done['exceptionDetails']['text']}")
        return _plain(done["result"])

    async def wait_for(self, code: str) -> None:
        """Ask again until it is so."""
        for _ in range(PATIENCE_S * 5):
            if await self.run(code):
                return
            await asyncio.sleep(0.2)
        raise SystemExit(f"not so after {PATIENCE_S} s: {code[:80]}")


def _plain(value: Any) -> Any:
    return [_plain(each) for each in value["value"]] if value["type"] == "array" else value.get("value")


@asynccontextmanager
async def firefox() -> AsyncIterator[Firefox]:
    """A browser with an empty profile."""
    with tempfile.TemporaryDirectory() as profile:
        command = [FIREFOX, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"]
        process = await asyncio.create_subprocess_exec(*command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
        try:
            yield await _meet(process)
        finally:
            process.terminate()
            await process.wait()


async def _meet(process: asyncio.subprocess.Process) -> Firefox:
    assert process.stderr is not None
    async for line in process.stderr:
        if found := re.search(rb"WebDriver BiDi listening on (ws://\S+)", line):
            browser = Firefox(await connect(found[1].decode() + "/session", max_size=None, ping_interval=None))
            await browser.begin()
            return browser
    raise SystemExit("Firefox ended before it was ready")


async def open_table(browser: Firefox, game: str) -> str:
    """A table with all seats on this device."""
    seats = json.dumps([{"type": "me", "name": f"Nom {number}"} for number in range(SEATS[game])])
    made: str = await browser.run(f"""async () => {{
      const send = (path, init) => fetch('/api' + path, init).then((answer) => answer.json());
      await send('/me');
      const body = JSON.stringify({{game: '{game}', seats: {seats}}});
      return (await send('/tables', {{method: 'POST', headers: {{'content-type': 'application/json'}}, body}})).id;
    }}""")
    return made


async def try_everything(base: str) -> list[str]:
    """What is wrong, in words."""
    wrong: list[str] = []
    async with firefox() as browser:
        await browser.go(base)
        await browser.check_hearing()
        for path in PAGES:
            await browser.go(base + path)
            await browser.wait_for("() => document.querySelector('h1') !== null")
        for game in SEATS:
            await browser.go(f"{base}/t/{await open_table(browser, game)}")
            await browser.wait_for(BEGIN)
            for width, height in SIZES:
                await browser.ask(
                    "browsingContext.setViewport", context=browser.tab, viewport={"width": width, "height": height}
                )
                await asyncio.sleep(0.5)  # the map fits itself to its new room
                wrong += [f"{game} at {width} x {height}: {fault}" for fault in await browser.run(FAULTS)]
        return wrong + browser.complaints


def main() -> None:
    """Say what is wrong, or that nothing is."""
    if not FIREFOX:
        raise SystemExit("Firefox is not installed: scripts/system-packages firefox")
    with server() as base:
        with urllib.request.urlopen(base) as page:
            if b"/assets/" not in page.read():
                raise SystemExit("the client is not built: make client")
        wrong = asyncio.run(try_everything(base))
    print(
        "\n".join(wrong) or f"Firefox: {len(SEATS)} games at {len(SIZES)} sizes and {len(PAGES)} pages, no complaints"
    )
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
