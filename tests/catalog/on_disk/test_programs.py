"""Each program's models are found where its documentation says they lie, on each system."""

import json
from pathlib import Path

import pytest

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.on_disk.places import PROGRAMS, ProgramPlaces
from advisor.facts.values.os_name import OsName
from tests.fakes.model_folders import found_below, gguf, hub_file, ollama_model, safetensors_folder

SYSTEMS: tuple[OsName, ...] = ("linux", "windows", "macos")
FILES: dict[str, dict[str, str]] = {
    "lm_studio": dict.fromkeys(SYSTEMS, ".lmstudio/models/org/repo"),
    "llama_cpp": {
        "linux": ".cache/llama.cpp",
        "windows": "AppData/Local/llama.cpp",
        "macos": "Library/Caches/llama.cpp",
    },
    "gpt4all": {
        "linux": ".local/share/nomic.ai/GPT4All",
        "windows": "AppData/Local/nomic.ai/GPT4All",
        "macos": "Library/Application Support/nomic.ai/GPT4All",
    },
    "jan": {
        "linux": ".local/share/Jan/data/llamacpp/models/small",
        "windows": "AppData/Roaming/Jan/data/llamacpp/models/small",
        "macos": "Library/Application Support/Jan/data/llamacpp/models/small",
    },
    "text_generation_webui": dict.fromkeys(SYSTEMS, "text-generation-webui/user_data/models"),
    "comfyui": {
        "linux": "comfy/ComfyUI/models/unet",
        "windows": "Documents/comfy/ComfyUI/models/unet",
        "macos": "Documents/comfy/ComfyUI/models/unet",
    },
}
"""Programs that keep plain files, with a folder of each system."""


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("program", FILES)
def test_a_file_in_a_programs_usual_folder_is_found(
    program: str, system: OsName, tmp_path: Path, catalog: Catalog
) -> None:
    path = gguf(tmp_path / FILES[program][system] / "small.gguf")
    models, looked = found_below(tmp_path, catalog, system=system)
    assert models["small"].path == str(path)
    assert [one.program for one in models["small"].holders] == [program]
    assert models["small"].file
    assert models["small"].file.layers == 2
    assert looked.stopped is None


@pytest.mark.parametrize("system", SYSTEMS)
def test_ollamas_models_have_the_names_that_people_type(system: OsName, tmp_path: Path, catalog: Catalog) -> None:
    root = tmp_path / ".ollama/models"
    blob = ollama_model(root, "qwen3:8b", projector=True)
    ollama_model(root, "someone/tune:latest", model=gguf(tmp_path / "other.gguf", **{"llama.context_length": 4096}))
    models, looked = found_below(tmp_path, catalog, system=system)
    assert set(models) == {"qwen3:8b", "someone/tune:latest"}
    assert models["qwen3:8b"].path == str(blob)
    assert models["qwen3:8b"].file
    assert models["qwen3:8b"].file.name == "qwen3:8b"
    assert looked.broken == 0


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_hugging_face_cache_is_read_by_repository(system: OsName, tmp_path: Path, catalog: Catalog) -> None:
    hub = tmp_path / ".cache/huggingface/hub"
    hub_file(hub, "org/Small-GGUF", "small-Q4_0.gguf")
    safetensors_folder(hub / "models--org--Small" / "snapshots" / ("1" * 40))
    gguf(hub / "datasets--org--data" / "snapshots" / ("2" * 40) / "no-model.gguf")
    models, _ = found_below(tmp_path, catalog, system=system)
    assert set(models) == {"small-Q4_0", "org/Small"}
    assert models["small-Q4_0"].holders[0].name == "org/Small-GGUF"
    assert models["org/Small"].file
    assert models["org/Small"].file.shape


@pytest.mark.parametrize(
    ("variable", "below", "program"),
    [
        ("OLLAMA_MODELS", "", "ollama"),
        ("HF_HUB_CACHE", "models--org--a/snapshots/1", "hugging_face"),
        ("HF_HOME", "hub/models--org--a/snapshots/1", "hugging_face"),
        ("LLAMA_CACHE", "", "llama_cpp"),
        ("XDG_CACHE_HOME", "llama.cpp", "llama_cpp"),
        ("JAN_DATA_FOLDER", "llamacpp/models/a", "jan"),
    ],
)
def test_the_environment_moves_a_programs_folder(
    variable: str, below: str, program: str, tmp_path: Path, catalog: Catalog
) -> None:
    moved = tmp_path / "elsewhere"
    if program == "ollama":
        ollama_model(moved, "small:1b")
    else:
        gguf(moved / below / "small.gguf")
    models, _ = found_below(tmp_path, catalog, environment={variable: str(moved)})
    assert [one.holders[0].program for one in models.values()] == [program]


@pytest.mark.parametrize(
    ("file", "text", "below", "program"),
    [
        (".lmstudio/settings.json", '{{"downloadsFolder": {folder}}}', "org/repo", "lm_studio"),
        (".lmstudio-home-pointer", "{plain}", "models/org/repo", "lm_studio"),
        (".local/share/Jan/settings.json", '{{"data_folder": {folder}}}', "llamacpp/models/a", "jan"),
        (".config/nomic.ai/GPT4All.ini", "[General]\nmodelPath={plain}\n", "", "gpt4all"),
        (".config/nomic.ai/GPT4All.ini", "[General]\r\nmodelPath={plain}\r\n", "", "gpt4all"),
        (".config/ComfyUI/config.json", '{{"basePath": {folder}}}', "models/checkpoints", "comfyui"),
        (".config/ComfyUI/extra_models_config.yaml", "comfyui:\n  base_path: {plain}\n", "models/unet", "comfyui"),
        (".config/ComfyUI/extra_models_config.yaml", "comfyui:\r\n  base_path: {plain}\r\n", "models/unet", "comfyui"),
    ],
)
def test_a_programs_own_settings_move_its_folder(
    file: str, text: str, below: str, program: str, tmp_path: Path, catalog: Catalog
) -> None:
    moved, kept = tmp_path / "other disk", tmp_path / file
    gguf(moved / below / "small.gguf")
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(text.format(folder=json.dumps(str(moved)), plain=moved), encoding="utf-8", newline="")
    models, _ = found_below(tmp_path, catalog)
    assert [one.holders[0].program for one in models.values()] == [program]


def test_a_folder_that_a_person_named_is_looked_into(tmp_path: Path, catalog: Catalog) -> None:
    gguf(tmp_path / "my models" / "deep" / "small.gguf")
    models, _ = found_below(tmp_path, catalog, folders=(tmp_path / "my models",))
    assert models["small"].holders[0].program == "folder"


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda one: one.program)
def test_each_program_names_what_its_places_were_read_in(program: ProgramPlaces) -> None:
    assert all(one.startswith("https://") for one in program.source)
    assert program.everywhere or (program.linux and program.windows and program.macos)


def test_a_file_that_is_called_as_every_other_has_the_name_of_its_folder(tmp_path: Path, catalog: Catalog) -> None:
    jan = tmp_path / ".local/share/Jan/data/llamacpp/models"
    for name in ("janhq/Jan-v3-4B-Q4_K_M", "Qwen3-8B-Q4_K_M"):
        gguf(jan / name / "model.gguf", **{"general.name": name})
        gguf(jan / name / "mmproj.gguf", **{"general.type": "mmproj"})
    models, _ = found_below(tmp_path, catalog)
    assert sorted(models) == ["Qwen3-8B-Q4_K_M", "janhq/Jan-v3-4B-Q4_K_M"]
