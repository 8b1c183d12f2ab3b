"""Published rows as cases: what the formulas need to predict each, by the calibration that answers it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Literal

from advisor.answer.asked.problem import ProblemError
from advisor.answer.text.generate import run_of
from advisor.answer.which_device.calibration import find_calibration
from advisor.answer.which_device.device import find_processor
from advisor.answer.which_model.subject import find_subject
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.estimate import Speed
from advisor.facts.cards.calibration import Calibration
from advisor.facts.rig.rig import Processor
from advisor.predict.model.subject import Run, Subject
from advisor.predict.rates.certainty import DEEP_TOKENS
from advisor.predict.speed.decode import decode_parts
from advisor.predict.speed.prefill import prefill_parts
from advisor.predict.speed.speed import decode_speed, prefill_speed
from tools.calibrate.speed_rows import Phase, SpeedRow

SpreadKind = Literal["dense", "sparse", "deep"]
SPREAD_KINDS: tuple[SpreadKind, ...] = ("dense", "sparse", "deep")


@dataclass(frozen=True)
class Case:
    """One row that can be predicted."""

    row: SpeedRow
    phase: Phase
    processor: Processor
    subject: Subject
    run: Run

    @property
    def is_alone(self) -> bool:
        """Whether one device serves one sequence: what constants are fitted on."""
        return self.run.devices == 1 and self.run.batch == 1

    @property
    def spread_kind(self) -> SpreadKind:
        """Which of the spreads of a calibration is for it."""
        if self.run.depth_tokens >= DEEP_TOKENS / 2:
            return "deep"
        return "sparse" if self.subject.is_sparse else "dense"

    def tokens_per_s(self, calibration: Calibration) -> float | None:
        """The speed that these constants predict; None where a rate is unknown."""
        if self.phase == "decode":
            step = decode_parts(self.processor, self.subject, calibration, self.run)
            return self.run.batch / step.total_s if step else None
        prompt = prefill_parts(self.processor, self.subject, calibration, self.run)
        return self.run.batch * self.run.prompt_tokens / prompt.total_s if prompt else None

    def speed(self, calibration: Calibration) -> Speed:
        """The speed with its range."""
        speed = decode_speed if self.phase == "decode" else prefill_speed
        return speed(self.processor, self.subject, calibration, self.run)

    def residual(self, calibration: Calibration) -> float:
        """Logarithm of predicted over measured speed."""
        return log((self.tokens_per_s(calibration) or 1.0) / self.row.tokens_per_s)


def siblings_of(
    calibration_id: str, cases: Mapping[tuple[str, Phase], Sequence[Case]], catalog: Catalog
) -> list[Calibration]:
    """The calibrations of the same engines and kind of processor whose rows are of other devices."""
    devices: dict[str, set[str]] = defaultdict(set)
    for (found_id, _), found in cases.items():
        devices[found_id] |= {case.row.device for case in found}
    own = catalog.calibrations[calibration_id]
    return [
        catalog.calibrations[other_id]
        for other_id in sorted(devices)
        if not devices[other_id] & devices[calibration_id]
        and set(catalog.calibrations[other_id].engines) & set(own.engines)
        and ("cpu" in catalog.calibrations[other_id].backends) == ("cpu" in own.backends)
    ]


def cases_by_calibration(rows: list[SpeedRow], catalog: Catalog) -> dict[tuple[str, Phase], list[Case]]:
    """The rows by the calibration and phase that answers them, without those that nothing is fitted to or answers."""
    ids = {card.name: card_id for card_id, card in catalog.calibrations.items()}
    found: dict[tuple[str, Phase], list[Case]] = defaultdict(list)
    for row in rows:
        if row.not_fitted:
            continue
        request = row.asked
        try:
            processor = find_processor(request, catalog).processor
            subject, _ = find_subject(request, catalog)
        except ProblemError:
            continue
        chosen = find_calibration(
            processor, catalog, engine=request.engine, backend=request.backend, is_gguf=subject.is_gguf
        )
        if chosen is None or chosen[1]:
            continue
        made = Case(row, request.phase, processor, subject, run_of(request, chosen[0], catalog.blocks))
        if made.tokens_per_s(chosen[0]) is not None:
            found[ids[chosen[0].name], request.phase].append(made)
    return found
