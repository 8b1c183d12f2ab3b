"""Runs every command of docs/transcripts.md and writes down what it printed: `python -m tests.benchmarks.transcripts`.

Without `--write` it prints the document. Every command runs in a home of its own with a few models in it, files of true
shapes whose weights are a hole. What needs an engine is run where `--engine-path` names the folder of llama-bench and
`--model` a file; else its part stays as it was recorded.
"""

import argparse
import asyncio
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from advisor.advice.sharing import shared_result, shared_text
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.kept.profile import Profile
from advisor.facts.values.local_time import local_today
from tests.benchmarks.imagined import MACHINE, measured
from tests.benchmarks.random_model import SHAPES, Shape, tensors
from tests.fakes.model_files import FakeTensor, write_gguf
from tests.fakes.model_folders import safetensors_folder
from tests.fakes.systems.special_files import link

DOCUMENT = Path(__file__).parents[2] / "docs" / "transcripts.md"
ROOT = Path(__file__).parents[2]
_LIMIT_S = 900
_RECORDED = re.compile(r"<!-- recorded -->\n.*?<!-- end of recorded -->\n", re.DOTALL)
_HEAD = """# Transcripts

What each command of [Using Rig Advisor](using.md) printed, unchanged, with its exit code; `~` is a home folder with a
few models in it. `python -m tests.benchmarks.transcripts --write` makes this document anew from a clone, in minutes, so
that no line of it has to be believed. `tests/tools/test_transcripts.py` runs every command again.
"""

_TRIED = """
## Try a model for real

With an engine and a model of true shape with random weights; recorded, for no clone has them. Ten models and engines
side by side stand in [Accuracy](accuracy.md#tried-with-a-real-engine).

"""
_NOT_TRIED = """<!-- recorded -->
Not recorded: this computer was too busy with other work for a figure that means anything.
<!-- end of recorded -->
"""
_ALLOWED = ("--limit", "900")


class Story(NamedTuple):
    """Commands about one thing, each as it is typed; `is_imagined`: on that of `tests/benchmarks/imagined.py`."""

    title: str
    words: str
    lines: tuple[str, ...]
    is_imagined: bool = False


STORIES = (
    Story(
        "Models on this computer",
        "Ollama, LM Studio and the cache of Hugging Face have some; one file is in two of them, one download is not\n"
        "finished, one file is cut short.",
        (
            'rig-advisor models --gpu "RTX 3060 12GB" --ram 32',
            'rig-advisor ask llama3.2:3b --gpu "RTX 3060 12GB" --ram 32',
            'rig-advisor ask hf.co/acme/Llama-3.2-1B-GGUF:Q4_K_M --gpu "RTX 3060 12GB" --ram 32',
        ),
    ),
    Story(
        "One line in the shell",
        "The exit code is the light: 0 great or fine, 1 slow, 2 won't run, 3 unknown, 64 no answer.",
        (
            'rig-advisor ask "Qwen3.6 27B" --gpu "RTX 3090" --ram 64',
            'rig-advisor ask "gpt-oss 20b" --gpu "RTX 3060 12GB" --ram 32 --quant auto --context 16k --workload coding',
            'rig-advisor ask "Mistral Small 4" --gpu "M4 Max"',
            'rig-advisor ask "Nemotron 3 Super" --cpu "M4 Max" --ram 128',
            'rig-advisor ask "Llama 3.3 70B" --gpu none --ram 64',
            'rig-advisor ask "DeepSeek V3" --gpu "RTX 3060 12GB"',
            'rig-advisor ask "Llama 9 900B" --gpu "RTX 3060 12GB"',
            'rig-advisor ask "Qwen3 8B" --gpu "RTX 9999"',
            'rig-advisor ask "Qwen3 8B" --gpu "RTX 3090" --json',
            'rig-advisor rank --gpu "2x RTX 3090" --limit 3',
            'rig-advisor rank --gpu "2x RTX 3090" --limit 3 --csv',
            'rig-advisor compare "Mac mini M4 Pro 64GB" --gpu "RTX 3090" --model "Qwen3.6 27B"',
            'rig-advisor fleet "DGX Spark" --gpu "2x RTX 3090" --ram 64 --model "gpt-oss 120B"',
            'rig-advisor worth "Qwen3.6 27B" --gpu "RTX 3060 12GB" --ram 32 --budget 1500',
        ),
    ),
    Story(
        "Own cards and packs",
        "A card of a GPU that nobody sells, as a folder, then as a pack; and packs that are refused.",
        (
            "rig-advisor cards check mine",
            'rig-advisor ask "Qwen3 8B" --gpu "Acme X9" --cards mine',
            'rig-advisor cards pack mine lab.zip --name "Lab cards" --about "GPUs of our lab"',
            "rig-advisor cards add lab.zip",
            "rig-advisor cards list",
            'rig-advisor ask "Qwen3 8B" --gpu "Acme X9"',
            'rig-advisor cards remove "Lab cards"',
            "rig-advisor cards add outside.zip bomb.zip text.zip",
        ),
    ),
    Story(
        "Shared results",
        "On an imagined computer with an RTX 4070 SUPER, beside forty results of others.",
        (
            "rig-advisor share --out mine.json",
            "rig-advisor import them",
            "rig-advisor import them/3.json damaged.json",
        ),
        is_imagined=True,
    ),
)


