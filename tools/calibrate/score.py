"""Compare predicted with published speeds of language models, by kind of row.

Error: how far the prediction lies from the published speed, over the published one. Covered: the share of rows inside
the predicted range. Width: the median of high over low. Rule: the median error of the rule of thumb, 0.55 x bandwidth
over the bytes read per token. Ratio: predicted over published, at the 10th, 50th and 90th percentile.
"""

import argparse
import csv
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import NamedTuple

import numpy as np

from advisor.answer.request.request import answer_request
from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.facts.values.range import Range
from advisor.present.words.reasons.in_words import in_words
from tools.calibrate.quantiles import quantile_between
from tools.calibrate.speed_rows import PUBLISHED, REPORTED, SpeedRow, shared_rows, speed_rows

DEEP_TOKENS = 4096
SPARSE_SHARE = 0.8
"""Of the parameters: with fewer in use for a token, a model is a mixture of experts."""
_LLAMA_CPP = ("llama.cpp", "ollama", "llamafile", "llama-server", "ik_llama.cpp", "llama.cpp(LM Studio)")
_FEW_BITS = re.compile(r"\bI?Q[123]_|\bTQ[12]_|TERNARY|\b[123]-?BIT")
_BITS = re.compile(r"([\d.]+)BPW")
_ERRORS, _RATIOS = (0.5, 0.75, 0.9), (0.1, 0.5, 0.9)
HEAD = (
    f"{'':46}{'rows':>6}{'sources':>9}{'median':>8}{'p75':>7}{'p90':>7}"
    f"{'covered':>9}{'width':>7}{'rule':>6}{'ratio':>8}"
)


@dataclass(frozen=True)
class Predicted:
    """A row and what was predicted for it, tokens per second."""

    row: SpeedRow
    tokens_per_s: Range

    @property
    def error(self) -> float:
        """Relative to the published speed."""
        return abs(self.tokens_per_s.middle - self.row.tokens_per_s) / self.row.tokens_per_s

    @property
    def width(self) -> float | None:
        """High over low."""
        low, _, high = self.tokens_per_s
        return high / low if low else None

    @property
    def is_covered(self) -> bool:
        """Whether the published speed lies in the range."""
        return self.tokens_per_s.low <= self.row.tokens_per_s <= self.tokens_per_s.high


class Group(NamedTuple):
    """A kind of row by its name."""

    name: str
    holds: Callable[[SpeedRow], bool]


def _plain(row: SpeedRow) -> bool:
    """Whether one device of its own ran a program of llama.cpp's family; one stream where it generated."""
    asked = row.asked
    alone = asked.device_count == 1 and not row.is_part_in_main_memory
    return asked.engine in _LLAMA_CPP and alone and (asked.phase == "prefill" or asked.batch == 1)


def _decodes(row: SpeedRow) -> bool:
    return row.asked.phase == "decode" and _plain(row)


def _reads(row: SpeedRow) -> bool:
    return row.asked.phase == "prefill" and _plain(row)


def _is(row: SpeedRow, kind: str, backend: str) -> bool:
    return (row.device_kind, row.asked.backend) == (kind, backend)


def _sparse(row: SpeedRow) -> bool:
    model = row.asked.model_facts
    total, active = (model.params_b, model.active_params_b) if model else (None, None)
    return bool(total and active and active < SPARSE_SHARE * total)


def _below_4_bit(row: SpeedRow) -> bool:
    quant = (row.asked.quant or "").upper()
    bits = _BITS.search(quant)
    return bool(_FEW_BITS.search(quant)) or bool(bits and float(bits[1]) < 4)


def _deep(row: SpeedRow) -> bool:
    """Whether thousands of tokens stand in the context, counted at the middle of a generation from nothing."""
    asked = row.asked
    generated = asked.generated_tokens if asked.phase == "decode" else 0
    return (asked.depth_tokens or generated / 2) >= DEEP_TOKENS


def _other_engine(row: SpeedRow) -> bool:
    asked = row.asked
    return asked.phase == "decode" and asked.engine not in _LLAMA_CPP and asked.device_count == asked.batch == 1


