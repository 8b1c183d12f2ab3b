"""The table that llama-bench prints where nothing else is asked for, and how llama.cpp calls models there."""

import re
from collections.abc import Mapping

from advisor.catalog.imported.llama_bench import bench_run
from advisor.catalog.imported.log_lines import LONGEST, Said
from advisor.catalog.reading.regular_file import plain_text
from advisor.facts.machine.imported import ImportedRun
from advisor.facts.values.reason import Reason, reason

_NAMES = {
    "model": "model_type",
    "size": "model_size",
    "params": "model_n_params",
    "backend": "backends",
    "ngl": "n_gpu_layers",
    "threads": "n_threads",
    "fa": "flash_attn",
    "sm": "split_mode",
    "nkvo": "no_kv_offload",
    "embd": "embeddings",
    "dev": "devices",
    "ts": "tensor_split",
    "ot": "tensor_buft_overrides",
}
"""How the table names the fields of the other formats; what it names alike is not listed."""

_TEST = re.compile(r"^(?:pp ?(\d+))?\+?(?:tg ?(\d+))?(?: ?@ ?d(\d+))?$")
_SPEED = re.compile(r"^([\d.]+)(?:\s*\D{1,4}\s*([\d.]+))?$")
_BUILD = re.compile(r"^build: ([0-9a-f]{6,40}) \((\d+)\)")
_LONGEST_CELL = 60
_BATCHED = {"pp", "tg", "b", "n_kv"}
"""Columns of llama-batched-bench."""


def table_runs(text: str, said: Said) -> tuple[tuple[ImportedRun, ...], tuple[Reason, ...]]:
    """The runs of all tables in a text, and what of them could not be read; `said` is what stands around them."""
    columns: list[str] = []
    rows: list[dict[str, object]] = []
    since_build = 0
    leftover = []
    for line in text.splitlines():
        build = _BUILD.match(line.strip())
        if build:
            for made in rows[since_build:]:
                made.update(build_commit=build[1], build_number=build[2])
            since_build = len(rows)
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")] if "|" in line else []
        names = [cell.lower() for cell in cells]
        if set(names) >= _BATCHED:
            columns = []
            leftover.append(reason("table_of_batched_bench"))
        elif {"model", "test", "t/s"} <= set(names):
            columns = names
        elif columns and len(cells) == len(columns) and not set("".join(cells)) <= set("-: "):
            row = dict(zip(columns, cells, strict=True))
            fields = _fields(row)
            if fields is None:
                leftover.append(reason("table_row", test=plain_text(row["test"]), speed=plain_text(row["t/s"])))
            else:
                rows.append(fields)
    around: dict[str, object] = {"gpu_info": ", ".join(said.devices), "model_filename": said.file or ""}
    runs = [bench_run({**around, **made}) for made in rows]
    return tuple(run for run in runs if run is not None), tuple(leftover)


def _fields(row: Mapping[str, str]) -> dict[str, object] | None:
    """One row under the names of the other formats; None where its test or speed is none."""
    test, speed = _TEST.match(row["test"]), _SPEED.match(row["t/s"][:_LONGEST_CELL])
    if test is None or speed is None or not (test[1] or test[2]):
        return None
    named: dict[str, object] = {_NAMES.get(name, name): cell for name, cell in row.items()}
    lengths = zip(("n_prompt", "n_gen", "n_depth"), test.groups(), strict=True)
    return {**named, **{name: found or "0" for name, found in lengths}, "avg_ts": speed[1], "stddev_ts": speed[2]}


_WORDS = re.compile(
    r"(?:^|\s)(?:mostly |all )?((?:I|T)?Q\d\w*|F16|F32|BF16|MXFP4|NVFP4)( MoE| mix)?"
    r"(?: - (Small|Medium|Large|[\d.]+ bpw))?(?: \(guessed\))?$"
)
_MIXED = {"IQ3_S": "IQ3_M"}
_WITHOUT_SIZE = ("Q2_K - Medium",)


def split_type_words(words: str) -> tuple[str, str | None]:
    """What is left of the words for the model, and the name of its file type; None where they do not say it."""
    found = _WORDS.search(words.strip()[:LONGEST])
    if found is None:
        return words.strip(), None
    base, kind, size = found[1], found[2] or "", found[3] or ""
    if kind == " MoE":
        base += "_MOE"
    elif kind == " mix":
        base = _MIXED.get(base, base)
    elif size[:1] in ("S", "M", "L") and f"{base} - {size}" not in _WITHOUT_SIZE:
        base += f"_{size[0]}"
    return words.strip()[: found.start()].strip(), base
