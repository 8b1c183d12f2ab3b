"""`rig-advisor model FILE` as people and scripts use it."""

import json
import time
from pathlib import Path

import pytest

from advisor.__main__ import main
from advisor.facts.answers.model_file import ModelDescription
from tests.fakes.model_files import FakeTensor, write_gguf
from tests.fakes.small_models import CONFIG, METADATA, small_tensors

KEYS = (
    "schema_version",
    "architecture",
    "params",
    "active_params",
    "layers",
    "context_tokens",
    "weights_bytes",
    "bytes_by_type",
    "kv_bytes_per_token",
    "memory",
)


def test_the_document_is_the_one_promised(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_gguf(tmp_path / "m.gguf", METADATA, small_tensors())
    assert main(["model", str(path), "--json"]) == 0
    imported = capsys.readouterr().out
    document = json.loads(imported)
    assert tuple(document)[: len(KEYS)] == KEYS
    described = ModelDescription.model_validate_json(imported)
    assert (described.schema_version, described.architecture, described.layers) == (1, "llama", 2)
    assert described.kv_bytes_per_token == 2 * 2 * 32 * 2
    assert described.weights_bytes == sum(described.bytes_by_type.values())
    assert [row.context_tokens for row in described.memory] == [4096, 8192]
    added = described.memory[1].total_bytes - described.memory[0].total_bytes
    assert added >= 4096 * described.kv_bytes_per_token


def test_the_text_names_every_figure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["model", str(write_gguf(tmp_path / "m.gguf", METADATA, small_tensors()))]) == 0
    shown = capsys.readouterr().out
    for word in ("Small", "llama", "Q4_0", "8,192 tokens", "Layers", "One token of conversation"):
        assert word in shown


def test_what_is_unknown_is_null_and_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    metadata = {"general.architecture": "brandnew", "brandnew.block_count": 2}
    path = str(write_gguf(tmp_path / "m.gguf", metadata, small_tensors()))
    assert main(["model", path, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["kv_bytes_per_token"], document["memory"], document["context_tokens"]) == (None, [], None)
    assert document["weights_bytes"] > 0
    assert main(["model", path]) == 0
    shown = capsys.readouterr().out
    assert "Note: the architecture brandnew is not known" in shown
    assert "unknown" in shown


def test_a_configuration_alone_is_described(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "config.json"
    path.write_text(json.dumps(CONFIG))
    assert main(["model", str(path), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["kv_bytes_per_token"] == 2 * 2 * 32 * 2
    assert document["weights_bytes"] == 2 * document["params"]
    assert document["bytes_by_type"] == {}


def test_a_bad_file_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "m.gguf"
    path.write_bytes(b"GGUF" + b"\xff" * 40)
    for name in (path, tmp_path / "gone.gguf", tmp_path):
        assert main(["model", str(name), "--json"]) == 1
        shown = capsys.readouterr()
        assert shown.out == ""
        assert shown.err.startswith("rig-advisor: ")
        assert shown.err.count("\n") == 1


def test_forty_gigabytes_take_less_than_a_second(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    large = [FakeTensor(f"blk.{layer}.ffn_up.weight", (8192, 8192 * 8), "F16") for layer in range(40)]
    path = write_gguf(tmp_path / "m.gguf", {**METADATA, "llama.block_count": 40}, [*small_tensors(0), *large])
    assert path.stat().st_size > 40_000_000_000
    started = time.process_time()
    assert main(["model", str(path), "--json"]) == 0
    assert time.process_time() - started < 1
    assert json.loads(capsys.readouterr().out)["weights_bytes"] > 40_000_000_000
