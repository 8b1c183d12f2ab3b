"""Published speeds of language models as questions: `speeds.csv` and `speeds_reported.csv` with `hardware.csv`."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from advisor.advice.sharing import result_key
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.asked.request import PredictRequest
from advisor.store.shared_results import read_result
from tools.calibrate.tables import question, table

Phase = Literal["decode", "prefill"]
PUBLISHED, REPORTED = "speeds.csv", "speeds_reported.csv"
SHARED = "shared"
"""The source of what people shared."""

RULE_SHARE = 0.55
"""Of the bandwidth: what the usual rule of thumb for generation takes."""

_MORE_THAN_ONE_STREAM = ("sum of streams", "streams not stated")
_OF_DEVICES = ("memory_gb", "memory_bandwidth_gb_per_s", "fp32_tflop_per_s", "fp16_dense_tflop_per_s")


@dataclass(frozen=True)
class SpeedRow:
    """One published speed: the question as it is sent and as it is understood, and tokens per second of all sequences.

    `machine` is an anonymous id of one physical machine, `source_group` the publication or the person; `not_fitted`
    says why no constant is fitted to the row; `read_gb_per_token` are GB of weights by the size of the file.
    """

    fields: dict[str, Any]
    asked: PredictRequest
    tokens_per_s: float
    device: str
    device_kind: str
    machine: str
    os: str
    source_group: str
    not_fitted: str
    read_gb_per_token: float | None = None

    @property
    def rule_tokens_per_s(self) -> float | None:
        """What the rule of thumb makes of it; None of a prompt."""
        sheet = self.asked.device_facts
        bandwidth = sheet.memory_bandwidth_gb_per_s if sheet else None
        if self.asked.phase != "decode" or not bandwidth or not self.read_gb_per_token:
            return None
        return RULE_SHARE * bandwidth / self.read_gb_per_token

    @property
    def is_one_stream(self) -> bool:
        """Whether the speed is surely that of one stream where one is asked for."""
        return self.not_fitted not in _MORE_THAN_ONE_STREAM

    @property
    def is_part_in_main_memory(self) -> bool:
        """Whether the device holds a part of the model only."""
        return self.not_fitted == "part in main memory"


def speed_rows(folder: Path, name: str = PUBLISHED) -> list[SpeedRow]:
    """The rows of one table, each with the data sheet of its device. KeyError: a device has none."""
    sheets = {row["device"]: row for row in table(folder / "hardware.csv")}
    return [_speed_row(row, sheets[row["device"]]) for row in table(folder / name)]


def shared_rows(paths: Iterable[Path], catalog: Catalog) -> Iterator[SpeedRow]:
    """The speeds in files that `rig-advisor share` made: of models and GPUs that we have cards of, one stream each."""
    for path in paths:
        result = read_result(path)
        for run in result.runs:
            number = run.part.removeprefix("gpu")
            gpu = result.gpus[int(number)] if number.isdigit() and int(number) < len(result.gpus) else None
            card, model = catalog.gpus.get(gpu.card or "") if gpu else None, catalog.models.get(run.model.id or "")
            if card is None or model is None or run.quant == "other":
                continue
            fields: dict[str, Any] = {
                "id": result_key(result), "task": "generate", "device": card.name,
                "model": model.name, "quant": run.quant, "engine": run.engine,
                "phase": run.phase, "depth_tokens": run.depth_tokens, "prompt_tokens": run.prompt_tokens,
                "generated_tokens": run.generated_tokens, "ubatch_tokens": run.ubatch_tokens, "backend": run.backend,
                "flash_attention": run.flash_attention, "threads": run.threads,
            }  # fmt: skip
            fields = {name: value for name, value in fields.items() if value is not None}
            yield SpeedRow(
                fields=fields,
                asked=PredictRequest.model_validate(fields),
                tokens_per_s=run.tokens_per_s,
                device=card.name,
                device_kind=f"{card.vendor}_gpu",
                machine=result_key(result),
                os=result.os or "",
                source_group=SHARED,
                not_fitted="",
            )


def _speed_row(row: dict[str, str], sheet: dict[str, str]) -> SpeedRow:
    known = {f"device_facts.{name}": sheet[name] for name in _OF_DEVICES}
    fields = question({**row, **known})
    read = float(row["weight_gb_per_token"]) if row["weight_gb_per_token"] else None
    return SpeedRow(
        fields=fields,
        asked=PredictRequest.model_validate(fields),
        tokens_per_s=float(row["tokens_per_s"]),
        device=row["device"],
        device_kind=sheet["kind"],
        machine=row["machine"],
        os=row["os"],
        source_group=row["source_group"],
        not_fitted=row["not_fitted"],
        read_gb_per_token=read,
    )
