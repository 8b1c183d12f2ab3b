"""Measures again by itself what something disturbed: until it is quiet or a minute is over, and keeps the quietest."""

import contextlib
import time
from collections.abc import Callable, Generator, Iterator, Sequence

from advisor.bench.conditions import OtherLoad
from advisor.bench.names import SHOWN_ONLY_NAMES
from advisor.facts.machine.disturbance import BUSY_SHARE, can_be_quiet, disturbance
from advisor.facts.machine.measurement import Measurement
from advisor.facts.values.message import Message, Progress, Result
from advisor.facts.values.reason import reason
from advisor.facts.values.units import PER_MILLE

AGAIN_S = 60.0
"""For so long at most it is tried again."""
_LOOK_S, _LONGEST_WAIT_S = 1.0, 20.0
"""Others are looked at for so long at a time; after the longest wait it is tried beside them."""
_LIMIT_S = 10.0
"""Silence that a wait may have until its next line."""

Clock = Callable[[], float]
Key = tuple[str, str]


class Again:
    """One run of `measure` and what of it is measured again; `measure` takes names, none for all.

    Without `seconds` nothing is measured again. `others` says over how much of a second other programs used the CPU:
    0 to 1, None where the system does not tell.
    """

    def __init__(
        self,
        measure: Callable[[Sequence[str]], Iterator[Message]],
        *,
        seconds: float = AGAIN_S,
        clock: Clock = time.monotonic,
        others: Callable[[float], float | None] | None = None,
    ) -> None:
        self._measure = measure
        self._seconds = seconds
        self._clock = clock
        self._others = others or _others
        self._kept: dict[Key, Measurement] = {}
        self._began_s = self._first_s = self._longest_s = 0.0

    def events(self) -> Generator[Message, None, None]:
        """The first run as it is; then each figure that came out quieter, which takes the place of the one before."""
        self._began_s = self._clock()
        with contextlib.closing(_generator(self._measure(()))) as first:
            for message in first:
                if isinstance(message, Result) and message.kind == "measurement":
                    found = message.record(Measurement)
                    self._kept[found.name, found.device] = found
                yield message
        self._first_s = self._clock() - self._began_s
        while self._seconds and (names := self._disturbed()) and self._left_s > self._longest_s:
            yield from self._wait()
            attempt_s = self._clock()
            yield from self._attempt(names)
            self._longest_s = max(self._longest_s, self._clock() - attempt_s)

    @property
    def _left_s(self) -> float:
        return self._began_s + self._first_s + self._seconds - self._clock()

    def _disturbed(self) -> tuple[str, ...]:
        """The names that predictions go by and that may come out quieter."""
        wanted = (one for one in self._kept.values() if one.name not in SHOWN_ONLY_NAMES and can_be_quiet(one))
        return tuple(dict.fromkeys(one.name for one in wanted))

    def _wait(self) -> Iterator[Message]:
        """Until others have become quiet, for a while at most: a look is the least."""
        until_s = self._clock() + min(_LONGEST_WAIT_S, max(0.0, self._left_s - self._longest_s))
        while True:
            yield self._progress(_LIMIT_S)
            if (self._others(_LOOK_S) or 0.0) <= BUSY_SHARE or self._clock() >= until_s:
                return

    def _attempt(self, names: Sequence[str]) -> Iterator[Message]:
        """One more run; what it could not measure was measured before."""
        with contextlib.closing(_generator(self._measure(names))) as messages:
            for message in messages:
                if isinstance(message, Progress):
                    yield self._progress(message.limit_s)
                elif isinstance(message, Result) and message.kind == "measurement":
                    found = message.record(Measurement)
                    if is_quieter(found, self._kept.get((found.name, found.device))):
                        self._kept[found.name, found.device] = found
                        yield message

    def _progress(self, limit_s: float) -> Progress:
        """What disturbed it, on a bar over all the time that there is."""
        doubted = [disturbance(one) for one in self._kept.values() if can_be_quiet(one)]
        causes = [cause for one in doubted if one for cause in one.reasons]
        share = (self._clock() - self._began_s) / (self._first_s + self._seconds)
        phase = reason("measuring_again", cause=causes[0])
        return Progress(per_mille=int(PER_MILLE * min(1.0, share)), phase=phase, limit_s=limit_s)


def is_quieter(found: Measurement, before: Measurement | None) -> bool:
    """Whether a figure takes the place of an earlier one: it is surer, and not below all that one leaves possible."""
    if before is None:
        return True
    now, then = disturbance(found), disturbance(before)
    if then is None:
        return False
    below = found.figure < before.figure * then.low if found.unit != "s" else found.figure > before.figure * then.high
    return not below and (now is None or now.high / now.low < then.high / then.low)


def _generator(messages: Iterator[Message]) -> Generator[Message, None, None]:
    """Messages that can be closed: children end with them."""
    yield from messages


def _others(seconds: float) -> float | None:
    load = OtherLoad()
    time.sleep(seconds)
    return load.share()
