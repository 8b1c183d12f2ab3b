#!/usr/bin/env python3
"""A real engine against our predictions: builds llama.cpp, runs models of true shapes, shows measured beside predicted.

Run by the Python of the checkout: `.venv/bin/python .ci/engines/prove.py`. The source of llama.cpp is that in the
source package of llama-cpp-python on PyPI; the build (about ten minutes on two cores) and the models stay in
`RIG_ADVISOR_ENGINES`, else in the user's cache. Without a compiler it says so and ends well.

It fails where a run fails, where nothing is predicted, where a speed is far above what was thought possible, or where
something runs on that was stopped. A busy computer is no reason: it waits up to `RIG_ADVISOR_PATIENCE_S` seconds (60)
a run for a moment in which others leave the processors alone, and tries again where they came back. Where a run comes
to no end in time, its row is left out. How many speeds lie in their range is told, of all and of those that nobody
disturbed, and kept in TABLE beside the build.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

ROOT = Path(__file__).resolve().parents[2]
VERSION = "0.3.36"
SDIST = f"llama-cpp-python=={VERSION} --hash=sha256:832db0699007f1be95a7e41ef12e88926b02ba836461e36a36372db2760c1a2e\n"
MAKES_IT = ("cmake", "ninja", "scikit-build-core", "pyproject-metadata", "pathspec", "gguf", "numpy")
MODELS = (("0.6b", "Q4_0"), ("0.6b", "Q8_0"), ("1.2b", "Q4_0"), ("mixture", "Q4_0"), ("windows", "Q4_0"))
"""Shapes of tests/benchmarks/random_model.py: dense, a mixture, and layers that see a window."""
ENGINES = ("llama-bench", "llama-server")
SWITCHES = (
    "CMAKE_BUILD_TYPE=Release", "BUILD_SHARED_LIBS=OFF", "GGML_CCACHE=OFF", "LLAMA_BUILD_TESTS=OFF",
    "LLAMA_BUILD_EXAMPLES=OFF", "LLAMA_BUILD_APP=OFF", "LLAMA_BUILD_UI=OFF", "LLAMA_USE_PREBUILT_UI=OFF",
    "LLAMA_OPENSSL=OFF",
)  # fmt: skip
WIDE = {"avx512f", "avx512bw", "avx512dq", "avx512vl"}
SETS = ("avx", "avx2", "fma", "f16c", "bmi2", "avx_vnni", "avx512vbmi", "avx512_vnni", "avx512_bf16")
"""Instructions that are used where the processor has them. Matrix units (AMX) are not: virtual machines tell of some
that end a program, and nothing is predicted of them."""
ABOVE = 1.5
"""So many times the high end no computer that is busy can cause."""
GOAL = 0.8
"""Four of five speeds lie in their range on a quiet computer: that is what a range promises."""
QUIET = 0.05
"""Others may use so much of all processors: each part of a step waits for the thread that was held up longest."""
PATIENCE_S = float(os.environ.get("RIG_ADVISOR_PATIENCE_S") or 60)
Done = TypeVar("Done")


class OutOfReachError(Exception):
    """What is needed cannot be had from here: that says nothing about the app."""


def tell(line: str) -> None:
    """Print it at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def home() -> Path:
    """Where the build and the models stay."""
    named = os.environ.get("RIG_ADVISOR_ENGINES")
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return Path(named) if named else cache / "rig-advisor-engines" / VERSION


def call(*command: str | Path, **options: Any) -> None:
    """Run it; its fault is ours."""
    subprocess.run([str(one) for one in command], check=True, **options)


def fetch(*command: str | Path, **options: Any) -> None:
    """Bring or build what is not ours; where that fails, it says nothing about the app."""
    try:
        call(*command, **options)
    except subprocess.CalledProcessError as error:
        raise OutOfReachError(f"{Path(command[0]).name} ended with {error.returncode}") from error


