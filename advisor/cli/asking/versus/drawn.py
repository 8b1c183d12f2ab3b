"""What is told of models that draw or film beside their speed: what each is like, and the quick form of a slow one."""

from collections.abc import Iterator, Sequence

from advisor.answer.rig.nearest import quick_forms, quick_relatives
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answered import answer_if_any, pairs
from advisor.cli.asking.versus.row import Row
from advisor.cli.asking.versus.which_file import are_files
from advisor.present.words.light import usability_word
from advisor.present.words.quantity import duration
from advisor.present.words.words import joined

_KINDS = ("image", "video")


def asked_of_drawn(rows: Sequence[Row], catalog: Catalog) -> Iterator[str]:
    """In which size, steps and bits models draw or film that are held against each other."""
    kinds = [
        catalog.other_models[one.answer.model_id].kind for one in rows if one.answer.model_id in catalog.other_models
    ]
    if len(rows) < 2 or len(kinds) < len(rows) or any(one not in _KINDS for one in kinds):
        return
    if are_files(rows, "items"):  # the table says in how many bits each is
        yield from (f"Each: {one}." for one in dict.fromkeys(_size(one).rpartition(", ")[0] for one in rows))
        return
    told = {one.name if len({row.name for row in rows}) > 1 else one.answer.model: _size(one) for one in rows}
    if len({*told.values()}) == 1:
        yield f"Each: {next(iter(told.values()))}."
    elif len(told) == len(rows):
        yield from (f"{name}: {asked}." for name, asked in told.items())


def _size(one: Row) -> str:
    """Its settings without the work and the computer."""
    return one.verdict.asked.partition(": ")[2].rpartition(", on ")[0]


def drawn(rows: Sequence[Row], catalog: Catalog) -> Iterator[str]:
    """Lines on several models that draw or film, on one computer; nothing for others."""
    ids = [one for one in dict.fromkeys(row.answer.model_id for row in rows) if one in catalog.other_models]
    cards = [catalog.other_models[one] for one in ids]
    if len(cards) < 2 or any(one.kind not in _KINDS for one in cards):
        return
    if all(one.quality for one in cards):
        yield joined(f"{catalog.other_models[one].name}: {_like(one, catalog)}" for one in ids)
    if len({one.name for one in rows}) == 1:
        for row in rows:
            yield from _quick(row, ids, catalog)


def _like(model_id: str, catalog: Catalog) -> str:
    """What it is like; a form in fewer steps first as the one that it was made of."""
    whole = next((one for one in catalog.other_models if model_id in quick_forms(one, catalog)), None)
    first = catalog.other_models[whole].quality if whole is not None else None
    return joined(filter(None, (first, catalog.other_models[model_id].quality)))


def _quick(row: Row, ids: Sequence[str], catalog: Catalog) -> Iterator[str]:
    """The same model in fewer steps, where that does well what it does slowly."""
    if row.answer.usability not in ("slow", "wont_run"):
        return
    options = [word for name, value in pairs(row.words[2:]) if name != "--quant" for word in (name, value)]
    same = quick_forms(row.answer.model_id, catalog)
    for one in quick_relatives(row.answer.model_id, catalog):
        if one in ids:
            continue
        answer = answer_if_any((catalog.other_models[one].name, *options), catalog)
        if answer is not None and answer.is_useful and answer.rate_per_s:
            light, time = usability_word(answer.usability, None).lower(), duration(1 / answer.rate_per_s.middle)
            slow = f"{row.answer.model} is {row.light}"
            what = "the same" if one in same else "its relative"
            yield f"{slow}; {answer.model}, {what} in fewer steps, is {light} there: {time} each."
            return
