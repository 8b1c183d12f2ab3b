"""Reads files of `rig-advisor prove` into the table of what was run for real: python -m tools.support_table FILES..."""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from advisor.facts.kept.proof import Proof, StepEnd
from advisor.facts.values.plain_text import plain_text
from advisor.store.atomic_file import read_file

MOST_GPUS = 16
_SPECIAL = str.maketrans({sign: f"\\{sign}" for sign in "\\`*<>|[]"})
_PARTS = {
    "Read": ("probe", "doctor"),
    "Measured": ("bench", "layer"),
    "Answered": ("rank", "worth"),
    "Window and PDF": ("report", "paper", "window"),
}
_WORST: tuple[StepEnd, ...] = ("crashed", "timed_out", "failed", "skipped", "ok")
_WORDS = {"crashed": "crashed", "timed_out": "too late", "failed": "could not", "skipped": "left out", "ok": "ok"}


def support_table(proofs: Iterable[Proof]) -> str:
    """Markdown: a row for each proof, sorted by system and computer."""
    heads = ("System", "Computer", *_PARTS, "Other tools", "Version, day")
    rows = sorted(tuple(map(_cell, _row(one))) for one in proofs)
    return "\n".join("| " + " | ".join(row) + " |" for row in (heads, ("---",) * len(heads), *rows))


def _row(proof: Proof) -> tuple[str, ...]:
    ends = {one.name: one.end for one in proof.steps}
    parts = (_WORDS[min((ends.get(name, "skipped") for name in names), key=_WORST.index)] for names in _PARTS.values())
    differ = [fact.fact for one in proof.witnesses for fact in one.facts if not fact.agrees]
    tools = ", ".join(one.tool for one in proof.witnesses) or "none"
    said = f"{tools} differ: {', '.join(dict.fromkeys(differ))}" if differ else tools
    packaged = "packaged" if proof.is_packaged else "source"
    return (f"{proof.platform}, {packaged}", _computer(proof), *parts, said, f"{proof.app_version}, {proof.proven_on}")


def _cell(text: str) -> str:
    """A stranger's text as a cell: one line, and nothing that Markdown takes for its own."""
    return plain_text(text).translate(_SPECIAL)


def _computer(proof: Proof) -> str:
    """Names of processor and graphics as the doctor's machine tells them."""
    machine = _object((proof.doctor or {}).get("machine"))
    gpus = machine.get("gpus")
    found = [_name(machine.get("cpu")), *map(_name, gpus[:MOST_GPUS] if isinstance(gpus, list) else ())]
    return " + ".join(filter(None, found)) or "unknown"


def _name(part: object) -> str:
    return str(_object(_object(part).get("name")).get("value") or "").replace("|", "/")


def _object(found: object) -> dict[str, Any]:
    return found if isinstance(found, dict) else {}


def main(files: Sequence[str]) -> int:
    """Print the table; files that are no proof are named and left out."""
    proofs, is_whole = [], True
    for file in map(Path, files):
        try:
            proofs.append(Proof.model_validate_json(read_file(file)))
        except (OSError, ValidationError) as error:
            is_whole = False
            sys.stderr.write(f"{file}: {type(error).__name__}\n")
    sys.stdout.write(support_table(proofs) + "\n")
    return 0 if is_whole else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
