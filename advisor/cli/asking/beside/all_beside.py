"""All that a plain question asks beside a model on a computer: what is told before the answer, and what after it."""

from collections.abc import Sequence
from typing import NamedTuple

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answered import parted
from advisor.cli.asking.beside.had_speed import had_speed_lines
from advisor.cli.asking.beside.longest import longest_context
from advisor.cli.asking.beside.most_users import most_users_line
from advisor.cli.asking.beside.of_family import smaller_of_name
from advisor.cli.asking.beside.power_limit import power_limit_line
from advisor.cli.asking.beside.usual_file import USUAL, with_usual_file
from advisor.cli.asking.fits.enough_ram import with_enough_ram
from advisor.cli.asking.fits.which_fits import which_fits_lines
from advisor.cli.asking.sentence.said import Said
from advisor.cli.asking.wish import Wish
from advisor.cli.frame.rig_options import AskedRig
from advisor.facts.answers.ask import AskAnswer

_LORA = "fine-tune-lora"


class Anew(NamedTuple):
    """The words of another command line that answers better, what was taken how, and lines before the answer."""

    words: tuple[str, ...]
    note: str = ""
    first: tuple[str, ...] = ()


def asked_anew(
    told: Said, words: Sequence[str], wish: Wish, asked: AskedRig, answer: AskAnswer, catalog: Catalog
) -> Anew | None:
    """With what it is asked anew; None for an answer that stands."""
    if told.is_any_tuning and answer.usability == "wont_run" and _LORA in words:
        in_four_bits = tuple("fine-tune-qlora" if one == _LORA else one for one in words)
        return Anew(in_four_bits, "Taken as QLoRA: LoRA with weights of 16 bits does not fit.")
    if told.models and (enough := with_enough_ram(words, answer, catalog)) is not None:
        return Anew(*enough)
    if (usual := with_usual_file(told, words, wish, asked, answer, catalog)) != tuple(words):
        return Anew(usual, USUAL)
    if told.volume.asks_longest and wish.context_tokens is None:
        longest = longest_context(words, wish, asked, answer, catalog)
        return Anew(longest.words, first=longest.lines) if longest is not None else None
    return None


class Beside(NamedTuple):
    """Lines before the answer, and notes behind it."""

    first: tuple[str, ...]
    notes: tuple[str, ...]


def beside(
    told: Said, words: Sequence[str], wish: Wish, asked: AskedRig, answer: AskAnswer, catalog: Catalog
) -> Beside:
    """What else is said of an answer to a wish; `words` are those of its command line."""
    volume = told.volume
    users = most_users_line(wish, asked, answer, catalog) if volume.wants_most_users else ""
    limited = power_limit_line(volume, wish, asked, answer, catalog)
    had = had_speed_lines(told, answer, parted(words)[0], catalog)
    smaller = smaller_of_name(told.models, answer, asked, catalog)
    fits = tuple(which_fits_lines(told, wish, asked, answer, catalog))
    return Beside((*fits, *filter(None, (smaller, users)), *had), tuple(filter(None, (limited,))))