GROUPS = (
    Group("generation, one device, llama.cpp family", _decodes),
    Group("  NVIDIA, CUDA", lambda row: _decodes(row) and _is(row, "nvidia_gpu", "cuda")),
    Group("  NVIDIA, below 4 bit", lambda row: _decodes(row) and row.device_kind == "nvidia_gpu" and _below_4_bit(row)),
    Group("  Apple, Metal", lambda row: _decodes(row) and _is(row, "apple", "metal")),
    Group("  AMD, Intel", lambda row: _decodes(row) and row.device_kind in ("amd_gpu", "intel_gpu")),
    Group("  unified memory", lambda row: _decodes(row) and row.device_kind == "unified_soc"),
    Group("  processor", lambda row: _decodes(row) and row.asked.backend == "cpu"),
    Group("  mixture of experts", lambda row: _decodes(row) and _sparse(row)),
    Group("  depth 4096 and more", lambda row: _decodes(row) and _deep(row)),
    Group("  Windows", lambda row: _decodes(row) and row.os == "windows"),
    Group("  Linux", lambda row: _decodes(row) and row.os == "linux"),
    Group("prompts, one device, llama.cpp family", _reads),
    Group("  NVIDIA, CUDA", lambda row: _reads(row) and _is(row, "nvidia_gpu", "cuda")),
    Group("  Apple, Metal", lambda row: _reads(row) and _is(row, "apple", "metal")),
    Group("  depth 4096 and more", lambda row: _reads(row) and _deep(row)),
    Group(
        "several devices, one stream",
        lambda row: row.asked.device_count > 1 and row.asked.batch == 1 and row.is_one_stream,
    ),
    Group("generation, other engines, one device", _other_engine),
    Group("generation, several streams", lambda row: row.asked.phase == "decode" and row.asked.batch > 1),
    Group("all rows", lambda row: True),
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """What can be said to this command."""
    parser.add_argument("--reported", action="store_true", help="the speeds that people reported of their own runs")
    parser.add_argument("--shared", type=Path, nargs="+", metavar="FILE", help="results that people shared, instead")
    parser.add_argument("--rows", type=Path, metavar="FILE", help="write every row with its prediction (CSV)")


def run(arguments: argparse.Namespace) -> None:
    """Print the groups, every row alike and every source alike."""
    catalog = load_catalog()
    rows = speed_rows(arguments.data, REPORTED if arguments.reported else PUBLISHED) if not arguments.shared else []
    found, silent = predicted(rows or shared_rows(arguments.shared or (), catalog), catalog)
    sys.stdout.write("".join(f"no answer for {count} rows: {why}\n" for why, count in Counter(silent).most_common()))
    for title, by_source in (("every row alike", False), ("every source alike", True)):
        sys.stdout.write(f"{title + HEAD[len(title) :]}\n")
        sys.stdout.writelines(f"{line}\n" for line in score_lines(found, by_source=by_source))
    if arguments.rows:
        _write_rows(arguments.rows, found)


def predicted(rows: Iterable[SpeedRow], catalog: Catalog) -> tuple[list[Predicted], list[str]]:
    """The rows that got an answer, and why the others got none."""
    found, silent = [], []
    for row in rows:
        answer = answer_request(row.fields, catalog)
        if answer.tokens_per_s:
            found.append(Predicted(row, answer.tokens_per_s))
        else:
            silent.append(in_words(answer.error.message) if answer.error else "no speed")
    return found, silent


def score_lines(found: Sequence[Predicted], *, by_source: bool) -> Iterable[str]:
    """One line per group that has rows. `by_source`: however many rows a source has, it weighs the same."""
    for group in GROUPS:
        rows = [one for one in found if group.holds(one.row)]
        if rows:
            yield f"{group.name:46}{_figures(rows, by_source=by_source)}"


def _figures(rows: Sequence[Predicted], *, by_source: bool) -> str:
    counts = Counter(one.row.source_group for one in rows)
    weights = [1 / counts[one.row.source_group] if by_source else 1.0 for one in rows]

    def at(figures: Iterable[float], share: float) -> float:
        figures = list(figures)
        if by_source:
            return quantile_between(zip(figures, weights, strict=True), share)
        return float(np.quantile(figures, share))

    errors = [at((one.error for one in rows), share) for share in _ERRORS]
    ratios = [at((one.tokens_per_s.middle / one.row.tokens_per_s for one in rows), share) for share in _RATIOS]
    covered = sum(weight for one, weight in zip(rows, weights, strict=True) if one.is_covered) / sum(weights)
    width = quantile_between(
        ((one.width, weight) for one, weight in zip(rows, weights, strict=True) if one.width is not None), 0.5
    )
    rules = [abs(one.row.rule_tokens_per_s / one.row.tokens_per_s - 1) for one in rows if one.row.rule_tokens_per_s]
    return (
        f"{len(rows):>6}{len(counts):>9}{errors[0]:>8.1%}{errors[1]:>7.0%}{errors[2]:>7.0%}{covered:>9.0%}{width:>7.2f}"
        f"{format(median(rules), '.0%') if rules else '-':>6}{ratios[0]:>8.2f}{ratios[1]:>6.2f}{ratios[2]:>6.2f}"
    )


def _write_rows(file: Path, found: Sequence[Predicted]) -> None:
    rows = [
        {
            **{name: one.row.fields.get(name, "") for name in ("device", "backend", "model", "quant", "phase")},
            **{name: getattr(one.row.asked, name) for name in ("depth_tokens", "batch", "device_count")},
            **{name: getattr(one.row, name) for name in ("os", "source_group", "machine")},
            "published_tokens_per_s": one.row.tokens_per_s,
            "predicted_tokens_per_s": one.tokens_per_s.middle,
            "low_tokens_per_s": one.tokens_per_s.low,
            "high_tokens_per_s": one.tokens_per_s.high,
            "error": round(one.error, 3),
        }
        for one in sorted(found, key=lambda one: -one.error)
    ]
    with file.open("w", newline="", encoding="utf-8") as lines:
        out = csv.DictWriter(lines, rows[0].keys())
        out.writeheader()
        out.writerows(rows)
