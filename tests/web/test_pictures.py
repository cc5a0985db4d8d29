"""Prepared positions look as they did: screenshots beside reference pictures, compared by a coarse grid of brightness.

Letters are drawn a little differently by each Chromium; what stands where, and how dark it is, is not. After a wanted
change `make pictures` writes the references anew; look at them before committing.
"""

import base64
import os
from pathlib import Path
from typing import Any

import pytest

from tests.web.guest import Guest, Guests

ROOT = Path(__file__).parent.parent.parent
PICTURES = Path(__file__).parent / "pictures"
RECORDS = {"pistes": "home", "africa": "monuments", "africana": "expeditions", "africa1880": "last-year"}
SIZES = {"laptop": (1280, 720), "tablet": (768, 1024), "phone": (390, 844)}
NAMES = ("Awa", "Mathis", "Inès", "Livia", "Noé", "Zoé")
MOST_IN_A_CELL, MOST_ON_AVERAGE = 40, 5  # of 255; measured: 0 for the same page, 126 without its seats
# Brightness of a picture in cells of about 40 px.
GRID = """async ([address, columns, rows]) => {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const [fine, canvas] = [4, document.createElement('canvas')];
  [canvas.width, canvas.height] = [columns * fine, rows * fine];
  const pen = canvas.getContext('2d', {willReadFrequently: true});
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const {data} = pen.getImageData(0, 0, canvas.width, canvas.height);
  const cells = new Array(columns * rows).fill(0);
  for (let at = 0; at < data.length; at += 4) {
    const [x, y] = [(at / 4) % canvas.width, Math.floor(at / 4 / canvas.width)];
    const light = 0.299 * data[at] + 0.587 * data[at + 1] + 0.114 * data[at + 2];
    cells[Math.floor(y / fine) * columns + Math.floor(x / fine)] += light / fine / fine;
  }
  return cells;
}"""


def grid(guest: Guest, picture: bytes, size: tuple[int, int]) -> list[float]:
    """How bright each part of a picture is."""
    address = "data:image/jpeg;base64," + base64.b64encode(picture).decode()
    cells: list[float] = guest.page.evaluate(GRID, [address, size[0] // 40, size[1] // 40])
    return cells


def middle_of(guest: Guest, game: str) -> str:
    """A table that plays on from the middle of a golden record, all seats mine."""
    record = (ROOT / f"tests/games/{game}/records/{RECORDS[game]}.jsonl").read_bytes()
    answer = guest.context.request.post(
        f"{guest.base}/api/records",
        data=record,
        headers={"content-type": "application/x-ndjson", "origin": guest.base},
    )
    table: dict[str, Any] = answer.json()
    entries = guest.api("GET", f"/tables/{table['id']}/snapshot?seat=-1")["entries"]
    moves = [entry["sequence"] for entry in entries if entry["type"] == "moved"]
    seats = [{"type": "me", "name": name} for name in NAMES[: len(table["seats"])]]
    branch = {"sequence": moves[len(moves) * 5 // 9], "seats": seats}
    made: str = guest.api("POST", f"/tables/{table['id']}/branch", branch)["id"]
    return made


def take(guest: Guest, table: str, size: tuple[int, int]) -> bytes:
    """The table's picture at a size, once nothing moves any more."""
    guest.page.set_viewport_size({"width": size[0], "height": size[1]})
    guest.page.goto(f"{guest.base}/t/{table}")
    guest.page.locator(".curtain .btn, svg.chart").first.wait_for()
    if guest.page.locator(".curtain .btn").count() > 0:
        guest.page.locator(".curtain .btn").click()
    guest.page.locator("svg.chart").wait_for()
    guest.page.evaluate("document.fonts.ready")
    before, now = b"", guest.page.screenshot(type="jpeg", quality=60)
    while now != before:
        guest.page.wait_for_timeout(400)
        before, now = now, guest.page.screenshot(type="jpeg", quality=60)
    return now


@pytest.mark.parametrize("game", RECORDS)
def test_a_prepared_position_looks_as_it_did(guests: Guests, game: str) -> None:
    guest = guests.come()
    guest.api("GET", "/me")
    table = middle_of(guest, game)
    for name, size in SIZES.items():
        picture, file = take(guest, table, size), PICTURES / f"{game}-{name}.jpg"
        if os.environ.get("CARAVANE_PICTURES") == "write":
            file.write_bytes(picture)
        now, before = grid(guest, picture, size), grid(guest, file.read_bytes(), size)
        apart = [abs(one - other) for one, other in zip(now, before, strict=True)]
        assert max(apart) <= MOST_IN_A_CELL, (file.name, apart.index(max(apart)))
        assert sum(apart) / len(apart) <= MOST_ON_AVERAGE, file.name
