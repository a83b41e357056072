"""What can be asked over HTTP about house rules? Whether they can be played, with which deck, and where."""

from functools import cache
from typing import Final

from litestar import MediaType, Response, get, post, put
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody

from boltbox.rules.decks.reading import DeckError
from boltbox.rules.game import Deck
from boltbox.rules.refusals import Refusal
from boltbox.rules.shelf import SHELF, AnyGame
from boltbox.server.agreeing import deck_card, options_card, problem
from boltbox.server.front import Asked, Front, Turned
from boltbox.server.house_messages import DeckCard, DeckText, OptionsAsked, OptionsCard, OptionsChange
from boltbox.server.mailbox import Mailbox
from boltbox.server.problems import turned
from boltbox.server.rows import entries
from boltbox.table.codec import Codec

CAUSE_MOST: Final = 200  # characters; a cause quotes what was written
# All others: 422.
STATUSES: Final = {"not_host": 403, "already_started": 409, "set_by_day": 409, "not_saved": 503}
TEXT: Final = ResponseSpec(
    data_container=str, description="The deck", media_type=MediaType.TEXT, generate_examples=False
)


def shelved(game: str) -> AnyGame:
    """Finds a game on the shelf, or turns the request away."""
    found = SHELF.get(game)
    if found is None:
        raise Turned(404, Refusal("unknown_game", "game", {"game": game[:40]}))
    return found


@cache
def codec_of(game: str) -> Codec:
    """Finds what reads the options of a game on the shelf."""
    return Codec(SHELF[game])


@post("/api/games/{game:str}/options", status_code=200, responses=turned(400, 403, 404, 413, 429))
async def ask_options(game: FromPath[str], data: JSONBody[OptionsAsked]) -> OptionsCard:
    """Tells what a game would be by some options, and whether so many can play it; changes nothing."""
    plain = shelved(game)
    seats = plain.seats[0] if data.seats is None else data.seats
    options = codec_of(game).options(data.options)
    if not isinstance(options, Refusal):
        return options_card(plain, options, seats)
    usual = options_card(plain, plain.usual(plain.options()), plain.seats[0])
    return OptionsCard(usual.options, usual.house_rules, problem(options), usual.deck)


@post("/api/games/{game:str}/deck", status_code=200, responses=turned(400, 403, 404, 413, 429))
async def read_deck(game: FromPath[str], data: JSONBody[DeckText]) -> DeckCard:
    """Reads a deck that a person wrote; the answer has it as the option `deck` takes it. Keeps nothing."""
    decks = shelved(game).decks
    if decks is None:
        raise Turned(404, Refusal("no_decks", "game", {"game": game}))
    try:
        return deck_card(decks.read(data.text, "deck"))
    except DeckError as error:
        params: dict[str, int | str] = {"line": error.line, "cause": error.cause[:CAUSE_MOST]}
        raise Turned(400, Refusal("bad_deck", "text", params)) from None


@put("/api/tables/{table:str}/options", responses=turned(400, 401, 403, 404, 409, 413, 422, 429, 503))
async def change_options(
    request: Asked, front: NamedDependency[Front], table: FromPath[str], data: JSONBody[OptionsChange]
) -> OptionsCard:
    """Changes for the host what is agreed on at an open table; everybody else is asked anew (LB-8.1)."""
    person = await front.asking(request)
    if person is None:
        raise Turned(401, Refusal("nobody", "person"))
    mailbox = await front.tables.find(table)
    if mailbox is None:
        raise _unknown(table)
    options = mailbox.live.codec.options(data.options)
    refusal = options if isinstance(options, Refusal) else await mailbox.agree_on(person, options)
    if refusal is not None:
        raise Turned(STATUSES.get(refusal.code, 422), refusal)
    return _card(mailbox)


@get("/api/tables/{table:str}/options", responses=turned(400, 404, 429))
async def table_options(front: NamedDependency[Front], table: FromPath[str]) -> OptionsCard:
    """Tells what is agreed on at a table, whole, to whoever has the link to play or to watch."""
    return _card(await _entered(front, table))


@get(
    "/api/tables/{table:str}/deck",
    media_type=MediaType.TEXT,
    responses={200: TEXT, **turned(400, 404, 429)},
)
async def table_deck(front: NamedDependency[Front], table: FromPath[str]) -> Response[str]:
    """Gives the deck of a table as text, to whoever has the link to play or to watch."""
    mailbox = await _entered(front, table)
    deck = await _deck(front, mailbox)
    if deck is None:
        raise Turned(404, Refusal("no_decks", "game", {"game": mailbox.live.game.name}))
    return Response(deck.write(), media_type=MediaType.TEXT)


async def _entered(front: Front, door: str) -> Mailbox:
    mailbox, _ = await front.tables.enter(door)
    if mailbox is None:
        raise _unknown(door)
    return mailbox


def _card(mailbox: Mailbox) -> OptionsCard:
    live = mailbox.live
    taken = max(len(live.lobby.saved.company.chairs), live.game.seats[0])
    return options_card(live.game, live.lobby.saved.options, taken)


async def _deck(front: Front, mailbox: Mailbox) -> Deck | None:
    """Is the deck on the table: once it is dealt that of the log, as a built-in one may be another by now."""
    live = mailbox.live
    if live.lobby.saved.status == "open":
        return None if live.game.decks is None else live.game.decks.of(live.lobby.saved.options)
    first = (await front.store.entries(live.id))[:1]
    events = (event for entry in entries(first, live.game, live.codec) for event in entry.events)
    found = (getattr(event, "deck", None) for event in events)
    return next((deck for deck in found if isinstance(deck, Deck)), None)


def _unknown(table: str) -> Turned:
    return Turned(404, Refusal("unknown_table", "table", {"table": table[:40]}))


ROUTES: Final = (ask_options, read_deck, change_options, table_options, table_deck)
