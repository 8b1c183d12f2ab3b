"""One way to run a model on a rig: a processor or several equal ones, with what spills from a card on the CPU."""

from functools import cached_property

from advisor.answer.text.division import Divided, Work, divided_first_word_s, divided_rate, kept_work
from advisor.answer.text.execution_targets import ExecutionTarget
from advisor.answer.text.partial_offload import divided_estimate, estimate
from advisor.answer.text.sweep import Helper, roofline, sweep
from advisor.facts.answers.estimate import Estimate, Fit, Seconds, Speed
from advisor.facts.answers.text_answer import Roofline, Sweep
from advisor.facts.rig.rig import Processor
from advisor.facts.values.frozen import frozen
from advisor.facts.values.units import KIB
from advisor.predict.memory.load import Load, largest_context_tokens, load
from advisor.predict.memory.longest import divided_context_tokens
from advisor.predict.model.subject import Run, Subject
from advisor.predict.speed.decode import DecodeParts, decode_parts
from advisor.predict.speed.own_run import scaled_parts
from advisor.predict.speed.prefill import first_step, prefill_parts, time_to_first_token_s
from advisor.predict.speed.sanity import decode_ceiling
from advisor.predict.speed.speed import decode_seconds

HOLDS_ALL = 0
ORDER = {"fits": HOLDS_ALL, "tight": HOLDS_ALL, "spills": 1, "unknown": 2, "too_big": 3}
"""How well a memory holds a model by its verdict; smaller is better."""

_LONGEST_UNSTATED_TOKENS = 128 * KIB
"""The longest context that pages offer for a model of which nobody states how long its may be."""


