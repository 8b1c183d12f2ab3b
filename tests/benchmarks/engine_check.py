"""Generation speed predicted from what was measured on this computer, against what llama.cpp reaches on it.

Run from the folder of README.md: `python -m tests.benchmarks.engine_check --engine ENV/bin/python --models FOLDER`,
where ENV has `llama-cpp-python` and `gguf` from PyPI. The models, real shapes with random weights, are written to
FOLDER once (18 GB for all). Measurements and runs take turns: a run is compared with the middle of the measurement
before and the one after it. `--save FILE` keeps all readings, `--load FILE` predicts anew from them.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from advisor.answer.which_device.calibration import find_calibration
from advisor.answer.which_model.file_subject import file_subject
from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.catalog.open.model_file import open_model_file
from advisor.facts.machine.machine import Machine
from advisor.facts.machine.measurement import Measurements
from advisor.predict.model.subject import Run
from advisor.predict.speed.speed import decode_speed
from tests.benchmarks.random_model import QUANTS, SHAPES

HERE = Path(__file__).parent
NAMES = ("memory_read", "memory_read_one_thread", "q4_0_dot", "q8_0_dot", "f16_dot", "fma_fp32", "int8_dot")
DEPTHS, THREADS, TOKENS = (0, 2048), (1, 2), 16
"""Two threads say little while other programs run: the engine's threads wait for each other at every step."""
MEDIAN_GOAL, P90_GOAL = 0.12, 0.25


class Point(NamedTuple):
    """One speed of the engine, and the measurements before and after it."""

    shape: str
    quant: str
    threads: int
    depth: int
    tokens_per_s: float
    around: tuple[Measurements, Measurements]

    @property
    def is_stable(self) -> bool:
        """Whether the memory read alike before and after."""
        rates = [one.figure for each in self.around for one in each.results if one.name == "memory_read"]
        return max(rates) / min(rates) < 1.1


