"""Every format that the app opens, as a person meets it: sound examples to begin with, and what is said of a file."""

import datetime
import io
import json
import os
import tarfile
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pypdf

from advisor.advice.added_cards import check_cards
from advisor.advice.opened_machine import opened_machine
from advisor.advice.sharing import shared_result, shared_text
from advisor.advice.this_machine import read_machine
from advisor.answer.asked.problem import ProblemError
from advisor.answer.runs.imported_run import Chosen, imported_answer
from advisor.answer.tasks.ask import answer_question
from advisor.answer.text.text_answer import answer_file
from advisor.answer.which_model.file_subject import describe_file
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.cards.folder import data_folder
from advisor.catalog.cards.pack import Pack, packed
from advisor.catalog.hardware.rig import assemble_rig
from advisor.catalog.imported.imported_text import decoded
from advisor.catalog.imported.price_pack import read_price_pack
from advisor.catalog.open.model_file import open_model_file
from advisor.cli.frame.place import place
from advisor.cli.predict import answers
from advisor.facts.answers.model_file import ModelFile
from advisor.facts.asked.question import Question
from advisor.facts.kept.card_pack import PackManifest
from advisor.facts.kept.profile import Profile
from advisor.predict.model.subject import Run
from advisor.present.check.compared_text import result_line
from advisor.present.check.imported_text import imported_view
from advisor.present.rig.fact_rows import machine_text
from advisor.present.text.model_file_text import model_file_text
from advisor.present.words.reasons.in_words import in_words, told_json
from advisor.probe.replay.dump import readings_text
from advisor.probe.replay.recording import Readings
from advisor.run.limits import bounded
from advisor.store.corrections import CORRECTIONS
from advisor.store.history import load_history
from advisor.store.settings import SETTINGS
from advisor.store.shared_results import read_result
from tests.catalog.test_own_cards import GPU
from tests.fakes.imported_texts import BENCH
from tests.fakes.machines import machine, nvidia_card
from tests.fakes.measurements import measurement, measurements
from tests.fakes.model_files import gguf_bytes, write_safetensors
from tests.fakes.small_models import CONFIG, METADATA, small_safetensors, small_tensors
from tests.fakes.trees import tree_parts

CATALOG = load_catalog()
TODAY = datetime.date(2026, 11, 23)
RIG = assemble_rig(machine(gpus=(nvidia_card(),)), None, CATALOG)
SEVERAL = assemble_rig(machine(gpus=(nvidia_card(),) * 3), None, CATALOG)
ASKED = Question(workload_id="chat", model_id="llama/llama-3.1-8b")
PROFILE = Profile(machine=machine(gpus=(nvidia_card(),)), measurements=measurements(measurement())).model_dump_json()
MODEL = (data_folder("specs") / "models/llama/llama-3.1-8b.toml").read_text(encoding="utf-8")
RESULT = shared_text(shared_result(Profile.model_validate_json(PROFILE), CATALOG, today=TODAY))
REQUEST = {"id": "a", "task": "generate", "device": "RTX 4090", "model": "Llama-3.1-8B", "quant": "Q4_K_M"}


class Target(NamedTuple):
    """`said` is everything a person may read of the file at a path; ReasonError and SentenceError are answers, too."""

    ending: str
    seeds: Callable[[], Iterator[bytes]]
    said: Callable[[Path], str]


def _model(path: Path) -> str:
    file = open_model_file(path, CATALOG)
    return "\n".join((model_file_text(file, describe_file(file, CATALOG)), _of_file(file)))


def _of_file(file: ModelFile) -> str:
    """What several GPUs make of it, which each get some of its layers."""
    try:
        answer = answer_file(SEVERAL, file, run=Run(context_tokens=4096), catalog=CATALOG, candidates=())
    except ProblemError as problem:
        return in_words(problem.reason)
    return told_json(answer)


def _machine(path: Path) -> str:
    opened = opened_machine(path, CATALOG)
    rig = assemble_rig(opened.profile.machine, opened.profile.measurements, CATALOG)
    try:
        answer = told_json(answer_question(rig, CATALOG, ASKED, candidates=()))
    except ProblemError as problem:
        answer = in_words(problem.reason)
    return "\n".join((*map(in_words, opened.notes), machine_text(opened.profile.machine), answer))


def _capture(path: Path) -> str:
    with bounded(path):
        return machine_text(read_machine(place(path), CATALOG))


def _prices(path: Path) -> str:
    return repr(read_price_pack(path, CATALOG, today=TODAY, rates={}))


def _card(path: Path) -> str:
    return repr(check_cards(path))


def _result(path: Path) -> str:
    return result_line(read_result(path))