@frozen(eq=False)
class RunOption:
    """One model on one target. Figures are computed when they are asked for: most ways lose by their fit alone.

    Where a card does not hold it, `divided` is how card and processor do together, and `whole` the way without that.
    """

    target: ExecutionTarget
    subject: Subject
    run: Run
    whole: "RunOption | None" = None
    divided: Divided | None = None

    @property
    def processor(self) -> Processor:
        """What computes."""
        return self.target.processor

    @property
    def is_gpu(self) -> bool:
        """Whether it computes on a graphics processor that can be used as it is."""
        return self.processor.kind == "gpu" and self.processor.blocked is None

    @property
    def is_divided(self) -> bool:
        """Whether the processor takes what its card does not hold."""
        return self.divided is not None and self.divided.placement is not None

    @property
    def helper(self) -> Helper | None:
        """What the processor takes; None where it takes nothing."""
        divided = self.divided
        if divided is None or divided.placement is None:
            return None
        processor, calibration, _ = divided.host
        assert processor is not None
        assert calibration is not None
        return Helper(processor, calibration, divided.placement)

    @cached_property
    def offloaded(self) -> Estimate | None:
        """How it runs on both together; None where it is not divided."""
        return self._of_both if self.is_divided else None

    @property
    def _of_both(self) -> Estimate:
        assert self.divided is not None
        assert self.whole is not None
        found = divided_estimate(self.whole.estimate, self.divided, self.processor, self.subject)
        return _kept(found, self.target)

    @cached_property
    def estimate(self) -> Estimate:
        """How the model runs on this target alone."""
        if self.whole is not None:
            return self.whole.estimate if self.is_divided else self._of_both
        target = self.target
        found = estimate(
            target.processor,
            self.subject,
            target.calibration,
            self.run,
            host=target.host,
            notes=target.notes,
            loaded=self.loaded,
            work=self.work,
        )
        return _kept(found, target)

    def let_go(self) -> None:
        """Forget the estimates, which take most of the memory; they are worked out anew where they are asked for."""
        self.__dict__.pop("estimate", None)
        self.__dict__.pop("offloaded", None)
        if self.whole is not None:
            self.whole.let_go()

    @cached_property
    def loaded(self) -> Load:
        """What lies where with all of it on this target."""
        if self.whole is not None:
            return self.whole.loaded
        target = self.target
        return load(target.processor, self.subject, target.calibration, self.run, host=target.host)

    @cached_property
    def step(self) -> DecodeParts | None:
        """Seconds of one step on this target alone."""
        if self.whole is not None:
            return self.whole.step
        if self._is_kept:
            return self.work.step
        return decode_parts(self.processor, self.subject, self.target.calibration, self.run.written)

    @cached_property
    def work(self) -> Work:
        """The same with those of the prompt."""
        if self.whole is not None:
            return self.whole.work
        calibration, run = self.target.calibration, self.run
        if self._is_kept:
            return kept_work(self.processor, self.subject, calibration, run)
        return Work(
            self.step, prefill_parts(self.processor, self.subject, calibration, run) if run.prompt_tokens else None
        )

    @property
    def _is_kept(self) -> bool:
        """Whether the same is asked of it beside one card after another."""
        return self.processor.kind == "cpu" and not self.run.cards

    @property
    def result(self) -> Estimate:
        """How the model runs this way."""
        return self.offloaded or self.estimate

    @property
    def fit(self) -> Fit:
        """Whether the model goes into the memory of the target, or of target and helper."""
        return self.loaded.fit if self.divided is None else self.divided.fit

    @property
    def decode(self) -> Speed:
        """The speed of generation."""
        return self.result.decode

    @property
    def is_bound(self) -> bool:
        """Whether its speed lacks what its cores cost, as nobody knows how many they are."""
        return not self.is_gpu and self.processor.cores.value is None and self.run.threads is None

    @cached_property
    def tokens_per_s(self) -> float | None:
        """The figure of `decode` without terms and range, which take longer."""
        if self.divided is not None:
            return divided_rate(self.divided, self.card_s, self.processor, self.subject)
        if self.step is None:
            return None
        rate = self.run.batch / scaled_parts(self.step, self.target.calibration).total_s
        ceiling = decode_ceiling(self.processor, self.subject, self.run.written)
        return rate if ceiling is None else min(rate, ceiling)

    @property
    def card_s(self) -> Seconds:
        """Seconds of one step on this target alone by their causes, as an estimate adds them up."""
        step = self.step
        return decode_seconds(step, self.target.calibration, self.run.written) if step is not None else ()

    @cached_property
    def first_word_s(self) -> float | None:
        """The wait for the first word, as the estimate has it; without that, as `tokens_per_s`."""
        calibration, run = self.target.calibration, self.run
        if self.divided is not None:
            divided, subject = self.divided, self.subject
            return divided_first_word_s(divided, self.card_s, self.work, self.processor, subject, calibration)
        if calibration.own_prefill is not None or "estimate" in self.__dict__:
            return self.estimate.time_to_first_token_s
        prompt = self.work.prompt
        prompt_s = prompt.total_s if prompt is not None else None if run.prompt_tokens else 0.0
        step = first_step(self.step, self.processor, self.subject, calibration, run)
        return time_to_first_token_s(prefill_s=prompt_s, step_s=step.total_s if step else None)

    @cached_property
    def sweep(self) -> Sweep:
        """Its speed while the context fills."""
        return sweep(
            self.processor,
            self.subject,
            self.target.calibration,
            self.run,
            most_tokens=self._most_tokens,
            fits_tokens=self.fits_tokens if self.helper is None else None,
            helper=self.helper,
        )

    @cached_property
    def fits_tokens(self) -> int | None:
        """The longest context that fits into the memory of its target, or of target and helper."""
        calibration, most = self.target.calibration, self._most_tokens
        if self.helper is not None:
            host = self.helper.processor
            return divided_context_tokens(self.processor, host, self.subject, calibration, self.run, most_tokens=most)
        return largest_context_tokens(self.processor, self.subject, calibration, self.run, most_tokens=most)

    @property
    def _most_tokens(self) -> int:
        return self.subject.shape.context_tokens or max(self.run.context_tokens, _LONGEST_UNSTATED_TOKENS)

    @cached_property
    def roofline(self) -> Roofline:
        """Its ceilings."""
        return roofline(self.processor, self.target.calibration, self.subject, self.estimate, self.run)

    @property
    def holds(self) -> int:
        """How well the memory holds the model, whole or divided; smaller is better."""
        return HOLDS_ALL if self.is_divided else ORDER[self.fit.verdict]


def _kept(found: Estimate, target: ExecutionTarget) -> Estimate:
    """Started on no other cards than those of the target."""
    if found.launch is None or not target.names:
        return found
    return found.changed(launch=found.launch.kept_to(target.names))
