"""How fast an option is beside what is there, in the cell of a table."""

from collections.abc import Iterator

from advisor.answer.worth.compared import Compared
from advisor.answer.worth.speed import Reached
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.facts.answers.worth import PURCHASES
from advisor.present.upgrade.option_names import setting_name, short_rate
from advisor.present.words.cell import Cell
from advisor.present.words.words import joined, say, to_say

ARROW = "→"
"""From what is there to what is tried."""
_PICTURES = ("image", "video")
"""Tasks whose rows may be in files and sizes of their own."""
_FILES = {"fp8": "FP8", "fp16": to_say("16 bits"), "bf16": to_say("16 bits")}
"""What some files are called: one of 16 bits is computed in fp16 where a card lacks bf16."""


def speed_cell(one: Compared, answer: WorthAnswer) -> Cell:
    """The speed now and then, in short without its range."""
    text, short = (_speed_text(one, answer, with_range=with_range) for with_range in (True, False))
    return Cell(text, one.reached.rate.middle if one.reached.rate else None, short)


def _speed_text(one: Compared, answer: WorthAnswer, *, with_range: bool) -> str:
    """Like "2.7 → 33 (29 to 47)", with a file and a program that are others, or a small one."""
    now, done, question = answer.counted.now, one.reached, answer.question
    text = short_rate(done, question, with_range=with_range)
    if one.kind != "nothing" and text and now.runs and done.runs:
        text = f"{short_rate(now, question, with_range=False)} {ARROW} {text}"
    is_other = done.quant is not None and done.quant != answer.usual_quant
    is_served_otherwise = done.engine is not None and done.engine != now.engine
    is_told = is_other and (is_served_otherwise or None not in (now.estimate, done.estimate))
    if text and (is_told or done.is_reduced):
        text = joined((text, done.quant or ""), ", ")
    text = joined((text, *_made_words(one, answer)), ", ") if text and done.runs else text
    if is_served_otherwise and done.runs:
        text = joined((text, done.engine or ""), ", ")
    if done.runs and is_partly_in_ram(done):
        text = joined((text, say("partly in RAM")), ", ")
    elif one.kind in PURCHASES and done.is_tight and done.fit == "fits" and not done.is_reduced:
        text = joined((text, say("little context")), ", ")
    elif one.kind in PURCHASES and done.fit == "tight":
        text = joined((text, say("memory nearly full")), ", ")
    if done.light.thinks is False and done.light.is_useful:
        text = say("{speed}, thinking off", speed=text)
    if one.kind != "setting" and one.setting is not None:
        text = joined((text, setting_name(one.setting)), ", ")
    return text


def _made_words(one: Compared, answer: WorthAnswer) -> Iterator[str]:
    """Of pictures and films the file, where rows differ in it, and a size that is less than was asked for."""
    if answer.question.task not in _PICTURES:
        return
    ways = (answer.now, *answer.others)
    files = {_FILES.get(way.reached.quant or "", way.reached.quant) for way in ways if way.reached.runs}
    if one.reached.quant and len(files) > 1:
        yield say(_FILES.get(one.reached.quant, one.reached.quant))
    for note in one.reached.notes:
        if note.code == "smaller_size_to_fit":
            yield f"{note.parameters['width']} x {note.parameters['height']}"


def is_partly_in_ram(one: Reached) -> bool:
    """Whether a GPU has the rest of the model in main memory."""
    return one.fit == "spills" and one.processor is not None and one.processor.kind == "gpu"
