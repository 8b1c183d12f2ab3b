"""`rig-advisor prove`: run everything once on this computer, and write what that showed to one file."""

import argparse
import math
import sys
from collections.abc import Iterator
from pathlib import Path

from advisor.advice.proving import prove
from advisor.facts.kept.proof import Cause, Proof, ProvenStep
from advisor.facts.values.local_time import local_today
from advisor.facts.values.units import SECONDS_PER_MINUTE
from advisor.present.measured.text import measured_name
from advisor.present.rig.witness_text import witness_text
from advisor.present.words.reasons.in_words import told_json
from advisor.store.atomic_file import write_file

_MINUTES, _LEAST_MINUTES, _MOST_MINUTES = 10.0, 0.1, 120.0
_WORDS = {"ok": "ok", "failed": "could not", "crashed": "CRASHED", "timed_out": "TOO LATE", "skipped": "left out"}
_CAUSES: dict[Cause, str] = {
    "stopped": "stopped",
    "no_time": "no time left",
    "no_window": "this installation has no window",
    "wrong_form": "its answer has a wrong form",
}
_STOPPED = 130


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    parser.add_argument(
        "--minutes",
        type=_minutes,
        default=_MINUTES,
        help="how long it may take in all, 10 if not said; a busy computer needs more",
    )
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="where to write; else rig-advisor-proof-DATE.json here"
    )


def run(arguments: argparse.Namespace) -> int:
    """Prove, print a line for each step and what differs, and write the file."""
    sys.stdout.write("Running every part of Rig Advisor once on this computer. Close other programs.\n")
    proof = prove(arguments.minutes * SECONDS_PER_MINUTE, _print_step)
    file = arguments.out or Path(f"rig-advisor-proof-{local_today().isoformat()}.json")
    write_file(file, _json(proof))
    lines = (*_differences(proof), *_doubts(proof))
    sys.stdout.write("\n".join(("", *lines, "", _conclusion(proof), f"Saved {file}. {_PRIVATE}")) + "\n")
    if any(one.cause == "stopped" for one in proof.steps):
        return _STOPPED
    return 0 if proof.is_right else 1


_PRIVATE = "Names, serial numbers and addresses are taken out; look it through before you attach it."


def _minutes(text: str) -> float:
    value = float(text)
    if not math.isfinite(value) or not _LEAST_MINUTES <= value <= _MOST_MINUTES:
        raise argparse.ArgumentTypeError(f"{_LEAST_MINUTES:g} to {_MOST_MINUTES:g} minutes")
    return value


def _print_step(step: ProvenStep) -> None:
    said = _CAUSES[step.cause] if step.cause else step.said.splitlines()[-1] if step.said else ""
    line = f"  {step.name:8} {_WORDS[step.end]:9} {step.seconds:6.1f} s  {said}"
    sys.stdout.write(line.rstrip() + "\n")
    sys.stdout.flush()


def _differences(proof: Proof) -> Iterator[str]:
    if proof.doctor is not None:
        yield witness_text(proof.witnesses, ())


def _doubts(proof: Proof) -> Iterator[str]:
    """Measured figures that do not go with those on paper."""
    odd = [one for one in proof.judgements if one.verdict in ("impossible", "far_below")]
    for one in odd:
        kind = "above what is possible" if one.verdict == "impossible" else "below half of the data sheet"
        yield f"- {measured_name(one.name, device=one.device)} on {one.device}: {kind}"


def _conclusion(proof: Proof) -> str:
    counts = {end: sum(one.end == end for one in proof.steps) for end in _WORDS}
    differ = sum(not fact.agrees for one in proof.witnesses for fact in one.facts)
    parts = [f"{counts['ok']} of {len(proof.steps)} steps ok"]
    parts += [f"{number} {_WORDS[end]}" for end, number in counts.items() if number and end != "ok"]
    parts.append(f"other tools differ in {differ} facts" if differ else "other tools agree")
    return "; ".join(parts) + "."


def _json(proof: Proof) -> str:
    return told_json(proof, indent=1) + "\n"
