"""Parts are one model, copies in several programs one row, and what is no model is left out and counted."""

import json
import math
import shutil
from pathlib import Path

from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.local_model import OtherWeights
from tests.fakes.model_files import write_gguf, write_safetensors
from tests.fakes.model_folders import found_below, gguf, hub_file, ollama_model
from tests.fakes.small_models import METADATA, small_safetensors, small_tensors
from tests.fakes.systems.special_files import link

STUDIO = ".lmstudio/models/org/repo"


def test_the_parts_of_a_split_file_are_one_model(tmp_path: Path, catalog: Catalog) -> None:
    folder = tmp_path / STUDIO
    folder.mkdir(parents=True)
    tensors = small_tensors()
    write_gguf(folder / "big-00001-of-00002.gguf", {**METADATA, "split.count": 2}, tensors[:5])
    write_gguf(folder / "big-00002-of-00002.gguf", {"split.no": 1, "split.count": 2}, tensors[5:])
    models, _ = found_below(tmp_path, catalog)
    assert set(models) == {"big"}
    assert models["big"].files == 2
    assert models["big"].size_bytes == sum(one.stat().st_size for one in folder.iterdir())


def test_a_missing_part_is_told_and_is_no_model(tmp_path: Path, catalog: Catalog) -> None:
    gguf(tmp_path / STUDIO / "big-00001-of-00003.gguf")
    models, looked = found_below(tmp_path, catalog)
    assert not models
    assert looked.broken == 1
    assert looked.unreadable[0].code == "parts_missing"


def test_projectors_adapters_and_vocabularies_are_no_models(tmp_path: Path, catalog: Catalog) -> None:
    folder = tmp_path / STUDIO
    gguf(folder / "model.gguf")
    for name, kind in (("mmproj-F16", "mmproj"), ("tune", "adapter"), ("words", "vocab")):
        gguf(folder / f"{name}.gguf", **{"general.type": kind})
    gguf(folder / "model-mmproj.gguf")
    write_safetensors(folder / "lora.safetensors", {"a.lora_A.weight": ("F16", (4, 4), 32)})
    models, looked = found_below(tmp_path, catalog)
    assert set(models) == {"model"}
    assert looked.parts == 5
    assert looked.broken == 0


def test_downloads_that_did_not_end_are_left_out_and_counted(tmp_path: Path, catalog: Catalog) -> None:
    digest = "a" * 64
    begun = (
        ".lmstudio/models/org/repo/downloading_a.gguf.part",
        ".lmstudio/models/org/repo/model-00003-of-00004.safetensors.part",
        f".cache/huggingface/hub/models--org--a/blobs/{digest}.incomplete",
        ".cache/llama.cpp/a.gguf.downloadInProgress",
        ".local/share/nomic.ai/GPT4All/incomplete-a.gguf",
        f".ollama/models/blobs/sha256-{digest}-partial",
    )
    for name in (*begun, f".ollama/models/blobs/sha256-{digest}-partial-0", ".cache/llama.cpp/notes.part"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"GGUF")
    models, looked = found_below(tmp_path, catalog)
    assert not models
    assert looked.unfinished == len(begun)
    assert looked.broken == 0


def test_a_link_and_a_copy_of_a_file_are_one_model_of_both_programs(tmp_path: Path, catalog: Catalog) -> None:
    original = gguf(tmp_path / STUDIO / "small.gguf")
    for name in (".cache/llama.cpp", ".local/share/Jan/data/models/small"):
        (tmp_path / name).mkdir(parents=True)
    link(tmp_path / ".cache/llama.cpp/linked.gguf", original)
    (tmp_path / ".local/share/Jan/data/models/small/hard.gguf").hardlink_to(original)
    ollama_model(tmp_path / ".ollama/models", "small:1b", model=original)  # the same bytes under a digest
    models, _ = found_below(tmp_path, catalog)
    assert len(models) == 1
    (one,) = models.values()
    assert {holder.program for holder in one.holders} == {"ollama", "lm_studio", "llama_cpp", "jan"}


def test_files_of_one_size_that_differ_are_two_models(tmp_path: Path, catalog: Catalog) -> None:
    first = gguf(tmp_path / STUDIO / "one.gguf")
    second = first.with_name("two.gguf")
    shutil.copy(first, second)
    with second.open("r+b") as file:
        file.seek(-1, 2)
        file.write(b"\1")
    models, _ = found_below(tmp_path, catalog)
    assert set(models) == {"one", "two"}


def test_revisions_that_share_their_files_are_one_model(tmp_path: Path, catalog: Catalog) -> None:
    hub = tmp_path / ".cache/huggingface/hub"
    first = hub_file(hub, "org/a", "a.gguf", "1" * 40)
    again = hub / "models--org--a/snapshots" / ("2" * 40) / "a.gguf"
    again.parent.mkdir()
    link(again, first.resolve())
    models, _ = found_below(tmp_path, catalog)
    assert len(models["a"].holders) == 1


