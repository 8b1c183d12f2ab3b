"""The best division of one model over several rigs that a network joins (docs/physics.md 6.9)."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from advisor.answer.asked.problem import ProblemError
from advisor.answer.judge.light import Paced, light_of
from advisor.answer.judge.thinking import Thought, thought_of
from advisor.answer.text.execution_targets import execution_targets
from advisor.answer.text.run_option import RunOption
from advisor.answer.text.run_options import find_run_options
from advisor.answer.text.text_answer import typical_request
from advisor.answer.which_model.subject import find_quant, subject_of
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.estimate import Limit
from advisor.facts.answers.usability import Light
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.workload import WorkloadCard
from advisor.facts.rig.rig import Rig
from advisor.facts.values.frozen import frozen
from advisor.facts.values.range import Range
from advisor.predict.memory.fit import budget_bytes
from advisor.predict.memory.layout import UNCERTAIN_SHARE
from advisor.predict.model.subject import Run
from advisor.predict.speed.remote import CALL_S, Network, Place, deal


@frozen
class SplitPart:
    """What one rig of a split does: `layers` on its `option`, in so many bytes of those that are free."""

    rig: int
    option: RunOption
    layers: int
    need_bytes: int
    free_bytes: int


@frozen
class Split:
    """A model over several rigs, the one that starts it first; `parts` is empty where `missing_bytes` are missing.

    `network_s` of a token go to calls and to the network, `alone` is the fastest rig that holds all of it. `slowest` is
    the rig whose layers take the longest, None where the network takes more than all of them.
    """

    parts: tuple[SplitPart, ...]
    rate: Range | None = None
    prompt_s: float | None = None
    first_s: float | None = None
    network_s: float = 0.0
    light: Light | None = None
    limit: Limit | None = None
    missing_bytes: int = 0
    alone: int | None = None
    alone_rate: Range | None = None
    slowest: int | None = None


@frozen(eq=False)
class _Stage:
    """One rig that may take part, at its best processor."""

    rig: int
    option: RunOption

    @cached_property
    def layers(self) -> int:
        """How many layers it holds, perhaps more than there are."""
        return max(0, int((self.free_bytes - self.fixed_bytes) // self.layer_bytes))

    @cached_property
    def free_bytes(self) -> int:
        """What its processor may take."""
        cards = self.option.target.cards
        if cards:
            return sum(budget_bytes(one.processor) or 0 for one in cards)
        return (budget_bytes(self.option.processor) or 0) * self.option.target.devices

    @property
    def fixed_bytes(self) -> int:
        """What it needs whatever its layers are."""
        need = self.option.loaded.need
        return need.compute_bytes + need.runtime_bytes + need.output_bytes

    @property
    def layer_bytes(self) -> float:
        """Weights and cache of a layer; tables of words are counted with them."""
        need = self.option.loaded.need
        return (need.weights_bytes + need.kv_cache_bytes) / self.option.subject.shape.layers

    @cached_property
    def token(self) -> Range | None:
        """Seconds of a token with all layers here."""
        rate = self.option.estimate.decode.tokens_per_s
        return rate and rate.into(1.0)

    @property
    def prompt_s(self) -> float | None:
        """Seconds of the prompt with all layers here."""
        prompt = self.option.work.prompt
        return None if prompt is None else prompt.total_s


def split_over(
    rigs: Sequence[Rig],
    counts: Sequence[int],
    catalog: Catalog,
    *,
    workload_id: str,
    model: ModelCard,
    quant: str | None,
    network: Network,
) -> Split:
    """The fastest division over two rigs or more; `counts` says how many there are of each.

    Raises:
        ProblemError: there is no such quantization.
    """
    workload = catalog.workloads[workload_id]
    run = typical_request(workload, model)
    found = (_stage(place, rig, catalog, run, model, quant) for place, rig in enumerate(rigs))
    stages = [one for one in found if one is not None and one.token is not None]
    whole = model.shape.layers if model.shape else 0
    several = [one for one in stages for _ in range(min(counts[one.rig], max(1, whole)))]
    if not stages or not whole:
        return Split(())
    hidden = stages[0].option.subject.shape.hidden
    each_s = network.token_s(hidden, CALL_S.middle)
    places = [Place(one.layers, one.token.middle / whole if one.token else 0.0) for one in several]
    parts = [(several[index], layers) for index, layers in deal(whole, places, call_s=each_s)]
    alone = min((one for one in stages if one.layers >= whole), key=_middle_s, default=None)
    if not parts:
        missing = (whole - sum(one.layers for one in several)) * several[0].layer_bytes
        split = Split((), missing_bytes=max(0, round(missing)))
    else:
        split = _of(parts, whole, network, run, workload, thought_of(model, catalog, name=model.name))
    if alone is None or alone.token is None:
        return split
    return replace(split, alone=alone.rig, alone_rate=alone.token.into(1.0))


def _stage(place: int, rig: Rig, catalog: Catalog, run: Run, model: ModelCard, quant: str | None) -> _Stage | None:
    """The processor of a rig that takes the most layers, of equal ones the fastest; None where nothing is known."""
    try:
        subject = subject_of(model, find_quant(quant, model, catalog)[0], catalog)
        options = find_run_options(execution_targets(rig, catalog), subject, run, None).undivided
    except ProblemError:
        return None
    gpus = [one for one in options if one.is_gpu and one.processor.kind == "gpu"]
    stages = [_Stage(place, one) for one in gpus or [one for one in options if one.processor.kind == "cpu"]]
    known = [one for one in stages if one.token is not None]
    return max(known, key=lambda one: (min(one.layers, subject.shape.layers), -_middle_s(one)), default=None)


def _of(
    parts: Sequence[tuple[_Stage, int]],
    whole: int,
    network: Network,
    run: Run,
    workload: WorkloadCard,
    thought: Thought | None,
) -> Split:
    first = max(range(len(parts)), key=lambda one: parts[one][1])
    ordered = [parts[first], *(one for place, one in enumerate(parts) if place != first)]
    remote, hidden = len(parts) - 1, parts[0][0].option.subject.shape.hidden
    times = [
        sum(one.token[end] * layers / whole for one, layers in parts if one.token)
        + remote * network.token_s(hidden, CALL_S[end])
        for end in range(3)
    ]
    token = Range(*times)
    rate = token.into(1.0)
    network_s = remote * network.token_s(hidden, CALL_S.middle)
    prompts = [one.prompt_s for one, _ in parts]
    prompt_s = None
    if None not in prompts:
        shares = zip(prompts, parts, strict=True)
        parts_s = [(seconds or 0.0) * layers / whole for seconds, (_, layers) in shares]
        prompt_s = network.prompt_s(parts_s, hidden=hidden, tokens=run.prompt_tokens)
    first_s = None if prompt_s is None else prompt_s + token.middle
    paced = Paced(rate, None if first_s is None else Range.exactly(first_s), run.generated_tokens)
    slowest = max(parts, key=lambda one: _middle_s(one[0]) * one[1])[0]
    works_s = token.middle - network_s
    held = tuple(
        SplitPart(one.rig, one.option, layers, round(one.fixed_bytes + layers * one.layer_bytes), one.free_bytes)
        for one, layers in ordered
    )
    is_tight = any(one.need_bytes * (1 + UNCERTAIN_SHARE) > one.free_bytes for one in held)
    return Split(
        parts=held,
        rate=rate,
        prompt_s=prompt_s,
        first_s=first_s,
        network_s=network_s,
        light=light_of(workload, paced, "tight" if is_tight else "fits", thought=thought),
        limit="interconnect" if network_s > works_s else slowest.option.estimate.decode.limit,
        slowest=None if network_s > works_s else slowest.rig,
    )


def _middle_s(one: _Stage) -> float:
    return one.token.middle if one.token else 0.0
