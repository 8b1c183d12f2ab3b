"""Compare predicted with published speeds of one model whose layers vLLM or SGLang share over two computers.

Each row twice: from what its source measured on one computer (its time halved), and all of it predicted.
"""

import argparse
import csv
import sys
from pathlib import Path
from statistics import median

from advisor.advice.assembled import assembled
from advisor.answer.serve.service_of import precision_of
from advisor.answer.which_model.subject import find_quant, subject_of
from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.catalog.hardware.computer_machine import computer_machine
from advisor.facts.kept.profile import Profile
from advisor.facts.values.units import GIGA, MICROSECOND
from advisor.predict.serving.serving import Service
from advisor.predict.speed.remote import Network
from tools.calibrate.rpc import Scored, error

TABLE = "tensor.csv"
_PROMPT_TOKENS, _GENERATED_TOKENS = 1, 1024
"""Published are tokens a second while all write."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """What can be said to this command: nothing."""


def run(arguments: argparse.Namespace) -> None:
    """Print every row and the median errors."""
    scored = tensor_rows(arguments.data)
    for one in scored:
        alone = f"{one.from_alone:9.2f}" if one.from_alone else " " * 9
        sys.stdout.write(f"{one.name:70} {one.published:9.2f} {alone} {one.predicted:9.2f}\n")
    whole = median(error(one.predicted, one.published) for one in scored)
    halved = [error(one.from_alone, one.published) for one in scored if one.from_alone]
    sys.stdout.write(
        f"{len(scored)} rows, median error {whole:.0%}, of the split alone {median(halved):.0%} ({len(halved)} rows)\n"
    )


def tensor_rows(folder: Path) -> list[Scored]:
    """Every row of the table."""
    catalog = load_catalog()
    with (folder / TABLE).open(newline="", encoding="utf-8") as file:
        return [_scored(row, catalog) for row in csv.DictReader(file)]


def _scored(row: dict[str, str], catalog: Catalog) -> Scored:
    rigs, count = int(row["rigs"]), int(row["concurrency"])
    network = Network(float(row["network_gbit_per_s"]) * GIGA, float(row["latency_us"]) * MICROSECOND)
    model = catalog.models[catalog.models.find(row["model"]) or ""]
    machine = computer_machine(catalog.computers.find(row["computer"]) or "", catalog)
    processors = assembled(Profile(machine=machine), catalog).rig.processors
    precision = precision_of(row["precision"])
    assert precision is not None
    quant = find_quant(row["precision"], model, catalog)[0]
    if row["repacked"]:
        quant = quant.changed(keeps_16_bit="embeddings")
    service = Service(
        next(one for one in processors if one.kind == "gpu"),
        subject_of(model, quant, catalog),
        next(one for one in catalog.serving.values() if row["engine"].lower() in one.engines),
        bits=precision.bits,
        devices=rigs,
        peer_bytes_per_s=network.link_bytes_per_s,
        sum_s=network.sum_s(rigs),
        prompt_tokens=_PROMPT_TOKENS,
        generated_tokens=_GENERATED_TOKENS,
    )
    step = service.step(count)
    assert step is not None
    alone = float(row["alone_tokens_per_s"]) if row["alone_tokens_per_s"] else None
    return Scored(
        f"{row['model']} {row['precision']}, {rigs} rigs, {count} at once, {row['source_group']}",
        "decode",
        float(row["tokens_per_s"]),
        None if alone is None else count / (count / alone / rigs + step.interconnect_s),
        count / step.total_s,
    )
