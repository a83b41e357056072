"""When is what was decided saved, and then told? In order; nobody hears of anything before it is durable."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Final

from msgspec.structs import replace

from boltbox.rules.game import SPECTATOR
from boltbox.rules.refusals import Refusal
from boltbox.server import even, metrics
from boltbox.server.answers import Key
from boltbox.server.frames import Frame, frame
from boltbox.server.listeners import Close, Listener
from boltbox.server.live import Decided, LiveTable, Sitting
from boltbox.server.logs import short
from boltbox.server.messages import Already, Refused
from boltbox.server.rows import OVER, entry_row, kept, result_rows
from boltbox.server.store import Batch, Conflict, ResultRow
from boltbox.table.log import Entry

SAFE_INTEGER: Final = 2**53 - 1  # beyond it a browser would round

log = logging.getLogger(__name__)


def refused(refusal: Refusal, answers: str | None) -> Frame:
    """Makes the frame that says why a request isn't done."""
    metrics.REFUSALS.labels(refusal.code).inc()
    params = {
        name: str(value) if isinstance(value, int) and abs(value) > SAFE_INTEGER else value
        for name, value in refusal.params.items()
    }
    return frame(Refused(refusal.code, refusal.sentence, params, refusal.thing, answers))


class Outbox:
    """Saves what one table decided, all that waits at once, and tells it."""

    def __init__(self, live: LiveTable, settled: Callable[[bool], None], lost: Callable[[], None]) -> None:
        """Is told when something was saved (or couldn't be), and when the table is another's now."""
        self._live = live
        self._settled = settled
        self._lost = lost
        self._waiting: list[Decided] = []
        self._saving: asyncio.Task[None] | None = None

    def add(self, decided: Decided) -> None:
        """Takes one more thing that was decided; it waits for all that was decided before it."""
        if self._saving is None and not decided.saves:
            self._tell(decided)
            return
        self._waiting.append(decided)
        if self._saving is None:
            self._saving = asyncio.create_task(self._save_all())

    @property
    def busy(self) -> bool:
        """Tells whether something isn't saved yet."""
        return self._saving is not None

    async def empty(self) -> None:
        """Returns when everything decided is saved and told, or given up."""
        while self._saving is not None:
            await asyncio.wait([self._saving])

    async def _save_all(self) -> None:
        while self._waiting:
            group, self._waiting = self._waiting, []
            try:
                await self._save(group)
            except Conflict:
                log.warning("written by somebody else table=%s", short(self._live.id))
                self._give_up(group)
                self._lost()
            except Exception:
                log.exception("not saved table=%s", short(self._live.id))
                self._give_up(group)
                self._settled(False)
            else:
                self._live.saved = group[-1].position
                for decided in group:
                    self._tell(decided)
                    decided.settle(saved=True)
                self._settled(True)
        self._saving = None

    async def _save(self, group: list[Decided]) -> None:
        live, desk = self._live, self._live.desk
        saved = live.lobby.saved
        standing = next((each.standing for each in reversed(group) if each.standing is not None), saved)
        kept_so = replace(
            saved, company=standing.company, options=standing.options, settings=standing.settings
        )
        if standing is not saved and kept_so != saved:
            row = replace(live.lobby.agreed.row, options=live.codec.write(standing.options))
            await desk.store.keep(kept(row, standing.company, standing.settings))
            live.stand(kept_so)
        entries = [entry for decided in group for entry in decided.entries]
        status = standing.status if standing.status != saved.status else None
        if entries:
            rows = tuple(entry_row(live.id, entry, live.codec) for entry in entries)
            results = self._results(entries[-1])
            words = next((decided.words for decided in group if decided.words is not None), None)
            names = live.lobby.plain_names() if status in OVER else ()
            await desk.saver.save(live.id, Batch(rows, status, results, words, names))
            metrics.ENTRIES.inc(len(rows))
        opening = next((decided.opens for decided in group if decided.opens is not None), None)
        if opening is not None and saved.next is None:
            live.lobby.lead_to(await desk.open_again(live, opening))

    def _results(self, last: Entry) -> tuple[ResultRow, ...]:
        live = self._live
        outcome = live.game.outcome(last.after)
        if outcome is None:
            return ()
        agreed, chairs = live.lobby.agreed, live.lobby.now.company.chairs
        return result_rows(agreed.row, live.game, live.lobby.saved.options, chairs, (outcome, last.instant))

    def _give_up(self, group: list[Decided]) -> None:
        """Returns to what is saved: whoever waits is told so, and may ask again by the same id."""
        failed, self._waiting = [*group, *self._waiting], []
        self._live.undo()
        for decided in failed:
            if decided.key is not None:
                self._live.answers.forget(decided.key)
                _send(decided.askers, refused(Refusal("not_saved", "table"), decided.key[1]))
            decided.settle(saved=False)
        self._live.show_lobby()  # gaps may have closed before a start failed

    def _tell(self, decided: Decided) -> None:
        """Tells what is saved; after a bug in a game's own telling all lines are opened anew."""
        try:
            self._show(decided)
        except Exception:
            log.exception("not told table=%s", short(self._live.id))
            for listener, _ in self._live.listeners:
                listener.close(Close.FAILED)

    def _show(self, decided: Decided) -> None:
        if decided.sits is not None:
            self._sit(decided.sits)
            return
        entries, key = decided.entries, decided.key
        shows = decided.opens is not None or decided.standing is not None
        by_lobby = shows and key is not None and isinstance(key[0], str) and decided.refusal is None
        answers = dict.fromkeys(decided.askers, key[1]) if key is not None and by_lobby else {}
        # Who sits is known before the first step; that a game is over, or somebody away, after its last.
        begins = not entries or entries[0].version == 1
        if shows and begins:
            self._show_lobby(decided, answers)
        heard = [self._step(entry) for entry in entries]
        if shows and not begins:
            self._show_lobby(decided, answers)
        if key is not None:
            self._answer(decided, key, answered=by_lobby or (bool(heard) and heard[-1]))

    def _sit(self, sitting: Sitting) -> None:
        """Lets a connection sit elsewhere: the lobby says where, and the whole view of that seat answers."""
        live, (listener, seat, id_) = self._live, sitting
        if listener not in live.listeners:
            return
        refusal = live.choose_chair(listener, seat)
        if refusal is not None:
            listener.put(refused(refusal, id_))
            return
        now = live.seat_for(listener)
        live.listeners.put(listener, now)
        metrics.WHOLES.inc()
        listener.put(live.lobby_frame(listener))
        made = live.frames.whole(SPECTATOR if now is None else now, None, id_)
        listener.put(made, even.wait(live, listener))

    def _show_lobby(self, decided: Decided, answers: dict[Listener, str]) -> None:
        if decided.standing is not None:
            self._live.stand(decided.standing)
        self._live.show_lobby(answers)

    def _step(self, entry: Entry) -> bool:
        """Sends what an entry brought, and tells whether its actor got something."""
        audiences = self._live.listeners.audiences
        frames = self._live.frames.steps(entry, audiences)
        waits = even.waits(self._live, entry)
        sent = 0
        for audience, made in frames.items():
            listeners = audiences[audience]
            for listener in listeners:
                listener.put(made, waits.get(listener, 0))
            sent += len(listeners)
        metrics.STEPS.inc(sent)
        return entry.actor in frames

    def _answer(self, decided: Decided, key: Key, *, answered: bool) -> None:
        """Gives whoever waits the one answer, unless a frame before was it."""
        live, (who, id_) = self._live, key
        if decided.refusal is not None:
            live.answers.note(key, decided.refusal)
            _send(decided.askers, refused(decided.refusal, id_))
        elif decided.already is not None:
            live.answers.forget(key)  # it waits for nothing: the next copy gets an answer too
            _send(decided.askers, frame(Already(decided.already, id_)))
        elif isinstance(who, int):
            version = live.frames.version(who)
            live.answers.accept(key, version)
            # Who asked from the seat got the step; in pass and play one may sit elsewhere by now.
            rest = [one for one in decided.askers if not answered or live.listeners.seat(one) != who]
            _send(rest, frame(Already(version, id_)))
        else:
            live.answers.note(key, None)
            for asker in () if answered else decided.askers:
                asker.put(live.lobby_frame(asker, id_))


def _send(listeners: Iterable[Listener], made: Frame) -> None:
    for listener in listeners:
        listener.put(made)
