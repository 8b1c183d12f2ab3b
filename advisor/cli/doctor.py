"""`rig-advisor doctor`: one text to paste into a report, with what was read here and nothing that tells whose it is."""

import argparse
import json
import os
import platform
import sys
import time
import traceback
from pathlib import Path

from advisor.advice.this_machine import read_machine
from advisor.advice.witnesses import compared_witness
from advisor.cli.frame.cards import all_cards
from advisor.cli.frame.place import place
from advisor.facts.machine.machine import Machine
from advisor.facts.machine.witness import ComparedWitness
from advisor.facts.values.message import Progress
from advisor.facts.values.plain_text import plain_text
from advisor.present.rig.fact_rows import machine_text
from advisor.present.rig.witness_text import witness_text
from advisor.present.words.reasons.in_words import in_words, told_document
from advisor.probe.detect.detect import detect_events
from advisor.probe.detect.tool_output import TOOL_COMMANDS
from advisor.probe.detect.witnesses import read_witnesses, tools_to_ask
from advisor.probe.replay.dump import readings_document, readings_text
from advisor.probe.replay.recording import ReadHost, Readings, ReadRoot, RecordingHost, RecordingRoot
from advisor.probe.replay.redact import Scrub, names_in, redacted, scrubber
from advisor.probe.shared.host import Host
from advisor.run.limits import bounded
from advisor.store.anonymized_text import anonymized, anonymized_text, home_folder, own_names
from advisor.store.atomic_file import write_file
from advisor.store.fault_reports import latest_report
from advisor.store.folder import FOLDER_VARIABLE
from advisor.store.log import last_lines, log_file
from advisor.version import __version__

LOG_LINES = 100
_INTRODUCTION = (
    "Serial numbers, ids, network addresses and the names of hosts and people are overwritten with zeros. Please look "
    "it through before you paste it."
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    parser.add_argument("--out", type=Path, metavar="FILE", help="write it to a file instead")
    parser.add_argument("--json", action="store_true", help="the same as one JSON document")
    parser.add_argument("--root", type=Path, metavar="PATH", help="read a captured machine: folder, archive or dump")


def run(arguments: argparse.Namespace) -> int:
    """Print the text, or write it."""
    with bounded(arguments.root):
        text = doctor_text(arguments.root, as_json=arguments.json)
    if arguments.out is None:
        sys.stdout.write(text)
        return 0
    write_file(arguments.out, text)
    sys.stdout.write(f"Saved {arguments.out}. Look it through before you pass it on.\n")
    return 0


def doctor_text(captured: Path | None, *, as_json: bool = False) -> str:
    """Versions, the machine as it replays from the readings, how long reading took, and the readings."""
    root, host = place(captured)
    readings = Readings()
    log = _read(RecordingRoot(root, readings), RecordingHost(host, readings))
    names = (*names_in(root), *(own_names() if captured is None else ()))
    scrub = scrubber(names)
    kept = redacted(readings, scrub)
    machine, fault = _replayed(kept)
    machine = anonymized(machine, machine.os, names) if machine else None
    witnesses = _asked(host, kept, scrub, machine) if machine else ()
    told = scrub("\n".join(log).encode()).decode(errors="replace")
    window = scrub("\n".join(_window_log()).encode()).decode(errors="replace") if captured is None else ""
    if as_json:
        logs = {"log": told.splitlines(), "window_log": window.splitlines()}
        document = {"schema_version": 1, "version": __version__, **logs, **readings_document(kept)}
        others = {"witnesses": [one.model_dump(mode="json") for one in witnesses]}
        return json.dumps({**document, **others, "machine": machine and told_document(machine)}, indent=1) + "\n"
    parts = (
        f"rig-advisor doctor {__version__}",
        _INTRODUCTION,
        f"Python {platform.python_version()}" if captured is None else "Replayed from a captured machine.",
        machine_text(machine) if machine else scrub(fault.encode()).decode(errors="replace"),
        witness_text(witnesses, _spared(machine)) if machine else "",
        f"Log\n{told}",
        window,
        readings_text(kept),
    )
    return "\n\n".join(filter(None, parts))


def _window_log() -> tuple[str, ...]:
    """Where the log of the window lies, and its end."""
    lines = (f"Log of the window, {_log_place()}", *(last_lines(LOG_LINES) or ("There is none yet.",)))
    report = latest_report()
    return (*lines, "", "The latest report of a fault", *report.splitlines()) if report else lines


def _log_place() -> str:
    """Where the system has logs; a folder that a person named says something of them."""
    file, home = log_file(), home_folder()
    if os.environ.get(FOLDER_VARIABLE):
        return f"{file.name} in the folder that {FOLDER_VARIABLE} names"
    is_below = bool(home.name) and file.is_relative_to(home)
    return plain_text(f"~/{file.relative_to(home).as_posix()}" if is_below else anonymized_text(str(file)))


def _replayed(kept: Readings) -> tuple[Machine | None, str]:
    """The machine of the readings, or why there is none: they are what a report of a crash needs."""
    try:
        return read_machine((ReadRoot(kept), ReadHost(kept)), all_cards()), ""
    except Exception as error:
        return None, f"The machine could not be put together: {type(error).__name__}.\n{traceback.format_exc()}"


def _asked(host: Host, kept: Readings, scrub: Scrub, machine: Machine) -> tuple[ComparedWitness, ...]:
    """What other tools say beside the machine; their outputs join the readings."""
    said = Readings()
    read_witnesses(RecordingHost(host, said), machine)
    kept.outputs.update(redacted(said, scrub).outputs)
    catalog = all_cards()
    return tuple(compared_witness(one, machine, catalog) for one in read_witnesses(ReadHost(kept), machine))


def _spared(machine: Machine) -> tuple[str, ...]:
    """The tools left alone because they would wake a GPU that is asleep."""
    may_ask = tools_to_ask(machine)
    is_asleep = any(gpu.state.value == "asleep" for gpu in machine.gpus)
    return tuple(tool for tool in TOOL_COMMANDS if tool not in may_ask) if is_asleep else ()


def _read(root: RecordingRoot, host: RecordingHost) -> list[str]:
    """Detection once through, and how long each of its stages took."""
    log, phase, begun_s = [], "", time.monotonic()
    try:
        for message in detect_events(root, host):
            now_s = time.monotonic()
            if phase:
                log.append(f"- {phase}: {now_s - begun_s:.3f} s")
            phase, begun_s = in_words(message.phase) if isinstance(message, Progress) else "", now_s
    except Exception:
        log.append(f"- {phase}: failed\n{traceback.format_exc()}")
    return log
