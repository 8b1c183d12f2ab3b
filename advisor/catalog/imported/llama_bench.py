"""llama-bench of llama.cpp: one test by its fields, as JSON, CSV and the table name them.

The table is what it prints where nothing else is asked for. Fields and their texts: tools/llama-bench of
https://github.com/ggml-org/llama.cpp, versions of 2023 to 2026.
"""

import re
from collections.abc import Callable, Mapping

from advisor.catalog.imported.log_lines import (
    LONGEST,
    Rounded,
    Said,
    number,
    positive,
    rounded_bytes,
    rounded_count,
    whole,
    words,
)
from advisor.facts.machine.imported import ImportedRun
from advisor.facts.values.plain_text import plain_text
from advisor.facts.values.reason import Reason, reason

PROGRAM = "llama.cpp"
_ON = ("1", "true")
_GPU_BACKENDS = ("cuda", "vulkan", "metal", "rocm", "hip", "sycl", "opencl", "kompute", "musa", "cann")
_NAMES = {"mtl": "metal", "hip": "rocm", "level-zero": "sycl"}
_PLAIN_CACHE = ("", "f16", "bf16")
_SPLIT_BY_SLASH = re.compile(r"/(?=NVIDIA )")
_DEVICE_NUMBER = re.compile(r"(\d{1,4})$")

Fields = Mapping[str, object]


def bench_run(fields: Fields) -> ImportedRun | None:
    """The run in the fields of one test; None where they hold no speed."""
    rate = positive(fields.get("avg_ts"))
    if rate is None:
        return None
    prompt, generated, depth = (whole(fields.get(name)) or 0 for name in ("n_prompt", "n_gen", "n_depth"))
    seen, used = _devices(fields)
    size, params = _amount(fields, "model_size", rounded_bytes), _amount(fields, "model_n_params", rounded_count)
    return ImportedRun(
        program=PROGRAM,
        phase="decode" if generated else "prefill",
        tokens_per_s=rate,
        spread=_spread(fields, rate),
        model=words(fields.get("model_type")),
        file=words(fields.get("model_filename")),
        type_words=words(fields.get("model_type")),
        model_bytes=size[0] if size else None,
        digits_bytes=size[1] if size else 0,
        params=params[0] if params else None,
        digits_params=params[1] if params else 0,
        depth_tokens=depth,
        prompt_tokens=prompt or 512,
        generated_tokens=generated or 128,
        build=_build(fields),
        ran_on=_day(fields),
        backend=_backend(fields),
        devices=used if used is not None else seen,
        cpu=words(fields.get("cpu_info")),
        gpu_layers=whole(fields.get("n_gpu_layers")),
        threads=whole(fields.get("n_threads")) or None,
        ubatch_tokens=whole(fields.get("n_ubatch")) or None,
        flash_attention={"1": True, "true": True, "on": True, "0": False, "false": False, "off": False}.get(
            _lower(fields, "flash_attn")
        ),
        unusable=_unusable(fields, prompt=prompt, generated=generated, devices=len(seen if used is None else used)),
    )


def _unusable(fields: Fields, *, prompt: int, generated: int, devices: int) -> Reason | None:
    """Why the figure tells nothing of one whole model on one device."""
    caches = {_lower(fields, name) for name in ("type_k", "type_v")} - set(_PLAIN_CACHE)
    reasons = (
        (prompt > 0 and generated > 0, reason("run_reads_and_writes")),
        (_lower(fields, "embeddings") in _ON, reason("run_made_embeddings")),
        ("rpc" in _lower(fields, "backends"), reason("run_on_several_computers")),
        (devices > 1, reason("run_on_several_cards", cards=devices)),
        ((whole(fields.get("n_cpu_moe")) or 0) > 0, reason("experts_in_main_memory")),
        (_lower(fields, "tensor_buft_overrides") not in ("", "none"), reason("parts_placed_by_hand")),
        (_lower(fields, "no_kv_offload") in _ON, reason("cache_in_main_memory")),
        (bool(caches), reason("run_cache_stored_as", types=tuple(sorted(caches)))),
    )
    return next((reason for is_so, reason in reasons if is_so), None)


def _devices(fields: Fields) -> tuple[tuple[str, ...], tuple[str, ...] | None]:
    """The graphics processors that it lists, and those that worked where it says which; none with no layers there."""
    text = words(fields.get("gpu_info")) or ""
    seen = tuple(part.strip() for part in _SPLIT_BY_SLASH.sub(", ", text).split(", ") if part.strip())
    if whole(fields.get("n_gpu_layers")) == 0 or _backend(fields) == "cpu" or _lower(fields, "devices") == "none":
        return seen, ()
    numbers = _numbers(fields)
    chosen = None if numbers is None else tuple(seen[one] for one in numbers if one < len(seen))
    return seen, chosen if chosen and numbers and len(chosen) == len(numbers) else None


def _numbers(fields: Fields) -> tuple[int, ...] | None:
    """Which of the listed devices worked, by their place; None for all."""
    named = _lower(fields, "devices")
    if named not in ("", "auto"):
        found = [_DEVICE_NUMBER.search(one) for one in named.split("/")]
        return tuple(int(one[1]) for one in found if one) if all(found) else None
    if _lower(fields, "split_mode") == "none":
        return (whole(fields.get("main_gpu")) or 0,)
    shares = [number(part) or 0 for part in _lower(fields, "tensor_split").split("/")]
    used = tuple(at for at, share in enumerate(shares) if share > 0)
    return used or None


def _backend(fields: Fields) -> str | None:
    """The way to the device: that of a graphics processor before others that are built in."""
    if "backends" not in fields:
        named = [name for name in _GPU_BACKENDS if _lower(fields, name) in _ON]
        return named[0] if named else None
    listed = [word.strip() for word in _lower(fields, "backends").split(",") if word.strip()]
    known = [_NAMES.get(word, word) for word in listed]
    graphics = [word for word in known if word in _GPU_BACKENDS]
    if graphics:
        return graphics[0]
    return "cpu" if set(known) & {"cpu", "blas", "zendnn", ""} or not known else None


def _amount(fields: Fields, name: str, read: Callable[[str], Rounded | None]) -> Rounded | None:
    """An exact number, or a rounded one with a unit."""
    exact = positive(fields.get(name))
    if exact is not None:
        return exact, 0.0
    text = words(fields.get(name))
    return read(text) if text else None


def _spread(fields: Fields, rate: float) -> float:
    """(largest - smallest) / value of the tries; of a standard deviation twice that, about what five tries show."""
    listed = fields.get("samples_ts")
    samples = [one for one in map(positive, listed) if one] if isinstance(listed, list) else []
    if len(samples) > 1:
        return min(0.99, (max(samples) - min(samples)) / rate)
    return min(0.99, 2 * (positive(fields.get("stddev_ts")) or 0) / rate)


def _build(fields: Fields) -> str | None:
    number_of_build = whole(fields.get("build_number"))
    return f"b{number_of_build}" if number_of_build else words(fields.get("build_commit"))


def _day(fields: Fields) -> str | None:
    found = re.match(r"\d{4}-\d{2}-\d{2}", words(fields.get("test_time")) or "")
    return found[0] if found else None


def _lower(fields: Fields, name: str) -> str:
    """A field as lower-case text: the formats write `1`, `true` and `True` for one thing."""
    value = fields.get(name)
    return "" if value is None else str(value).strip().lower()[:LONGEST]


_COLUMNS = {
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
    named: dict[str, object] = {_COLUMNS.get(name, name): cell for name, cell in row.items()}
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