def _run(path: Path) -> str:
    text = decoded(path.read_bytes())
    view = imported_view(imported_answer(text, RIG, CATALOG, chosen=Chosen(), today=TODAY.isoformat()))
    return "\n".join((view.heading, *(f"{row.what} {row.sentence}" for row in view.rows)))


def _kept(path: Path) -> str:
    SETTINGS.path.parent.mkdir(parents=True, exist_ok=True)
    for file in (SETTINGS.path, CORRECTIONS.path):
        file.write_bytes(path.read_bytes())
    (SETTINGS.path.parent / "history.json").write_bytes(path.read_bytes())
    notes = (SETTINGS.read().note, CORRECTIONS.read().note, load_history().note)
    for left in SETTINGS.path.parent.iterdir():
        left.unlink()
    return "\n".join(in_words(note) for note in notes if note)


def _requests(path: Path) -> str:
    lines = path.read_bytes().decode(errors="replace").split("\n")[:20]
    return "\n".join(told_json(one) for one in answers(lines, CATALOG))


def _safetensors() -> Iterator[bytes]:
    with tempfile.TemporaryDirectory() as folder:
        yield write_safetensors(Path(folder) / "m.safetensors", small_safetensors(1)).read_bytes()


def _pdf() -> Iterator[bytes]:
    writer, out = pypdf.PdfWriter(), io.BytesIO()
    writer.add_blank_page(100, 100)
    writer.add_attachment("machine-profile.json", PROFILE.encode())
    writer.write(out)
    yield out.getvalue()


def _tar() -> Iterator[bytes]:
    files, links = tree_parts("one-stick")
    for kind in (tarfile.GNU_FORMAT, tarfile.PAX_FORMAT):
        out = io.BytesIO()
        with tarfile.open(fileobj=out, mode="w", format=kind) as tar:
            for name, content in files.items():
                member = tarfile.TarInfo(name.lstrip("/"))
                member.size = len(content)
                tar.addfile(member, io.BytesIO(content))
            for name, link in links.items():
                member = tarfile.TarInfo(name.lstrip("/"))
                member.type, member.linkname = tarfile.SYMTYPE, link
                tar.addfile(member)
        yield out.getvalue()


def _packs() -> Iterator[bytes]:
    manifest = PackManifest(name="Lab cards", date=TODAY, about="GPUs of our lab")
    yield packed(Pack(manifest, {"gpus/acme/x9.toml": GPU.encode(), "models/mine/m.toml": MODEL.encode()}))


def _texts(*values: object) -> Callable[[], Iterator[bytes]]:
    return lambda: (one.encode() if isinstance(one, str) else json.dumps(one).encode() for one in values)


READINGS = readings_text(Readings(files={"/proc/cpuinfo": b"model name\t: A\nprocessor\t: 0\n"}, links={"/b": "/c"}))
OLLAMA = "total duration: 4.9s\neval count: 282 token(s)\neval duration: 4.7s\neval rate: 59.53 tokens/s\n"
PRICES = "of,condition,price,low,high,currency,as_of,source\nRTX 3090,used,800,700,900,EUR,2026-11-20,shop\n"
TARGETS = {
    "gguf": Target(".gguf", lambda: iter([gguf_bytes(METADATA, small_tensors())[0] + bytes(100_000)]), _model),
    "safetensors": Target(".safetensors", _safetensors, _model),
    "config": Target("/config.json", _texts(CONFIG), _model),
    "rig": Target(".rig", _texts(PROFILE), _machine),
    "pdf": Target(".pdf", _pdf, _machine),
    "capture": Target(".tar", _tar, _capture),
    "doctor": Target(".txt", _texts(READINGS), _capture),
    "prices": Target(".csv", _texts(PRICES), _prices),
    "prices-toml": Target(
        ".toml", _texts('name = "x"\ncurrency = "EUR"\n[[prices]]\nof = "RTX 3090"\nprice = 800\n'), _prices
    ),
    "result": Target(".json", _texts(RESULT), _result),
    "pack": Target(".zip", _packs, _card),
    "card": Target("/gpus/acme/x9.toml", _texts(GPU, MODEL), _card),
    "run": Target(".txt", _texts([BENCH], OLLAMA), _run),
    "kept": Target(".json", _texts({"schema_version": 1, "model_id": "x", "recent_files": []}, PROFILE), _kept),
    "requests": Target(".jsonl", _texts(REQUEST, {**REQUEST, "task": "serve", "users": 4}), _requests),
}


def file_for(target: Target, folder: Path) -> Path:
    """Where an input of this kind is put."""
    name = target.ending if target.ending.startswith("/") else f"/input{target.ending}"
    os.makedirs(os.path.dirname(f"{folder}{name}"), exist_ok=True)
    return Path(f"{folder}{name}")
