"""Fails if a page of the built documentation loads anything from elsewhere: it must work offline."""

import re
import sys
from pathlib import Path

LOADS = re.compile(
    r"""<(?:script|img|iframe|source|link)\b[^>]*?\b(?:src|href)=["']?((?:https?:)?//[^"'\s>]+)""", re.IGNORECASE
)
KIND = re.compile(r"""rel=["']?(canonical|alternate|prev|next)""", re.IGNORECASE)
IN_STYLE = re.compile(r"""(?:@import|url\()\s*["']?((?:https?:)?//[^"')\s]+)""", re.IGNORECASE)


def foreign(page: Path) -> list[str]:
    """The addresses that a page or style sheet would load."""
    text = page.read_text(encoding="utf-8")
    if page.suffix == ".css":
        return IN_STYLE.findall(text)
    return [found.group(1) for found in LOADS.finditer(text) if not KIND.search(found.group(0))]


def main() -> int:
    site = Path(sys.argv[1])
    bad = [
        f"{page}: {address}"
        for page in sorted(site.rglob("*"))
        if page.suffix in (".html", ".css")
        for address in foreign(page)
    ]
    print("\n".join(bad) if bad else f"{len(list(site.rglob('*.html')))} pages, nothing loaded from elsewhere")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
