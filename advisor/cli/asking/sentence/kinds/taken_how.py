"""Sentences about what was taken how of a plain question: its amounts, its sizes, its people and pages."""

from collections.abc import Iterator, Sequence

from advisor.cli.asking.sentence.items import TOKENS_A_PAGE
from advisor.cli.asking.sentence.models import NamedModel
from advisor.cli.asking.sentence.money import Recurring, Spent
from advisor.cli.asking.sentence.volume import Volume
from advisor.present.words.words import joined


def not_counted(paid: Sequence[Recurring], bill: Spent | None) -> Iterator[str]:
    """What is paid again and again and is no bill, and what was assumed of what is."""
    yield from (f"Not counted: {one.text}." for one in paid if one.monthly != bill)
    counted = [one for one in paid if one.monthly == bill and one.is_of_plan]
    yield from (f"Assumed: {one.text}." for one in counted if one.is_assumed)
    yield from (f"Counted as paid each month: {one.text}." for one in counted if not one.is_assumed)


def sized_words(models: Sequence[NamedModel]) -> Iterator[str]:
    """The models that a kind stands for."""
    for sized in dict.fromkeys(one.sized for one in models if one.sized):
        yield f"Assumed: {joined((one.name for one in models if one.sized == sized), ' and ')} for {sized}."


def volume_notes(volume: Volume) -> Iterator[str]:
    """What was assumed of how much is done: of people how many ask at once, of pages how long they are."""
    if volume.people is not None and volume.users is not None:
        share = "one in ten; " if volume.people > 10 * (volume.users - 1) else ""
        told = f'say "{volume.people} at once" where all do'
        yield f"Assumed: {volume.users} of {volume.people} people ask at once ({share}{told})."
    if volume.is_small_case:
        yield (
            "Small case: only cards of half height (low profile) fit, mostly none with a power plug; "
            f"{volume.psu_w} W of power supply are counted (--psu-w)."
        )
    elif volume.pages:
        yield f"Assumed: {TOKENS_A_PAGE} tokens on each of {volume.pages} pages."


def not_judged_words(foreign: Sequence[str], works: Sequence[str]) -> str:
    """What nothing here answers, beside work that is answered."""
    return f"Not judged here: {', '.join(foreign)}." if foreign and works else ""
