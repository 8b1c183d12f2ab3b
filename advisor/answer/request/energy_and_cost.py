"""Energy and money of one token, item or recording, where the watts of the device and a price are known."""

from typing import NamedTuple

from advisor.answer.asked.checked_request import AnyRequest
from advisor.answer.networks.network_answer import find_device
from advisor.answer.text.generate import LLAMA_CPP
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.answer import Answer
from advisor.facts.answers.pipeline_answer import ItemsAnswer, PictureAnswer, SpeechAnswer
from advisor.facts.answers.training_answer import FinetuneAnswer
from advisor.facts.asked.pipeline_request import SpeechRequest
from advisor.facts.asked.request import PredictRequest
from advisor.facts.values.units import SECONDS_PER_HOUR
from advisor.predict.worth.energy import work_energy_j

_ALONE_SHARE = 0.9
"""Of the memory that is needed; besides its own a device always takes buffers in main memory."""


class _Seconds(NamedTuple):
    """What one unit takes: at the high end of the speed, in the middle, at its low end."""

    low: float
    middle: float
    high: float
    unit: str


def with_energy_and_money(answer: Answer, request: AnyRequest, catalog: Catalog) -> Answer:
    """The answer with joules and, at a stated price of an hour, dollars of one unit; training has its own."""
    seconds = None if isinstance(answer, FinetuneAnswer) else _seconds(answer, request)
    if seconds is None:
        return answer
    price, changes, basis = request.usd_per_device_hour, dict[str, object](), answer.basis
    if price is not None:
        changes["usd"] = seconds.middle * request.device_count * price / SECONDS_PER_HOUR
    processor = find_device(request, catalog).processor
    power_w = processor.power_w.value if _at_work_alone(answer) else None
    if power_w is not None:
        at_work = 1 if _takes_turns(request) else request.device_count
        energy = work_energy_j(
            low_s=seconds.low,
            middle_s=seconds.middle,
            high_s=seconds.high,
            limit_w=power_w * at_work,
            is_arithmetic=answer.limit == "compute",
        )
        changes |= {"energy_j": energy.middle, "low_energy_j": energy.low, "high_energy_j": energy.high}
        whose = "every device" if at_work > 1 else "the device at work"
        basis = (
            *basis,
            f"energy of one {seconds.unit}: a share of the {power_w:g} W limit of {whose}, without the rest",
        )
    return answer.changed(**changes, basis=basis)


def _at_work_alone(answer: Answer) -> bool:
    """Whether the device does everything: where the processor computes a part of it, each waits for the other."""
    if answer.memory is None:
        return True
    needs = [pool.need_bytes for pool in answer.memory.pools]
    return max(needs) >= _ALONE_SHARE * sum(needs)


def _takes_turns(request: AnyRequest) -> bool:
    """Whether devices work one after another: llama.cpp with whole layers on each."""
    is_split = isinstance(request, PredictRequest) and request.split != "tensor"
    return is_split and LLAMA_CPP.match(request.engine) is not None


def _seconds(answer: Answer, request: AnyRequest) -> _Seconds | None:
    """Seconds of one unit of what an answer is about; None where no speed is known."""
    if isinstance(answer, PictureAnswer):
        low, middle, high = answer.low_s_per_item, answer.s_per_item, answer.high_s_per_item
        return _Seconds(low, middle, high, "item") if low and middle and high else None
    rates, amount, unit = (answer.high_tokens_per_s, answer.tokens_per_s, answer.low_tokens_per_s), 1.0, "token"
    if isinstance(answer, ItemsAnswer):
        rates, unit = (answer.high_items_per_s, answer.items_per_s, answer.low_items_per_s), "item"
    if isinstance(answer, SpeechAnswer) and isinstance(request, SpeechRequest):
        rates = (answer.high_realtime_factor, answer.realtime_factor, answer.low_realtime_factor)
        amount, unit = request.audio_s, "recording"
    high, middle, low = rates
    return _Seconds(amount / high, amount / middle, amount / low, unit) if high and middle and low else None
