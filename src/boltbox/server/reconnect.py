"""What does a connection get when it says hello, the first time or again? Everything, in a few frames."""

from boltbox.rules.game import SPECTATOR
from boltbox.rules.refusals import Refusal
from boltbox.server import even, metrics
from boltbox.server.build import BUILD
from boltbox.server.frames import Frame, frame
from boltbox.server.listeners import Close, Listener
from boltbox.server.mailbox import Mailbox
from boltbox.server.messages import PROTOCOL, Hello, Welcome
from boltbox.server.outbox import refused


def greet(mailbox: Mailbox, listener: Listener, hello: Hello) -> None:
    """Lets a connection listen, and brings it up to date: welcome, lobby, whole view."""
    if hello.protocol != PROTOCOL:
        listener.put(_welcome(mailbox, listener))
        params: dict[str, int | str] = {"given": hello.protocol, "mine": PROTOCOL}
        listener.put(refused(Refusal("other_protocol", "protocol", params), None))
        listener.close(Close.OTHER_PROTOCOL)
        return
    if mailbox.closed:  # it was laid away, or lost, since it was found
        listener.close(Close.COME_BACK)
        return
    seen = hello.seen
    if hello.seat is not None and listener not in mailbox.live.listeners:
        refusal = mailbox.live.choose_chair(listener, hello.seat)
        seen = seen if refusal is None else None  # it saw that of another seat's view
    mailbox.enter(listener)
    listener.put(_welcome(mailbox, listener))
    listener.put(mailbox.live.lobby_frame(listener))
    listener.put(whole(mailbox, listener, seen), even.wait(mailbox.live, listener))
    mailbox.live.talk.greet(listener, chat=mailbox.live.lobby.saved.settings.chat)
    if mailbox.live.game.real_time:
        listener.feel()


def whole(mailbox: Mailbox, listener: Listener, seen: int | None) -> Frame:
    """Makes the frame that brings the whole view of a connection."""
    seat = mailbox.live.listeners.seat(listener)
    metrics.WHOLES.inc()
    return mailbox.live.frames.whole(SPECTATOR if seat is None else seat, seen)


def _welcome(mailbox: Mailbox, listener: Listener) -> Frame:
    person, seat = listener.person, mailbox.live.listeners.seat(listener)
    if person is None:
        return frame(Welcome(PROTOCOL, BUILD, "", "", None, mailbox.live.clock()))
    return frame(Welcome(PROTOCOL, BUILD, person.id, person.name, seat, mailbox.live.clock()))
