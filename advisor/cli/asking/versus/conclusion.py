"""What an expert would say of answers that stand side by side, in one line."""

from collections.abc import Iterable, Iterator, Sequence

from advisor.answer.which_model.capability import capability
from advisor.answer.which_model.published_forms import loss_steps
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.versus.row import NEAR, Row, bytes_of, called, file_of
from advisor.present.words.quantity import duration, times
from advisor.present.words.words import joined

CLEARLY = 1.15
"""From this on a computer is called dearer, or a file better."""
NEARLY_WHOLE = ("BF16", "F16", "FP8", "Q8_0", "Q6_K")
"""Files that in use answer as well as the original (cards in specs/quants)."""
_MORE_ABLE = 1.0
"""From so many doublings on a model of another series is called the more capable (a judgment)."""
_LONG_TOKENS = 8_000
"""From such prompts on reading them is told with the speed of writing (a judgment)."""
NOTICED = 1.05
"""Below this nobody tells two speeds apart."""


def conclusion(rows: Sequence[Row], catalog: Catalog) -> str:
    """What an expert would say of them, in one line; of several models on several computers of each model."""
    models = dict.fromkeys(one.answer.model for one in rows)
    if len(models) > 1 and len({one.name for one in rows}) > 1:
        each = ([one for one in rows if one.answer.model == model] for model in models)
        return " ".join(f"{some[0].answer.model}: {conclusion(some, catalog)}" for some in each)
    useful = [one for one in rows if one.is_useful]
    if not useful:
        slow, *_, fast = sorted(rows, key=lambda one: one.rate) if len(rows) > 1 else [*rows, *rows]
        runs = slow.rate and all(one.answer.usability == "slow" for one in rows)
        if len({one.light for one in rows}) > 1:
            return f"None of them does this well: {_lights(rows, rows)}."
        return joined(("None of them does this well.", _faster(fast, slow, rows) if runs else ""))
    if len(useful) == 1 and len(rows) > 1:
        only = f"Only {called(useful[0], rows)} does this well, not {_lights_of_others(useful, rows)}."
        return joined((only, *_poorer(useful, rows)))
    return " ".join(_of_several(useful, rows, catalog))


def _lights(some: Sequence[Row], rows: Sequence[Row]) -> str:
    return joined(dict.fromkeys(f"{called(one, rows)} ({one.light})" for one in some), ", ")


def _lights_of_others(useful: Sequence[Row], rows: Sequence[Row]) -> str:
    return _lights([one for one in rows if one not in useful], rows)


def _of_several(useful: Sequence[Row], rows: Sequence[Row], catalog: Catalog) -> Iterator[str]:
    """Which of those that do the work is faster, and which keeps more."""
    slow, *_, fast = sorted(useful, key=lambda one: one.rate) if len(useful) > 1 else [*useful, *useful]
    if len(rows) == 1:
        yield f"{useful[0].name} does this well."
        return
    if len(useful) < len(rows):
        names = joined(dict.fromkeys(called(one, rows) for one in useful), " and ")
        yield f"{names} do this well, not {_lights_of_others(useful, rows)}."
    else:
        yield f"{'All' if len(useful) > 2 else 'Both'} do this well."
    if slow.rate and _differ_in_one(rows) and len({one.answer.rate_unit for one in rows}) == 1:
        yield sooner_with_prompts(useful, rows, catalog) or _faster(fast, slow, rows)
        is_better = fast.rate / slow.rate >= CLEARLY and bytes_of(slow) / bytes_of(fast) >= CLEARLY
        if is_better and file_of(slow) != file_of(fast) and len({one.name for one in rows}) > 1:
            yield f"{called(slow, rows)} takes the better file: {file_of(slow)}, not {file_of(fast)}."
    yield from _quality_kept(slow, fast, rows)
    yield from _moreable(useful, fast, rows, catalog)
    yield from _poorer(useful, useful)


def _poorer(useful: Sequence[Row], rows: Sequence[Row]) -> Iterator[str]:
    """Which of those that do the work answer noticeably worse than others, for their file."""
    for one in useful:
        if loss_steps(file_of(one)) and any(other.rate and not loss_steps(file_of(other)) for other in rows):
            yield f"{file_of(one)} answers noticeably worse than the usual file of {one.answer.model}."


def _quality_kept(slow: Row, fast: Row, rows: Sequence[Row]) -> Iterator[str]:
    """Of two files of one model on one computer, that the larger one keeps more, which its speed does not show."""
    is_of_files = len({(one.name, one.answer.model_id) for one in rows}) == 1 and file_of(slow) != file_of(fast)
    whole = [one for one in rows if one.answer.settings.placement != "gpu+ram"]
    if is_of_files and fast in whole and slow not in whole:
        yield f"{file_of(fast)} fits in VRAM, {file_of(slow)} does not."
    slow = max(whole, key=bytes_of, default=slow)
    if is_of_files and bytes_of(slow) > bytes_of(fast) and slow.is_useful:
        keeps = (
            "loses hardly anything and fits" if file_of(slow) in NEARLY_WHOLE else "keeps more of the model's quality"
        )
        yield f"{file_of(slow)} {keeps}; take {file_of(fast)} only where you need the speed."


