"""Compare predicted with published speeds of one model over several computers by llama.cpp's RPC.

Each row twice: from what its source measured on one computer alone (the cost of the split by itself), and all of it
predicted. Layers are dealt out evenly, as llama.cpp does by free memory; a network that is not stated is 5 Gbit/s.
"""

import argparse
import csv
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from advisor.advice.assembled import assembled
from advisor.answer.text.execution_targets import execution_targets
from advisor.answer.text.run_options import find_run_options
from advisor.answer.which_model.subject import find_quant, subject_of
from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.catalog.hardware.computer_machine import computer_machine
from advisor.facts.kept.profile import Profile
from advisor.facts.values.units import GIGA
from advisor.predict.model.subject import Run
from advisor.predict.speed.remote import CALL_S, Network

TABLE = "rpc.csv"
_USUAL_GBIT = 5.0
_BETWEEN = " + "


class Scored(NamedTuple):
    """One row: tokens per second as published, from the speeds of one computer, and all predicted."""

    name: str
    phase: str
    published: float
    from_alone: float | None
    predicted: float


def add_options(parser: argparse.ArgumentParser) -> None:
    """What can be said to this command: nothing."""


def run(arguments: argparse.Namespace) -> None:
    """Print every row and the median errors."""
    scored = scored_rows(arguments.data)
    for one in scored:
        alone = f"{one.from_alone:9.2f}" if one.from_alone else " " * 9
        sys.stdout.write(f"{one.name:70} {one.published:9.2f} {alone} {one.predicted:9.2f}\n")
    for phase in ("decode", "prefill"):
        parts = [one for one in scored if one.phase == phase]
        split = [error(one.from_alone, one.published) for one in parts if one.from_alone]
        whole = [error(one.predicted, one.published) for one in parts]
        told = f"{len(parts)} rows, median error {median(whole):.0%}, of the split alone {median(split):.0%}"
        sys.stdout.write(f"{phase}: {told} ({len(split)} rows)\n")


def error(predicted: float, published: float) -> float:
    """The factor between both, less one."""
    return max(predicted / published, published / predicted) - 1


def scored_rows(folder: Path) -> list[Scored]:
    """Every row of the table."""
    catalog = load_catalog()
    with (folder / TABLE).open(newline="", encoding="utf-8") as file:
        return [_scored(row, catalog) for row in csv.DictReader(file)]


def _scored(row: dict[str, str], catalog: Catalog) -> Scored:
    names, rigs = row["computer"].split(_BETWEEN), int(row["rigs"])
    names = names if len(names) == rigs else names * rigs
    model = catalog.models[catalog.models.find(row["model"]) or ""]
    assert model.shape is not None
    tokens = int(row["prompt_tokens"] or 0) if row["phase"] == "prefill" else 1
    network = Network(float(row["network_gbit_per_s"] or _USUAL_GBIT) * GIGA)
    hidden = model.shape.hidden
    each_s = network.token_s(hidden, CALL_S.middle) if tokens == 1 else network.prompt_s(hidden, tokens)

    def together(rates: Sequence[float]) -> float:
        mean_s = sum(tokens / rate for rate in rates) / len(rates)
        return tokens / (mean_s + (rigs - 1) * each_s)

    alone = [float(one) for one in row["alone_tokens_per_s"].split(_BETWEEN) if one]
    network_text = row["network_gbit_per_s"] or "?"
    return Scored(
        f"{row['model']} {row['quant']} {row['phase']}, {rigs} rigs, {network_text} Gbit/s, {row['source_group']}",
        row["phase"],
        float(row["tokens_per_s"]),
        together(alone) if alone else None,
        together(list(_predicted(names, row, catalog))),
    )


def _predicted(names: Sequence[str], row: dict[str, str], catalog: Catalog) -> Iterator[float]:
    """What the model would reach on each computer with memory enough."""
    model = catalog.models[catalog.models.find(row["model"]) or ""]
    subject = subject_of(model, find_quant(row["quant"], model, catalog)[0], catalog)
    prompt, generated = int(row["prompt_tokens"] or 512), int(row["generated_tokens"] or 128)
    asked = Run(context_tokens=4096, prompt_tokens=prompt, generated_tokens=generated, build_date=row["build_date"])
    for name in names:
        machine = computer_machine(catalog.computers.find(name) or "", catalog)
        rig = assembled(Profile(machine=machine), catalog).rig
        option = next(one for one in find_run_options(execution_targets(rig, catalog), subject, asked).undivided
                      if one.is_gpu)  # fmt: skip
        speed = option.estimate.decode if row["phase"] == "decode" else option.estimate.prefill
        assert speed.tokens_per_s is not None
        yield speed.tokens_per_s.middle
