"""Pictures in the prompt of a model that sees (docs/physics.md 7.8)."""

from dataclasses import replace
from typing import NamedTuple

from advisor.answer.asked.problem import ProblemError
from advisor.facts.answers.model_parts import VisionAnswer
from advisor.facts.cards.calibration import Calibration
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.model_parts import Sight
from advisor.facts.rig.rig import Processor
from advisor.facts.values.range import Range
from advisor.facts.values.reason import reason
from advisor.facts.values.units import BITS_PER_BYTE, MICROSECOND
from advisor.predict.model.subject import Run, Subject
from advisor.predict.rates.arithmetic_rate import arithmetic_flop_per_s
from advisor.predict.speed.seeing import encode_bytes, encode_flop, image_tokens

_BYTES = 16 // BITS_PER_BYTE
_STORED = "F16"
_SPREAD = (0.5, 2.0)
"""The time to look at a picture was compared with no published rows: it is arithmetic of prompts in 16 bits."""


class Pictures(NamedTuple):
    """How many pictures are in a prompt, and their size in pixels."""

    number: int
    width: int = 1024
    height: int = 1024


NO_PICTURES, ONE_PICTURE = Pictures(0), Pictures(1)


def with_pictures(run: Run, pictures: Pictures, card: ModelCard) -> Run:
    """The run with pictures in its prompt and the part that sees beside the model; as it is for one that sees nothing.

    The context grows by their tokens where it would be too short.
    """
    sight = card.vision
    if sight is None or not pictures.number:
        return run
    prompt = run.prompt_tokens + tokens_of_images(pictures, sight)
    context = max(run.context_tokens, run.depth_tokens + prompt + run.generated_tokens)
    return replace(run, prompt_tokens=prompt, context_tokens=context, vision_bytes=vision_bytes(sight, pictures))


def sight_of(pictures: Pictures, card: ModelCard | None, name: str) -> Sight | None:
    """The part that sees, where there are pictures.

    Raises:
        ProblemError: the model is not known to see.
    """
    if not pictures.number:
        return None
    if card is None or card.vision is None:
        raise ProblemError("model_sees_nothing", name=name)
    return card.vision


def tokens_of_images(pictures: Pictures, sight: Sight) -> int:
    """Tokens of all pictures in the prompt."""
    return pictures.number * image_tokens(sight, width=pictures.width, height=pictures.height)


def vision_bytes(sight: Sight, pictures: Pictures) -> int:
    """Bytes of the part that sees, with what it computes in meanwhile."""
    return sight.params * _BYTES + encode_bytes(sight, width=pictures.width, height=pictures.height)


def vision_answer(
    pictures: Pictures, card: ModelCard, processor: Processor, subject: Subject, calibration: Calibration, run: Run
) -> VisionAnswer | None:
    """What pictures cost; None for a model that sees nothing."""
    sight, size = card.vision, {"width": pictures.width, "height": pictures.height}
    if sight is None:
        return None
    stored = replace(subject, weights=subject.weights.changed(main_type=_STORED))
    rate = arithmetic_flop_per_s(processor, stored, calibration, run)
    seconds = None
    if rate is not None:
        each_s = encode_flop(sight, **size) / rate + sight.layers * calibration.layer_us * MICROSECOND
        seconds = Range.around(pictures.number * each_s, _SPREAD)
    notes = (*((reason("vision_time_estimated"),) if seconds else ()),)
    if card.doubts("vision"):
        notes = (*notes, reason("vision_uncertain"))
    return VisionAnswer(
        weights_bytes=sight.params * _BYTES,
        compute_bytes=encode_bytes(sight, **size),
        tokens_per_image=image_tokens(sight, **size),
        image_tokens=tokens_of_images(pictures, sight),
        encode_s=seconds,
        notes=notes,
    )


def later_s(wait_s: float | None, seen: VisionAnswer | None) -> float | None:
    """The wait for the first word with the time to look at the pictures before."""
    if seen is None:
        return wait_s
    return None if wait_s is None or seen.encode_s is None else wait_s + seen.encode_s.middle
