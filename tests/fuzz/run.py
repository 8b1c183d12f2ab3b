"""Feeds changed files to one target, or to all, until time is up: python -m tests.fuzz.run TARGET|all SECONDS [SEED].

Each runs in a child with bounded memory. An input that breaks a promise is kept in tests/fuzz/corpus and ends the run.
"""

import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from pathlib import Path

from advisor.facts.values.reason import ReasonError
from advisor.facts.values.sentence_error import SentenceError
from advisor.present.words.reasons.in_words import in_words

CORPUS = Path(__file__).parent / "corpus"
MOST_BYTES, MOST_S, LONGEST_REFUSAL = 500_000_000, 5.0, 2000
_NUMBER = re.compile(rb"\d+")
_ODD = (
    b"0",
    b"-1",
    b"2147483647",
    b"4294967296",
    b"1e308",
    b"9" * 40,
    b"9" * 5000,
    b"null",
    b"[]",
    b"{}",
    b'""',
    b"NaN",
)
_BYTES = (
    b"\x00",
    b"\xff",
    b"\x1b[31m",
    "\u202e".encode(),
    b"\xff\xff\xff\xff\xff\xff\xff\x7f",
    b"\\u001b",
    b"\n",
    b"../",
)


def changed(raw: bytes, chance: random.Random) -> bytes:
    """One to eight changes, of numbers and texts as often as of single bytes."""
    for _ in range(chance.randint(1, 8)):
        at = chance.randrange(len(raw) + 1)
        end = min(len(raw), at + chance.choice((1, 1, 4, 64, 4096)))
        kind = chance.randrange(7)
        if kind == 0:
            raw = raw[:at] + bytes(chance.randrange(256) for _ in range(end - at)) + raw[end:]
        elif kind == 1:
            raw = raw[:at] + raw[end:]
        elif kind == 2:
            raw = raw[:at] + raw[at:end] * chance.choice((2, 3, 300)) + raw[end:]
        elif kind == 3:
            raw = raw[:at] + chance.choice(_BYTES) + raw[at:]
        elif kind == 4:
            raw = raw[:at]
        else:
            found = [one.span() for one in _NUMBER.finditer(raw)]
            start, stop = chance.choice(found) if found else (at, end)
            raw = raw[:start] + chance.choice(_ODD) + raw[stop:]
        raw = raw[: 1 << 20] or b"\0"
    return raw


def fault_of(name: str, raw: bytes, folder: Path) -> str:
    """Which promise is broken for this input; empty where none is."""
    from tests.fuzz.targets import TARGETS, file_for

    target, begun_s = TARGETS[name], time.process_time()
    path = file_for(target, folder)
    path.write_bytes(raw)
    try:
        said, longest = target.said(path), 1 << 20
    except ReasonError as error:
        said, longest = in_words(error.reason), LONGEST_REFUSAL
    except SentenceError as error:
        said, longest = str(error), LONGEST_REFUSAL
    except (Exception, MemoryError):
        return traceback.format_exc()
    if len(said) > longest:
        return f"{len(said)} characters are said"
    if "cannot_be_computed" in said or "cannot be computed" in said:
        return f"a fault of the program: {said[-300:]}"
    took_s = time.process_time() - begun_s
    return f"it took {took_s:.1f} s" if took_s > MOST_S else ""


def inputs(name: str, chance: random.Random) -> Iterator[bytes]:
    """What once broke a promise, the sound examples, and changes of both without end."""
    from tests.fuzz.targets import TARGETS

    seeds = [one.read_bytes() for one in sorted(CORPUS.glob(f"{name}.*"))] + list(TARGETS[name].seeds())
    yield from seeds
    while True:
        yield changed(chance.choice(seeds), chance)


def main() -> int:
    name, seconds, seed = sys.argv[1], float(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 0
    return _all(seconds, seed) if name == "all" else _one(name, seconds, seed)


def _all(seconds: float, seed: int) -> int:
    from tests.fuzz.targets import TARGETS

    each = [sys.executable, "-m", "tests.fuzz.run"]
    codes = [
        subprocess.run([*each, name, str(seconds / len(TARGETS)), str(seed or time.time_ns())], check=False).returncode
        for name in TARGETS
    ]
    return max(codes)


def _one(name: str, seconds: float, seed: int) -> int:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["RIG_ADVISOR_DATA"] = f"{folder}/data"
        import psutil

        from tests.fuzz.targets import TARGETS

        del TARGETS  # loaded before memory is bounded
        most = psutil.Process().memory_info().vms + MOST_BYTES
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        count, slowest_s, end_s = 0, 0.0, time.monotonic() + seconds
        for raw in inputs(name, random.Random(f"{name} {seed}")):
            begun_s = time.process_time()
            fault = fault_of(name, raw, Path(folder) / "input")
            slowest_s = max(slowest_s, time.process_time() - begun_s)
            count += 1
            if fault:
                kept = CORPUS / f"{name}.{abs(hash(raw)) % 10**8:08}"
                kept.write_bytes(raw)
                sys.stdout.write(f"{name}: input {count}, kept as {kept}\n{fault}\n")
                return 1
            if time.monotonic() > end_s and count > len(list(CORPUS.glob(f"{name}.*"))):
                break
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1000
        sys.stdout.write(f"{name}: {count} inputs, slowest {slowest_s:.2f} s, at most {peak} MB\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
