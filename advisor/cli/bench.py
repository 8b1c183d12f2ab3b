"""`rig-advisor bench`: measure this machine for a few seconds."""

import argparse
import contextlib
import math
import os
import re
import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace

from advisor.bench.card import SOFTWARE
from advisor.bench.jobs import START, Choice, WorkerPlan
from advisor.bench.measured_record import collected
from advisor.bench.names import ALL_NAMES, CPU_NAMES
from advisor.bench.worker import PROTOCOL, worker_events
from advisor.facts.kept.history import Crash
from advisor.facts.machine.machine import Machine
from advisor.facts.machine.measurement import Measurements
from advisor.facts.values.message import Done, Message, Progress
from advisor.facts.values.reason import reason
from advisor.run.emit import emit_all, take_interrupts

_LONGEST_S = 600.0
_SOAK_S = 60.0
_DETECTION_LIMIT_S = 60.0


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument(
        "--only", action="extend", nargs="+", default=[], choices=ALL_NAMES, metavar="NAME", help="measure only these"
    )
    parser.add_argument("--seconds", type=_seconds, help="how long to measure in all")
    parser.add_argument("--events", action="store_true", help="measure here and print messages, one JSON line each")
    parser.add_argument(
        "--soak", type=_seconds, nargs="?", const=_SOAK_S, metavar="SECONDS", help="show how rates hold out under load"
    )
    parser.add_argument(
        "--wake", action="extend", nargs="+", default=[], type=_device, metavar="GPU", help="wake this card (gpu1)"
    )
    parser.add_argument("--retry", action="store_true", help="measure again what crashed before")
    parser.add_argument(
        "--layer", action="store_true", help="run a layer of 1000 x 1000 on the CPU and on each card instead"
    )
    parser.add_argument("--once", action="store_true", help="do not measure again what something disturbed")
    parser.add_argument("--allow-software", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--part", help=argparse.SUPPRESS)


def run(arguments: argparse.Namespace) -> int:
    """Measure, a child process for each device; with `--part` be such a child."""
    began_s = time.monotonic()
    take_interrupts()
    if arguments.part:
        emit_all(worker_events(WorkerPlan.model_validate_json(arguments.part)))
    if arguments.layer:
        return _layer(arguments)
    detected: list[Machine] = []
    events = _events(arguments, began_s, detected.append)
    if arguments.events:
        emit_all(events)
    kept: list[Message] = []
    from advisor.present.words.reasons.in_words import in_words, told_json

    show = sys.stderr.isatty()
    with contextlib.closing(events), _stopped_while_again(kept):
        for message in events:
            kept.append(message)
            if show and isinstance(message, Progress):
                sys.stderr.write(f"\r\x1b[K{message.per_mille // 10:3d}%  {in_words(message.phase)}")
                sys.stderr.flush()
    if show:
        sys.stderr.write("\r\x1b[K")
    found = collected(kept)
    if arguments.json:
        sys.stdout.write(told_json(found, indent=2) + "\n")
    else:
        from advisor.cli.measuring.text import bench_text

        sys.stdout.write(bench_text(found))
    for machine in detected:
        _keep(machine, found)
    return 0


@contextlib.contextmanager
def _stopped_while_again(kept: list[Message]) -> Iterator[None]:
    """Ctrl+C while something is measured again ends just that: all of it was measured before."""
    try:
        yield
    except KeyboardInterrupt:
        if not any(isinstance(message, Progress) and message.phase.code == "measuring_again" for message in kept):
            raise


def _keep(machine: Machine, found: Measurements) -> None:
    """Add the run to the history of this machine, as the window does; that it cannot be kept costs a line only."""
    from advisor.store.atomic_file import StoreError
    from advisor.store.history import save_run

    try:
        save_run(machine, found.changed(results=tuple(one for one in found.results if one.device != SOFTWARE)))
    except StoreError as error:
        from advisor.present.words.reasons.in_words import in_words

        sys.stderr.write(f"rig-advisor: {in_words(error.reason)}\n")


def _layer(arguments: argparse.Namespace) -> int:
    """Run the layer: as messages, or as a table for people."""
    # imported here: it brings the catalog and the predictions, which no measurement needs
    from advisor.cli.measuring.layer import layer_events, print_layer

    events = layer_events(allow_software=arguments.allow_software)
    if arguments.events:
        emit_all(events)
    return print_layer(events, as_json=arguments.json)


def _events(
    arguments: argparse.Namespace, began_s: float, take: Callable[[Machine], None]
) -> Generator[Message, None, None]:
    yield Progress(per_mille=0, phase=START, limit_s=_DETECTION_LIMIT_S, protocol=PROTOCOL, pid=os.getpid())
    yield Progress(per_mille=0, phase=reason("reading_hardware"), limit_s=_DETECTION_LIMIT_S)
    # imported here: a child that measures one device needs none of it
    from advisor.bench.again import AGAIN_S, Again
    from advisor.bench.conductor import Conductor
    from advisor.bench.host import host_of
    from advisor.cli.frame.place import place
    from advisor.probe.detect.core_cpus import core_cpus
    from advisor.probe.detect.detect import detect
    from advisor.probe.shared.host import UnaskedHost
    from advisor.store.atomic_file import StoreError
    from advisor.store.crashes import CRASHES, forget_crashes, save_crash

    choice = Choice(
        only=tuple(dict.fromkeys(arguments.only)),
        seconds=arguments.seconds,
        soak_s=arguments.soak,
        wake=tuple(arguments.wake),
        allow_software=arguments.allow_software,
    )
    if arguments.retry:
        forget_crashes()

    def remember(crash: Crash) -> None:
        with contextlib.suppress(StoreError):  # a full disk costs the note, not the figures of the other devices
            save_crash(crash)

    root, host = place(None)
    machine = detect(root, UnaskedHost(host) if set(choice.names) <= set(CPU_NAMES) else host)
    take(machine)
    measured_host = host_of(machine, core_cpus(root, host))

    def measure(names: Sequence[str]) -> Iterator[Message]:
        conductor = Conductor(
            machine,
            measured_host,
            replace(choice, only=tuple(names)) if names else choice,
            began_s=time.monotonic() if names else began_s,
            crashes=CRASHES.read().record.crashes,
            remember=remember,
        )
        return conductor.events()

    is_bounded = arguments.once or choice.seconds is not None or choice.soak_s is not None
    yield from Again(measure, seconds=0.0 if is_bounded else AGAIN_S).events()
    yield Done()


def _seconds(text: str) -> float:
    with contextlib.suppress(ValueError):
        seconds = float(text)
        if math.isfinite(seconds) and 0 < seconds <= _LONGEST_S:
            return seconds
    raise argparse.ArgumentTypeError(f"must be a number above 0 and at most {_LONGEST_S:g}")


def _device(text: str) -> str:
    if re.fullmatch(r"gpu\d+", text):
        return text
    raise argparse.ArgumentTypeError("must be the id of a card: gpu0, gpu1")
