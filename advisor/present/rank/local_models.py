"""The models on this computer as a table, and what else was met where they were looked for."""

from collections.abc import Sequence
from dataclasses import replace

from advisor.answer.rig.local_models import JudgedLocal
from advisor.answer.rig.ranked import Ranked
from advisor.answer.tasks.ask import find_workload
from advisor.answer.text.one_setting import Setting
from advisor.answer.which_model.local_model import stated_quant
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.local_model import LocalModel, Looked
from advisor.facts.cards.card import month_of
from advisor.facts.cards.model import ModelCard
from advisor.facts.values.range import Range, middle
from advisor.present.rank.rows import ABILITIES, NOTHING, Facets, RankedRow, able_words
from advisor.present.tasks.shown import SHOWN
from advisor.present.text.choices import DOT
from advisor.present.words.answer_text import fit_words
from advisor.present.words.cell import Cell
from advisor.present.words.choice import Choice
from advisor.present.words.light import LIGHT_WORDS, light_word, with_thinking
from advisor.present.words.program_names import PROGRAM_NAMES
from advisor.present.words.quantity import capacity, params, short_tokens, wait
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.view import Badge
from advisor.present.words.words import capital, ended, joined, say, say_count, sentence, to_say, uncapital

_HEADINGS = (
    to_say("Model"),
    to_say("Quantization"),
    to_say("Size"),
    to_say("In"),
    to_say("Verdict"),
    to_say("Speed"),
)


def programs_text(local: LocalModel) -> str:
    """The programs that have a model, or that it lies in a folder of the person."""
    found = dict.fromkeys(holder.program for holder in local.holders)
    return joined((say(PROGRAM_NAMES[one]) for one in found), ", ")


def local_table(judged: Sequence[JudgedLocal], catalog: Catalog) -> tuple[tuple[str, ...], ...]:
    """Rows of texts, the headings first."""
    return (tuple(map(say, _HEADINGS)), *(_row(one, catalog) for one in judged))


def looked_lines(looked: Looked) -> tuple[str, ...]:
    """What was left out, one sentence each."""
    lines = [ended(in_words(one)) for one in looked.unreadable]
    more = looked.broken - len(looked.unreadable)
    if more > 0:
        lines.append(say_count("{count} more file cannot be read.", "{count} more files cannot be read.", more))
    if looked.unfinished:
        lines.append(
            say_count(
                "{count} unfinished download is left out.",
                "{count} unfinished downloads are left out.",
                looked.unfinished,
            )
        )
    if looked.closed_folders:
        lines.append(
            say_count(
                "{count} folder may not be read by this user.",
                "{count} folders may not be read by this user.",
                looked.closed_folders,
            )
        )
    if looked.stopped:
        lines.append(say("The search ended early: {cause}.", cause=in_words(looked.stopped)))
    return tuple(lines)


def _row(one: JudgedLocal, catalog: Catalog) -> tuple[str, ...]:
    light = light_word(one.light)
    size, programs = capacity(one.local.size_bytes), programs_text(one.local)
    return one.local.name, one.quant or "", size, programs, light, speed_text(one, catalog)


def speed_text(one: JudgedLocal, catalog: Catalog) -> str:
    """The speed with its unit and range, empty where none is known."""
    if one.rate is None or one.workload_id is None:
        return ""
    return SHOWN[find_workload(one.workload_id, catalog).task].rate_words(one.rate)


