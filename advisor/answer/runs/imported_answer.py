"""A whole text that another program printed, understood for one rig: what of it can be kept."""

from typing import NamedTuple

from advisor.answer.asked.problem import ProblemError
from advisor.answer.runs.imported_run import Chosen, Understood, UnderstoodRate, understood, understood_rate
from advisor.answer.text.own_runs import Judged
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.imported.imported_text import ImportedError, read_imported
from advisor.facts.machine.measurement import Measurement, Measurements, OwnRun
from advisor.facts.rig.rig import Rig
from advisor.facts.values.reason import Reason, reason


class ImportedAnswer(NamedTuple):
    """What a text says of a rig; `leftover` are parts of it that could not be read."""

    program: str
    runs: tuple[Understood, ...]
    rates: tuple[UnderstoodRate, ...]
    leftover: tuple[Reason, ...]

    @property
    def kept_runs(self) -> tuple[OwnRun, ...]:
        """The runs that may be true and are of this rig."""
        return tuple(one.judged.run for one in self.runs if one.judged is not None and not is_impossible(one.judged))

    @property
    def kept_rates(self) -> tuple[UnderstoodRate, ...]:
        """The rates that may be true and are of this rig."""
        return tuple(one for one in self.rates if one.processor_id is not None)


def is_impossible(judged: Judged) -> bool:
    """Whether physics forbids a speed."""
    return judged.finding is not None and judged.finding.verdict == "impossible"


def imported_answer(text: str, rig: Rig, catalog: Catalog, *, chosen: Chosen, today: str) -> ImportedAnswer:
    """What a text says of a rig; `today` (ISO) is the date of runs without one.

    Raises:
        ProblemError: nothing in it is known; the sentence says what is accepted.
    """
    try:
        imported = read_imported(text)
    except ImportedError as error:
        raise ProblemError(error.reason) from None
    return ImportedAnswer(
        imported.program,
        tuple(understood(run, rig, catalog, chosen=chosen, today=today) for run in imported.runs),
        tuple(understood_rate(rate, rig, catalog, device=chosen.device) for rate in imported.rates),
        imported.leftover,
    )


def rates_as_measured(rates: tuple[UnderstoodRate, ...], *, now: str, app_version: str) -> Measurements:
    """Rates of another program as results of the micro-benchmark: one reading each, how steady is not known."""
    return Measurements(
        results=tuple(
            Measurement(
                name=one.imported.name,
                device=one.processor_id,
                value=one.imported.value,
                unit=one.imported.unit,
                spread=0,
                stability="noisy",
                method=one.imported.method,
                duration_s=0,
                warnings=(reason("steadiness_not_said", program=one.imported.method.partition("/")[0]),),
                samples=1,
                block_medians=(one.imported.value,),
                p10=one.imported.value,
                p90=one.imported.value,
                threads=None,
                buffer_bytes=None,
                work_per_sample=0,
                app_version=app_version,
                started_at=one.imported.ran_at or now,
                device_name=one.imported.device,
                driver=one.imported.driver,
            )
            for one in rates
            if one.processor_id is not None
        )
    )
