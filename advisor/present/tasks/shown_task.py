"""What a task is to people: its unit, its sentences, what its charts draw. Each says otherwise what is its own."""

import json
from collections.abc import Mapping
from math import isclose
from typing import TYPE_CHECKING, Any, ClassVar

from advisor.answer.judge.light import GREAT
from advisor.facts.answers.estimate import AnswerTerm, Fit, PoolNeed
from advisor.facts.answers.model_file import ModelFile
from advisor.facts.answers.task_answer import BetterSetting, TaskOption
from advisor.facts.cards.card import Pool
from advisor.facts.cards.workload import TaskCard, WorkloadCard
from advisor.facts.reasons.codes import ReasonCode
from advisor.facts.values.range import Range
from advisor.facts.values.units import GIB
from advisor.present.tasks.candidate_words import candidate_words
from advisor.present.tasks.knobs import Plan, setting_words
from advisor.present.tasks.unit import TaskUnit
from advisor.present.words.answer_text import fit_words, main_pool
from advisor.present.words.limit import POOL_WORDS, cause_words
from advisor.present.words.palette import Role
from advisor.present.words.placement_text import nearest_sentence
from advisor.present.words.processor_name import grouped, short_name
from advisor.present.words.quantity import (
    UNKNOWN,
    capacity,
    duration,
    speed_number,
    speed_range,
    stated,
    times,
    wait,
    wait_span,
)
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.terms import Words, term_words
from advisor.present.words.verdict import Action
from advisor.present.words.words import capital, joined, say, say_count, to_say, to_say_count, uncapital

if TYPE_CHECKING:  # a verdict draws nothing
    from advisor.facts.cards.pipeline import Pipeline
    from advisor.present.words.series import LineChart, RangeBar
    from advisor.present.words.view import Why

Part = tuple[str, int, Role]
"""Name, size and color of what lies in a memory."""
_MOST_PARTS = 3
"""So many parts of a memory are named in a sentence, the last of them for the rest."""
_SAME_WORK = 0.01
"""A need that differs by less is that of the work asked for."""
_SEEN_BYTES = GIB // 10
"""What two figures in tenths of a GiB may differ by."""
_FOR_PROGRAMS: tuple[ReasonCode, ...] = ("no_cost", "no_duration")
"""Notes on fields that nothing on the page sets."""


