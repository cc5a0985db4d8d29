"""The pictures that shared links show, one for each game and one for the site: `make client && .venv/bin/python scripts/link_pictures.py`.

They are the plates of the home page, enlarged to what chats and forums expect (1200 x 630), into web/public/link/.
"""

from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from screenshots import CHROMIUM, ROOT, server

FOLDER = ROOT / "web/public/link"
WIDTH, HEIGHT = 1200, 630
ALONE = """(plate) => {
  const name = plate.querySelector('h2').textContent, picture = plate.querySelector('.pic');
  const strip = document.createElement('div');
  strip.textContent = name + ' · Caravane';
  strip.style = 'position:absolute;left:0;right:0;bottom:0;padding:22px 40px 26px;background:var(--paper);'
    + 'border-top:6px solid var(--ink);font:400 52px/1 var(--font-display)';
  picture.style = 'position:fixed;inset:0;height:100vh;z-index:100;border:0';
  picture.append(strip);
}"""
TOGETHER = """() => {
  const all = document.createElement('div');
  all.style = 'position:fixed;inset:0;z-index:100;display:grid;grid-template:1fr 1fr auto / 1fr 1fr;gap:6px;background:var(--ink)';
  for (const picture of document.querySelectorAll('.pic')) {
    picture.style = 'height:auto;border:0;min-height:0';
    picture.firstElementChild.style = 'height:100%';
    all.append(picture);
  }
  const strip = document.createElement('div');
  strip.textContent = 'Caravane';
  strip.style = 'grid-column:1/3;padding:20px 40px 24px;background:var(--paper);font:400 52px/1 var(--font-display)';
  all.append(strip);
  document.querySelector('.plates').append(all);
}"""


def take(page: Page, address: str, file: Path, game: int | None) -> None:
    """One picture: of a game alone, or of all together."""
    page.goto(address)
    page.locator(".plate .pic svg").nth(3).wait_for()
    if game is None:
        page.evaluate(TOGETHER)
    else:
        page.locator(".plate").nth(game).evaluate(ALONE)
    page.wait_for_timeout(500)
    page.screenshot(path=file, type="jpeg", quality=70)


def main() -> None:
    """All of them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with server() as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}, locale="fr-FR").new_page()
        page.goto(base)
        page.locator(".plate").nth(3).wait_for()
        links = page.locator(".plate .facts a").evaluate_all("all => all.map((each) => each.pathname)")
        for index, path in enumerate(links):
            take(page, base, FOLDER / f"{path.rsplit('/', 1)[1]}.jpg", index)
        take(page, base, FOLDER / "caravane.jpg", None)
        browser.close()


if __name__ == "__main__":
    main()
