"""What a plain question is answered with: command lines, and tables of what is held against each other."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from advisor.cli.asking.sentence.apart.between import NOTHING_TOLD, Between
from advisor.cli.asking.sentence.chips import Way
from advisor.cli.asking.sentence.items import Items
from advisor.cli.asking.sentence.makers import Makers
from advisor.cli.asking.sentence.models import NamedModel
from advisor.facts.answers.usability import Usability
from advisor.facts.cards.model_rating import Ability


class Line(NamedTuple):
    """One command line. `wants_best`: its model is still to be found, the best of the ranking (of a family) for it.

    It is found on the computer of the line, or on that of `best_on`. `before` is said before its answer.
    `also` are lighter models for which something is bought, too. `abilities`: what the best has to be able to do.
    """

    words: tuple[str, ...]
    wants_best: bool = False
    family: str = ""
    best_on: tuple[str, ...] = ()
    before: str = ""
    also: tuple[str, ...] = ()
    abilities: tuple[Ability, ...] = ()


class Swapped(NamedTuple):
    """One computer in place of another: what is then to pay in dollars, what it holds more, or less.

    `options` are the old one's, the card that is bought last: with these a cheaper way is looked for.
    `is_for_larger`: nobody named a model, so it is judged by a larger one.
    """

    old: str
    new: str
    left_usd: float | None = None
    more: str = ""
    is_less: bool = False
    options: tuple[str, ...] = ()
    is_for_larger: bool = False


class Own(NamedTuple):
    """What is there among computers that are held against each other; in those of the names `kept` its cards stay.

    `card_id` is its card, of which it has so many; empty for cards of several kinds.
    """

    name: str
    card_id: str = ""
    number: int = 1
    kept: tuple[str, ...] = ()


class Held(NamedTuple):
    """Models (none: one for all) in their files, held against each other on computers.

    `settings` are further options of all of them, `budget_usd` what may be spent, `quant` a file for any model;
    each row is answered with each of `cache_types`. `told_prices` are the cards that were told at a price, in dollars;
    `families` begin names: the best model of each is one more. `own` is what is there. `is_together`: all models are to
    be loaded at once; `is_offered`: one of the computers is to be bought. `between` is what the two were told to cost;
    `built` are the places of cards around which a whole PC is built, `asked_new` cards that are to be new.
    """

    models: tuple[NamedModel, ...]
    workload: str
    computers: tuple[tuple[Way, ...], ...]
    settings: tuple[str, ...] = ()
    budget_usd: float | None = None
    quant: str = ""
    cache_types: tuple[str, ...] = ()
    told_prices: tuple[tuple[str, float], ...] = ()
    is_together: bool = False
    is_offered: bool = False
    between: Between = NOTHING_TOLD
    families: tuple[str, ...] = ()
    swapped: Swapped | None = None
    built: tuple[int, ...] = ()
    own: Own | None = None
    asked_new: tuple[str, ...] = ()


class Machines(NamedTuple):
    """Complete computers to be bought for a model; `forms` are those that are meant, none for all but laptops.

    `family`: the words with which the name of the model begins, where none is named; `least_gib` of memory they have;
    `wanted_per_s` is the speed that is wished for.
    """

    model: NamedModel | None
    workload: str
    budget_usd: float | None
    forms: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    makers: Makers = Makers()
    family: str = ""
    least_gib: float = 0.0
    wanted_per_s: float = 0.0


class Untold(NamedTuple):
    """A model whose training is not predicted, and the computer as options."""

    model: str
    rig: tuple[str, ...]
    is_whole: bool = False
    """All of it is trained, no adapter."""


class Vram(NamedTuple):
    """So much VRAM that is to be reached with cards, of whichever makers; `is_one`: with a single one."""

    gib: float
    budget_usd: float | None
    makers: Makers = Makers()
    is_one: bool = False


class Needs(NamedTuple):
    """A model of which it is asked what it takes to run it, so fast, with further options for all answers.

    `card` is the GPU of which it is asked how many; empty for any. `is_cheapest`: for how little money is asked.
    """

    model: NamedModel
    workload: str
    settings: tuple[str, ...] = ()
    wanted_per_s: float = 0.0
    card: str = ""
    is_cheapest: bool = False


class Voice(NamedTuple):
    """A voice assistant on a computer, with a model that answers where one is named; `others` are held against it."""

    rig: tuple[str, ...]
    model: str = ""
    others: tuple[tuple[str, ...], ...] = ()

    def with_options(self, more: tuple[str, ...]) -> "Voice":
        """The same with further options for each computer."""
        return self._replace(rig=(*self.rig, *more), others=tuple((*one, *more) for one in self.others))


class Retrieval(NamedTuple):
    """Answers from passages that are looked up among documents, on a computer, with models where they are named.

    `beside` is a computer to hold it against, `asks_need`: whether a GPU is needed is asked.
    """

    rig: tuple[str, ...]
    items: Items | None = None
    model: str = ""
    embedder: str = ""
    options: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    asks_need: bool = False


class Part(NamedTuple):
    """One of several works at once: a model that is named, else the best of the ranking (of a family) for the work."""

    workload: str
    model: str = ""
    family: str = ""
    quant: str = ""


class Together(NamedTuple):
    """Several works that are done at the same time on one computer."""

    rig: tuple[str, ...]
    parts: tuple[Part, ...]


class Told(NamedTuple):
    """An answer that needs no command, with its light; `is_aside`: it is said before the answer, which has its own."""

    text: str
    usability: Usability = "fine"
    is_aside: bool = False


Step = Line | Held | Machines | Untold | Needs | Voice | Retrieval | Together | Told | Vram


class Plan(NamedTuple):
    """Steps that answer a question, and what has to be said about it."""

    steps: tuple[Step, ...]
    notes: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()


def not_understood(unknown: Sequence[str]) -> str:
    """The note on words that nobody understood; empty for none."""
    return f"Not understood: {', '.join(unknown)}." if unknown else ""


def unknown_first(plan: Plan, works: Sequence[str]) -> Plan:
    """The plan with what was not understood before a list that stands for chat only as no work was."""
    first = plan.steps[0]
    is_of_chat = isinstance(first, Line) and first.words[:3] == ("rank", "--workload", "chat")
    if works or not plan.unknown or not is_of_chat:
        return plan
    told = not_understood(plan.unknown)
    notes = tuple(one for one in plan.notes if one != told)
    return plan._replace(steps=(Told(f"{told} Answered for chat.", is_aside=True), *plan.steps), notes=notes)


def in_order(notes: Iterable[str]) -> tuple[str, ...]:
    """Each note once, without empty ones."""
    return tuple(filter(None, dict.fromkeys(notes)))


class Given(NamedTuple):
    """What options beside the words say: the work, the computer as options, and a file.

    `takes_no_card`: whether nothing can be put into the computer that this runs on.
    """

    workload: str | None
    rig: tuple[str, ...]
    quant: str = ""
    context_tokens: int | None = None
    settings: tuple[str, ...] = ()
    takes_no_card: Callable[[], bool] = lambda: False