class ShownTask:
    """One kind of work. An `option` is one way of a rig to do it."""

    unit: ClassVar[TaskUnit]
    knobs: ClassVar[tuple[Plan, ...]] = ()
    terms: ClassVar[Mapping[str, Words]] = {}
    """Terms of the time that do something else here."""
    beside: ClassVar[str] = to_say("waiting parts")
    """What lies in main memory where the device does not hold all."""
    divided: ClassVar[str] = to_say(", in parts")
    hatched: ClassVar[str] = to_say("; hatched: parts wait in RAM")
    offers_check: ClassVar[bool] = False
    least_end: ClassVar[float] = 0.0
    """The least end of the axis of speeds."""
    wait_name: ClassVar[str] = to_say("First word")
    """What a person waits for."""

    def parts(self, option: Any) -> tuple[Part, ...]:
        """What lies in the memory of one device."""
        return ()

    def pools(self, option: Any) -> tuple[PoolNeed, ...]:
        """The memories that are drawn."""
        return tuple(option.fit.pools)

    def needed_bytes(self, option: Any) -> int | None:
        """What it takes of these memories together, of all devices; None where that is not known."""
        pools = self.pools(option)
        return sum(self.pool_bytes(option)) if pools else None

    def pool_bytes(self, option: Any) -> tuple[int, ...]:
        """What it takes of each of these memories: pools tell of the first what one device has to hold."""
        first, *rest = (pool.need_bytes for pool in self.pools(option))
        return (self.devices(option) * first, *rest)

    def memory_span(self, option: Any, whole: str) -> str:
        """What lies in which memories, where that is more than one; else `whole`, what there is of the one."""
        if len(self.pools(option)) > 1 and option.fit.verdict in ("spills", "too_big"):
            return " + ".join(self.pool_texts(option))
        return whole

    def span_at_once(self, option: Any) -> str:
        """What lies in its one memory at once, where that is not all of it; empty elsewhere."""
        return ""

    def pool_texts(self, option: Any) -> list[str]:
        """What it takes of each memory: "8.1 GiB VRAM"."""
        parts = zip(self.pool_bytes(option), self.pools(option), strict=True)
        return [f"{capacity(size)} {say(POOL_WORDS[one.pool])}" for size, one in parts]

    def fit(self, option: Any) -> str:
        """The fit without a full stop."""
        verdict, fit = option.fit.verdict, option.fit
        if verdict == "too_big" and len(fit.pools) > 1 and fit.spare_bytes is not None:
            missing_bytes = abs(fit.spare_bytes) or option.answer.read_again_bytes
            return say("Won't run: needs {missing} more RAM", missing=capacity(missing_bytes or 0))
        if verdict == "too_big" and (fit.spare_bytes or 0) >= 0:
            return say("Won't run: needs more {pool}", pool=say(POOL_WORDS[main_pool(option)]))
        return fit_words(option)

    def needs(self, answer: Any) -> str:
        """What it takes, part by part: of several devices what each has to hold."""
        option = answer.chosen
        each = say(" on each of them") if option.devices > 1 else ""
        all_bytes = sum(size for _, size, _ in self.parts(option) if size > 0)
        return say("Needs {all}{each}: {listed}.", all=capacity(all_bytes), each=each, listed=self.listed(option))

    def listed(self, option: Any) -> str:
        """The parts in the memory of one device, the largest first."""
        held = sorted(((size, name) for name, size, _ in self.parts(option) if size > 0), reverse=True)
        if len(held) > _MOST_PARTS:
            held[_MOST_PARTS - 1 :] = [(sum(size for size, _ in held[_MOST_PARTS - 1 :]), say("other parts"))]
        return joined((f"{capacity(size)} {name}" for size, name in held), ", ")

    def uneven_bytes(self, option: Any) -> int:
        """What stays free on other cards once the fullest is full."""
        return 0

    def room(self, answer: Any) -> tuple[str, ...]:
        """What else is to be said of the memory."""
        return ()

    def term_text(self, term: AnswerTerm) -> Words:
        """What one term of the time does, and its color."""
        return term_words(term.name, self.terms)

    def time_sentence(self, option: Any) -> str:
        """What would change the time."""
        return ""

    def speed(self, option: Any) -> str:
        """A speed that is known, as a sentence."""
        return say("About {rate}.", rate=self.rate_words(option.rate))

    def unknown(self, option: Any) -> str:
        """What an unknown speed waits for."""
        return ""

    def speed_sentence(self, option: Any) -> str:
        """The speed of a way as a sentence."""
        if option.rate is None:
            return say("Speed unknown{until}.", until=self.unknown(option))
        sentence = self.speed(option)
        if option.fit.verdict == "too_big":
            return say("If it fit: {sentence}", sentence=lowered(sentence))
        return sentence

    def figure_unit(self, rate: Range) -> TaskUnit:
        """The unit of the large figure: a rarer one where the usual one would be a small part of one."""
        return self.unit

    def rate_text(self, rate: Range | None, unit: TaskUnit | None = None) -> str:
        """A speed in the unit of the task, or in another, with its range, without the unit."""
        if rate is None:
            return say(UNKNOWN)
        shown = rate.times((unit or self.unit).per_s)
        low, middle, high = map(speed_number, shown)
        return middle if low == high else speed_range(shown)

    def rate_words(self, rate: Range) -> str:
        """A rate with its unit before the range."""
        low, middle, high = map(speed_number, rate.times(self.unit.per_s))
        unit = say(self.unit.text)
        if low == high:
            return f"{middle} {unit}"
        return say("{middle} {unit} ({low} to {high})", middle=middle, unit=unit, low=low, high=high)

    def option_name(self, option: Any) -> str:
        """The processor as people say it, with how many of it work together."""
        return grouped(short_name(option.processor_name), option.devices)

    def knobs_of(self, pipeline: "Pipeline | None") -> tuple[Plan, ...]:
        """The knobs that change something of a model with these networks."""
        return self.knobs

    def settings(self, option: Any) -> str:
        """What a way is asked with."""
        return setting_words(self.knobs, dict(option.request))

    def wait_words(self, option: Any) -> str:
        """What a person waits for."""
        return say(self.wait_name)

    def whole_words(self, option: Any) -> str:
        """What one bar of its time stands for."""
        return say(self.unit.whole)

    def subject(self, answer: Any, workload_name: str) -> str:
        """What is asked, in words."""
        settings = self.settings(answer.chosen)
        return joined((workload_name, joined((answer.model_name, settings), ", ")), ": ")

    def asked(self, answer: Any, workload_name: str) -> str:
        """The work, its settings and who does it, for a line below the name of the model."""
        option = answer.chosen
        settings, name = self.settings(option), self.option_name(option)
        return say("{workload}: {settings}, on {name}", workload=workload_name, settings=settings, name=name)

    def devices(self, option: Any) -> int:
        """How many equal processors share the work."""
        return int(option.devices)

    def pace(self, option: Any) -> str:
        """What a speed means to a person."""
        return ""

    def wait_s(self, answer: Any) -> Range | None:
        """What a person waits for, None where that is not known."""
        first_s = answer.chosen.first_wait_s
        return None if first_s is None else Range.exactly(first_s)

    def wait_meaning(self, answer: Any) -> str:
        """What that wait is made of."""
        return ""

    def otherwise(self, answer: Any) -> str:
        """What the draft brings that was asked for, and a slow answer without thinking; nothing for other tasks."""
        return ""

    def lacking(self, option: Any) -> Pool:
        """The memory that is too small."""
        return "ram" if len(option.fit.pools) > 1 and option.fit.spare_bytes is not None else main_pool(option)

    def room_words(self, option: Any) -> str:
        """What is left of the memory, or what of it is not for the model where that lacks."""
        spare = option.fit.spare_bytes
        match option.fit.verdict:
            case "fits" if spare is not None:
                is_each = isinstance(option, TaskOption) and option.devices > 1
                text = to_say("{spare} to spare on each") if is_each else to_say("{spare} to spare")
                return say(text, spare=capacity(spare))
            case "tight":
                return say("close other programs")
            case "too_big" if (kept := _kept_bytes(option.fit)) >= _SEEN_BYTES:  # why it won't run says what lacks
                return say("{kept} are for other programs", kept=capacity(kept))
            case "unknown":
                return say("free {memory} unknown", memory=say(POOL_WORDS[main_pool(option)]))
        return ""

    def enough(self, answer: Any, workload: WorkloadCard | TaskCard) -> str:
        """What is reached beside what the work needs, as a sentence; empty where other work was asked for."""
        share, taken = answer.light.share.middle, self.wait_s(answer)
        if workload.enough_s is not None:
            if taken is None or not isclose(workload.enough_s, share * taken.middle, rel_tol=_SAME_WORK):
                return ""
            text = to_say("{name}: about {taken}; up to {needed} is fine.")
            if answer.light.is_useful:
                text = to_say("{name}: about {taken}; within {great} is great, within {needed} fine.")
            great, needed = duration(workload.enough_s / GREAT), duration(workload.enough_s)
            return say(text, name=self.wait_words(answer.chosen), taken=wait(taken.middle), great=great, needed=needed)
        enough = workload.enough_items_per_s or workload.enough_tokens_per_s
        if enough is None:
            return ""
        reached, unit = speed_number(answer.chosen.rate.middle), say(self.unit.text)
        if answer.light.usability == "fine" and answer.light.held_by == "writing":
            text = to_say("About {reached} {unit}; {need} is enough, {great} great.")
            return say(text, reached=reached, unit=unit, need=stated(enough), great=stated(GREAT * enough))
        is_slow = answer.light.usability == "slow"
        text = (
            to_say("About {reached} {unit}; {need} is needed.")
            if is_slow
            else to_say("About {reached} {unit}; {need} is enough.")
        )
        return say(text, reached=reached, unit=unit, need=stated(enough))

    def attempt(self, better: BetterSetting) -> Action:
        """Turning the knob of a setting with which it would be of more use; the text is that of the setting."""
        plan = next(one for one in self.knobs if set(one.names) == set(better.fields))
        setting = plan.text(*(better.fields[name] for name in plan.names))
        return Action("try", setting, plan.id, json.dumps(better.fields))

    def detail(self, answer: Any) -> str:
        """What stands under the answer: where it runs, with which settings, what limits it, and what else fits."""
        option = answer.chosen
        settings, name = self.settings(option), self.option_name(option)
        parts = [
            say("On {name}: {settings}.", name=name, settings=settings) if settings else say("On {name}.", name=name)
        ]
        if option.runs and option.limit:
            parts.append(say("What limits it: {cause}.", cause=cause_words(option.limit, main_pool(option))))
        parts += self.more(option)
        if answer.alike:
            several = to_say_count(
                "The other card does the same beside it.", "{count} other cards each do the same beside it."
            )
            parts.append(say_count(*several, answer.alike))
        return joined(parts)

    def more(self, option: Any) -> list[str]:
        """What else a person wants to know."""
        return []

    def card(self, answer: Any, enough_wait_s: float | None, *, is_closed: bool = False) -> str:
        """What this rig's card brings against its processor, and what a candidate would.

        `enough_wait_s` is how long a person waits for the first word without minding, where that is known. Into a
        closed rig goes no card.
        """
        parts, option = [], answer.chosen
        cpu = next((one for one in answer.options if one.is_cpu), None)
        if cpu is not None and cpu.rate and option.rate and cpu.runs and option.runs and not option.is_cpu:
            gain = times(option.rate.middle / cpu.rate.middle)
            name = self.option_name(option)
            parts.append(say("For this work, {name} is {gain} as fast as the CPU alone.", name=name, gain=gain))
        parts.append(candidate_words(self, answer, is_closed=is_closed))
        return joined(parts)

    def own_bars(self, answer: Any) -> "list[RangeBar]":
        """The speed of every processor of the rig."""
        own = {self.option_name(option): option for option in (*answer.options, answer.chosen)}.values()
        return [self.bar(option, "this_rig" if option == answer.chosen else "processor") for option in own]

    def bar(self, option: Any, role: Role) -> "RangeBar":
        """The speed of one way, or why it has none."""
        from advisor.present.words.series import RangeBar

        name, rate = self.option_name(option), option.rate
        if option.fit.verdict == "too_big":
            return RangeBar(name, None, None, None, say("won't fit"), role)
        remark = say(" if it could be used: {blocked}", blocked=in_words(option.blocked)) if option.blocked else ""
        if option.fit.verdict == "spills":
            remark = say(self.divided)
        text = f"{self.rate_text(rate)}{remark}"
        if rate is None:
            return RangeBar(name, None, None, None, text, role)
        low, middle, high = rate.times(self.unit.per_s)
        return RangeBar(name, low, middle, high, text, role, hatched=option.fit.verdict == "spills")

    def steps(self, answer: Any) -> "LineChart | None":
        """What one figure changes, where one is worth a chart."""
        return None

    def roofline(self, answer: Any) -> "LineChart | None":
        """The ceilings of the rig, where they are known by phase."""
        return None

    def why(self, answer: Any) -> "tuple[Why, ...]":
        """Where the numbers of the answer come from."""
        from advisor.present.tasks.why import why_of  # brings tables, which a verdict alone has none of

        return why_of(self, answer)

    def notes(self, answer: Any) -> tuple[str, ...]:
        """Notes of the answer and why other processors cannot do it, as sentences."""
        notes = dict.fromkeys((*answer.chosen.answer.notes, *answer.refusals))
        said = tuple(capital(in_words(note)) for note in notes if note.code not in _FOR_PROGRAMS)
        instead = nearest_sentence(answer)
        return (instead, *said) if instead else said

    def launch(self, answer: Any, file: ModelFile | None) -> str:
        """The command that starts the engine as predicted; empty for none."""
        return ""

    def is_measured(self, answer: Any) -> bool:
        """Whether anything the answer rests on was measured."""
        return any(one.origin == "measured" for one in answer.inputs)


def _kept_bytes(fit: Fit) -> int:
    """What of the memory that a reader sees is not for the model; 0 of several memories."""
    first = fit.pools[0] if len(fit.pools) == 1 else None
    return 0 if first is None or fit.spare_bytes is None else first.kept_bytes(fit.spare_bytes)


def span_words(low_s: float, high_s: float) -> str:
    """The range of a time: " (2 h 5 min to 4 h)"; empty where both ends are the same."""
    span = wait_span(low_s, high_s)
    return say(" ({span})", span=span) if span else ""


def lowered(text: str) -> str:
    """A sentence inside another."""
    return uncapital(text)
