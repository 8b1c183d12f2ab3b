"""Saved machines: files that people keep, exchange and open on another rig."""

import datetime
import io
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from advisor.catalog.hardware.corrected import gpu_place
from advisor.catalog.hardware.machine_cards import in_its_host
from advisor.catalog.hardware.typed_fact import typed_value
from advisor.facts.kept.profile import Correction, Profile
from advisor.facts.machine.machine import MOST_GPUS, Machine
from advisor.facts.machine.measurement import Measurements
from advisor.facts.values.plain_text import plain_document, plain_text, some_names
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.record import Record
from advisor.facts.values.units import MIB
from advisor.store.anonymized_text import anonymized_json
from advisor.store.atomic_file import StoreError, why, write_file
from advisor.store.document import DamagedError, Migrations, NewerError, migrated, parsed_object, tolerant
from advisor.store.versions import with_present_devices
from advisor.version import __version__

PROFILE_NAME = "machine-profile.json"
"""Name of the attached file."""
_PDF = b"%PDF-"
_LARGEST_FILE_BYTES, _LARGEST_DOCUMENT_BYTES, _MOST_PARTS = 16 * MIB, 4 * MIB, 200_000
"""The first for reports; a machine with two hundred runs has a tenth of the others."""
_MOST_CPUS = 16_384
_MOST_LISTED = (16, 64, 1024, MOST_GPUS, 1024, 4096, 4096, MOST_GPUS)
"""Kinds of cores, of caches, memory modules, GPUs, findings, gaps, flags, NPUs. Linux is built for 8,192 CPUs at most;
machines of one system have up to 32 GPUs."""
_MOST_FIGURES = 1000
_VERSION = 1
_MIGRATIONS: Migrations = {}


def profile_document(data: bytes) -> dict[str, Any]:
    """The profile in these bytes: a report's, or the document itself."""
    data = _attached(data) if data.startswith(_PDF) else data
    if len(data) > _LARGEST_DOCUMENT_BYTES:
        raise DamagedError("holds_too_much")
    found: dict[str, Any] = plain_document(parsed_object(data, most_parts=_MOST_PARTS))
    inside = found.get("profile") if "sections" in found else None
    return inside if isinstance(inside, dict) else found


def _attached(data: bytes) -> bytes:
    """What is attached to a PDF. Anybody may have made that: nothing in it but this file is read."""
    from pypdf import PdfReader

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # what it finds odd is told by what becomes of it
    try:
        files = PdfReader(io.BytesIO(data)).attachments.get(PROFILE_NAME, [])
    except Exception as error:  # a damaged file ends a reader of PDF in many ways
        raise DamagedError("pdf_damaged") from error
    if not files:
        raise DamagedError("no_machine_attached")
    return files[0]


SAVED_MACHINE = "saved_machine"
"""What a child calls its pieces."""


class OpenedMachine(Record):
    """A machine from a file; `notes` tell what the file holds beyond what is known here."""

    profile: Profile
    notes: tuple[Reason, ...] = ()


def save_machine(
    path: Path,
    machine: Machine,
    measurements: Measurements | None = None,
    *,
    corrections: Sequence[Correction] = (),
    names: Sequence[str] = (),
) -> None:
    """Write a profile of a machine as detected, fit to be given away; StoreError when that fails.

    `names` are those of its host and user, where it is another computer than this one.
    """
    saved_at = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    profile = Profile(
        machine=machine,
        measurements=measurements,
        corrections=tuple(corrections),
        saved_at=saved_at,
        app_version=__version__,
    )
    write_file(path, anonymized_json(profile, names))


def open_machine(path: Path) -> OpenedMachine:
    """Read a profile, also that of a report, or the machine that `probe --json` prints; StoreError for another file."""
    return read_machine(_bytes(path), plain_text(path.name))


def read_machine(data: bytes, name: str) -> OpenedMachine:
    """The same from what a file called `name` would hold."""
    try:
        found = migrated(profile_document(data), version=_VERSION, migrations=_MIGRATIONS)
        if "machine" in found:
            found = _with_present_devices(found)
            profile, unknown = tolerant(Profile, found)
            if profile.measurements is not None:
                profile = profile.changed(measurements=in_its_host(profile.measurements, profile.machine))
        elif "cpu" in found and "memory" in found:
            machine, unknown = tolerant(Machine, found)
            profile = Profile(machine=machine)
        else:
            raise DamagedError("holds_no_machine")
    except NewerError as error:
        raise StoreError("profile_of_newer_version", name=name) from error
    except DamagedError as error:
        raise StoreError("no_machine_profile", name=name, cause=error.reason) from error
    if not (_is_of_one_computer(profile.machine) and _is_measured_there(profile)):
        raise StoreError("no_machine_profile", name=name, cause=reason("holds_too_much"))
    notes = [reason("left_out_unknown", name=name, keys=some_names(unknown))] if unknown else []
    wrong = [one.fact for one in profile.corrections if typed_value(one.fact, one.value) is None]
    if wrong:
        notes.append(reason("corrections_left_out", name=name, facts=some_names(tuple(wrong))))
    elsewhere = [one.fact for one in profile.corrections if one.fact not in wrong and not _has(profile.machine, one)]
    if elsewhere:
        notes.append(reason("corrections_elsewhere", name=name, facts=some_names(tuple(elsewhere))))
    return OpenedMachine(profile=profile, notes=tuple(notes))


def _with_present_devices(found: dict[str, Any]) -> dict[str, Any]:
    run = found.get("measurements")
    try:
        return {**found, "measurements": with_present_devices(run)} if run else found
    except (AttributeError, TypeError) as error:
        raise DamagedError("holds_no_measurements") from error


def _is_of_one_computer(machine: Machine) -> bool:
    """Whether it has no more parts than the largest computer there is: each is drawn and asked about."""
    kinds, cpu = machine.cpu.core_kinds.value or (), machine.cpu
    lists = (
        *(kinds, cpu.caches.value, machine.memory.modules.value, machine.gpus, machine.findings, machine.gaps),
        *(cpu.flags.value, machine.npus.value),
    )
    counts = [cpu.sockets.value, cpu.cores.value, cpu.threads.value, cpu.limit_threads.value, cpu.numa_nodes.value]
    counts += [count for kind in kinds for count in (kind.cores, kind.threads)]
    return all(len(one or ()) <= most for one, most in zip(lists, _MOST_LISTED, strict=True)) and all(
        (count or 0) <= _MOST_CPUS for count in counts
    )


def _is_measured_there(profile: Profile) -> bool:
    """Whether it has no more figures and runs than somebody measures: each is held against each prediction."""
    kept = profile.measurements
    return len(profile.corrections) <= _MOST_FIGURES and (
        kept is None or max(len(kept.results), len(kept.own_runs)) <= _MOST_FIGURES
    )


def _has(machine: Machine, correction: Correction) -> bool:
    """Whether the part that a correction names is in the machine."""
    gpus = (gpu_place(gpu, at) for at, gpu in enumerate(machine.gpus))
    return correction.fact.rpartition(".")[0] in ("cpu", "memory", "os", *gpus)


def _bytes(path: Path) -> bytes:
    try:
        if not path.is_file() and path.exists():
            raise StoreError("name_is_no_file", name=plain_text(path.name))
        with path.open("rb") as file:
            data = file.read(_LARGEST_FILE_BYTES + 1)
    except OSError as error:
        raise StoreError("not_opened", name=plain_text(path.name), cause=why(error)) from error
    if len(data) > _LARGEST_FILE_BYTES:
        raise StoreError("profile_too_large", name=plain_text(path.name))
    return data
