"""The light of a way to write text: its pace, its wait for the first word, what its model thinks before."""

from advisor.answer.judge.light import Paced, is_too_short, light_of, over_needed
from advisor.answer.judge.thinking import Thought, may_think
from advisor.answer.text.run_option import RunOption
from advisor.answer.text.run_options import Judged
from advisor.answer.which_model.published_forms import is_never_great, loses_too_much
from advisor.facts.answers.estimate import Estimate
from advisor.facts.answers.usability import SHORT_CONTEXT, UNKNOWN_LIGHT, WONT_RUN, Light
from advisor.facts.cards.workload import WorkloadCard
from advisor.facts.values.range import Range


def light_of_estimate(workload: WorkloadCard, one: Estimate, thought: Thought | None) -> Light:
    """The light of one model on one rig at one setting; unknown where nobody works on what a card does not hold."""
    if is_too_short(workload, one.longest_tokens):
        return SHORT_CONTEXT
    is_left = one.fit.verdict == "spills" and all(term.name != "main_memory" for term in one.decode.terms)
    if is_left:
        return UNKNOWN_LIGHT
    return light_in_file(_light_of_pace(workload, one, thought), one.quant)


def quickest_share(workload: WorkloadCard, one: Estimate, thought: Thought | None) -> Range | None:
    """How many times what the work needs, the model kept from thinking where that can be had.

    What ways are compared by: the share of a light counts the thinking where there is time for it.
    """
    paced = _paced(one) if one.fit.verdict != "too_big" else None
    return None if paced is None else over_needed(workload, paced, thought=may_think(thought)[-1])


def quick_light(workload: WorkloadCard, option: RunOption, thought: Thought | None) -> Light:
    """A light with the same word, which mostly follows from the middles alone; its ranges have no ends then."""
    return light_in_file(_quick_light_of_pace(workload, option, thought), option.subject.weights.quant)


def light_in_file(light: Light, quant: str) -> Light:
    """The light of a model in such a file: none of three bits or fewer is great, hardly two bits are of no use."""
    if light.is_useful and loses_too_much(quant):
        return light.changed(usability="slow", held_by="file")
    is_held = light.usability == "great" and is_never_great(quant)
    return light.changed(usability="fine", held_by="file") if is_held else light


def judged_for(workload: WorkloadCard, thought: Thought | None) -> Judged:
    """Places ways to run a model in one file by their light for that work, whatever the file has lost."""
    return lambda option: _quick_light_of_pace(workload, option, thought).place


def first_word_range_s(one: Estimate) -> Range | None:
    """The wait for the first word with its range, the short end first."""
    wait, prefill = one.time_to_first_token_s, one.prefill.tokens_per_s
    return None if wait is None or prefill is None else prefill.into(wait * prefill.middle)


def _quick_light_of_pace(workload: WorkloadCard, option: RunOption, thought: Thought | None) -> Light:
    if is_too_short(workload, option.subject.longest_tokens):
        return SHORT_CONTEXT
    if option.fit.verdict == "too_big":
        return WONT_RUN
    if option.fit.verdict == "spills" and not option.is_divided:
        return UNKNOWN_LIGHT
    rate, first_s, paced = option.tokens_per_s, option.first_word_s, None
    if rate is not None:
        first = None if first_s is None else Range.exactly(first_s)
        paced = Paced(Range.exactly(rate), first, option.run.generated_tokens)
    found = light_of(workload, paced, option.fit.verdict, thought=thought, is_tight=option.fit.is_tight)
    return _light_of_pace(workload, option.result, thought) if found.usability == "fine" else found


def _light_of_pace(workload: WorkloadCard, one: Estimate, thought: Thought | None) -> Light:
    return light_of(workload, _paced(one), one.fit.verdict, thought=thought, is_tight=one.fit.is_tight)


def _paced(one: Estimate) -> Paced | None:
    rate = one.decode.tokens_per_s
    return None if rate is None else Paced(rate, first_word_range_s(one), one.generated_tokens)