class Printed(NamedTuple):
    """What one command printed, and its exit code."""

    text: str
    code: int


def run(line: str, home: Path, *, is_imagined: bool = False, more: Sequence[str] = ()) -> Printed:
    """Run one command as it is typed; what it says of its home folder is told as `~`."""
    module = "tests.benchmarks.imagined" if is_imagined else "advisor"
    command = [sys.executable, "-m", module, *shlex.split(line)[1:], *more]
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "HF_", "OLLAMA_"))},
        "HOME": str(home), "USERPROFILE": str(home), "PYTHONPATH": str(ROOT), "COLUMNS": "120", "LC_ALL": "C.UTF-8",
    }  # fmt: skip
    done = subprocess.run(
        command,
        cwd=home,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=_LIMIT_S,
        check=False,
    )
    return Printed(done.stdout.replace(str(home), "~"), done.returncode)


def make_home(home: Path) -> None:
    """Models where programs keep theirs, a card, packs and results of others."""
    studio = _model(home / ".lmstudio/models/acme/Llama-3.2-1B-GGUF/Llama-3.2-1B-Q4_K_M.gguf", SHAPES["1.2b"])
    hub = home / ".cache/huggingface/hub/models--acme--Llama-3.2-1B-GGUF/snapshots" / ("0" * 40) / studio.name
    hub.parent.mkdir(parents=True)
    link(hub, studio)
    (studio.parent / "half.gguf.part").write_bytes(b"GGUF")
    (studio.parent / "cut.gguf").write_bytes(studio.read_bytes()[:2000])
    safetensors_folder(home / ".cache/huggingface/hub/models--acme--tiny/snapshots" / ("1" * 40))
    _ollama(home / ".ollama/models", "llama3.2", "3b", SHAPES["3.2b"])
    _cards(home)
    catalog = load_catalog()
    (home / "them").mkdir()
    for number in range(40):
        profile = Profile(machine=MACHINE, measurements=measured(437e9 + number * 1e9, 74.0 + number / 4))
        text = shared_text(shared_result(profile, catalog, today=local_today()))
        (home / "them" / f"{number}.json").write_text(text, encoding="utf-8")
    (home / "damaged.json").write_text('{"kind": "rig-advisor-result", "schema_version"', encoding="utf-8")


