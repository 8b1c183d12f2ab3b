"""What only the answer about writing text tells: how speed falls with context, the ceilings, what would make it fit."""

from typing import Literal

from advisor.facts.answers.draft import DraftAnswer
from advisor.facts.answers.estimate import Estimate
from advisor.facts.answers.model_parts import ThinkingAnswer, VisionAnswer
from advisor.facts.answers.task_answer import TaskAnswer
from advisor.facts.machine.measurement import Points
from advisor.facts.values.fact import Origin
from advisor.facts.values.range import Range, Ranged
from advisor.facts.values.record import Record


class SweepPoint(Ranged):
    """Decode speed with so many tokens already in the context; None where there is no figure."""

    depth_tokens: int
    tokens_per_s: Range | None


class Sweep(Record):
    """Decode speed of one processor over a filling context. `fits_tokens` is the longest context that fits there."""

    processor_id: str
    processor_name: str
    points: tuple[SweepPoint, ...]
    fits_tokens: int | None = None


PeakKind = Literal["fp32", "fp16", "int8", "matrix", "prompts"]
"""What a peak counts: vectors of 32 or 16 bits or of bytes, 16 bits in matrix units, or whatever prompts come to."""


class Roofline(Record):
    """The ceilings of one processor and where the two phases of this model lie under them.

    `decode_flop_per_byte` and `prefill_flop_per_byte` are arithmetic intensities; the reached rates are
    `*_flop_per_s`. None where a figure is unknown. A measured ceiling comes before a theoretical one. `cache_curve` is
    what one core was measured to read, by the bytes it reads again and again. An uncertain ceiling is told with a ~.
    """

    processor_id: str
    processor_name: str
    bandwidth_bytes_per_s: float | None
    bandwidth_origin: Origin | None
    peak_flop_per_s: float | None
    peak_origin: Origin | None
    decode_flop_per_byte: float
    decode_flop_per_s: float | None
    prefill_flop_per_byte: float
    prefill_flop_per_s: float | None
    cache_curve: Points | None = None
    bandwidth_is_uncertain: bool = False
    peak_is_uncertain: bool = False
    peak_kind: PeakKind | None = None


class SmallerSetting(Record):
    """The one change that makes a model fit, and what it then needs; a single one of the first five is not None.

    `is_divided`: a part of it lies in main memory even so; `is_noticeably_worse`: the file answers worse than 4 bits.
    """

    context_tokens: int | None = None
    cache_type: str | None = None
    ubatch_tokens: int | None = None
    quant: str | None = None
    method: str | None = None
    total_bytes: int = 0
    is_divided: bool = False
    is_noticeably_worse: bool = False


class TextAnswer(TaskAnswer):
    """One model, quantization and context on one rig.

    `cpu` is the option of the processor alone; `offloaded` the one with part of the model on the graphics card and the
    rest in main memory, where that makes sense. Where the chosen one does not fit into the memory of its processor,
    `smaller` is what would make it. `vision` is what pictures in the prompt cost; `picture_bytes` what one that sees
    would take more with them, None for others. `draft` is the chosen one with the draft that was asked for, `thinking`
    how long the model thinks before its answer starts.
    """

    task: str = "generate"
    chosen: Estimate
    options: tuple[Estimate, ...]
    candidates: tuple[Estimate, ...]
    quant: str
    context_tokens: int
    largest_context_tokens: int | None
    cpu: Estimate | None
    offloaded: Estimate | None
    sweeps: tuple[Sweep, ...]
    rooflines: tuple[Roofline, ...]
    smaller: SmallerSetting | None = None
    draft: DraftAnswer | None = None
    thinking: ThinkingAnswer | None = None
    vision: VisionAnswer | None = None
    picture_bytes: int | None = None


class LayerStep(Ranged):
    """So many layers on the card: the speed with its range, None where it is not known, and whether they have room."""

    on_card: int
    fits: bool
    tokens_per_s: Range | None


class LayerSteps(Record):
    """Steps from nothing to everything on the card; `what` is counted, whole layers or the experts of layers.

    `chosen` is the step of the answer, `most` all there is; whole layers count the output layer as one.
    """

    processor_name: str
    what: Literal["layers", "experts"]
    most: int
    chosen: int
    steps: tuple[LayerStep, ...]
