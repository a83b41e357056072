"""Who is it? A person is a durable random token in a cookie, of which only the hash is kept, and a name."""

import hashlib
import re
import secrets
import unicodedata
from typing import Final

from litestar.datastructures import Cookie

from boltbox.rules.game import Instant
from boltbox.rules.refusals import Refusal
from boltbox.server.store import Person
from boltbox.table.seats import SUITS

COOKIE: Final = "boltbox_person"
COOKIE_SECONDS: Final = 400 * 24 * 3600  # the longest that browsers keep one; renewed at each visit
NAME_MOST: Final = 24

# Letters and marks by category that show nothing: fillers, joiners, and the blank of Braille.
BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
# Phones append one to many symbols; without it the same symbol is shown.
SELECTORS: Final = dict.fromkeys(range(0xFE00, 0xFE10))
# Control, format (bidirectional marks too), surrogate, private use, unassigned, ends of lines and paragraphs.
HIDDEN: Final = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))


def new_token() -> str:
    """Makes a token that nobody can guess."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> bytes:
    """Hashes a token to what is kept of it; it is long and random, so it needs no salt."""
    return hashlib.sha256(token.encode(errors="replace")).digest()


def cookie(token: str, *, secure: bool) -> Cookie:
    """Makes the cookie that carries a token, out of the reach of scripts and of other sites' forms."""
    return Cookie(
        key=COOKIE, value=token, max_age=COOKIE_SECONDS, httponly=True, samesite="lax", secure=secure
    )


def newcomer(instant: Instant) -> Person:
    """Makes a person for a first visit, with a name that can stay and a colour."""
    name = f"Guest {1000 + secrets.randbelow(9000)}"
    return Person(id=secrets.token_hex(8), name=name, suit=secrets.randbelow(SUITS), created=instant)


def clean_name(name: str, most: int = NAME_MOST) -> str | Refusal:
    """Brings a name into one form, in which equal names look equal, or says why it can't be one."""
    clean = re.sub(" +", " ", unicodedata.normalize("NFKC", name).translate(SELECTORS)).strip()
    if any(unicodedata.category(one) in HIDDEN or one in BLANK for one in clean):
        return Refusal("name_hidden", "name")
    if not any(unicodedata.category(one)[0] in "LNPS" for one in clean):
        return Refusal("name_empty", "name")
    if len(clean) > most:
        return Refusal("name_long", "name", {"most": most, "given": len(clean)})
    return clean


def clean_suit(suit: int) -> int | Refusal:
    """Checks a favourite colour."""
    if not 0 <= suit < SUITS:
        return Refusal("no_such_suit", "suit", {"suit": suit, "most": SUITS - 1})
    return suit