def local_row(one: JudgedLocal, catalog: Catalog, workload_id: str) -> RankedRow:
    """A file on this computer as a row among ranked models."""
    card = _card(one, catalog)
    file, fit, shown = one.local.file, one.fit, SHOWN[find_workload(one.workload_id or workload_id, catalog).task]
    wait_s = one.wait_s
    need = fit.pools[0] if fit and fit.pools else None
    need_bytes = fit.need_bytes if fit and fit.pools else None
    quant_id = catalog.quants.find(one.quant) if one.quant else None
    quant = catalog.quants[quant_id] if quant_id else None
    quality = say(quant.quality) if quant else ""
    weights = file.weights.params if file and file.weights else card.params if card else None
    longest = file.context_tokens if file else None
    able = able_words(card) if card else []
    rate = one.rate if one.workload_id == workload_id else None  # a column has one unit
    cells = (
        Cell(light_word(one.light), list(LIGHT_WORDS).index(one.usability)),
        Cell(one.local.name, one.local.name.lower()),
        Cell(shown.rate_text(rate) if rate else NOTHING, middle(rate)),
        Cell(with_thinking(wait(wait_s.middle), thinks=one.light.thinks) if wait_s else NOTHING, middle(wait_s)),
        Cell(NOTHING if need_bytes is None else capacity(need_bytes), need_bytes),
        Cell(one.quant or NOTHING, quant.typical_bits_per_weight if quant else None),
        Cell(joined(able, ", ") or NOTHING, len(able)),
        Cell(params(weights) if weights else NOTHING, weights),
        Cell(card.released[:7] if card else NOTHING, month_of(card.released) if card else None),
        Cell(short_tokens(longest) if longest else NOTHING, longest or 0),
        Cell((card.license if card else None) or NOTHING, card.license if card else None),
        Cell(quality or NOTHING, quant.rank if quant else None),
    )
    return RankedRow(
        model_id=one.local.path if file else one.model_id or "",
        workload_id=one.workload_id or workload_id,
        light=one.usability,
        cells=cells,
        why=_why(one, catalog),
        quality=joined((one.quant or "", quality), ": ") if quality else "",
        search="\n".join((one.local.name, *(holder.name for holder in one.local.holders), card.name if card else "")),
        facets=Facets(
            usability=one.usability,
            is_inside=fit is not None and fit.verdict in ("fits", "tight"),
            abilities=tuple(card.is_able(ability) if card else None for ability in ABILITIES),
            license=card.license if card else None,
            maker=card.maker if card else "",
            params=weights or 0,
            older=False,
            is_file=True,
        ),
        memory_share=need.need_bytes / need.total_bytes if need and need.total_bytes else None,
        on_disk=(
            Cell(capacity(one.local.size_bytes), one.local.size_bytes),
            Cell(capital(programs_text(one.local)), programs_text(one.local).lower()),
        ),
    )


def with_marks(rows: Sequence[RankedRow], held: Sequence[JudgedLocal]) -> list[RankedRow]:
    """The rows of the catalog's models, marked where files of them lie on this computer."""
    files: dict[str, list[str]] = {}
    for one in held:
        if one.model_id is not None:
            said = joined((one.quant or "", programs_text(one.local)), " · ")
            files.setdefault(one.model_id, []).append(said)
    marks = {model_id: say("On this computer: {files}", files=joined(said, ", ")) for model_id, said in files.items()}
    return [replace(row, held=marks[row.model_id]) if row.model_id in marks else row for row in rows]


def local_choices(models: Sequence[LocalModel]) -> tuple[Choice, ...]:
    """The files that can be asked about, in their order; the detail is quantization, size and programs."""
    return tuple(_choice(one) for one in models if one.file is not None)


def judged_choices(judged: Sequence[JudgedLocal], catalog: Catalog) -> tuple[Choice, ...]:
    """The same with the speed of each."""
    return tuple(_choice(one.local, _middle_speed(one, catalog)) for one in judged if one.local.file is not None)


def _choice(one: LocalModel, rate: str = "") -> Choice:
    told = (stated_quant(one) or "", capacity(one.size_bytes), rate, programs_text(one))
    words = (one.name, *(holder.name for holder in one.holders), say("On this computer"))
    return Choice(one.path, one.name, joined(filter(None, told), DOT), "\n".join(words))


def _middle_speed(one: JudgedLocal, catalog: Catalog) -> str:
    """The speed with its unit, without its range; empty where none is known."""
    if one.rate is None or one.workload_id is None:
        return ""
    return SHOWN[find_workload(one.workload_id, catalog).task].rate_words(Range.exactly(one.rate.middle))


def local_badge(one: JudgedLocal) -> Badge | None:
    """How a file runs; None where that is unknown."""
    if one.fit is None or one.usability == "unknown":
        return None
    need_bytes = one.fit.need_bytes
    return Badge(one.usability, light_word(one.light), capacity(need_bytes))


def _why(one: JudgedLocal, catalog: Catalog) -> str:
    """Where it lies, how large it is, and how it runs: "In Ollama, 4.7 GiB on the disk; about 42 tokens/s."."""
    size, programs = capacity(one.local.size_bytes), programs_text(one.local)
    said = say("In {programs}, {size} on the disk", programs=programs, size=size)
    way = one.way.way if isinstance(one.way, Ranked) else one.way
    option = way.option if isinstance(way, Setting) else way
    fit = uncapital(fit_words(option)) if option is not None and one.fit else ""
    return sentence(joined(filter(None, (said, fit, speed_text(one, catalog))), "; "))


def _card(one: JudgedLocal, catalog: Catalog) -> ModelCard | None:
    if one.model_id is None:
        return None
    return catalog.models.get(one.model_id) or catalog.other_models[one.model_id]
