"""Runs everything once on this computer, each command in a child, and gathers what that showed."""

import dataclasses
import importlib.util
import json
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from advisor.advice.assembled import assembled
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.answers.ranking import Ranking
from advisor.facts.answers.report_file import ReportFile
from advisor.facts.answers.worth import Worth
from advisor.facts.kept.profile import Profile
from advisor.facts.kept.proof import Cause, Proof, ProvenStep, StepEnd
from advisor.facts.machine.machine import Machine
from advisor.facts.machine.measurement import Measurements
from advisor.facts.machine.witness import ComparedWitness
from advisor.facts.rig.rig import Judgement
from advisor.facts.values.local_time import local_today
from advisor.facts.values.units import MIB
from advisor.present.words.reasons.in_words import in_words
from advisor.run.captured import Captured, captured
from advisor.run.command import advisor_command, child_environment
from advisor.store.anonymized_text import anonymized_text
from advisor.store.folder import FOLDER_VARIABLE
from advisor.version import __version__

_LONGEST_BYTES = 64 * MIB
_MOST_SAID = 2000
_SHORT_S, _LONG_S = 60.0, 300.0
_USUAL_S = 600.0
"""What these limits are for: who gives more time in all, as on a busy computer, gives it to each step."""


class _NothingError(Exception):
    """An answer in its form, without what was asked for."""


@dataclasses.dataclass(frozen=True)
class Step:
    """One command: its arguments, and what reads its answer.

    That raises ValueError where the answer has a wrong form, and _NothingError where nothing is in it.
    """

    name: str
    arguments: tuple[str, ...]
    read: Callable[[bytes], object] = len
    limit_s: float = _SHORT_S
    needs_window: bool = False


@dataclasses.dataclass
class _Found:
    """What the steps told so far. `folder` is theirs alone: nothing of the person's is read or changed."""

    folder: Path
    doctor: dict[str, Any] | None = None
    machine: Machine | None = None
    measurements: Measurements | None = None
    layer: dict[str, Any] | None = None
    steps: list[ProvenStep] = dataclasses.field(default_factory=list)

    @property
    def profile_file(self) -> Path:
        """Where the machine stands as the later steps ask about it."""
        return self.folder / "proven.json"

    def read_doctor(self, printed: bytes) -> None:
        """Keep the doctor's document; without a machine in it nothing was proven."""
        self.doctor = _document(printed)
        self.machine = Machine.model_validate_json(json.dumps(self.doctor.get("machine")))
        self._save_profile()

    def read_bench(self, printed: bytes) -> None:
        """Keep what was measured."""
        self.measurements = Measurements.model_validate_json(printed)
        if not self.measurements.results:
            reasons = dict.fromkeys(in_words(one.reason) for one in self.measurements.failures)
            raise _NothingError(f"nothing measured: {' '.join(reasons)}")
        self._save_profile()

    def read_layer(self, printed: bytes) -> None:
        """Keep the runs of the layer."""
        self.layer = _document(printed)
        if not self.layer.get("runs"):
            raise _NothingError("no run")

    @property
    def profile(self) -> Profile | None:
        """The machine with what was measured of it; None where it could not be read."""
        return Profile(machine=self.machine, measurements=self.measurements) if self.machine else None

    def _save_profile(self) -> None:
        """Let the later steps ask about it."""
        if self.profile:
            self.profile_file.write_text(self.profile.model_dump_json(), encoding="utf-8")

    @property
    def asleep(self) -> tuple[str, ...]:
        """The GPUs that have to be woken."""
        gpus = self.machine.gpus if self.machine else ()
        return tuple(f"gpu{index}" for index, gpu in enumerate(gpus) if gpu.state.value == "asleep")


def prove(limit_s: float, on_step: Callable[[ProvenStep], None]) -> Proof:
    """Run all steps within the limit; Ctrl+C leaves the rest out, and what was found is kept.

    `on_step` is told the end of each.
    """
    until_s, patience = time.monotonic() + limit_s, max(1.0, limit_s / _USUAL_S)
    with tempfile.TemporaryDirectory(prefix="rig-advisor-proof-") as folder:
        found, is_stopped = _Found(Path(folder)), False
        for asked in _steps(found):
            step = dataclasses.replace(asked, limit_s=asked.limit_s * patience)
            try:
                proven = _skipped(step, "stopped") if is_stopped else _proven(step, found, until_s - time.monotonic())
            except KeyboardInterrupt:
                proven, is_stopped = _skipped(step, "stopped"), True
            found.steps.append(proven)
            on_step(proven)
        return _proof(found)


