"""The settings in which an expert would run a model on a rig: quantization and placement, anew for each model."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import takewhile
from math import inf

from advisor.answer.judge.thinking import Thought, thought_of
from advisor.answer.text.execution_targets import ExecutionTarget, distinct_targets, execution_targets
from advisor.answer.text.judged import judged_for
from advisor.answer.text.one_setting import Setting
from advisor.answer.text.run_options import RunOptions, find_run_options
from advisor.answer.text.text_answer import typical_request
from advisor.answer.which_device.room import leaves_room
from advisor.answer.which_model.file_subject import file_subject
from advisor.answer.which_model.published_forms import (
    GOOD_FORMS,
    STEP_BETWEEN,
    WORSE_FORMS,
    loses_much,
    loss_steps,
    published_forms,
)
from advisor.answer.which_model.subject import find_quant, subject_of, weights_in_layers
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.model_file import ModelFile
from advisor.facts.answers.usability import USABILITIES
from advisor.facts.asked.question import ThinkingWish
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.workload import WorkloadCard
from advisor.facts.rig.rig import Rig
from advisor.facts.values.units import BITS_PER_BYTE
from advisor.predict.memory.fit import budget_bytes, free_bytes, granted_bytes
from advisor.predict.model.subject import with_cache_type
from advisor.predict.model.weights import bits_of, least_bytes

_USUAL_FOUR = "Q4_K_M"

LADDER = (*GOOD_FORMS, WORSE_FORMS[0])
"""The file types worth choosing among, the largest first; smaller ones only where none of these runs."""

USUAL = LADDER[LADDER.index(_USUAL_FOUR) :]
"""What most people take: the file type that model pages and programs offer first, and those below it."""

_FELT, _MUCH_FASTER = 1.25, 1.5
"""Times as fast from which a smaller file of good quality is taken, and one in place of another that spills
(judgments)."""
_FINE = USABILITIES.index("fine")
_STEPS_OF_LAST = loss_steps(WORSE_FORMS[-1])
LONG_TOKENS, _LONG_ANYWAY, _SMALL_CACHE = 16_384, 32_768, "Q8_0"
"""From so long a context on, told or that of the work itself, the cache is tried in the smallest type that cannot be
told from the whole one."""


class Chooser:
    """Chooses settings on one rig for one workload, for one model after the other.

    Raises:
        ProblemError: the rig has no processor, or the catalog no engine.
    """

    def __init__(self, rig: Rig, catalog: Catalog, workload: WorkloadCard) -> None:
        self._catalog, self._workload = catalog, workload
        self._targets = distinct_targets(execution_targets(rig, catalog))
        cards = [one for one in self._targets if one.processor.kind == "gpu"]
        self._memory_bytes = max((budget_bytes(one.processor) or inf) * one.devices for one in cards or self._targets)
        self._reach_bytes = max(map(_reach_bytes, self._targets))

    def best(
        self,
        model: ModelCard,
        *,
        context_tokens: int | None = None,
        ladder: Sequence[str] = LADDER,
        thinking: ThinkingWish = "auto",
    ) -> Setting:
        """The best quality that is great, else the one that is fine, else the fastest of good quality.

        None of two bits takes the place of a better one that is of use. Of a divided model the fastest: each bit left
        in RAM costs time. `context_tokens` as `typical_request` takes them; `ladder`: what is tried, the largest first.
        """
        setting = cache(self._setting(model, context_tokens, thinking))
        found = self._best(model, setting, ladder)
        may_help = found.usability in ("fine", "slow") or (found.usability == "great" and not found.is_held)
        if not may_help or found.is_held == (loss_steps(found.quant) < _STEPS_OF_LAST) or model.native_quant:
            return found
        if STEP_BETWEEN in ladder or self._is_too_big(model, STEP_BETWEEN):
            return found
        return _with_step_between(found, setting(STEP_BETWEEN))

    def _best(self, model: ModelCard, setting: Callable[[str], Setting], ladder: Sequence[str]) -> Setting:
        """The same of the files that most people take."""
        forms = published_forms(model)
        usual = tuple(quant for quant in forms if quant in ladder) or forms
        too_big = frozenset(one for one in forms if self._is_too_big(model, one))
        found = _best_of(usual, setting, may_be_held=self._may_be_held(model, usual), too_big=too_big)
        if len(forms) == 1:
            return found
        found = _on_graphics(found, (setting(one) for one in usual[usual.index(found.quant) + 1 :]))
        if found.is_beside_card and found.usability == "great" and not found.is_likely_great:
            return _sooner_on_card(found, map(setting, forms[forms.index(found.quant) + 1 :]))
        is_surely_fine = found.usability == "fine" and not found.is_barely_enough
        is_good = found.usability == "great" or (is_surely_fine and not loss_steps(found.quant))
        if is_good or forms[-1] in too_big or setting(forms[-1]).usability == "wont_run":
            return found
        below = [
            one
            for one in forms[forms.index(found.quant) + 1 :]
            if one not in usual or loss_steps(one) > loss_steps(found.quant)
        ]
        fewer = [setting(one) for one in below if one not in too_big]
        most = found.place + (found.is_barely_enough and not found.is_held)
        smaller = [one for one in fewer if one.place < (most if one.is_held else found.place)]
        useful = [one for one in smaller if one.place <= _FINE and not _keeps_bits(found, one)]
        if found.place <= _FINE:  # a larger file is of use: what loses much is not taken for a better light
            useful = [one for one in useful if not loses_much(one.quant)]
        better = [one for one in useful if not loses_much(one.quant)] or useful[:1]
        if better or found.usability in ("unknown", "wont_run"):
            return min(better, key=lambda one: one.place) if better else next(iter(smaller), found)
        return _sooner_held(found, fewer) if found.is_on_cpu else found

    def of_file(self, file: ModelFile, model: ModelCard | None = None) -> Setting:
        """The setting of a model in a file, which has its quantization already; `model` where the catalog knows it.

        Raises:
            ProblemError: the file says too little.
        """
        subject, _ = file_subject(file, self._catalog)
        thought = thought_of(model, self._catalog, name=model.name) if model else None
        run, judged = typical_request(self._workload, model), judged_for(self._workload, thought)
        return self._best_way(find_run_options(self._targets, subject, run, judged), thought)

    def at(
        self,
        model: ModelCard,
        quant: str,
        *,
        context_tokens: int | None = None,
        thinking: ThinkingWish = "auto",
    ) -> Setting:
        """The model in one file, whatever suits the rig better."""
        return self._setting(model, context_tokens, thinking)(quant)

    def _setting(
        self, model: ModelCard, context_tokens: int | None, thinking: ThinkingWish
    ) -> Callable[[str], Setting]:
        """A model by the name of its quantization."""
        run = typical_request(self._workload, model, context_tokens=context_tokens)
        thought = thought_of(model, self._catalog, name=model.name, wish=thinking)
        judged = judged_for(self._workload, thought)
        is_of_work = context_tokens in (None, self._workload.context_tokens)
        long_tokens = _LONG_ANYWAY if is_of_work else LONG_TOKENS

        def setting(quant: str) -> Setting:
            subject = subject_of(model, find_quant(quant, model, self._catalog)[0], self._catalog)
            whole = self._best_way(find_run_options(self._targets, subject, run, judged), thought)
            if run.context_tokens < long_tokens or not run.batching.flash_attention or _leaves_nothing_to_wish(whole):
                return whole
            smaller = with_cache_type(run, _SMALL_CACHE)
            eased = self._best_way(find_run_options(self._targets, subject, smaller, judged), thought)
            return eased if _is_eased(eased, whole) else whole

        return setting

    def _best_way(self, options: RunOptions, thought: Thought | None) -> Setting:
        is_on_cpu = options.best is options.cpu and options.card is not None
        return Setting(options.best, self._workload, thought, is_on_cpu and options.is_partial_offload, is_on_cpu)

    def _may_be_held(self, model: ModelCard, ladder: Sequence[str]) -> tuple[bool, ...]:
        """Whether each file is small enough for the memory where it is fastest, as far as its layers tell."""
        if model.shape is None:
            return (True,) * len(ladder)
        bits = self._memory_bytes * BITS_PER_BYTE / weights_in_layers(model, model.shape)
        quants = (find_quant(quant, model, self._catalog)[0] for quant in ladder)
        return tuple(bits_of(self._catalog.blocks[one.base_type]) <= bits for one in quants)

    def _is_too_big(self, model: ModelCard, quant: str) -> bool:
        """Whether no memory of the rig holds the file, as its layers alone tell."""
        if model.shape is None:
            return False
        card, _, _ = find_quant(quant, model, self._catalog)
        weights = weights_in_layers(model, model.shape)
        return least_bytes(weights, model.shape, card, blocks=self._catalog.blocks) > self._reach_bytes


def _is_eased(eased: Setting, whole: Setting) -> bool:
    """Whether a smaller cache does something for a long context: a better light, all in one memory, a felt speed."""
    if eased.place != whole.place:
        return eased.place < whole.place
    return (eased.is_held and not whole.is_held) or _FELT * eased.written_s <= whole.written_s


def _reach_bytes(one: ExecutionTarget) -> float:
    """The most that a model may take there, main memory beside a card included; inf where a size is not known."""
    sizes = [free_bytes(card.processor) for card in one.cards] or [free_bytes(one.processor)] * one.devices
    if one.processor.pool == "vram":
        sizes.append(free_bytes(one.host) if one.host is not None else None)
    found = sum(inf if size is None else size for size in sizes)
    return max(found, granted_bytes(one.processor) or 0)


def _best_of(
    ladder: Sequence[str], setting: Callable[[str], Setting], *, may_be_held: Sequence[bool], too_big: Collection[str]
) -> Setting:
    """The best setting of all quantizations; those that are surely `too_big` are asked only where all are.

    A smaller file fits where a larger one does and is hardly slower, so nothing is asked about the others where the
    first that may be held leaves nothing to wish for, where none may be held and the usual one is great, or where the
    smallest is hopeless.
    """
    usual = ladder.index(_USUAL_FOUR) if _USUAL_FOUR in ladder else 0
    first = (*may_be_held[:usual], True).index(True)
    if ladder[first] in too_big and setting(ladder[-1]).usability == "wont_run":
        return setting(ladder[-1])
    begun = setting(ladder[first])
    is_great = begun.is_divided and begun.usability == "great" and not any(may_be_held)
    if is_great or _leaves_nothing_to_wish(begun):
        return begun
    if begun.usability == "wont_run" and setting(ladder[-1]).usability == "wont_run":
        return setting(ladder[-1])
    if begun.option.tokens_per_s is None:
        return min((setting(quant) for quant in ladder if quant in USUAL or quant == ladder[-1]), key=_merit)
    may_run = [quant for quant in ladder if quant not in too_big] or ladder
    tried = list(_until(_leaves_nothing_to_wish, (setting(quant) for quant in ladder[first:] if quant in may_run)))
    if first and not begun.is_divided and not _leaves_nothing_to_wish(tried[-1]):
        tried = [setting(quant) for quant in may_run]
    best = min(tried, key=_merit)
    does_better = [one for one in tried[: tried.index(best)] if _does_better(one, best)]
    best = min(does_better, key=lambda one: one.answer_s, default=best)
    best = next((one for one in _below_usual(tried, best) if _keeps_bits(one, best)), best)
    smaller = tried[tried.index(best) + 1 :] if best.is_beside_card else tried[-1:]
    worth = [one for one in smaller if _is_worth_its_bits(one, best)]
    return min(worth, key=lambda one: (loss_steps(one.quant), one.is_squeezed), default=best)


def _below_usual(tried: Sequence[Setting], best: Setting) -> Sequence[Setting]:
    """The usual file and those below it that are larger than the best one; none where that is no smaller."""
    return [one for one in tried[: tried.index(best)] if one.quant in USUAL]


def _does_better(larger: Setting, smaller: Setting) -> bool:
    """Whether a larger file comes nearer to what the work needs, as where cores read its prompts sooner."""
    nearer, near = larger.quick.share, smaller.quick.share
    if nearer is None or near is None or smaller.usability == "great" or larger.is_divided:
        return False
    holds_alike = larger.option.fit.verdict == smaller.option.fit.verdict
    return holds_alike and larger.place <= smaller.place and nearer.middle >= near.middle


def _keeps_bits(larger: Setting, smaller: Setting) -> bool:
    """Whether the larger of two files is taken, however the light of the smaller one is.

    It is of use; one that answers as well must not be felt to be faster. What is fast beyond any need, or what the
    processor writes well enough, is not made noticeably worse to lie in one memory. A smaller file that is of use goes
    before a slow one: where memory holds no more it is taken, too, and more memory must not take the light away.
    """
    if larger.usability in ("unknown", "wont_run") or larger.option.fit.verdict == "tight":
        return False
    is_worse = loss_steps(smaller.quant) > 0
    if smaller.is_held and not larger.is_held:
        return is_worse and (larger.is_ample or (larger.is_beside_card and larger.place <= _FINE))
    if is_worse:
        is_better = not loss_steps(larger.quant) or (loses_much(smaller.quant) and not loses_much(larger.quant))
        return is_better and larger.place <= _FINE
    is_as_good = larger.place <= max(_FINE, smaller.place)
    return is_as_good and larger.written_s < _FELT * smaller.written_s


def _is_worth_its_bits(reduced: Setting, best: Setting) -> bool:
    """Whether a smaller file is the better choice: one memory holds it, and it is much faster for that."""
    if best.is_held or not reduced.is_held or reduced.place > best.place or _keeps_bits(best, reduced):
        return False
    if best.is_beside_card:
        return best.answer_s >= _MUCH_FASTER * reduced.answer_s
    return (reduced.option.tokens_per_s or 0.0) >= _MUCH_FASTER * (best.option.tokens_per_s or 0.0)


def _with_step_between(found: Setting, between: Setting) -> Setting:
    """The file between the worse ones, where one memory holds it: for a larger one that spills, or a smaller one."""
    if found.is_held:
        return between if between.is_held and between.place <= found.place else found
    return between if _is_worth_its_bits(between, found) else found


def _sooner_on_card(found: Setting, smaller: Iterator[Setting]) -> Setting:
    """The largest file that a card holds and is likely great with, where the processor may well not be."""
    sooner = (one for one in smaller if one.is_held and one.is_likely_great and one.answer_s < found.answer_s)
    return next(sooner, found)


def _on_graphics(found: Setting, smaller: Iterator[Setting]) -> Setting:
    """The largest good file that graphics hold and write sooner, where one shared memory holds a larger one as well."""
    if not found.is_on_cpu or found.is_beside_card or loss_steps(found.quant):
        return found
    good = takewhile(lambda one: not loss_steps(one.quant), smaller)
    held = (one for one in good if not one.is_on_cpu and one.is_held and one.option.fit.verdict != "tight")
    return next((one for one in held if one.place <= found.place and one.written_s < found.written_s), found)


def _sooner_held(found: Setting, fewer: Iterable[Setting]) -> Setting:
    """The largest file that graphics hold in place of one that is slow on the processor; none of two bits."""
    held = (one for one in fewer if one.is_held and not one.is_on_cpu and not loses_much(one.quant))
    sooner = (one for one in held if one.place <= found.place and one.answer_s < found.answer_s)
    return next((one for one in sooner if not _keeps_bits(found, one)), found)


def _until(is_enough: Callable[[Setting], bool], found: Iterator[Setting]) -> Iterator[Setting]:
    """From the largest file to the first that is enough: a smaller one only loses quality."""
    for one in found:
        yield one
        if is_enough(one):
            return


def _leaves_nothing_to_wish(one: Setting) -> bool:
    """Whether it is great in one memory with room to spare, and thinks if it can."""
    is_great = one.usability == "great" and one.quick.thinks is not False
    return is_great and one.is_held and leaves_room(one.option.fit)


def _merit(one: Setting) -> tuple[float, ...]:
    """Smaller is better among quantizations of one model; of equals the larger file is taken, which comes first.

    Noticeably worse files only where no other is of use. What is useful lies rather in one memory than in two, and a
    model that has the time to think loses less in a smaller good file than without thinking; what is divided, barely
    fast enough, or too slow to think is rather fast than large.
    """
    option, rate = one.option, one.option.tokens_per_s or 0.0
    quant = option.subject.weights.quant
    is_fastest_meant = one.is_divided or one.is_barely_enough or one.quick.thinks is False
    return (
        max(one.place, _FINE),
        loss_steps(quant),
        one.place,
        one.is_divided,
        not leaves_room(option.fit) and not one.is_divided,
        option.fit.verdict == "tight",
        one.quick.thinks is False,
        is_fastest_meant and quant in USUAL and quant != _USUAL_FOUR,
        -rate if is_fastest_meant else 0.0,
    )
