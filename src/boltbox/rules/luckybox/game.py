"""How does Lucky Box keep the contract of a game? Its functions, put together."""

from typing import Final

from boltbox.rules.game import Decks, Game
from boltbox.rules.luckybox import notation, play, shorthand, view
from boltbox.rules.luckybox.actions import (
    Bonus,
    Choose,
    Confirm,
    Cross,
    Decline,
    Done,
    LuckyAction,
    Pass,
    Refill,
    TakeBack,
)
from boltbox.rules.luckybox.deck import read_deck
from boltbox.rules.luckybox.events import EVENT_TYPES, TOLD_TYPES
from boltbox.rules.luckybox.fold import apply
from boltbox.rules.luckybox.options import (
    RANGES,
    Options,
    bare,
    check,
    defaults,
    house_rules,
    known_deck,
    usual,
)
from boltbox.rules.luckybox.rule_sets import RULE_SETS
from boltbox.rules.luckybox.state import State
from boltbox.rules.luckybox.tell import tell

LUCKYBOX: Final[Game[Options, State, LuckyAction]] = Game(
    name="luckybox",
    rules=1,
    seats=range(1, 13),
    gaps=False,
    options=Options,
    action_types=(Choose, Refill, Cross, Bonus, Decline, Pass, TakeBack, Confirm, Done),
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
    due=lambda _: None,
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
    rule_sets={name: defaults(name) for name in RULE_SETS},
    ranges=RANGES,
    decks=Decks(known_deck, read_deck, bare),
)
