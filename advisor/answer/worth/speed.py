"""How fast a rig does one kind of work, whatever the task: what the same functions answer that `predict` calls."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

from advisor.answer.asked.problem import ProblemError
from advisor.answer.judge.too_weak import with_model
from advisor.answer.tasks import device_options
from advisor.answer.tasks.ask import find_task_model, task_fields
from advisor.answer.tasks.device_options import best_option, task_options
from advisor.answer.tasks.registry import TASKS, TEXT
from advisor.answer.tasks.task import no_forms
from advisor.answer.text.execution_targets import execution_targets
from advisor.answer.text.judged import judged_for, light_of_estimate, quickest_share
from advisor.answer.text.one_setting import Setting
from advisor.answer.text.run_option import RunOption
from advisor.answer.text.run_options import find_run_options
from advisor.answer.text.setting import LADDER, USUAL, Chooser
from advisor.answer.text.smaller import smaller_forms, smaller_setting
from advisor.answer.which_device.room import is_cramped
from advisor.answer.which_model.published_forms import loss_steps
from advisor.answer.which_model.subject import find_quant
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.tight import is_tight
from advisor.facts.answers.answer import Answer
from advisor.facts.answers.estimate import Estimate, Limit, RateUnit, Verdict
from advisor.facts.answers.serving import ServeRequest
from advisor.facts.answers.task_answer import TaskOption
from advisor.facts.answers.text_answer import SmallerSetting
from advisor.facts.answers.usability import UNKNOWN_LIGHT, WONT_RUN, Light
from advisor.facts.cards.workload import TaskCard, WorkloadCard
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.frozen import frozen
from advisor.facts.values.range import Range
from advisor.facts.values.reason import Reason
from advisor.facts.values.units import SECONDS_PER_DAY
from advisor.predict.memory.fit import budget_bytes


@frozen
class Reached:
    """How fast a rig does it, and how `light` judges that.

    `enough` is how many times what the work needs, 1 is enough, by the quickest way to use the model; None where no
    line is drawn or known.
    `request_s` is one whole request without thinking, for tasks without requests one unit of the rate. `runs` is
    False where the model does not fit: it has no speed then. `fit` is None for what is done elsewhere. `estimate` is
    there for text to one person. `quant` is the file or the precision in which the model is taken; None where only one
    is. `engine` is the program that serves, of work for which there are several. `is_good_of_use`: a file of good
    quality is of use, too, where another one is taken. `is_tight`: no such file lies with some context in the memory
    alone. `is_smaller`: memory holds it whole in place of the usual one. `at_once` is how many conversations memory
    has room for, of work that serves people.
    """

    fit: Verdict | None
    rate: Range | None
    unit: RateUnit
    request_s: Range | None
    light: Light = UNKNOWN_LIGHT
    enough: Range | None = None
    first_word_s: float | None = None
    limit: Limit | None = None
    processor: Processor | None = None
    devices: int = 1
    need_bytes: int | None = None
    budget_bytes: int | None = None
    estimate: Estimate | None = None
    quant: str | None = None
    engine: str | None = None
    notes: tuple[Reason, ...] = ()
    is_good_of_use: bool = False
    is_tight: bool = False
    is_smaller: bool = False
    at_once: int | None = None

    @property
    def runs(self) -> bool:
        """Whether it does the work at all, at a speed that is known."""
        return self.rate is not None

    @property
    def is_enough(self) -> bool | None:
        """Whether it is fast enough; None where no line is drawn or known."""
        return None if self.enough is None else self.light.is_useful

    @property
    def is_measured(self) -> bool:
        """Whether its speed rests on what was measured of its processor; else on data sheets and calibration."""
        read = self.processor.read_bytes_per_s if self.processor is not None else None
        return read is not None and read.origin == "measured" and not read.is_poor

    @property
    def is_reduced(self) -> bool:
        """Whether it is the file that is only taken where no better one is of use."""
        return loss_steps(self.quant or "") > 0

    @property
    def is_held(self) -> bool:
        """Whether a good file of a model that writes lies with some context where graphics read it."""
        on_graphics = self.processor is not None and self.processor.kind == "gpu"
        return self.estimate is not None and on_graphics and not self.is_tight

    @property
    def is_only_reduced(self) -> bool:
        """Whether no better file is of use."""
        return self.is_reduced and not self.is_good_of_use

    @property
    def is_nearly_full(self) -> bool:
        """Whether hardly any memory is left beside the model, which is in one memory."""
        return self.fit == "tight" or (self.is_tight and self.fit == "fits")

    @cached_property
    def is_cramped(self) -> bool:
        """Whether hardly any main memory is left beside the model."""
        return self.estimate is not None and self.runs and is_cramped(self.estimate.fit)

    @property
    def is_speed_unknown(self) -> bool:
        """Whether it may well run, and nobody can say how fast."""
        return self.rate is None and self.fit != "too_big"


NOT_HERE = Reached(None, None, "tokens", None)
"""What is done elsewhere at a speed that nobody tells."""


class Speeds:
    """What rigs reach on one question, each worked out once: nothing that is said about money changes it."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, ...], Reached] = {}

    def of(self, option: str, rig: Rig, question: WorthQuestion) -> Reached:
        """What the rig of one way reaches; of another way, or of other processors, it is another rig.

        Raises:
            ProblemError: the question cannot be answered on any rig.
        """
        key = rig_key(option, rig)
        if key not in self._found:
            self._found[key] = reached(rig, question)
        return self._found[key]

    def in_four_bits(self, option: str, rig: Rig, question: WorthQuestion) -> Reached | None:
        """What `in_four_bits` finds for the rig of one way."""
        key = ("qlora", *rig_key(option, rig))
        if key not in self._found:
            self._found[key] = in_four_bits(rig, question) or NOT_HERE
        found = self._found[key]
        return found if found.runs else None


