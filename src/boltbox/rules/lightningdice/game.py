"""How does Lightning Dice keep the contract of a game? Its functions, put together."""

from typing import Final

from boltbox.rules.game import Decks, Game
from boltbox.rules.lightningdice import notation, play, shorthand, view
from boltbox.rules.lightningdice.actions import Claim, DiceAction, Keep, Roll, stamp
from boltbox.rules.lightningdice.deck import read_deck
from boltbox.rules.lightningdice.events import EVENT_TYPES, TOLD_TYPES, CameToRest, Flipped, GoalReopened
from boltbox.rules.lightningdice.fold import apply
from boltbox.rules.lightningdice.options import (
    RANGES,
    SEATS,
    Options,
    bare,
    check,
    house_rules,
    known_deck,
    usual,
)
from boltbox.rules.lightningdice.state import State
from boltbox.rules.lightningdice.tell import tell

LIGHTNINGDICE: Final[Game[Options, State, DiceAction]] = Game(
    name="lightningdice",
    rules=1,
    seats=SEATS,
    gaps=True,
    options=Options,
    action_types=(Roll, Keep, Claim),
    event_types=EVENT_TYPES,
    told_types=TOLD_TYPES,
    part_types={
        "head": view.HeadPart,
        "rules": view.RulesPart,
        "seat": view.SeatPart,
        "own": view.OwnPart,
        "ask": view.AskPart,
    },
    usual=usual,
    check=check,
    house_rules=house_rules,
    start=play.start,
    act=play.act,
    due=play.due,
    apply=apply,
    decision=view.decision,
    question=view.question,
    ask=view.ask,
    legal=view.legal,
    to_act=view.to_act,
    tell=tell,
    sources=view.sources,
    part=view.part,
    outcome=lambda state: state.outcome,
    write=notation.write,
    read=notation.read,
    write_action=shorthand.write_action,
    read_action=shorthand.read_action,
    write_event=shorthand.write_event,
    read_event=shorthand.read_event,
    stamp=stamp,
    lands=(CameToRest, Flipped, GoalReopened),
    ranges=RANGES,
    decks=Decks(known_deck, read_deck, bare),
)
