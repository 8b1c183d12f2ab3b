"""Files of one model that are held against each other on one computer: which to take, and what each of them keeps."""

from collections.abc import Callable, Iterator, Sequence

from advisor.answer.which_model.published_forms import GOOD_FORMS
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answered import rig_of
from advisor.cli.asking.best_of_all import best_of_all
from advisor.cli.asking.steps import Held
from advisor.cli.asking.versus.conclusion import CLEARLY
from advisor.cli.asking.versus.row import LIGHTS, Row, bytes_of, file_of
from advisor.cli.frame.profile import DEFAULT_WORKLOAD
from advisor.present.words.quantity import capacity, speed_number, times


def with_best(held: Held, catalog: Catalog) -> Held:
    """With the best model of the computers where files are held against each other and nobody names a model."""
    if held.families or not any(not one.name for one in held.models):
        return held
    rigs = [rig_of(ways[0].options, catalog) for ways in held.computers]
    best, _ = best_of_all(rigs, held.workload or DEFAULT_WORKLOAD, held.settings, catalog)
    return held._replace(models=tuple(one if one.name else one._replace(name=best) for one in held.models))


def with_between(rows: Sequence[Row], again: Callable[[Row, str], Row]) -> list[Row]:
    """The rows, and the largest good file between two of which only the smaller one fits; `again` answers in a file."""
    if not are_files(rows):
        return [*rows]
    small, large = min(rows, key=bytes_of), max(rows, key=bytes_of)
    forms = [one for one in GOOD_FORMS if one not in map(file_of, rows)]
    if _is_whole(small) and not _is_whole(large) and {file_of(small), file_of(large)} <= {*GOOD_FORMS}:
        places = slice(GOOD_FORMS.index(file_of(large)), GOOD_FORMS.index(file_of(small)))
        for quant in (one for one in GOOD_FORMS[places] if one in forms):
            other = again(large, quant)
            if _is_whole(other) and other.is_useful and file_of(other) == quant:
                return [*rows, other]
    return [*rows]


def are_files(rows: Sequence[Row], unit: str = "tokens") -> bool:
    """Whether they are files of one model on one computer; `unit` is what it makes, text where none is said."""
    is_one = len({(one.name, one.answer.model_id) for one in rows}) == 1
    return is_one and len({file_of(one) for one in rows}) > 1 and all(one.answer.rate_unit == unit for one in rows)


def first_of_files(rows: Sequence[Row]) -> str:
    """Which of the files to take, with memory and speed of both; empty where there are no files to choose from."""
    if are_files(rows, "items") and all(one.rate for one in rows):
        return _first_of_drawn(rows)
    if not are_files(rows) or not all(one.rate for one in rows):
        return ""
    small, large = min(rows, key=bytes_of), max(rows, key=bytes_of)
    fitting = [one for one in rows if _is_whole(one) and one.is_useful]
    useful = fitting or [one for one in rows if one.is_useful]
    if not useful:
        return ""
    best = max(useful, key=bytes_of)
    rest = f"; {_figures(small)}" if small is not best else ""
    if best is large:
        fits = "it fits, " if fitting else ""
        return f"Take {file_of(best)}: {fits}{_sizes(best)}{rest}."
    why = "does not fit in VRAM" if not _is_whole(large) and _is_whole(best) else "is too slow here"
    return f"No, not {file_of(large)}: it {why} ({_sizes(large)}). Take {file_of(best)}: {_sizes(best)}{rest}."


def _first_of_drawn(rows: Sequence[Row]) -> str:
    """The largest of the files of a model that draws or films of those that are as fast as the fastest."""
    fast = max(rows, key=lambda one: one.rate)
    near = [one for one in rows if fast.rate < CLEARLY * one.rate]
    light = min(LIGHTS.index(one.answer.usability) for one in near)
    best = max((one for one in near if LIGHTS.index(one.answer.usability) == light), key=bytes_of)
    time = best.verdict.figures[1].amount
    if len(near) == len(rows) and best is max(rows, key=bytes_of):
        return f"Take {file_of(best)}, {time}: smaller files lose more and are hardly faster here."
    if len(near) == len(rows):
        return f"Take {file_of(best)}, {time}: larger files are hardly faster here and leave less room."
    rest = max((one for one in rows if one not in near), key=lambda one: one.rate)
    return f"Take {file_of(best)}, {time}: {times(best.rate / rest.rate)} as fast as {file_of(rest)}."


def kept_of_files(rows: Sequence[Row], catalog: Catalog) -> Iterator[str]:
    """What each of the files keeps of the model, by its card."""
    if not are_files(rows):
        return
    for quant in dict.fromkeys(map(file_of, sorted(rows, key=bytes_of, reverse=True))):
        if (card_id := catalog.quants.find(quant)) is not None:
            yield f"{quant}: {catalog.quants[card_id].quality}"


def _figures(one: Row) -> str:
    return f"{file_of(one)} takes {_sizes(one)}"


def _sizes(one: Row) -> str:
    return f"{capacity(bytes_of(one))}, about {speed_number(one.rate)} tokens/s"


def _is_whole(one: Row) -> bool:
    return one.answer.settings.placement == "gpu" and one.answer.usability != "wont_run"
