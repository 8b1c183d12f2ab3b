"""Every model of a ranking as a row of finished texts, and what a row is sorted and filtered by."""

from dataclasses import replace

from advisor.answer.rig.ranked import Ranked
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.estimate import PoolNeed
from advisor.facts.answers.usability import Usability
from advisor.facts.cards.card import month_of
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.model_rating import Ability
from advisor.facts.values.frozen import frozen
from advisor.facts.values.range import middle
from advisor.present.rank.records import main_need, needed_bytes, quant_name, rate_text, ready_text, why
from advisor.present.tasks.knobs import pixels
from advisor.present.tasks.shown_task import ShownTask
from advisor.present.words.cell import Cell
from advisor.present.words.light import LIGHT_WORDS, light_word
from advisor.present.words.quantity import capacity, params, short_tokens
from advisor.present.words.search import model_words
from advisor.present.words.words import joined, local_number, say, to_say

COLUMNS = (
    to_say("Verdict"),
    to_say("Model"),
    to_say("Speed"),
    to_say("Ready in"),
    to_say("Memory"),
    to_say("Quantization"),
    to_say("Can"),
    to_say("Size"),
    to_say("Released"),
    to_say("Context here"),
    to_say("License"),
    to_say("Rating"),
)
LIGHT_COLUMN, NAME_COLUMN, SPEED_COLUMN, MEMORY_COLUMN = map(COLUMNS.index, ("Verdict", "Model", "Speed", "Memory"))
_QUANT_COLUMN, RATING_COLUMN = COLUMNS.index("Quantization"), COLUMNS.index("Rating")
CONTEXT_COLUMN = COLUMNS.index("Context here")
FALLING_COLUMNS = tuple(map(COLUMNS.index, ("Speed", "Quantization", "Size", "Released", "Context here", "Rating")))
"""Sorted from the largest down, as people mean it; the others rise."""
_MONTH = len("2026-11")
FILE_COLUMNS = {"Ready in": to_say("On disk"), "Can": to_say("In")}
"""What stands in place of two columns where only files on this computer are shown."""
NOTHING = "-"
"""Stands where a task has no such figure."""

ABILITIES: tuple[Ability, ...] = ("sees", "hears", "thinks", "tools")
_STARTS = {"picture": to_say("from a picture"), "film": to_say("from a film")}
_ABLE = (to_say("see"), to_say("hear"), to_say("think"), to_say("use tools"))


@frozen
class Facets:
    """What a row can be filtered by. `is_inside`: it needs no memory beside that of its processor.

    `is_divided`: it runs with a part in RAM, which a rig without a GPU of its own memory never does.
    `is_file`: it is a file on this computer, not a model of the catalog. `takes_picture`: it sets one in motion.
    `is_weak`: it does too little for the work to be advised, however fast.
    """

    usability: Usability
    is_inside: bool
    abilities: tuple[bool | None, ...]
    """One for each of `ABILITIES`; None where nobody looked."""
    license: str | None
    maker: str
    params: int
    older: bool
    is_file: bool = False
    is_divided: bool = False
    takes_picture: bool = False
    is_weak: bool = False


@frozen
class RankedRow:
    """One model at its best setting for a workload: one cell for each of `COLUMNS`.

    `model_id` is empty of a file of which nothing can be told. `search` are the names and words it is found by, a
    line each. `why` says how it stands here, `quality` what it and its quantization are good for. `memory_share` is
    the part of the memory of its processor that it takes, 1 or more where some lies elsewhere.
    """

    model_id: str
    workload_id: str
    light: Usability
    cells: tuple[Cell, ...]
    why: str
    quality: str
    search: str
    facets: Facets
    memory_share: float | None = None
    on_disk: tuple[Cell, Cell] | None = None
    """Of a file on this computer its size, and the programs that have it."""
    held: str = ""
    """Where this model lies on this computer; empty where it does not, and of files themselves."""

    @property
    def name(self) -> str:
        """The model's name."""
        return self.cells[NAME_COLUMN].text

    @property
    def quant(self) -> str:
        """Its quantization, empty where there is none."""
        text = self.cells[_QUANT_COLUMN].text
        return "" if text == NOTHING else text

    @property
    def subject(self) -> str:
        """What is run, for a title of its own: name and quantization."""
        return " · ".join(filter(None, (self.name, self.quant)))

    def as_file(self) -> "RankedRow":
        """A file among others of its kind: with its size and programs, `FILE_COLUMNS` names the columns."""
        if self.on_disk is None:
            return self
        cells = dict(zip(COLUMNS, self.cells, strict=True)) | dict(zip(FILE_COLUMNS, self.on_disk, strict=True))
        return replace(self, cells=tuple(cells.values()))

    @property
    def texts(self) -> tuple[str, ...]:
        """What its cells say."""
        return tuple(cell.text for cell in self.cells)


