"""How well a speed is known: the spread of its calibration, widened by each thing that is not known."""

from advisor.facts.calibration import Calibration, Doubt, OwnScale, Spread, Spreads
from advisor.facts.estimate import Speed
from advisor.facts.rig import Processor
from advisor.predict.range import Certainty, averaged, certainty, deepened, depth_widening
from advisor.predict.subject import Run, Subject

UNLISTED = Doubt(reason="the graphics card is not in the catalog", spread=(0.85, 1.18))
NO_CORES = Doubt(reason="the number of cores is unknown", spread=(0.6, 1.1))
SIMILAR_SHAPE = Doubt(reason="the layers are those of a similar model", spread=(0.85, 1.18))
SIMILAR_QUANT = Doubt(reason="the quantization is one alike", spread=(0.88, 1.13))
ASSUMED = Doubt(reason="the name leaves open which of several cards it is", spread=(0.8, 1.25))
BORROWED = Doubt(reason="the figures are those of another program or backend", spread=(0.6, 1.5))
UNKNOWN_BUILD = Doubt(reason="the build of the program is unknown", spread=(0.73, 1.36))
LAYER_SPLIT = Doubt(reason="several cards take turns", spread=(0.92, 1.08))
TENSOR_SPLIT = Doubt(reason="several cards exchange halves of every layer", spread=(0.6, 1.4))
SEVERAL_PROMPT = Doubt(reason="several cards share the prompt", spread=(0.6, 1.25))
BATCHED = Doubt(reason="several sequences run at once", spread=(0.75, 1.35))
DIVIDED = Doubt(reason="part of the model is in main memory", spread=(0.85, 1.1))
DIVIDED_PROMPT = Doubt(reason="part of the model is in main memory", spread=(0.35, 1.3))


def decode_certainty(processor: Processor, subject: Subject, calibration: Calibration, run: Run) -> Certainty:
    """How well a generation speed is known."""
    doubts = list(_doubts(processor, subject, calibration, run))
    if run.devices > 1:
        doubts.append(TENSOR_SPLIT if run.split == "tensor" else LAYER_SPLIT)
    if run.batch > 1:
        doubts.append(BATCHED)
    spreads, own = calibration.decode_spread, calibration.own_decode
    if processor.read_bytes_per_s.value is not None and spreads.measured is not None:
        spreads = spreads.changed(dense=spreads.measured)
    return _known(spreads, own, subject, tokens=run.middle_tokens, doubts=tuple(doubts))


def prefill_certainty(processor: Processor, subject: Subject, calibration: Calibration, run: Run) -> Certainty:
    """How well the speed of reading a prompt is known."""
    doubts = (*_doubts(processor, subject, calibration, run), *((SEVERAL_PROMPT,) if run.devices > 1 else ()))
    tokens = run.depth_tokens + run.prompt_tokens
    return _known(calibration.prefill_spread, calibration.own_prefill, subject, tokens=tokens, doubts=doubts)


def certainty_of(speed: Speed) -> Certainty:
    """How well a finished speed is known; its low end tells, for a ceiling may have cut the high one."""
    if not speed.tokens_per_s or not speed.low_tokens_per_s:
        return Certainty((1.0, 1.0))
    return Certainty((speed.low_tokens_per_s / speed.tokens_per_s, speed.tokens_per_s / speed.low_tokens_per_s))


def divided_certainty(card: Certainty, host: Certainty, *, host_share: float) -> Certainty:
    """How well the speed of a model in two memories is known: each side as far as it takes of the time."""
    both = averaged(((1 - host_share, card.spread), (host_share, host.spread)))
    made = certainty(both, (DIVIDED,))
    return Certainty(made.spread, tuple(dict.fromkeys((*card.doubts, *host.doubts, *made.doubts))))


def _known(
    spreads: Spreads, own: OwnScale | None, subject: Subject, *, tokens: float, doubts: tuple[Doubt, ...]
) -> Certainty:
    """The spread at this depth; a run on this machine takes the place of the calibration's and of all doubts."""
    kind = spreads.sparse if subject.is_sparse else spreads.dense
    widening = depth_widening(tokens)
    if own is None:
        return certainty(deepened(kind, spreads.deep, widening=widening), doubts)
    return certainty(_own_spread(kind, spreads.deep, own, widening=widening))


def _own_spread(kind: Spread, deep: Spread, own: OwnScale, *, widening: float) -> Spread:
    """A run at one depth says less of another one."""
    apart = abs(widening - depth_widening(own.depth_tokens))
    return deepened(own.spread, deepened(kind, deep, widening=1.0), widening=apart)


def _doubts(processor: Processor, subject: Subject, calibration: Calibration, run: Run) -> tuple[Doubt, ...]:
    """What is not known whatever the phase."""
    unlisted = processor.kind == "gpu" and processor.card is None
    no_cores = processor.kind == "cpu" and processor.cores.value is None and run.threads is None
    found = (
        (unlisted, UNLISTED),
        (no_cores, NO_CORES),
        (not subject.shape_known, SIMILAR_SHAPE),
        (not subject.quant_known, SIMILAR_QUANT),
        (run.build_date is None, UNKNOWN_BUILD),
    )
    return (*calibration.doubts, *(doubt for is_so, doubt in found if is_so))
