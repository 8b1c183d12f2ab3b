"""Results of the micro-benchmark (the document `rig-advisor bench --json` prints), and of models that people ran."""

from typing import Annotated, Literal

from pydantic import Field

from advisor.facts.cards.model import ModelShape
from advisor.facts.cards.quant import ModelWeights
from advisor.facts.values.reason import Reason
from advisor.facts.values.record import Record
from advisor.facts.values.units import EIB, GIGA, MEGA, TERA

Tokens = Annotated[int, Field(ge=0, le=GIGA)]


class RanModel(Record):
    """A model as its own file describes it: what makes a run of it tell something after the file is gone."""

    name: str = Field(min_length=1)
    shape: ModelShape
    weights: ModelWeights
    shape_known: bool = True
    is_gguf: bool = True


class DraftUse(Record):
    """That tokens were guessed ahead in a run: how many were, and how many of them were accepted; None not said."""

    guessed: int | None = Field(default=None, ge=0)
    accepted: int | None = Field(default=None, ge=0)

    @property
    def accepted_share(self) -> float | None:
        """Accepted over guessed, None where it is not said."""
        return self.accepted / self.guessed if self.guessed and self.accepted is not None else None


class OwnRun(Record):
    """One speed as the program printed it: one sequence. With a `draft` it says nothing of plain speeds.

    `model_id` and `quant` are those of the catalog, `processor` the id in the rig. `model` is there where a file was
    not the one the catalog has; `model_id` is then only its name. `phase` decode: generation with `depth_tokens` in the
    context before; prefill: a prompt of `prompt_tokens`. `spread` is (max - min) / value of several tries. `threads`
    and `ubatch_tokens` are None for the program's own choice. `ran_on` is an ISO date.
    """

    model_id: str = Field(min_length=1)
    quant: str = Field(min_length=1)
    processor: str = Field(min_length=1)
    engine: str = "llama.cpp"
    build: str | None = None
    backend: str | None = None
    flash_attention: bool | None = None
    phase: Literal["decode", "prefill"] = "decode"
    depth_tokens: Tokens = 0
    prompt_tokens: Tokens = 512
    generated_tokens: Tokens = 128
    tokens_per_s: float = Field(gt=0, le=MEGA)
    spread: float = Field(default=0, ge=0, lt=1)
    threads: int | None = Field(default=None, gt=0, le=MEGA)
    ubatch_tokens: int | None = Field(default=None, gt=0, le=MEGA)
    model: RanModel | None = None
    draft: DraftUse | None = None
    ran_on: str = Field(pattern=r"^\d{4}-\d{2}-\d{2}$")


ABOVE_PAPER = 1.05
"""How far above a data sheet's rate a figure may be: clocks and rounding. Beyond it one of the two is wrong."""

WIDE_SPREAD = 0.10
"""Readings that differ by more than this share of their middle are told as a range instead of one figure."""

OTHER_PROGRAMS = ("clpeak",)
"""Programs whose figures are read where none were measured here; their methods begin with their name."""

MeasurementName = Literal[
    "memory_read", "memory_read_one_thread", "memory_copy", "cache_curve", "memory_latency", "fma_fp32", "int8_dot",
    "q4_0_dot", "q8_0_dot", "f16_dot", "gpu_memory_read", "gpu_copy", "gpu_fp32", "gpu_fp16", "gpu_launch",
    "gpu_matrix_fp16_acc32", "gpu_matrix_fp16_acc16", "gpu_matrix_bf16", "gpu_matrix_int8", "gpu_matrix_fp8",
    "host_to_device", "device_to_host",
]  # fmt: skip
"""What can be measured. Of a file of another version that has other names, these are left out."""

Stability = Literal["stable", "noisy"]

Figure = Annotated[float, Field(gt=0, le=MEGA * TERA)]
"""A measured time or rate in base units."""

Amount = Annotated[float, Field(ge=0, le=MEGA * TERA)]
"""A figure that may be nothing."""

Points = Annotated[tuple[tuple[Annotated[int, Field(gt=0, le=EIB)], Figure], ...], Field(min_length=1)]
"""A curve: (bytes of the working set, rate) each, the smallest set first."""


class DeviceState(Record):
    """What a device did at one moment; None where the system does not say.

    `busy_share` is what other programs took of it, 0 to 1. `throttle_reasons` are words for people (heat, power
    limit); `link_generation` and `link_width` those of its PCIe link at work.
    """

    clock_hz: Amount | None = None
    memory_clock_hz: Amount | None = None
    temperature_c: Annotated[float, Field(ge=-273, le=MEGA)] | None = None
    power_w: Amount | None = None
    power_limit_w: Amount | None = None
    throttle_reasons: tuple[Reason, ...] = ()
    busy_share: Annotated[float, Field(ge=0, le=1)] | None = None
    link_generation: int | None = None
    link_width: int | None = None


