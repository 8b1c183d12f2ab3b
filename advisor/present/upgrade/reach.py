"""How well one way does the work, in one line: its speed, and what makes that less than it looks."""

from advisor.answer.worth.compared import Compared
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.speed import Reached
from advisor.facts.answers.usability import ENOUGH_SHARE
from advisor.present.upgrade.option_names import rate_words, setting_name, worst_words
from advisor.present.words.quantity import duration
from advisor.present.words.words import say


def reach_words(one: Compared, question: WorthQuestion) -> str:
    """The speed, whether the model thinks, what is changed beside what is bought, and why it may be slow."""
    done = one.reached
    return rate_words(done, question) + _changed(one) + _why_slow(done, question)


def _changed(one: Compared) -> str:
    """What is changed for it beside what is bought; empty for nothing."""
    setting = setting_name(one.setting) if one.kind != "setting" else ""
    return say(", as {setting}", setting=setting) if setting else ""


def _why_slow(one: Reached, question: WorthQuestion) -> str:
    """What makes slow, or may, what looks fast enough: a long answer, the bad end of a range; else empty."""
    light, share = one.light, one.light.share
    if light.held_by == "load":
        return say(", too slow for the work of a day")
    if light.held_by == "memory" and not light.is_useful:
        return say(", a part of it read from disk each time")
    is_unsure = share is not None and share.low < 1 and share.middle >= ENOUGH_SHARE
    if share is None or not is_unsure or light.usability not in ("fine", "slow") or light.is_too_weak:
        return ""
    if light.held_by == "answer" and light.answer_s:
        return say(", at worst in {time}", time=duration(light.answer_s.high))
    if light.held_by == "first_word" and one.first_word_s:
        longest_s = one.first_word_s * share.middle / share.low
        return say(", first word at worst after {time}", time=duration(longest_s))
    return say(", at worst {worst}", worst=worst_words(one, question))
