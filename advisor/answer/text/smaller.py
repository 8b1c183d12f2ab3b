"""What would make a model fit that does not: the smallest change (docs/physics.md 5.7)."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from advisor.answer.text.execution_targets import ExecutionTarget
from advisor.answer.text.run_option import RunOption
from advisor.answer.text.run_options import find_run_options
from advisor.answer.which_model.published_forms import loss_steps, published_forms
from advisor.answer.which_model.subject import subject_of
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.estimate import Fit
from advisor.facts.answers.text_answer import SmallerSetting
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.quant import QuantCard
from advisor.predict.memory.load import largest_context_tokens, load
from advisor.predict.model.subject import Run, Subject, with_cache_type, with_ubatch

SHORTEST_CONTEXT_TOKENS = 2048
"""A shorter context is no use: a question and its answer fill it."""
CACHE_TYPE = "Q8_0"
"""The smallest type of cache that cannot be told from the whole one."""
UBATCH_TOKENS = 128


def smaller_forms(model: ModelCard, quant: QuantCard, catalog: Catalog) -> Iterator[Subject]:
    """The same model in smaller files, the largest first; none where it was released in one form only."""
    for name in published_forms(model):
        card = catalog.quants[catalog.quants.find(name) or name]
        if card.typical_bits_per_weight < quant.typical_bits_per_weight:
            yield subject_of(model, card, catalog)


def smaller_setting(
    option: RunOption, forms: Iterable[Subject], targets: tuple[ExecutionTarget, ...]
) -> SmallerSetting | None:
    """The first change that makes it fit; None where it fits as it is, or with none.

    What runs divided is to lie on the way's processor as a whole; what does not run at all is to run, on any of the
    `targets`, if divided.
    """
    verdict = option.result.fit.verdict
    if verdict not in ("spills", "too_big"):
        return None
    for setting, subject, run in _changes(option, forms):
        if verdict == "too_big":
            best = find_run_options(targets, subject, run).best
            if best.holds == 0:
                need = _taken_bytes(best.result.fit, best.run, whole_bytes=best.result.memory.total_bytes)
                return setting.changed(total_bytes=need, is_divided=best.is_divided)
            continue
        loaded = load(option.processor, subject, option.target.calibration, run)
        if loaded.fit.verdict in ("fits", "tight"):
            return setting.changed(total_bytes=_taken_bytes(loaded.fit, run, whole_bytes=loaded.need.total_bytes))
    return None


def _taken_bytes(fit: Fit, run: Run, *, whole_bytes: int) -> int:
    """What it takes as an answer tells it: without what lies in main memory in any case, where a card holds the rest.

    Of equal devices the first memory tells what each has to hold.
    """
    if not fit.pools:
        return whole_bytes
    first, *rest = fit.pools
    beside_bytes = sum(one.need_bytes for one in rest) if fit.verdict == "spills" else 0
    return run.devices * first.need_bytes + beside_bytes


def _changes(option: RunOption, forms: Iterable[Subject]) -> Iterator[tuple[SmallerSetting, Subject, Run]]:
    """One change at a time, in the order in which they are missed least; no context below what is asked about."""
    run, subject, calibration = option.run, option.subject, option.target.calibration
    asked = run.depth_tokens + run.prompt_tokens + run.generated_tokens
    context = largest_context_tokens(option.processor, subject, calibration, run, most_tokens=run.context_tokens)
    if context is not None and context >= max(SHORTEST_CONTEXT_TOKENS, asked):
        yield SmallerSetting(context_tokens=context), subject, replace(run, context_tokens=context)
    if run.batching.flash_attention:
        yield SmallerSetting(cache_type=CACHE_TYPE), subject, with_cache_type(run, CACHE_TYPE)
    yield SmallerSetting(ubatch_tokens=UBATCH_TOKENS), subject, with_ubatch(run, UBATCH_TOKENS)
    for form in forms:
        quant = form.weights.quant
        yield SmallerSetting(quant=quant, is_noticeably_worse=loss_steps(quant) > 0), form, run