def rig_key(option: str, rig: Rig) -> tuple[str, ...]:
    """What tells the rig of one way from all others."""
    return (option, *(f"{one.id} {one.name}" for one in rig.processors))


def reached(rig: Rig, question: WorthQuestion) -> Reached:
    """How fast a rig does what is asked, the best way it has.

    Raises:
        ProblemError: the question cannot be answered on any rig.
    """
    return _within_a_day(_with_model(_WAYS.get(question.task, _task)(rig, question), question), question)


def _within_a_day(found: Reached, question: WorthQuestion) -> Reached:
    """The same, not of use where the work that was said to come in a day takes it longer than a day."""
    units = question.units_per_day
    if units is None or found.rate is None or found.request_s is None:
        return found
    requests = units / question.run.generated_tokens if question.is_interactive else 0.0
    taken_s = found.request_s.times(requests) if requests else _slowest_first(found.rate, units)
    share = Range(*(SECONDS_PER_DAY / one for one in taken_s))
    if share.middle >= 1 or not found.light.is_useful:
        return found
    return replace(found, enough=share, light=found.light.changed(usability="slow", held_by="load"))


def _with_model(found: Reached, question: WorthQuestion) -> Reached:
    """The same, its light with what the model can do for the work."""
    model_id = question.any_model_id or ""
    model = question.catalog.models.get(model_id) if found.light.is_useful else None
    if model is None:
        return found
    size = found.estimate.memory.weights_bytes if found.estimate else None
    light = with_model(found.light, model, question.workload, question.catalog, use=question.use, weights_bytes=size)
    return replace(found, light=light)


def reached_smaller(rig: Rig, question: WorthQuestion) -> tuple[SmallerSetting, Reached] | None:
    """The least change of the setting with which the model fits into one memory, and how fast it then is.

    None where it fits as it is, where no change helps, and where only files of noticeably worse quality would.
    """
    if (found := in_four_bits(rig, question)) is not None:
        return with_four_bits(found), found
    if not question.is_interactive or question.model_id is None:
        return None
    model = question.catalog.models[question.model_id]
    targets = execution_targets(rig, question.catalog)
    option = _best_way(rig, question)
    card = find_quant(question.quant, model, question.catalog)[0]
    setting = smaller_setting(option, smaller_forms(model, card, question.catalog), targets)
    if setting is None or setting.is_divided or setting.is_noticeably_worse:
        return None
    return setting, _with_model(_text(rig, question, setting), question)


def in_four_bits(rig: Rig, question: WorthQuestion) -> Reached | None:
    """What training of adapters reaches with the model in four bits; None for other work, and where it does not run."""
    if question.workload.fields.get("method") != "lora":
        return None
    found = _task(rig, question, {"method": "qlora"})
    return found if found.runs else None


