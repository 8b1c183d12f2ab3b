"""What a file makes a library do ends in a sentence, and nothing of the bound is left behind."""

import signal
import sys
from pathlib import Path

import pytest

from advisor.run import limits
from advisor.run.limits import LimitError, bounded

FILE = Path("some\x1b.rig")


@pytest.mark.skipif(sys.platform == "win32", reason="signals as on POSIX")
def test_what_takes_too_long_is_a_sentence_even_where_errors_are_swallowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_S", 0.05)

    def swallow() -> None:
        while True:
            try:
                sum(range(1000))
            except Exception:
                continue

    with pytest.raises(LimitError, match=r"reading_takes_too_long.*some\?\.rig"), bounded(FILE):
        swallow()
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)


@pytest.mark.skipif(sys.platform != "linux", reason="signals as on POSIX")
def test_what_takes_too_much_memory_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)
    with pytest.raises(LimitError, match="reading_takes_too_much_memory"), bounded(FILE):
        bytearray(2 * limits.MOST_BYTES)
    assert resource.getrlimit(resource.RLIMIT_AS) == before


def test_this_computer_needs_no_bounds() -> None:
    with bounded(None):
        assert signal.getsignal(signal.SIGTERM) is not None
