"""What does Boltbox look like among other programs? Draws its icons from `web/public/favicon.svg`.

Needs Debian's Chromium, as `scripts/setup --test` installs it.
"""

import re
from pathlib import Path

from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).resolve().parent.parent / "web" / "public"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-component-update"]
BOLT_YELLOW = "#ffd21f"
# Name, size, and how much of it the drawing takes; what is cut to shape elsewhere has a ground to its edges.
ICONS = (("180", 180, 0.62), ("192", 192, None), ("512", 512, None), ("maskable-512", 512, 0.62))


def main() -> None:
    """Draws every icon."""
    drawing = (PUBLIC / "favicon.svg").read_text()
    (PUBLIC / "icons").mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        for name, size, part in ICONS:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(content(drawing, part))
            page.screenshot(path=PUBLIC / "icons" / f"{name}.png", omit_background=True)
            page.close()
        browser.close()


def content(drawing: str, part: float | None) -> str:
    """Makes the page that is an icon: the drawing as it is, or its bolt alone on a ground to the edges."""
    ground = "transparent"
    if part is not None:
        drawing = re.sub(r"<rect[^>]*/>\s*", "", drawing)
        ground = BOLT_YELLOW
    height = 100 if part is None else part * 150
    return (
        f"<body style='margin:0;height:100vh;display:grid;place-items:center;background:{ground}'>"
        f"<div style='height:{height}vh;aspect-ratio:44/48'>{drawing}</div>"
    )


if __name__ == "__main__":
    main()