def _steps(found: _Found) -> Iterator[Step]:
    """In their order; the later ones ask about what the first told."""
    yield Step("version", ("--version",))
    yield Step("probe", ("probe", "--json"), Machine.model_validate_json)
    yield Step("doctor", ("doctor", "--json"), found.read_doctor, limit_s=2 * _SHORT_S)
    wake = ("--wake", *found.asleep) if found.asleep else ()
    yield Step("bench", ("bench", "--json", *wake), found.read_bench, limit_s=_LONG_S)
    yield Step("layer", ("bench", "--layer", "--json"), found.read_layer, limit_s=2 * _SHORT_S)
    here = ("--machine", str(found.profile_file))
    yield Step("rank", ("rank", "--json", *here), _with_models)
    yield Step("worth", ("worth", "--json", *here), Worth.model_validate_json)
    report, paper = found.folder / "report.json", found.folder / "report.pdf"
    text = Step("report", ("report", "--output", str(report), *here), lambda _: _report(report))
    yield dataclasses.replace(text, needs_window=True)
    yield Step("paper", ("report", "--output", str(paper), *here), lambda _: _paper(paper), needs_window=True)
    yield Step("window", ("self-check",), limit_s=2 * _SHORT_S, needs_window=True)


def _document(printed: bytes) -> dict[str, Any]:
    document = json.loads(printed)
    if not isinstance(document, dict):
        raise ValueError("not a document")
    return document


def _with_models(printed: bytes) -> None:
    if not any(one.usability != "unknown" for one in Ranking.model_validate_json(printed).models):
        raise _NothingError("no model is judged")


def _report(file: Path) -> None:
    ReportFile.model_validate_json(file.read_bytes())


def _paper(file: Path) -> None:
    if not file.read_bytes().startswith(b"%PDF"):
        raise ValueError("no PDF")


def _proven(step: Step, found: _Found, left_s: float) -> ProvenStep:
    """Run one step."""
    if step.needs_window and importlib.util.find_spec("PySide6") is None:
        return _skipped(step, "no_window")
    if left_s <= 0:
        return _skipped(step, "no_time")
    environment = {**child_environment(), FOLDER_VARIABLE: str(found.folder), "QT_QPA_PLATFORM": "offscreen"}
    try:
        run = captured(
            advisor_command(*step.arguments),
            limit_s=min(step.limit_s, left_s),
            longest_bytes=_LONGEST_BYTES,
            environment=environment,
        )
    except OSError as error:
        return ProvenStep(name=step.name, end="failed", said=_told(error.strerror or type(error).__name__))
    told = _told(run.errors.decode(errors="replace"))
    proven = ProvenStep(name=step.name, end=_end(run, told), seconds=round(run.seconds, 3), exit_code=run.exit_code)
    if proven.end != "ok":
        return proven.changed(said=told)
    try:
        step.read(run.printed)
    except _NothingError as error:
        return proven.changed(end="failed", said=_told("\n".join(filter(None, (told, str(error))))))
    except (ValueError, OSError) as error:
        lacks = "" if isinstance(error, ValidationError) else str(error)
        said = _told("\n".join(filter(None, (told, lacks))))
        return proven.changed(end="crashed", cause="wrong_form", said=said)
    return proven


def _end(run: Captured, told: str) -> StepEnd:
    """How it went, by how it ended and what it printed of that."""
    if run.ended_for:
        return "timed_out" if run.ended_for == "time" else "crashed"
    if run.exit_code == 0:
        return "ok"
    is_fault = run.exit_code is None or run.exit_code < 0 or "Traceback" in told or "fault" in told
    return "crashed" if is_fault else "failed"


def _told(text: str) -> str:
    """Its end without names of people, hosts and folders."""
    return anonymized_text(text.strip()[-_MOST_SAID:])


def _skipped(step: Step, cause: Cause) -> ProvenStep:
    return ProvenStep(name=step.name, end="skipped", cause=cause)


def _proof(found: _Found) -> Proof:
    return Proof(
        app_version=__version__,
        python=platform.python_version(),
        platform=f"{sys.platform} {platform.machine()}",
        is_packaged=bool(getattr(sys, "frozen", False)),
        proven_on=local_today().isoformat(),
        steps=tuple(found.steps),
        witnesses=_witnesses(found.doctor),
        judgements=_judgements(found),
        measurements=found.measurements,
        layer=found.layer,
        doctor=found.doctor,
    )


def _witnesses(doctor: dict[str, Any] | None) -> tuple[ComparedWitness, ...]:
    return tuple(ComparedWitness.model_validate_json(json.dumps(one)) for one in (doctor or {}).get("witnesses", ()))


def _judgements(found: _Found) -> tuple[Judgement, ...]:
    return assembled(found.profile, load_catalog()).rig.judgements if found.profile else ()
