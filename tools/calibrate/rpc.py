"""Compare predicted with published speeds of one model over several computers by llama.cpp's RPC.

Each row twice: from what its source measured on one computer alone (the cost of the split by itself), and all of it
predicted. Layers are dealt out evenly, as llama.cpp does by free memory; a network that is not stated is 5 Gbit/s.
"left out" is the error of the rows of each source with the cost of a call fitted on all others.
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
from advisor.facts.values.units import GIGA, MILLISECOND
from advisor.predict.model.buffers import BatchSetup
from advisor.predict.model.subject import Run
from advisor.predict.speed.remote import CALL_S, Network

TABLE = "rpc.csv"
_USUAL_GBIT = 5.0
_BETWEEN = " + "
_OVERLAPS_SINCE = "2026-08"
"""Calls that run ahead: https://github.com/ggml-org/llama.cpp/pull/18626."""


class Scored(NamedTuple):
    """One row: tokens per second as published, from the speeds of one computer, and all predicted.

    `call_s` is what a call costs by it, where its source tells the speed of one computer, too.
    """

    name: str
    phase: str
    published: float
    from_alone: float | None
    predicted: float
    group: str = ""
    call_s: float | None = None
    calls: int = 1


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
    calls_ms = sorted(one.call_s / MILLISECOND for one in scored if one.call_s is not None)
    sys.stdout.write(f"a call costs, ms: {', '.join(f'{one:.1f}' for one in calls_ms)}\n")
    sys.stdout.write(f"decode with each source left out: median error {median(left_out(scored)):.0%}\n")


def left_out(scored: Sequence[Scored]) -> list[float]:
    """Errors of decoding from the speeds of one computer, each source with the cost of a call of all others."""
    known = [one for one in scored if one.call_s is not None and one.from_alone]
    found = []
    for one in known:
        others = [other.call_s for other in known if other.group != one.group and other.call_s is not None]
        token_s = 1 / (one.from_alone or 1.0) + one.calls * (median(others) - CALL_S.middle)
        found.append(error(1 / token_s, one.published))
    return found


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
    hidden, overlaps = model.shape.hidden, row["build_date"] >= _OVERLAPS_SINCE

    def together(rates: Sequence[float]) -> float:
        parts_s = [tokens / rate / rigs for rate in rates]
        parts_s = parts_s if len(parts_s) == rigs else parts_s * rigs
        if tokens > 1:
            return tokens / network.prompt_s(parts_s, hidden=hidden, tokens=tokens, overlaps=overlaps)
        return 1 / (sum(parts_s) + (rigs - 1) * network.token_s(hidden, CALL_S.middle))

    alone = [float(one) for one in row["alone_tokens_per_s"].split(_BETWEEN) if one]
    network_text = row["network_gbit_per_s"] or "?"
    return Scored(
        f"{row['model']} {row['quant']} {row['phase']}, {rigs} rigs, {network_text} Gbit/s, {row['source_group']}",
        row["phase"],
        float(row["tokens_per_s"]),
        together(alone) if alone else None,
        together(list(_predicted(names, row, catalog))),
        row["source_group"],
        _call_s(float(row["tokens_per_s"]), alone, rigs - 1, network.token_s(hidden, 0.0)) if tokens == 1 else None,
        rigs - 1,
    )


def _call_s(published: float, alone: Sequence[float], calls: int, network_s: float) -> float | None:
    """What one call of a token costs, the network left out; None where no speed of one computer is told."""
    if not alone:
        return None
    return (1 / published - sum(1 / rate for rate in alone) / len(alone)) / calls - network_s


def _predicted(names: Sequence[str], row: dict[str, str], catalog: Catalog) -> Iterator[float]:
    """What the model would reach on each computer with memory enough."""
    model = catalog.models[catalog.models.find(row["model"]) or ""]
    subject = subject_of(model, find_quant(row["quant"], model, catalog)[0], catalog)
    prompt, generated = int(row["prompt_tokens"] or 512), int(row["generated_tokens"] or 128)
    asked = Run(
        context_tokens=max(4096, prompt + generated),
        prompt_tokens=prompt,
        depth_tokens=0,
        generated_tokens=generated,
        build_date=row["build_date"],
        batching=BatchSetup(flash_attention=row["flash_attention"] != "no"),
    )
    for name in names:
        machine = computer_machine(catalog.computers.find(name) or "", catalog)
        rig = assembled(Profile(machine=machine), catalog).rig
        option = next(one for one in find_run_options(execution_targets(rig, catalog), subject, asked).undivided
                      if one.is_gpu)  # fmt: skip
        speed = option.estimate.decode if row["phase"] == "decode" else option.estimate.prefill
        assert speed.tokens_per_s is not None
        yield speed.tokens_per_s.middle
