"""One model at one quantization on one rig, judged for a workload."""

from functools import cached_property
from math import inf

from advisor.answer.judge.light import GREAT
from advisor.answer.judge.thinking import Thought
from advisor.answer.text.judged import light_of_estimate, quick_light
from advisor.answer.text.run_option import RunOption
from advisor.facts.answers.usability import ENOUGH_SHARE, Light, Usability, likely_share
from advisor.facts.cards.workload import WorkloadCard
from advisor.facts.values.frozen import frozen

_AMPLE = 4.0
"""Times what the work needs from which nobody notices more speed (a judgment)."""


@frozen
class Setting:
    """One model at one quantization on one rig, judged for a workload."""

    option: RunOption
    workload: WorkloadCard
    thought: Thought | None
    is_beside_card: bool = False
    """Whether the processor does it because no card of the rig holds it."""
    is_on_cpu: bool = False
    """Whether the processor does it although the rig has graphics that could compute."""

    @cached_property
    def quick(self) -> Light:
        """The light without the ends of its ranges."""
        return quick_light(self.workload, self.option, self.thought)

    @property
    def usability(self) -> Usability:
        """The word of the light."""
        return self.quick.usability

    @cached_property
    def light(self) -> Light:
        """The light with what it rests on."""
        return light_of_estimate(self.workload, self.option.result, self.thought)

    @property
    def quant(self) -> str:
        """The name of its quantization."""
        return self.option.subject.weights.quant

    @property
    def place(self) -> int:
        """0 for the best light."""
        return self.quick.place

    @property
    def is_divided(self) -> bool:
        """Whether a part of the model lies in main memory beside a card."""
        return self.option.is_divided

    @property
    def is_held(self) -> bool:
        """Whether one memory holds it, that of a card where the rig has one."""
        return not self.is_divided and not self.is_beside_card

    @property
    def is_squeezed(self) -> bool:
        """Whether other programs have to make room for it."""
        return self.option.fit.verdict == "tight" and self.option.fit.others_closed is not None

    @property
    def is_barely_enough(self) -> bool:
        """Whether it is slow, or may be."""
        share = self.quick.share
        return self.usability == "slow" or (self.usability == "fine" and share is not None and share.low < 1)

    @property
    def is_likely_great(self) -> bool:
        """Whether it is great at the likely end of its range, too."""
        share = self.light.share
        return self.usability == "great" and (share is None or likely_share(share) >= GREAT * ENOUGH_SHARE)

    @property
    def is_ample(self) -> bool:
        """Whether it is so much faster than the work needs that nobody notices more."""
        share = self.quick.share
        return self.usability == "great" and share is not None and share.middle >= _AMPLE

    @property
    def answer_s(self) -> float:
        """From the request to the last word of the answer."""
        return self.quick.answer_s.middle if self.quick.answer_s else inf

    @property
    def written_s(self) -> float:
        """The same without what it thinks before."""
        rate = self.option.tokens_per_s
        return (self.option.first_word_s or 0.0) + self.option.run.generated_tokens / rate if rate else inf
