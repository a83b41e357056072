"""What do people's pages add to the luck of a table, and when does its game begin?

Each page shows the hash of a word that it keeps. At the start who sits and all hashes are fixed and shown;
only then are the words told, so that nobody could choose one by what the others chose. Nobody sees them
before the end of the game.
"""

import hashlib
from typing import Final

import msgspec
from msgspec.structs import replace

from boltbox.rules.game import Instant
from boltbox.rules.refusals import Refusal
from boltbox.server.deciding import came, guarded
from boltbox.server.listeners import Listener
from boltbox.server.live import Decided, LiveTable
from boltbox.server.lobby import Standing, terms_of
from boltbox.server.messages import Reveal, Seal
from boltbox.server.store import Person
from boltbox.table.deal import Deal
from boltbox.table.record import Word, revealed
from boltbox.table.timed import TimedOptions

WORDS_MS: Final = 3000  # then the hash of a word that hasn't come counts instead


def seal(live: LiveTable, asker: Listener, person: Person, request: Seal) -> Decided:
    """Notes the hash of a page's word; it counts until that page goes, or another one gives its own."""
    decided = seal_for(live, person, request.hash)
    if decided.refusal is None:
        live.sealers[person.id] = asker
    return decided


def seal_for(live: LiveTable, person: Person, hash_: str) -> Decided:
    """Notes the hash of a word for a person whose page comes later."""
    standing = live.lobby.now
    if not standing.arrangeable:
        return Decided(refusal=Refusal("already_started", "table"))
    if live.lobby.agreed.row.of_day is not None:  # its seed is everybody's
        return Decided(refusal=Refusal("set_by_day", "table"))
    if standing.company.chair_of(person.id) is None:
        return Decided(refusal=Refusal("not_seated", "seat"))
    live.lobby.now = replace(standing, seals={**standing.seals, person.id: hash_})
    return Decided(standing=live.lobby.now)


def gone(live: LiveTable, listener: Listener) -> Decided:
    """Forgets what a page sealed that is gone: it can't tell the word, so nobody need wait for it."""
    person, standing = listener.person, live.lobby.now
    if person is None or live.sealers.get(person.id) is not listener:
        return Decided()
    del live.sealers[person.id]
    if not standing.arrangeable or person.id not in standing.seals:
        return Decided()
    seals = {one: hash_ for one, hash_ in standing.seals.items() if one != person.id}
    live.lobby.now = replace(standing, seals=seals)
    return Decided(standing=live.lobby.now)


def start(live: LiveTable, person: Person) -> Decided:
    """Starts the game for its host: at once where no page keeps a word, else when the words have come."""
    standing = live.lobby.ready(person)
    if isinstance(standing, Refusal):
        return Decided(refusal=standing)
    if not standing.seals:
        return _begin(live, standing)
    refusal = live.game.check(standing.options, len(standing.company.chairs))
    if refusal is not None:
        return Decided(refusal=refusal)
    live.words.clear()
    live.lobby.now = replace(standing, status="open", until=live.clock() + WORDS_MS)
    return Decided(standing=live.lobby.now)


def reveal(live: LiveTable, person: Person, request: Reveal) -> Decided:
    """Takes a word; the last one that is awaited begins the game."""
    standing = live.lobby.now
    hash_ = standing.seals.get(person.id)
    if standing.until is None or hash_ is None:
        return Decided(refusal=Refusal("no_word_awaited", "word"))
    if hashlib.sha256(bytes.fromhex(request.word)).hexdigest() != hash_:
        return Decided(refusal=Refusal("wrong_word", "word"))
    live.words[person.id] = request.word
    return _begin_or_open(live) if live.words.keys() == standing.seals.keys() else Decided()


def due(live: LiveTable) -> Instant | None:
    """Is until when words are awaited, if they are."""
    return live.lobby.now.until


def tick(live: LiveTable, now: Instant) -> Decided:
    """Begins the game without the words that haven't come in time."""
    until = due(live)
    return Decided() if until is None or now < until else _begin_or_open(live)


def _begin_or_open(live: LiveTable) -> Decided:
    """Begins the game; should it fail, the table is open again, and pages choose other words."""
    standing = live.lobby.now
    decided = guarded(live, lambda: _begin(live, replace(standing, status="running")))
    if decided.refusal is not None:
        live.unseal()
        decided = Decided(standing=live.lobby.now)
    return decided


def _begin(live: LiveTable, standing: Standing) -> Decided:
    seats = tuple(chair.seat for chair in standing.company.chairs)
    options = TimedOptions(standing.options, terms_of(standing))
    words = _words(live, standing)
    if words:
        live.add_luck(revealed(Deal(live.lobby.agreed.row.secret), words).deal.luck())
    answer = live.table.start(options, seats, live.clock())
    if answer.refusal is not None:
        return Decided(refusal=answer.refusal)
    live.lobby.now = replace(standing, seals={}, until=None)
    decided = came(live, answer)
    decided.standing = live.lobby.now
    decided.words = msgspec.json.encode(words) if words else None
    return decided


def _words(live: LiveTable, standing: Standing) -> tuple[Word, ...]:
    """Lists what goes into the seed, by seat: a word for each device, whoever else plays on it."""
    chairs = (chair for chair in standing.company.chairs if chair.person is not None and not chair.guest)
    given = ((chair.seat, chair.person or "") for chair in chairs if chair.person in standing.seals)
    return tuple(Word(seat, standing.seals[person], live.words.get(person)) for seat, person in given)
