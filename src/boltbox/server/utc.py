"""Which day is it for everybody, whatever the clocks of their devices show? The server's, by UTC."""

from datetime import UTC, date, datetime
from typing import Final

from boltbox.rules.game import Instant

DAY_MS: Final = 24 * 3600 * 1000


def day_of(instant: Instant) -> str:
    """Names the day of an instant, as 2026-11-30."""
    return datetime.fromtimestamp(instant // 1000, UTC).date().isoformat()


def closes(day: str) -> Instant:
    """Is the first instant after a day. Raises ValueError for what is no day."""
    return (date.fromisoformat(day) - date(1970, 1, 1)).days * DAY_MS + DAY_MS


def is_day(text: str) -> bool:
    """Tells whether a text is a day, written as days are written here."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
