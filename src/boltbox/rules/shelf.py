"""Which games are there? The one list: name -> game."""

from typing import Final, cast

from boltbox.rules.game import Action, Game, Options, State
from boltbox.rules.lightningdice.game import LIGHTNINGDICE
from boltbox.rules.luckybox.game import LUCKYBOX

# A table hands a game only what that game gave it; so the shelf may forget which game's types they are.
AnyGame = Game[Options, State, Action]

SHELF: Final[dict[str, AnyGame]] = {
    game.name: game for game in (cast(AnyGame, LUCKYBOX), cast(AnyGame, LIGHTNINGDICE))
}