def with_four_bits(found: Reached) -> SmallerSetting:
    """The setting of that."""
    return SmallerSetting(method="qlora", total_bytes=found.need_bytes or 0)


def usual_question(rig: Rig, question: WorthQuestion) -> WorthQuestion:
    """The question with the file that suits the rig as it is; as it was where one was named, or none is of use.

    Raises:
        ProblemError: the question cannot be answered on any rig.
    """
    if not question.is_interactive or question.quant is not None:
        return question
    found = _chosen(rig, question)
    return question if found.usability == "wont_run" else replace(question, usual_quant=found.quant)


def _chosen(rig: Rig, question: WorthQuestion, *, ladder: Sequence[str] = LADDER) -> Setting:
    """The model as an expert would run it on a rig."""
    assert isinstance(question.workload, WorkloadCard)
    chooser, model = Chooser(rig, question.catalog, question.workload), question.catalog.models[question.model_id or ""]
    return chooser.best(model, ladder=ladder, thinking=question.thinking)


def _text(rig: Rig, question: WorthQuestion, setting: SmallerSetting | None = None) -> Reached:
    """A language model that writes to one person, in the file that suits the rig as it is.

    Where nobody named a file and that is not a good one which is great here, in the one that suits this rig.
    """
    found = _as_usual(rig, question, setting)
    return replace(found, is_tight=found.estimate is not None and is_tight(rig, question, found.estimate))


def _as_usual(rig: Rig, question: WorthQuestion, setting: SmallerSetting | None) -> Reached:
    """The same, as one request needs it."""
    found = _written(rig, question, _best_way(rig, question, setting).result)
    if setting is not None or question.quant is not None or not (found.is_reduced or _may_gain(found, rig)):
        return found
    usual = tuple(one for one in LADDER if one in (*USUAL, question.usual_quant))
    other = _chosen(rig, question, ladder=usual)
    if other.quant == found.quant:
        return found
    is_good_of_use, is_smaller = found.light.is_useful and not found.is_reduced, found.runs and other.is_held
    done = _written(rig, question, other.option.result)
    return replace(done, is_good_of_use=is_good_of_use, is_smaller=is_smaller)


def _may_gain(found: Reached, rig: Rig) -> bool:
    """Whether another file may be of more use: one that graphics hold nearly whole, or where little is lacking."""
    if found.light.usability == "unknown":
        return False
    held = max((budget_bytes(one) or 0 for one in rig.processors if one.kind == "gpu" and not one.blocked), default=0)
    is_on_cpu = held > 0 and found.processor is not None and found.processor.kind == "cpu"
    if found.fit in ("spills", "too_big") or is_on_cpu:
        held = held if is_on_cpu else found.budget_bytes or 0
        return not found.need_bytes or not held or _SMALLEST * found.need_bytes <= _HARDLY_LEFT_OUT * held
    is_great = found.light.usability == "great"
    return not is_great and found.enough is not None and found.enough.middle >= _SMALLEST


_SMALLEST = 0.7
"""What the smallest file of use takes of the memory and the time of the usual one, about."""
_HARDLY_LEFT_OUT = 1.25
"""So much of what a card holds may the file be: what the processor then reads takes a few times the card's time."""


def _written(rig: Rig, question: WorthQuestion, one: Estimate) -> Reached:
    """The first word by the prompt, the others after it."""
    owner = next((part for part in rig.processors if part.id == one.processor_id), rig.processors[0])
    rate = one.decode.tokens_per_s if one.fit.verdict != "too_big" else None
    wait, prefill, first = one.time_to_first_token_s, one.prefill.tokens_per_s, None
    if wait is not None and prefill is not None:
        first = _slowest_first(prefill, wait * prefill.middle)
    assert isinstance(question.workload, WorkloadCard)
    light = light_of_estimate(question.workload, one, question.thought)
    answered = rate and (first or Range.exactly(0.0)).plus(_slowest_first(rate, one.generated_tokens))
    return Reached(
        one.fit.verdict,
        rate,
        "tokens",
        request_s=answered,
        light=light,
        enough=rate and quickest_share(question.workload, one, question.thought),
        first_word_s=wait if rate else None,
        limit=one.decode.limit,
        processor=owner,
        need_bytes=one.memory.total_bytes,
        budget_bytes=one.fit.budget_bytes,
        estimate=one,
        quant=one.quant,
    )