def ranked_row(one: Ranked, catalog: Catalog, shown: ShownTask, workload_id: str) -> RankedRow:
    """The texts of one model."""
    card, quant_text, need = one.model, quant_name(one), main_need(one)
    takes_bytes = needed_bytes(one, shown)
    quant = catalog.quants.get(catalog.quants.find(quant_text) or "") if quant_text else None
    longest, wait_s = one.largest_context_tokens, middle(one.wait_s)
    quality = say(quant.quality) if quant else ""
    able = [*able_words(card), *other_work_words(one)]
    cells = (
        Cell(light_word(one.light), list(LIGHT_WORDS).index(one.usability)),
        Cell(card.name, card.name.lower()),
        Cell(rate_text(one, shown) or NOTHING, middle(one.rate)),
        Cell(ready_text(one) or NOTHING, wait_s),
        Cell(NOTHING if takes_bytes is None else capacity(takes_bytes), takes_bytes),
        Cell(quant_text or NOTHING, quant.typical_bits_per_weight if quant else None),
        Cell(joined(able, ", ") or _nothing_able(one, catalog), len(able)),
        Cell(params(card.params), card.params),
        Cell(card.released[:_MONTH], month_of(card.released)),
        Cell(short_tokens(longest) if longest else NOTHING, longest or 0),
        Cell(card.license or say("license unknown"), card.license),
        Cell(_rating_text(card), _rating_value(card)),
    )
    notes = (say(card.quality) if card.quality else "", joined((quant_text, quality), ": ") if quality else "")
    return RankedRow(
        model_id=one.model_id,
        workload_id=workload_id,
        light=one.usability,
        cells=cells,
        why=why(one, shown),
        quality="\n".join(filter(None, notes)),
        search=model_words(one.model_id, one.model),
        facets=facets(one),
        memory_share=_share(one, need),
    )


def _rating_text(card: ModelCard) -> str:
    """What a public comparison of many models says of it."""
    if card.rating is None:
        return NOTHING
    whole, exact = (local_number(f"{card.rating.score:.{decimals}f}") for decimals in (0, 1))
    match card.rating.scale:
        case "benchmarks_0_100":
            return say("{points} of 100", points=whole)
        case "word_error_percent":
            return say("{errors} wrong of 100", errors=exact)
        case "imagenet_top1_percent":
            return say("{share} right", share=say("{number}%", number=exact))
        case "coco_map_percent":
            return say("mAP {number}", number=exact)
    return whole


def _rating_value(card: ModelCard) -> float | None:
    """The same, the larger the better."""
    if card.rating is None:
        return None
    return -card.rating.score if card.rating.scale == "word_error_percent" else card.rating.score


def _share(one: Ranked, need: PoolNeed | None) -> float | None:
    """The part of the memory of its processor that it takes, all of it where some lies elsewhere."""
    if need is None or not need.total_bytes:
        return None
    return 1.0 if one.fit is not None and one.fit.verdict == "spills" else need.need_bytes / need.total_bytes


def able_words(card: ModelCard) -> list[str]:
    """What a model can do beside writing, a verb each."""
    return [say(words) for ability, words in zip(ABILITIES, _ABLE, strict=True) if card.is_able(ability)]


def _nothing_able(one: Ranked, catalog: Catalog) -> str:
    """What stands where nothing else is told: of a model that writes that nobody looked, if so."""
    return say("unknown") if one.model_id in catalog.models and not one.model.abilities else NOTHING


def other_work_words(one: Ranked) -> list[str]:
    """What it does otherwise than asked: from a picture, a smaller one, or in one language."""
    found = [say(_STARTS[one.starts_from])] if one.starts_from else []
    if one.only_language is not None:
        found.append(say("English only") if one.only_language == "en" else say("one language"))
    return [*found, pixels(*one.small_size)] if one.small_size else found


def facets(one: Ranked) -> Facets:
    """What one model can be filtered by."""
    card = one.model
    return Facets(
        usability=one.usability,
        is_inside=one.fit is not None and one.fit.verdict in ("fits", "tight"),
        abilities=tuple(card.is_able(ability) for ability in ABILITIES),
        license=card.license,
        maker=card.maker,
        params=card.params,
        older=one.older,
        is_divided=one.fit is not None and one.fit.verdict == "spills",
        is_weak=one.is_weak,
        takes_picture=card.pipeline is not None and (card.pipeline.takes_picture or one.starts_from == "picture"),
    )
