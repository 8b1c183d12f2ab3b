"""What a plain question is understood as, as command lines without the program's name."""

from functools import lru_cache

from advisor.catalog.cards.catalog import load_catalog
from advisor.cli.asking.plan import planned
from advisor.cli.asking.sentence.said import said
from advisor.cli.asking.steps import (
    Given,
    Line,
    Machines,
    Needs,
    Plan,
    Retrieval,
    Step,
    Together,
    Told,
    Untold,
    Voice,
    Vram,
)
from advisor.facts.kept.settings import Money

_NOTHING = Given(None, ())


@lru_cache(maxsize=512)
def plan_of(text: str) -> Plan:
    """What answers it."""
    catalog = load_catalog()
    found = planned(said(text, catalog), _NOTHING, catalog, Money())
    assert found is not None, text
    return found


def lines_of(text: str) -> list[str]:
    """Its steps: command lines, `held MODELS on COMPUTERS`, `machines MODEL`, `needs MODEL`, with their settings."""
    return [_line(step) for step in plan_of(text).steps]


def _line(step: Step) -> str:
    if isinstance(step, Untold):
        return f"untold {step.model}"
    if isinstance(step, Told):
        return f"told {step.text}"
    if isinstance(step, Needs):
        card = f"of {step.card}" if step.card else ""
        wanted = f" at {step.wanted_per_s:g}" if step.wanted_per_s else ""
        return f"needs {' as '.join((step.model.name, *step.model.quants))}{wanted} {step.workload}{card}".strip()
    if isinstance(step, Vram):
        one = " on one card" if step.is_one else ""
        return f"vram {step.gib:g}{one}{f' for {step.budget_usd:g}' if step.budget_usd else ''}"
    if isinstance(step, Retrieval):
        models = [one for one in (step.model, step.embedder, *step.options) if one]
        beside = ("beside", *step.beside) if step.beside else ()
        return " ".join(("retrieval", *models, "on", *step.rig, *beside))
    if isinstance(step, Together):
        parts = ", ".join(" ".join(filter(None, (one.workload, *one[1:]))) for one in step.parts)
        return f"at once {parts} on {' '.join(step.rig)}"
    if isinstance(step, Line):
        family = ("of", step.family) if step.family else ()
        best_on = ("best on", *step.best_on) if step.best_on else ()
        return " ".join((*step.words, *family, *best_on))
    if isinstance(step, Told | Needs | Voice):
        return f"{type(step).__name__.lower()} {step[0]}"
    settings = " ".join(step.settings)
    budget = f" for {step.budget_usd:g}" if step.budget_usd else ""
    if isinstance(step, Machines):
        macs = f" of {step.makers.macs}" if step.makers.macs else ""
        macs += " and others" if step.makers.is_beside else ""
        return f"machines {step.model.name if step.model else 'any'}{macs}{budget} {step.workload} {settings}".strip()
    models = [" as ".join(filter(None, (one.name, "/".join(one.quants)))) for one in step.models] or ["any"]
    rigs = (" ".join(ways[0].options) for ways in step.computers)
    cache = f" with {'/'.join(step.cache_types)} cache" if step.cache_types else ""
    return f"held {', '.join(models)} on {' | '.join(rigs)}{cache}{budget} {step.workload} {settings}".strip()