class Engine:
    """The engine's process."""

    def __init__(self, python: str) -> None:
        self._process = subprocess.Popen(
            [python, str(HERE / "engine_server.py")],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip

    def ask(self, **request: Any) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        return dict(json.loads(self._process.stdout.readline()))


def measure(seconds: float) -> Measurements:
    """What this version measures of processor and memory, in a child."""
    command = [sys.executable, "-m", "advisor", "bench", "--json", "--seconds", f"{seconds:g}", "--only", *NAMES]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return Measurements.model_validate_json(done.stdout)


def readings(
    engine: Engine, files: dict[tuple[str, str], Path], seconds: float, depths: Sequence[int], counts: Sequence[int]
) -> Iterator[Point]:
    """All points, a measurement before and after each pair of thread counts."""
    for (shape, quant), path in files.items():
        engine.ask(open=str(path))
        engine.ask(decode=4, threads=max(counts))
        for depth in depths:
            engine.ask(clear=True)
            if depth:
                engine.ask(prompt=depth, threads=max(counts))
            before = measure(seconds)
            rates = {threads: 1 / engine.ask(decode=TOKENS, threads=threads)["s"] for threads in counts}
            after = measure(seconds)
            for threads, rate in rates.items():
                yield Point(shape, quant, threads, depth, rate, (before, after))


def middle(around: Sequence[Measurements]) -> Measurements:
    """One run with the mean of both figures of each measurement."""
    results = []
    for one in around[0].results:
        others = [two for two in around[1].results if (two.name, two.threads) == (one.name, one.threads)]
        results.append(one.changed(value=(one.figure + others[0].figure) / 2) if others else one)
    return Measurements(results=tuple(results))


def predicted(point: Point, machine: Machine, path: Path, catalog: Catalog, *, dots: bool) -> float:
    """Tokens per second from what was measured; without `dots` from the memory alone."""
    found = middle(point.around)
    if not dots:
        found = Measurements(results=tuple(one for one in found.results if one.name.startswith("memory")))
    cpu = assemble_rig(machine, found, catalog).processors[0]
    subject, _ = file_subject(open_model_file(path, catalog), catalog)
    run = Run(
        context_tokens=4096,
        prompt_tokens=0,
        depth_tokens=point.depth,
        generated_tokens=TOKENS,
        threads=point.threads,
        build_date="2026-11",
    )
    found_calibration = find_calibration(cpu, catalog, engine="llama.cpp", backend="cpu")
    assert found_calibration is not None
    speed = decode_speed(cpu, subject, found_calibration[0], run).tokens_per_s
    return speed.middle if speed else 0.0


def summary(errors: Sequence[float]) -> str:
    """Median and 90th percentile of the distances, and the middle of the signed errors."""
    distances = sorted(map(abs, errors))
    p90 = distances[min(len(distances) - 1, int(0.9 * len(distances)))]
    return f"{len(errors):3} points: median {median(distances):6.1%}  p90 {p90:6.1%}  bias {median(errors):+.1%}"


def table(points: Sequence[Point], machine: Machine, files: dict[tuple[str, str], Path]) -> Iterator[str]:
    """One line a point, and the sums."""
    catalog = load_catalog()
    known = known_machine(machine, (), catalog)
    yield "shape quant    threads depth   engine  with dots   error  memory only   error"
    errors: dict[str, list[float]] = {}
    for point in points:
        path = files[point.shape, point.quant]
        with_dots, without = (predicted(point, known, path, catalog, dots=dots) for dots in (True, False))
        first, second = with_dots / point.tokens_per_s - 1, without / point.tokens_per_s - 1
        yield (
            f"{point.shape:5} {point.quant:8} {point.threads:7} {point.depth:5} {point.tokens_per_s:8.2f}"
            f" {with_dots:10.2f} {first:+7.1%} {without:12.2f} {second:+7.1%}{'' if point.is_stable else '  unsteady'}"
        )
        if not point.is_stable and point.threads > 1:
            continue
        for group in ("all", point.quant, f"{point.threads} threads", f"depth {point.depth}"):
            errors.setdefault(group, []).append(first)
            errors.setdefault(f"{group}, memory only", []).append(second)
    for group in sorted(errors):
        yield f"{group:24} {summary(errors[group])}"
    yield f"goal: median {MEDIAN_GOAL:.0%}, p90 {P90_GOAL:.0%}"


def model_files(folder: Path, shapes: Sequence[str], quants: Sequence[str]) -> dict[tuple[str, str], Path]:
    """Where each model is, or is to be."""
    return {(shape, quant): folder / f"random-{shape}-{quant}.gguf" for shape in shapes for quant in quants}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", default=sys.executable, help="a Python with llama-cpp-python and gguf")
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--shapes", nargs="+", default=list(SHAPES), choices=SHAPES)
    parser.add_argument("--quants", nargs="+", default=list(QUANTS), choices=QUANTS)
    parser.add_argument("--depths", type=int, nargs="+", default=list(DEPTHS))
    parser.add_argument("--threads", type=int, nargs="+", default=list(THREADS))
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--save", type=Path)
    parser.add_argument("--load", type=Path)
    asked = parser.parse_args()
    files = model_files(asked.models, asked.shapes, asked.quants)
    probed = subprocess.run([sys.executable, "-m", "advisor", "probe", "--json"], capture_output=True, check=True)
    if asked.load:
        points = [_loaded(line) for line in asked.load.read_text().splitlines()]
    else:
        for (shape, quant), path in files.items():
            if not path.exists():
                subprocess.run([asked.engine, str(HERE / "random_model.py"), shape, quant, str(path)], check=True)
        points = []
        for point in readings(Engine(asked.engine), files, asked.seconds, asked.depths, asked.threads):
            points.append(point)
            sys.stderr.write(f"{point.shape} {point.quant} {point.threads} {point.depth} {point.tokens_per_s:.2f}\n")
            if asked.save:
                asked.save.write_text("".join(f"{_saved(one)}\n" for one in points))
    for line in table(points, Machine.model_validate_json(probed.stdout), files):
        sys.stdout.write(f"{line}\n")


def _saved(point: Point) -> str:
    around = [one.model_dump(mode="json") for one in point.around]
    return json.dumps(point._replace(around=around)._asdict())  # type: ignore[arg-type]


def _loaded(line: str) -> Point:
    found = json.loads(line)
    found["around"] = tuple(Measurements.model_validate_json(json.dumps(one)) for one in found["around"])
    return Point(**found)


if __name__ == "__main__":
    main()