def _moreable(useful: Sequence[Row], fast: Row, rows: Sequence[Row], catalog: Catalog) -> Iterator[str]:
    """Which of several models on one computer can do more, in the files that they have there."""
    by_model = {one.answer.model_id: one for one in useful if one.answer.model_id in catalog.models}
    if len(by_model) < 2 or len({one.name for one in rows}) > 1:
        return
    best = next((one for one in by_model.values() if _beats_all(one, by_model.values(), catalog)), None)
    if best is None:
        return
    name = called(best, rows)
    if best.answer.model_id == fast.answer.model_id:
        yield f"{name} is the more capable, too."
    elif fast.rate < NOTICED * best.rate:
        yield f"{name} is the more capable: take it."
    else:
        yield f"{name} is the more capable: take {called(fast, rows)} only where you need the speed."


def _beats_all(one: Row, others: Iterable[Row], catalog: Catalog) -> bool:
    return all(one is other or _is_moreable(one, other, catalog) for other in others)


def _is_moreable(one: Row, other: Row, catalog: Catalog) -> bool:
    """Whether a model can clearly do more; of one series the larger one, in whichever good file."""
    first, second = catalog.models[one.answer.model_id], catalog.models[other.answer.model_id]
    if first.name.split()[0] == second.name.split()[0] and first.params != second.params:
        is_larger = first.params > second.params and first.active_params >= second.active_params
        if is_larger or (second.params > first.params and second.active_params >= first.active_params):
            return is_larger and not loss_steps(file_of(one))
    return able(one, catalog) > able(other, catalog) + _MORE_ABLE


def able(one: Row, catalog: Catalog) -> float:
    """How much a model is likely to be able to do in its file, in doublings."""
    model, quant = catalog.models[one.answer.model_id], catalog.quants.find(one.answer.settings.quant or "")
    bits = catalog.quants[quant].typical_bits_per_weight if quant is not None else None
    return capability(model, catalog.blocks, use=one.answer.workload, kept_bits=bits)


def _differ_in_one(rows: Sequence[Row]) -> bool:
    """Whether it is clear what makes the difference: one model on several computers, or all on one computer."""
    return len({one.answer.model_id for one in rows}) == 1 or len({one.name for one in rows}) == 1


def sooner_with_prompts(useful: Sequence[Row], rows: Sequence[Row], catalog: Catalog) -> str:
    """Which is done first where long prompts are read and that is not what writes faster; else empty."""
    prompt_tokens, written_tokens = _lengths(useful[0].answer.workload, catalog)
    if prompt_tokens < _LONG_TOKENS or len(useful) != 2:
        return ""
    waits = [one.answer.first_token_s for one in useful]
    if any(one is None for one in waits) or not all(one.rate for one in useful):
        return ""
    times_s = [(wait or 0.0) + written_tokens / one.rate for wait, one in zip(waits, useful, strict=True)]
    (first_s, first), (last_s, last) = sorted(zip(times_s, useful, strict=True), key=lambda one: one[0])
    if last.rate <= first.rate or last_s < NOTICED * first_s:
        return ""
    told = f"{called(first, rows)} is done sooner, prompts included: {duration(first_s)} against {duration(last_s)}"
    return f"{told}; {called(last, rows)} writes {times(last.rate / first.rate)} as fast."


def _lengths(workload_id: str, catalog: Catalog) -> tuple[int, int]:
    """Tokens of a prompt and of an answer; zeros for work that has none."""
    if workload_id in catalog.workloads:
        card = catalog.workloads[workload_id]
        return card.prompt_tokens, card.generated_tokens
    fields = catalog.other_workloads[workload_id].fields
    lengths = (fields.get(name) for name in ("prompt_tokens", "generated_tokens"))
    prompt, written = (one if isinstance(one, int) else 0 for one in lengths)
    return prompt, written


def about_equal(fast: Row, slow: Row) -> bool:
    """Whether nobody knows which of two is the faster: they are near, and each within the range of the other."""
    first, second = fast.answer.rate_per_s, slow.answer.rate_per_s
    if first is None or second is None or not second.middle or first.middle >= NEAR * second.middle:
        return False
    return first.low <= second.middle and first.middle <= second.high


def _faster(fast: Row, slow: Row, rows: Sequence[Row]) -> str:
    ratio = fast.rate / slow.rate
    if ratio < NOTICED:
        return f"{called(fast, rows)} and {called(slow, rows)} are about as fast."
    if len({one.name for one in rows}) > 1 and about_equal(fast, slow):
        return _equal(fast, slow, rows)
    return f"{called(fast, rows)} is {times(ratio)} as fast as {called(slow, rows)}."


def _equal(fast: Row, slow: Row, rows: Sequence[Row]) -> str:
    return f"{called(fast, rows)} and {called(slow, rows)} are about equally fast: their ranges overlap."


def without_equal(told: str, rows: Sequence[Row]) -> str:
    """What is said of them without that they are equally fast: beside one that is taken for its speed."""
    for fast in rows:
        for slow in rows:
            told = told.replace(_equal(fast, slow, rows), "")
    return " ".join(told.split())