def _best_way(rig: Rig, question: WorthQuestion, setting: SmallerSetting | None = None) -> RunOption:
    """The way in which the rig does the work best."""
    workload = question.workload
    assert isinstance(workload, WorkloadCard)
    judged = judged_for(workload, question.thought)
    return find_run_options(execution_targets(rig, question.catalog), *question.asked(setting), judged).best


def single(processor: Processor, question: WorthQuestion) -> Answer | None:
    """One item alone on one processor, for tasks that work on many at once; None where there is no answer."""
    option = _best_option(Rig(name=processor.name, processors=(processor,)), question, {"batch": 1})
    return option.answer if option is not None else None


def is_of_use(rig: Rig, question: WorthQuestion, *, without: Collection[Processor] = ()) -> bool:
    """Whether a rig does another task well in a form of good quality, not by one of some processors alone."""
    workload, catalog = question.workload, question.catalog
    assert isinstance(workload, TaskCard)
    try:
        model_id, model = find_task_model(question.named_model, workload, catalog)
    except ProblemError:
        return False
    asked = {**task_fields(workload, model_id, catalog), "task": workload.task, "model": model.name}
    good = replace(TASKS[workload.task], worse_forms=no_forms)
    return device_options.is_of_use(rig, good, asked, catalog, workload, without=without)


def _task(rig: Rig, question: WorthQuestion, changes: Mapping[str, Any] = MappingProxyType({})) -> Reached:
    """Another task, as it is usually set up but for some changes."""
    named = {"precision": question.quant} if question.quant else {}
    option = _best_option(rig, question, {**named, **changes})
    unit = TASKS[question.task].rate_unit
    if option is None:
        return Reached("too_big", None, unit, None, WONT_RUN)
    rate = option.rate if option.runs else None
    return Reached(
        fit=option.fit.verdict,
        rate=rate,
        unit=unit,
        request_s=_slowest_first(rate, 1.0) if rate else None,
        light=option.light,
        enough=option.light.share if rate else None,
        first_word_s=option.answer.time_to_first_token_s,
        limit=option.answer.limit,
        processor=next(one for one in rig.processors if one.id == option.processor_id),
        devices=option.devices,
        need_bytes=_need_bytes(option, question),
        budget_bytes=option.fit.budget_bytes,
        quant=getattr(option.request, "precision", None),
        engine=option.request.engine if isinstance(option.request, ServeRequest) else None,
        notes=option.answer.notes,
        at_once=getattr(option.answer, "max_concurrency", None),
    )


def _need_bytes(option: TaskOption, question: WorthQuestion) -> int | None:
    """What one device has to hold; of what serves in parts or does not fit all of it: parts of pictures take turns."""
    if question.task == "serve" and option.fit.verdict in ("spills", "too_big"):
        return option.fit.need_bytes
    return option.fit.pools[0].need_bytes if option.fit.pools else None


def _best_option(rig: Rig, question: WorthQuestion, changes: Mapping[str, Any]) -> TaskOption | None:
    """The best way of a rig to do the task, None where it has none; what does not run on a card rather than not."""
    workload, catalog = question.workload, question.catalog
    assert isinstance(workload, TaskCard)
    model_id, model = find_task_model(question.named_model, workload, catalog)
    fields = task_fields(workload, model_id, catalog)
    task, asked = TASKS[workload.task], {**fields, "task": workload.task, "model": model.name, **changes}
    options, _ = task_options(rig, task, asked, catalog, workload, is_each=False)
    usable = [one for one in options if one.blocked is None]
    cards = [one for one in usable if not one.is_cpu]
    found = usable if any(one.runs for one in usable) else cards or usable
    return best_option(found) if found else None


def _slowest_first(rate: Range, amount: float) -> Range:
    """Seconds of an amount at each end of the speed: `low` is what the low end of the speed takes."""
    return Range(amount / rate.low, amount / rate.middle, amount / rate.high)


_WAYS: Mapping[str, Callable[[Rig, WorthQuestion], Reached]] = {TEXT: _text}
"""By task, where it is not asked of one device after another."""