def instructions() -> list[str]:
    """Switches for this processor's instructions."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    flags = next((one.split() for one in lines if one.startswith("flags")), [])
    if not flags:
        return ["GGML_NATIVE=ON"]
    found = {one.replace("512v", "512_v"): one in flags for one in SETS} | {"avx512": set(flags) >= WIDE}
    return ["GGML_NATIVE=OFF", *(f"GGML_{one.upper()}={'ON' if there else 'OFF'}" for one, there in found.items())]


def built(folder: Path) -> Path:
    """The folder of both programs for this processor; built where they are not there yet."""
    chosen = [*SWITCHES, *instructions()]
    build = folder / f"build-{zlib.crc32(' '.join(chosen).encode()):08x}"
    programs = build / "bin"
    if all((programs / name).exists() for name in ENGINES):
        return programs
    python, sources = made_python(folder), folder / "source"
    wanted = folder / "wanted.txt"
    wanted.write_text(SDIST)
    fetch(
        python, "-m", "pip", "download", "--quiet", "--no-deps", "--no-build-isolation", "--no-binary", ":all:",
        "--require-hashes", "-r", wanted, "-d", folder, env=with_tools(folder),
    )  # fmt: skip
    shutil.rmtree(sources, ignore_errors=True)
    with tarfile.open(next(folder.glob("llama_cpp_python-*.tar.gz"))) as archive:
        archive.extractall(sources, filter="data")
    engine = next(sources.glob("*/vendor/llama.cpp"))
    switches = [f"-D{one}" for one in chosen]
    tools = with_tools(folder)
    fetch("cmake", "-S", engine, "-B", build, "-G", "Ninja", *switches, env=tools, stdout=subprocess.DEVNULL)
    fetch("nice", "cmake", "--build", build, "-j2", "--target", *ENGINES, env=tools, stdout=subprocess.DEVNULL)
    shutil.rmtree(sources)
    return programs


def made_python(folder: Path) -> Path:
    """A Python with what builds the engine and writes the models."""
    python = folder / "tools" / "bin" / "python"
    if not python.exists():
        call(sys.executable, "-m", "venv", folder / "tools")
        fetch(python, "-m", "pip", "install", "--quiet", *MAKES_IT)
    return python


def with_tools(folder: Path) -> dict[str, str]:
    """Our environment with what builds the engine on PATH."""
    return {**os.environ, "PATH": f"{folder / 'tools' / 'bin'}:{os.environ['PATH']}"}


def model(folder: Path, shape: str, quant: str) -> Path:
    """The file of a model, written where it is not there yet."""
    path = folder / f"random-{shape}-{quant}.gguf"
    if not path.exists():
        half = path.with_suffix(".half")
        call(made_python(folder), ROOT / "tests" / "benchmarks" / "random_model.py", shape, quant, half)
        half.rename(path)
    return path


def in_quiet(do: Callable[[], Done]) -> tuple[Done, float]:
    """What was done while others used least of the processors, and how much that was; patience ends the tries."""
    until = time.monotonic() + PATIENCE_S
    tries: list[tuple[Done, float]] = []
    while not tries or (tries[-1][1] > QUIET and time.monotonic() < until):
        before = used_by_others()
        while before > QUIET and time.monotonic() < until:
            before = used_by_others()
        found = do()
        tries.append((found, max(before, used_by_others())))
    return min(tries, key=lambda one: one[1])


def used_by_others() -> float:
    """The share of all processors that is used while nothing is done here, by the host of a virtual machine, too."""
    before, began = busy_s(), time.monotonic()
    time.sleep(2)
    return (busy_s() - before) / ((time.monotonic() - began) * (os.cpu_count() or 1))


def busy_s() -> float:
    """Seconds that the processors have worked, for whomever: all but `idle` and `iowait` of proc_stat(5)."""
    times = [int(one) for one in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    return (sum(times) - times[3] - times[4]) / os.sysconf("SC_CLK_TCK")


def advisor(*words: str | Path | int) -> list[str]:
    """The command line of ours."""
    return [sys.executable, "-P", "-m", "advisor", *(str(one) for one in words)]


def document(*words: str | Path) -> dict[str, Any]:
    """The JSON document that a command of ours prints; that of `ask` ends with the light."""
    done = subprocess.run(advisor(*words), check=False, capture_output=True, text=True, cwd=ROOT)
    assert done.stdout, done.stderr
    return dict(json.loads(done.stdout))


def tried(file: Path, programs: Path, engine: str, *words: str, limit_s: int) -> list[dict[str, Any]]:
    """The runs of a model by one program; none where the computer is too busy for it to come to an end."""
    asked = advisor("try", file, "--engine", engine, "--engine-path", programs, "--json", *words, "--limit", limit_s)
    done = subprocess.run(asked, check=False, capture_output=True, text=True, cwd=ROOT)
    if done.returncode and "in time" in done.stderr:
        tell(f"{file.name} {engine}: no end in {limit_s} s, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} CPUs")
        return []
    assert done.returncode == 0, done.stderr
    return list(json.loads(done.stdout)["runs"])


def rows(programs: Path, files: Sequence[Path]) -> Iterator[dict[str, Any]]:
    """Every speed of every model by both programs."""
    for file in files:
        for engine in ENGINES:
            runs, others = in_quiet(partial(tried, file, programs, engine, "--no-keep", limit_s=240))
            for run in runs:
                yield {**run, "file": file.name, "engine": engine, "others": others}


def line(row: dict[str, Any]) -> str:
    """A row of the table."""
    low, best, high = (row[name] for name in ("low_predicted", "predicted", "high_predicted"))
    measured = row["tokens_per_s"]
    where = "inside" if is_inside(row) else "below" if measured < low else "above"
    size = row["prompt_tokens"] or row["generated_tokens"]
    return (
        f"{row['file']:30} {row['engine']:12} {row['phase']:8} {size:5} after {row['depth_tokens']:5}"
        f" {best:8.1f} ({low:7.1f} to {high:7.1f}) {measured:8.1f}  {where}, others {row['others']:.0%}"
    )


def is_inside(row: dict[str, Any]) -> bool:
    """Whether what was measured lies in the range."""
    return bool(row["low_predicted"] <= row["tokens_per_s"] <= row["high_predicted"])


def shares(found: Sequence[dict[str, Any]]) -> str:
    """How many speeds lie in their range: of all, and of those that nobody disturbed."""
    quiet = [row for row in found if row["others"] <= QUIET]
    inside, calm = sum(map(is_inside, found)), sum(map(is_inside, quiet))
    part = f"{calm / len(quiet):.0%}" if quiet else "none"
    return (
        f"{inside} of {len(found)} speeds in their range; {calm} of the {len(quiet)} that nobody disturbed"
        f" ({part}; goal {GOAL:.0%})"
    )


def check_narrows(programs: Path, file: Path) -> None:
    """A run that is kept makes the next range narrower, and moves it to what was measured."""
    before = document("ask", file, "--json")
    runs = tried(file, programs, ENGINES[0], "--keep", limit_s=240)
    if not runs:
        tell("kept: not shown, the computer is too busy")
        return
    after = document("ask", file, "--json")
    widths = [one["high_tokens_per_s"] / one["low_tokens_per_s"] for one in (before, after)]
    measured = next(one["tokens_per_s"] for one in runs if one["phase"] == "decode")
    apart = [abs(one["tokens_per_s"] / measured - 1) for one in (before, after)]
    tell(
        f"kept: range {widths[0]:.2f} -> {widths[1]:.2f} wide, {apart[0]:.0%} -> {apart[1]:.0%} from what was measured"
    )
    assert widths[1] <= widths[0], "a run that is kept narrows the range"


def check_stops(programs: Path, file: Path) -> None:
    """Nothing runs on after Ctrl+C, nor after the command was killed."""
    for engine in ENGINES:
        for how in (signal.SIGINT, signal.SIGKILL):
            words = advisor("try", file, "--engine", engine, "--engine-path", programs, "--no-keep")
            running = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            wait_for(lambda: bool(left(programs)), "the engine started")
            running.send_signal(how)
            running.wait(30)
            wait_for(lambda: not left(programs), f"{engine} ended after {how.name}")
            tell(f"{engine}: gone after {how.name}")


def left(programs: Path) -> list[str]:
    """The programs of that folder that run now."""
    found = []
    for one in Path("/proc").glob("[0-9]*/exe"):
        try:
            found += [str(one)] if str(one.readlink()).startswith(str(programs)) else []
        except OSError:
            continue
    return found


def wait_for(happens: Any, what: str) -> None:
    """Wait a minute for something to happen."""
    for _ in range(600):
        if happens():
            return
        time.sleep(0.1)
    raise AssertionError(f"not seen: {what}")


def main() -> int:
    """Build, run, compare."""
    if not (shutil.which("c++") and shutil.which("cc")) or sys.platform != "linux":
        tell("skipped: no C++ compiler, or another system than Linux")
        return 0
    folder = home()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        programs = built(folder).resolve()
        files = [model(folder, *one) for one in MODELS]
    except OutOfReachError as error:
        tell(f"skipped: {error}")
        return 0
    with tempfile.TemporaryDirectory() as data:
        os.environ["RIG_ADVISOR_DATA"] = data
        call(sys.executable, ROOT / "resources" / "native" / "build_kernel.py")  # else nothing is known of the cores
        bench = advisor("bench", "--seconds", "10")
        _, others = in_quiet(partial(call, *bench, stdout=subprocess.DEVNULL, cwd=ROOT))
        tell(f"this computer was measured, others {others:.0%}")
        found = []
        for row in rows(programs, files):
            tell(line(row))
            found.append(row)
        tell(shares(found))
        (folder / "TABLE").write_text("".join(f"{one}\n" for one in (*map(line, found), shares(found))))
        wrong = [row for row in found if row["tokens_per_s"] > ABOVE * row["high_predicted"]]
        assert not wrong, f"faster than thought possible: {wrong}"
        check_narrows(programs, files[0])
        check_stops(programs, files[0])
    return 0


if __name__ == "__main__":
    sys.exit(main())
