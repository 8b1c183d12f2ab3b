"""`rig-advisor ask` as people and scripts call it: the window's answer in a few lines, and a code for the light."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from advisor.__main__ import main
from advisor.advice.assembled import assembled
from advisor.advice.known_models import KnownModels
from advisor.advice.question import page_view, question_about, settled, turned
from advisor.catalog.cards.catalog import load_catalog
from advisor.cli.asking.answer import asked_answer
from advisor.cli.asking.codes import CODES
from advisor.cli.asking.wish import Wish
from advisor.cli.frame.rig_options import AskedRig
from advisor.facts.answers.ask import AskAnswer
from advisor.facts.answers.ranking import Ranking
from advisor.facts.kept.profile import Profile
from advisor.facts.kept.settings import Settings
from advisor.store.profile import open_machine, save_machine
from tests.answer.judge.expert_rigs import named_rig
from tests.fakes.machines import machine, nvidia_card
from tests.fakes.model_files import write_gguf
from tests.fakes.model_folders import gguf
from tests.fakes.small_models import METADATA, small_tensors

PC = ("--gpu", "RTX 3060 12GB", "--ram", "32")
FORMS = ("M2 8-core", "M2 10-core")
Said = pytest.CaptureFixture[str]


def asked(said: Said, *arguments: str) -> AskAnswer:
    code = main(["ask", *arguments, "--json"])
    told = said.readouterr()
    assert told.err == ""
    found = AskAnswer.model_validate_json(told.out)
    assert code == CODES[found.usability]
    return found


def test_people_get_a_few_lines(capsys: Said) -> None:
    assert main(["ask", "gpt-oss 20b", *PC, "--context", "16k", "--workload", "coding"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Great: gpt-oss 20B"
    assert "16,384 tokens, on RTX 3060 12GB" in lines[1]
    assert any(one.startswith("Speed: ") and "tokens/s (" in one for one in lines)
    assert "Assumed: RAM at 60 GB/s (--cpu); 2 sticks of 16 GB DDR5." in lines
    assert lines[-1].startswith("Run it: llama-server -hf ggml-org/gpt-oss-20b-GGUF -c 16384")
    assert len(lines) <= 8


@pytest.mark.parametrize(
    "name", ["qwen3:8b", "Qwen/Qwen3-8B-GGUF", "Qwen3 8B", "qwen3 8b", "hf.co/Qwen/Qwen3-8B-GGUF", "qwen/qwen3-8b"]
)
def test_a_model_is_named_as_people_do(name: str, capsys: Said) -> None:
    assert asked(capsys, *name.split(), *PC).model_id == "qwen/qwen3-8b"


@pytest.mark.parametrize("name", ["Mistral Small 4", "Nemotron 3 Super", "Qwen3.6 27B", "gpt-oss 120b"])
def test_what_does_not_run_ends_with_its_own_code(name: str, capsys: Said) -> None:
    found = asked(capsys, name, "--gpu", "GTX 1050 Ti", "--ram", "8")
    assert found.usability == "wont_run"
    assert "runs well here" in found.sentence
    assert "rig-advisor ask" in found.next


def test_a_quantization_in_the_name_is_that_of_the_answer(capsys: Said) -> None:
    assert asked(capsys, "qwen3:8b-q4_K_M", *PC).settings.quant == "Q4_K_M"
    assert asked(capsys, "Qwen/Qwen3-8B-GGUF:Q5_K_M", *PC).settings.quant == "Q5_K_M"
    assert asked(capsys, "Qwen3 8B", *PC, "--quant", "Q6_K").settings.quant == "Q6_K"


def test_a_repository_of_gguf_files_starts_by_its_name(capsys: Said) -> None:
    found = asked(capsys, "Qwen/Qwen3-8B-GGUF", *PC)
    assert found.settings.command is not None
    assert found.settings.command.startswith(f"llama-server -hf Qwen/Qwen3-8B-GGUF:{found.settings.quant} -c 4096")


def test_a_file_is_answered_for_exactly_and_started_with_its_path(tmp_path: Path, capsys: Said) -> None:
    file = write_gguf(tmp_path / "my model.gguf", METADATA, small_tensors())
    found = asked(capsys, str(file), *PC)
    assert found.model == "my model.gguf"
    assert found.settings.command is not None
    assert found.settings.command.startswith(f'llama-server -m "{file}"')


def test_a_name_of_ollama_is_answered_for_with_its_file(
    tmp_path: Path, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    digest = "0" * 64
    (tmp_path / "blobs").mkdir()
    blob = write_gguf(tmp_path / "blobs" / f"sha256-{digest}", METADATA, small_tensors())
    manifest = tmp_path / "manifests" / "registry.ollama.ai" / "library" / "qwen3" / "8b"
    manifest.parent.mkdir(parents=True)
    layer = {"mediaType": "application/vnd.ollama.image.model", "digest": f"sha256:{digest}", "size": 1}
    manifest.write_text(json.dumps({"layers": [layer]}))
    monkeypatch.setenv("OLLAMA_MODELS", str(tmp_path))
    found = asked(capsys, "qwen3:8b", *PC)
    assert (found.model, found.model_id) == ("qwen3:8b", str(blob))
    assert found.notes[0] == "Answered for the file on this computer, in Ollama."
    assert found.settings.command is not None
    assert str(blob) in found.settings.command
    assert asked(capsys, "qwen3:8b", *PC, "--quant", "Q6_K").model_id == "qwen/qwen3-8b"
    assert asked(capsys, "qwen3:14b", *PC).model_id == "qwen/qwen3-14b"
    blob.unlink()
    assert asked(capsys, "qwen3:8b", *PC).model_id == "qwen/qwen3-8b"


def test_a_file_of_any_program_is_answered_for_by_its_name(
    tmp_path: Path, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    snapshot = tmp_path / "models--someone--my-tune-GGUF" / "snapshots" / "0a"
    file = gguf(snapshot / "my-tune-Q8_0.gguf")
    for name in ("my-tune-Q8_0", "My-Tune-Q8_0.gguf", "someone/my-tune-GGUF"):
        found = asked(capsys, name, *PC)
        assert (found.model, found.model_id) == ("my-tune-Q8_0.gguf", str(file)), name
        assert found.notes[0] == "Answered for the file on this computer, in Hugging Face cache."


def test_a_damaged_file_says_so_where_no_model_has_its_name(
    tmp_path: Path, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    for name in ("my-tune", "Qwen3-8B"):
        (tmp_path / f"{name}.gguf").write_bytes(b"GGUF and nothing else")
    assert main(["ask", "my-tune", *PC]) == 64
    assert "my-tune" in capsys.readouterr().err
    assert asked(capsys, "Qwen3-8B", *PC).model_id == "qwen/qwen3-8b"


@pytest.mark.broad
@pytest.mark.parametrize(
    ("model", "workload"),
    [
        ("Qwen3 8B", "chat"),
        ("gpt-oss 20b", "coding"),
        ("Qwen3.6 27B", "long-documents"),
        ("Llama 3.1 70B", "chat"),
        ("MiniCPM5 1B", "coding"),
    ],
)
def test_it_says_what_the_window_and_the_ranking_say(model: str, workload: str, tmp_path: Path, capsys: Said) -> None:
    save_machine(file := tmp_path / "rig.json", machine(gpus=(nvidia_card(),)))
    found = asked(capsys, model, "--workload", workload, "--machine", str(file))
    known = KnownModels(load_catalog())
    rig = assembled(open_machine(file).profile, known.catalog).rig
    page = turned(question_about(found.model_id, Settings(), known), "workload", workload, known)
    verdict = page_view(settled(page, rig, known).now, rig, known, is_quant_own=False).verdict
    assert found.usability == verdict.light
    assert found.sentence == f"{verdict.title}. {verdict.because}"
    assert main(["ask", model, "--workload", workload, "--machine", str(file)]) == CODES[found.usability]
    lines = capsys.readouterr().out.splitlines()
    assert set(lines) >= {verdict.title, verdict.asked, *(one.text for one in verdict.figures if one.text)}
    assert main(["rank", "--machine", str(file), "--workload", workload, "--json"]) == 0
    ranked = Ranking.model_validate_json(capsys.readouterr().out).models
    one = next(one for one in ranked if one.model_id == found.model_id)
    assert (one.usability, one.rate_per_s, one.quant) == (found.usability, found.rate_per_s, found.settings.quant)


@pytest.mark.parametrize("is_here", [True, False])
def test_what_runs_well_in_place_of_a_slow_model_is_named_once(is_here: bool) -> None:
    profile = Profile(machine=machine(gpus=(nvidia_card(),)))
    catalog = load_catalog()
    found, verdict = asked_answer(Wish("Llama 3.1 70B"), AskedRig(profile, is_here=is_here), catalog)
    assert found.usability == "slow"
    assert ("bench" in found.next) == is_here
    told = (verdict.because, *found.notes, found.next)
    assert sum("runs well here" in one.lower() for one in told) == 1


@pytest.mark.parametrize(("context", "is_helped"), [("64k", True), ("128k", False)])
def test_what_runs_well_in_place_of_a_slow_agent_does_so_with_the_context_that_was_told(
    context: str, is_helped: bool, capsys: Said
) -> None:
    """Another model was named that took six minutes for such a first prompt, too."""
    rig = ("--machine", "Mac Studio M4 Max 128GB", "--workload", "coding-agent")
    found = asked(capsys, "gpt-oss 120b", *rig, "--context", context)
    assert found.usability == "slow"
    assert (" which runs well here: " in found.next, " --set context_tokens=65536 " in found.next) == (is_helped,) * 2
    assert is_helped or found.next.startswith("See what fits at the usual lengths: ")


def test_what_fits_a_mac_with_its_limit_raised_is_told_the_limit(capsys: Said) -> None:
    found = asked(capsys, "gpt-oss 20B", "--machine", "MacBook Air M4 16GB")
    assert found.usability == "wont_run"
    assert "sudo sysctl iogpu.wired_limit_mb=13312" in found.sentence
    larger = asked(capsys, "Qwen3 32B", "--machine", "MacBook Air M4 16GB", "--quant", "q4_k_m")
    assert "iogpu" not in larger.sentence


def test_a_mac_that_was_read_is_told_of_that_limit_as_one_of_the_catalog_is(tmp_path: Path, capsys: Said) -> None:
    read, _ = named_rig({"chip": "M4 (10-core GPU)", "ram_gib": 16, "form": "mini"}, load_catalog())
    save_machine(file := tmp_path / "mac.rig", read)
    found = asked(capsys, "gpt-oss 20B", "--machine", str(file))
    assert found.usability == "wont_run"
    assert "sudo sysctl iogpu.wired_limit_mb=" in found.sentence
    larger = asked(capsys, "Qwen3 32B", "--machine", str(file), "--quant", "q4_k_m")
    assert "iogpu" not in larger.sentence


@pytest.mark.parametrize("quant", ["iq3_xxs", "q4_k_m"])
def test_a_chip_sold_with_several_core_counts_unpacks_like_one_of_them(quant: str, capsys: Said) -> None:
    ends = [asked(capsys, "Llama 3.1 8B", "--gpu", gpu, "--ram", "16", "--unified", "--quant", quant) for gpu in FORMS]
    found = asked(capsys, "Llama 3.1 8B", "--gpu", "M2", "--ram", "16", "--unified", "--quant", quant)
    fewer, found_rate, more = (one.tokens_per_s.middle for one in (ends[0], found, ends[1]) if one.tokens_per_s)
    assert fewer <= found_rate <= more


@pytest.mark.parametrize("model", ["Qwen3 8B", "gpt-oss 20B", "Qwen3.6 27B"])
def test_it_says_what_predict_says_of_the_same_request(model: str, tmp_path: Path, capsys: Said) -> None:
    found = asked(capsys, model, "--gpu", "RTX 3090", "--ram", "64")
    workload = load_catalog().workloads["chat"]
    request = {
        "task": "generate", "device": "RTX 3090", "model": model, "workload": "chat", "quant": found.settings.quant,
        "context_tokens": 4096, "prompt_tokens": workload.prompt_tokens, "generated_tokens": workload.generated_tokens,
        "depth_tokens": workload.prompt_tokens, "host": {"memory_gb": 64, "memory_bandwidth_gb_per_s": 60},
    }  # fmt: skip
    file = tmp_path / "requests.jsonl"
    file.write_text(json.dumps(request))
    assert main(["predict", "--requests", str(file)]) == 0
    answer = json.loads(capsys.readouterr().out)
    told = found.model_dump(mode="json")
    for key in ("tokens_per_s", "low_tokens_per_s", "high_tokens_per_s"):
        assert told[key] == pytest.approx(answer[key], rel=0.01)
    assert (found.usability, found.fit, found.limit) == (answer["usability"], answer["fit"], answer["limit"])


@pytest.mark.parametrize(
    ("arguments", "workload", "unit"),
    [
        (("FLUX.1 dev",), "pictures", "items"),
        (("whisper large v3", "--cpu", "Ryzen 7 5800X"), "speech", "sound_s"),
        (("nomic-embed-text",), "embeddings", "items"),
        (("Llama 3.1 8B", "--workload", "fine-tune", "--set", "method=qlora"), "fine-tune-lora", "tokens"),
        (("Wan 2.1 T2V 1.3B",), "films", "items"),
    ],
)
def test_every_kind_of_work_has_its_rate(arguments: tuple[str, ...], workload: str, unit: str, capsys: Said) -> None:
    found = asked(capsys, *arguments, *PC)
    assert (found.workload, found.rate_unit) == (workload, unit)
    assert found.rate_per_s is not None
    assert (found.tokens_per_s is None) == (unit != "tokens")


def test_what_a_setting_would_change_is_said_as_an_option(capsys: Said) -> None:
    found = asked(capsys, "Llama 3.1 8B", "--workload", "fine-tune", *PC)
    assert found.next.endswith("--set method=qlora")
    assert asked(capsys, "Llama 3.1 8B", "--workload", "fine-tune", *PC, *found.next.split()[-2:]).usability == "great"


def test_a_speed_that_waits_for_the_cpu_asks_for_it(capsys: Said) -> None:
    found = asked(capsys, "whisper large v3", "--gpu", "none", "--ram", "16")
    assert (found.usability, found.next) == ("unknown", "Say which CPU it has: --cpu NAME")


def test_csv_holds_what_json_holds(capsys: Said) -> None:
    found = asked(capsys, "Qwen3 8B", *PC)
    assert main(["ask", "Qwen3 8B", *PC, "--csv"]) == 0
    (row,) = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert row["model"] == found.model
    assert row["settings_quant"] == found.settings.quant
    assert found.tokens_per_s is not None
    assert float(row["high_tokens_per_s"]) == found.tokens_per_s.high
    assert int(row["need_bytes_vram"]) == found.need_bytes["vram"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "MODEL"),
        ([""], "name a model"),
        (["\x00\x1b[31m"], "no model is known"),
        (["x" * 100_000], "no model is known"),
        (["Lama 3.1 8B"], "nearest known: Llama 3.1 8B"),
        (["gemma 4"], "nearest known: Gemma 4 12B"),
        (["nowhere.gguf"], "there is no file nowhere.gguf, nor is a model known by that name"),
        (["Qwen3 8B", "--workload", "naps"], "no workload is known as 'naps'"),
        (["Qwen3 8B", "--workload", "images"], "cannot do this"),
        (["FLUX.1 dev", "--workload", "chat"], "cannot do this"),
        (["FLUX.1 dev", "--context", "8k"], "--context is for text"),
        (["Qwen3 8B", "--set", "steps=20"], "known: prompt_tokens"),
        (["FLUX.1 dev", *PC, "--set", "nonsense=64000"], "known: width, height, batch, steps"),
        (["Qwen3 8B", *PC, "--workload", "coding-agent", "--set", "nonsense=1"], "known: prompt_tokens, new_tokens"),
        (["FLUX.1 dev", *PC, "--set", "steps"], "--set takes FIELD=VALUE"),
        (["FLUX.1 dev", *PC, "--set", "steps=-1"], "steps"),
        (["Qwen3 8B", "--quant", "banana"], "no quantization is known"),
        (["Qwen3 8B", "--context", "lots"], "must be a number of tokens"),
        (["Qwen3 8B", "--context", "1m"], "at most 40,960 tokens (131,072 with YaRN), 1,048,576 were asked for"),
        (["Llama 3.1 8B", "--context", "1m"], "at most 131,072 tokens (no way beyond is documented by its makers)"),
        (["Qwen3 8B", "--ram", "1e308"], "must be 0.5 to 65536 GB"),
        (["Qwen3 8B", "--ram", "-3"], "--ram"),
        (["Qwen3 8B", "--machine", "nowhere.json"], "nowhere.json"),
        (["Qwen3 8B", "--no-such-option"], "unrecognized arguments"),
        (["Qwen3 8B", "--json", "--csv"], "not allowed with"),
    ],
)
def test_what_cannot_be_asked_is_one_sentence_and_code_64(arguments: list[str], sentence: str, capsys: Said) -> None:
    assert main(["ask", *arguments]) == 64
    said = capsys.readouterr()
    assert said.out == ""
    assert sentence in said.err
    assert said.err.count("\n") == 1
    assert "\x1b" not in said.err


def test_the_schema_is_that_of_the_document(capsys: Said) -> None:
    assert main(["schema", "ask"]) == 0
    schema = json.loads(capsys.readouterr().out)
    told = asked(capsys, "Qwen3 8B", *PC).model_dump(mode="json")
    assert set(told) <= set(schema["properties"])
    assert list(told)[:2] == ["schema_version", "model"]


def run_alone(code: str) -> Any:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)


def test_no_qt_and_no_hardware_is_loaded_for_another_computer() -> None:
    found = run_alone(
        "import sys; from advisor.__main__ import main\n"
        "main(['ask', 'Qwen3 8B', '--gpu', 'RTX 3090', '--ram', '32'])\n"
        "print([one for one in ('PySide6', 'numpy', 'psutil', 'wgpu', 'pynvml') if one in sys.modules])"
    )
    assert found.stdout.splitlines()[-1] == "[]"


def test_nothing_is_loaded_for_tasks_and_files_that_nobody_asked_about() -> None:
    found = run_alone(
        "import sys; from advisor.__main__ import main\n"
        "main(['ask', 'Qwen3 8B', '--gpu', 'RTX 3090', '--ram', '32'])\n"
        "others = ('answer.training.finetune', 'answer.networks.items', 'answer.serve.serve')\n"
        "others += ('catalog.gguf.header', 'catalog.config.model_config')\n"
        "print([one for one in others if f'advisor.{one}' in sys.modules])"
    )
    assert found.stdout.splitlines()[-1] == "[]"


@pytest.mark.skipif(sys.platform == "win32", reason="closing a pipe as on POSIX")
def test_a_closed_pipe_is_no_fault() -> None:
    command = f"{sys.executable} -m advisor ask 'Qwen3 8B' --gpu 'RTX 3090' --json | true"
    found = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert found.stderr == ""


@pytest.mark.parametrize("work", [(), ("--workload", "coding"), ("--workload", "serve-a-team")])
def test_a_family_and_a_size_mean_the_newest_for_every_work(work: tuple[str, ...], capsys: Any) -> None:
    assert main(["ask", "qwen 27b", "--gpu", "RTX 3090", *work]) in (0, 1)
    first, *others = capsys.readouterr().out.splitlines()
    assert first.endswith(": Qwen3.8 27B")
    assert "The newest of that name and size: Qwen3.8 27B." in others


LAPTOP = ("--gpu", "RTX 4060 Laptop", "--ram", "32")


def test_a_context_that_spills_is_told_the_longest_one_that_does_not(capsys: Said) -> None:
    told = [note for note in asked(capsys, "Llama 3.1 8B", *LAPTOP, "--context", "128k").notes if "All of it" in note]
    assert len(told) == 1
    most = int(told[0].split("up to ")[1].split(" tokens")[0].replace(",", ""))
    assert 16_000 < most < 40_000
    again = ("--context", str(most), "--quant", "Q4_K_M", "--set", "kv_type=q8_0")
    assert asked(capsys, "Llama 3.1 8B", *LAPTOP, *again).settings.placement == "gpu"
    for arguments in ((*LAPTOP, "--context", "4k"), ("--gpu", "RTX 3060 12GB", "--ram", "64", "--context", "8k")):
        assert not any("All of it" in note for note in asked(capsys, "Llama 3.1 8B", *arguments).notes)


def test_a_model_that_is_too_large_for_the_card_is_told_no_context(capsys: Said) -> None:
    card = ("--gpu", "RTX 3090", "--ram", "64", "--context", "32k")
    assert not any("All of it" in note for note in asked(capsys, "Llama 3.3 70B", *card).notes)
