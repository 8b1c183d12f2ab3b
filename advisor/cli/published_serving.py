"""Published throughput of serving as questions."""

import csv
from collections.abc import Iterable
from pathlib import Path

from advisor.cli.published_case import Case


def serving_cases(path: Path) -> Iterable[Case]:
    """The rows of `serving_published.csv` that state lengths, a device and a total."""
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if not row["isl"] or not row["output_tok_s_total"] or "not stated" in row["hardware"]:
                continue
            parallel = row["hardware"].endswith(" PP2")
            request = {
                "task": "serve",
                "device": row["hardware"].removesuffix(" PP2"),
                "device_count": int(row["n_gpus"] or 1),
                "split": "layer" if parallel else None,
                "model": row["model"],
                "precision": row["weights"],
                "engine": row["engine"],
                "prompt_tokens": int(row["isl"]),
                "generated_tokens": int(row["osl"]),
                "concurrency": int(row["concurrency"]) if row["concurrency"].isdigit() else None,
            }
            kind = "mixture of experts" if _is_sparse(row["model"]) else "dense"
            label = f"{row['weights']} {row['isl']}/{row['osl']} {row['concurrency']}"
            yield Case(f"serving, {kind}", request, "output_tokens_per_s", float(row["output_tok_s_total"]), label)


def _is_sparse(model: str) -> bool:
    """Whether a name is that of a mixture of experts."""
    name = model.lower()
    return any(word in name for word in ("gpt-oss", "deepseek", "mixtral", "-a3b", "-a22b"))