def test_networks_for_pictures_are_one_model_that_writes_no_text(tmp_path: Path, catalog: Catalog) -> None:
    root = tmp_path / ".cache/huggingface/hub/models--org--painter/snapshots" / ("1" * 40)
    for name in ("unet", "vae", "text_encoder"):
        (root / name).mkdir(parents=True)
        write_safetensors(root / name / "model.safetensors", small_safetensors())
        (root / name / "config.json").write_text("{}", encoding="utf-8")
    (root / "model_index.json").write_text(json.dumps({"_class_name": "Painter"}), encoding="utf-8")
    checkpoint = tmp_path / "ComfyUI/models/checkpoints/painter.safetensors"
    checkpoint.parent.mkdir(parents=True)
    write_safetensors(checkpoint, {"model.diffusion_model.a": ("F16", (4, 4), 32)})
    (tmp_path / "ComfyUI/models/loras").mkdir()
    write_safetensors(tmp_path / "ComfyUI/models/loras/style.safetensors", small_safetensors())
    models, _ = found_below(tmp_path, catalog)
    assert set(models) == {"org/painter", "painter"}
    assert models["org/painter"].files == 3
    assert all(one.file is None for one in models.values())
    assert models["painter"].other == OtherWeights(params=16, stored="F16")
    one = models["org/painter"].other
    assert one
    assert one.params == 3 * sum(math.prod(shape) for _, shape, _ in small_safetensors().values())


def test_a_network_in_several_precisions_counts_once(tmp_path: Path, catalog: Catalog) -> None:
    root = tmp_path / ".cache/huggingface/hub/models--org--painter/snapshots" / ("1" * 40)
    for name in ("unet", "vae"):
        (root / name).mkdir(parents=True)
        for part in ("model", "model.fp16", "model.fp16-00001-of-00001"):
            write_safetensors(root / name / f"{part}.safetensors", {"a.weight": ("F16", (4, 4), 32)})
    (root / "model_index.json").write_text(json.dumps({"_class_name": "Painter"}), encoding="utf-8")
    models, _ = found_below(tmp_path, catalog)
    assert models["org/painter"].files == 2
    assert models["org/painter"].other == OtherWeights(params=32, stored="F16")


def test_packed_weights_of_pictures_are_not_counted(tmp_path: Path, catalog: Catalog) -> None:
    folder = tmp_path / "ComfyUI/models/unet"
    folder.mkdir(parents=True)
    write_safetensors(folder / "nf4.safetensors", {"a.weight": ("U8", (4, 4), 16), "a.absmax": ("F32", (4,), 16)})
    models, looked = found_below(tmp_path, catalog)
    assert models["nf4"].other is None
    assert not looked.broken


def test_a_model_that_is_packed_in_part_is_not_counted_either(tmp_path: Path, catalog: Catalog) -> None:
    """Its plain tensors are the more elements, though most weights lie eight in a word."""
    folder = tmp_path / "ComfyUI/models/unet"
    folder.mkdir(parents=True)
    packed = {"a.qweight": ("I32", (8, 8), 256), "b.weight": ("F16", (16, 8), 256)}
    counters = {"a.weight": ("F16", (64, 64), 8192), "a.position_ids": ("I64", (4,), 32)}
    write_safetensors(folder / "int4.safetensors", packed)
    write_safetensors(folder / "plain.safetensors", counters)
    models, _ = found_below(tmp_path, catalog)
    assert models["int4"].other is None
    plain = models["plain"].other
    assert plain is not None
    assert plain.stored == "F16"


def test_tensors_that_ollama_keeps_in_a_file_each_are_counted(tmp_path: Path, catalog: Catalog) -> None:
    root = tmp_path / ".ollama/models"
    manifest = root / "manifests/registry.ollama.ai/library/z-image/latest"
    manifest.parent.mkdir(parents=True)
    (root / "blobs").mkdir()
    digests = ["a" * 64, "b" * 64]
    for digest in digests:
        write_safetensors(root / "blobs" / f"sha256-{digest}", {"data": ("BF16", (8, 4), 64)})
    layers = [{"mediaType": "application/vnd.ollama.image.tensor", "digest": f"sha256:{one}"} for one in digests]
    manifest.write_text(json.dumps({"layers": layers}), encoding="utf-8")
    models, _ = found_below(tmp_path, catalog)
    assert models["z-image:latest"].other == OtherWeights(params=64, stored="BF16")


def test_an_encoder_writes_no_text(tmp_path: Path, catalog: Catalog) -> None:
    path = tmp_path / STUDIO / "embed.gguf"
    path.parent.mkdir(parents=True)
    metadata = {name.replace("llama.", "bert."): value for name, value in METADATA.items()}
    write_gguf(path, {**metadata, "general.architecture": "bert"}, small_tensors())
    models, _ = found_below(tmp_path, catalog)
    assert models["embed"].file is None
    assert models["embed"].other