def _model(path: Path, shape: Shape) -> Path:
    """A file of that shape at Q4_K_M; its weights are a hole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    listed = [FakeTensor(name, (columns, rows), kind) for name, kind, rows, columns in tensors(shape, "Q4_K_M")]
    listed += (
        FakeTensor(f"blk.{index}.{name}_norm.weight", (shape.hidden,))
        for index in range(shape.layers)
        for name in ("attn", "ffn")
    )
    of_llama = {
        "block_count": shape.layers,
        "context_length": 131072,
        "embedding_length": shape.hidden,
        "feed_forward_length": shape.inner,
        "attention.head_count": shape.heads,
        "attention.head_count_kv": shape.kv_heads,
        "attention.key_length": shape.head_dim,
        "attention.value_length": shape.head_dim,
        "attention.layer_norm_rms_epsilon": 1e-5,
        "vocab_size": shape.vocabulary,
    }
    told = {"general.architecture": "llama", "general.name": path.stem, "general.file_type": 15}
    metadata = {**told, **{f"llama.{name}": value for name, value in of_llama.items()}}
    return write_gguf(path, metadata, [*listed, FakeTensor("output_norm.weight", (shape.hidden,))])


def _ollama(root: Path, name: str, tag: str, shape: Shape) -> None:
    digest = "3" * 64
    _model(root / "blobs" / f"sha256-{digest}", shape)
    manifest = root / "manifests/registry.ollama.ai/library" / name / tag
    manifest.parent.mkdir(parents=True)
    layer = {"mediaType": "application/vnd.ollama.image.model", "digest": f"sha256:{digest}", "size": 1}
    manifest.write_text(json.dumps({"schemaVersion": 2, "layers": [layer]}), encoding="utf-8")


def _cards(home: Path) -> None:
    from zipfile import ZIP_DEFLATED, ZipFile

    card = (ROOT / "specs/gpus/nvidia/rtx-3060-12gb.toml").read_text(encoding="utf-8")
    for pattern, value in (
        (r"^name = .*", 'name = "Acme X9"'),
        (r"^aliases = .*\n", ""),
        (r"^pci_ids = .*", 'pci_ids = ["1af4:9999"]'),
        (r"^memory_gib = .*", "memory_gib = 24"),
        (r"^source = .*", 'source = "acme.example/x9, made up"'),
    ):
        card = re.sub(pattern, value, card, count=1, flags=re.MULTILINE)
    mine = home / "mine/gpus/acme/x9.toml"
    mine.parent.mkdir(parents=True)
    mine.write_text(card, encoding="utf-8")
    manifest = 'name = "Lab cards"\ndate = 2026-11-20\nabout = "GPUs of our lab"\n'
    for name, inner, text in (("outside", "../../evil.toml", card), ("bomb", "gpus/acme/x9.toml", "a" * (1 << 26))):
        with ZipFile(home / f"{name}.zip", "w", ZIP_DEFLATED) as pack:
            pack.writestr("pack.toml", manifest)
            pack.writestr(inner, text)
    (home / "text.zip").write_text("no archive", encoding="utf-8")


def document(home: Path, trial: Sequence[str] = ()) -> Iterator[str]:
    """The document, part by part; `trial` are the options of `try`, empty to keep what was recorded."""
    yield _HEAD
    for story in STORIES:
        yield f"\n## {story.title}\n\n{story.words}\n"
        yield from (_block(line, run(line, home, is_imagined=story.is_imagined)) for line in story.lines)
    yield "\n## Completion\n\nThe Tab key in the real shells, asked without a terminal.\n"
    yield from _completion(home)
    yield "\n## Agents\n\nThe client of the official SDK, over stdio.\n"
    yield from _agents()
    yield _TRIED
    kept = _RECORDED.search(DOCUMENT.read_text(encoding="utf-8")) if DOCUMENT.exists() else None
    if trial:
        line = f"rig-advisor try {Path(trial[0]).name}"
        printed = run("rig-advisor try", home, more=trial)
        yield f"<!-- recorded -->\nOn {local_today().isoformat()}:\n{_block(line, printed)}<!-- end of recorded -->\n"
    else:
        yield kept[0] if kept else _NOT_TRIED


def _block(line: str, printed: Printed) -> str:
    text = printed.text.rstrip("\n")
    return f"\n```console\n$ {line}\n{text}\n[exit {printed.code}]\n```\n"


SHELLS = {
    "bash": "COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}}-1)); _rig_advisor; echo ${{COMPREPLY[@]}}",
    "zsh": "compdef() {{ :; }}; compadd() {{ shift; print -r -- ${{(M)@:#{last}*}}; }}; words=({words}); "
    "CURRENT=$#words; _rig_advisor",
    "fish": "complete -C '{words}' | string split -f1 \\t | string join ' '",
}
"""What asks a shell for what would follow `words`."""
_BEGUN = ("rig-advisor ask gpt-oss", "rig-advisor rank --workload cod")


def _completion(home: Path) -> Iterator[str]:
    for shell, asks in SHELLS.items():
        program = shutil.which(shell)
        script = home / f"completion.{shell}"
        script.write_text(run(f"rig-advisor completion {shell}", home).text, encoding="utf-8")
        for begun in _BEGUN if program else ():
            asked = asks.format(words=begun, last=begun.rsplit(" ", 1)[-1])
            first = "compdef() { :; }; " if shell == "zsh" else ""
            code = f"{first}source {shlex.quote(str(script))}\n{asked}"
            done = subprocess.run([shell, "-c", code], capture_output=True, encoding="utf-8", check=False)
            yield _block(f"{shell}: {begun}<Tab>", Printed(done.stdout + done.stderr, done.returncode))


def _agents() -> Iterator[str]:
    try:
        import mcp
        from mcp.client.stdio import stdio_client
    except ImportError:
        yield "\nThe SDK is not installed here: `pip install rig-advisor[mcp]`.\n"
        return
    pc = {"gpu": "RTX 3060 12GB", "ram_gb": 32}
    calls: tuple[tuple[str, dict[str, Any]], ...] = (
        ("ask", {"model": "gpt-oss 20b", **pc}),
        ("ask", {"model": "no such thing 9000"}),
    )

    async def session() -> list[str]:
        server = mcp.StdioServerParameters(command=sys.executable, args=["-m", "advisor", "mcp"])
        with open(os.devnull, "w", encoding="utf-8") as nowhere:
            async with stdio_client(server, errlog=nowhere) as streams, mcp.ClientSession(*streams) as client:
                await client.initialize()
                tools = [one.name for one in (await client.list_tools()).tools]
                told = [f"\n```console\nlist_tools()\n{', '.join(tools)}\n```\n"]
                for name, arguments in calls:
                    found = await client.call_tool(name, arguments)
                    text = found.content[0].text
                    told.append(f"\n```console\ncall_tool({name!r}, {arguments!r})\n{text}\n```\n")
                return told

    yield from asyncio.run(session())


def main() -> int:
    """Print or write the document."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="into docs/transcripts.md")
    parser.add_argument("--engine-path", type=Path, metavar="DIR", help="where llama-bench is")
    parser.add_argument("--model", type=Path, metavar="FILE", help="what it runs")
    arguments = parser.parse_args()
    trial: tuple[str, ...] = ()
    if arguments.engine_path and arguments.model:
        trial = (str(arguments.model), "--engine-path", str(arguments.engine_path), "--no-keep", *_ALLOWED)
    with tempfile.TemporaryDirectory() as folder:
        make_home(Path(folder).resolve())
        text = "".join(document(Path(folder).resolve(), trial))
    if arguments.write:
        DOCUMENT.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