class Conditions(Record):
    """What a figure was measured under: power, and the state of its device before and right after the last sample.

    `power_plan` is the system's own word. `others_before` and `others_during` are the shares of all CPUs that other
    programs took before and while it was measured. `virtual_machine` names the one it runs in, for figures of the CPU.
    """

    power_source: Literal["mains", "battery"] | None = None
    power_plan: str | None = None
    others_before: Annotated[float, Field(ge=0, le=1)] | None = None
    others_during: Annotated[float, Field(ge=0, le=1)] | None = None
    before: DeviceState = DeviceState()
    after: DeviceState = DeviceState()
    virtual_machine: str | None = None


class Measurement(Record):
    """One measured figure: the median over blocks, in base units; `cache_curve` has points for its value.

    `device` is the id of the processor in the rig (`cpu`, `gpu0`), of one kind of its cores `cpu:P` or `cpu:E`.
    `spread` is (max - min) / value over the block medians; above 0.03 the result is `noisy`.
    `method` is versioned (`numpy_dot_xy/1`): results of different methods are never compared. `tried` holds what
    other thread counts reached where the best one was looked for: (threads, value) each. `memory_setting` and
    `machine_driver` are the memory modules with their rate and the graphics driver as detection said them then.
    `disturbed_by` says what made it less than this machine can do, nothing where it was quiet; of an earlier version's
    `disturbance` judges from the conditions.
    """

    name: MeasurementName
    device: str
    value: Figure | Points
    unit: str
    spread: Amount
    stability: Stability
    method: str
    duration_s: Amount
    warnings: tuple[Reason, ...] = ()
    samples: Annotated[int, Field(gt=0)]
    block_medians: tuple[Figure, ...]
    p10: Amount
    p90: Amount
    threads: Annotated[int, Field(gt=0, le=MEGA)] | None
    tried: tuple[tuple[int, Amount], ...] = ()
    buffer_bytes: Annotated[int, Field(ge=0, le=EIB)] | None
    work_per_sample: Amount
    app_version: str
    started_at: str
    on_battery: bool = False
    device_name: str | None = None
    driver: str | None = None
    conditions: Conditions | None = None
    memory_setting: str | None = None
    machine_driver: str | None = None
    disturbed_by: tuple[Reason, ...] = ()

    @property
    def program(self) -> str | None:
        """Which other program measured it, None where it was this one."""
        return next((name for name in OTHER_PROGRAMS if self.method.startswith(f"{name}/")), None)

    @property
    def figure(self) -> float:
        """The value as one figure; of a curve the rate of its largest working set."""
        return self.value[-1][1] if isinstance(self.value, tuple) else self.value


class MeasurementFailure(Record):
    """A measurement that gave no figure, and why; `device` where only that one gave none."""

    name: str
    reason: Reason
    device: str | None = None


class Soak(Record):
    """How a rate held out under load for a minute: (seconds since the start, rate) each, in order.

    `burst` is the middle of the first ten seconds, `sustained` that of the last ten, in `unit`.
    """

    name: MeasurementName
    device: str
    unit: str
    points: Annotated[tuple[tuple[Amount, Figure], ...], Field(min_length=1)]
    burst: Figure
    sustained: Figure
    method: str
    started_at: str
    warnings: tuple[Reason, ...] = ()

    @property
    def ratio(self) -> float:
        """What is left of the burst in the end: 1 where heat and power change nothing."""
        return self.sustained / self.burst


class Measurements(Record):
    """One run of the micro-benchmark, or all that was measured on a machine: then with the runs people did there."""

    schema_version: Literal[1] = 1
    results: tuple[Measurement, ...]
    failures: tuple[MeasurementFailure, ...] = ()
    own_runs: tuple[OwnRun, ...] = ()
    soaks: tuple[Soak, ...] = ()


METHOD_VERSIONS: dict[str, int] = {
    "numpy_dot_xy": 1,
    "numpy_copyto": 1,
    "numpy_matmul": 1,
    "native_read": 1,
    "native_fma": 1,
    "native_i8": 1,
    "native_dot": 1,
    "native_chase": 1,
    "wgpu_read_vec4": 1,
    "wgpu_fma": 1,
    "wgpu_copy_buffer": 1,
    "wgpu_staging_to_device": 1,
    "wgpu_device_to_staging": 1,
    "wgpu_dispatch": 1,
    "wgpu_tiled_matmul": 1,
    "cuda_": 1,
}
"""The version of each method by the beginning of its name; instructions and shapes of a kernel follow in the name."""


def is_earlier_method(method: str) -> bool:
    """Whether this version measures by another version of the method; of one it does not know nothing is said."""
    name, _, version = method.partition("/")
    known = [METHOD_VERSIONS[start] for start in METHOD_VERSIONS if name.startswith(start)]
    return bool(known) and version.isdigit() and int(version) != known[0]
