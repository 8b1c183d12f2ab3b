"""Where programs keep models, on each system: one table, each line with what it was read in.

A place is written with `~` for the person's folder and `$NAME` for a variable of the environment; `_USUAL` has what
programs take where the system's own variables are not set. All places are looked at: a folder that a program left
when it was moved still holds models.
"""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, NamedTuple

from advisor.facts.answers.local_model import Program
from advisor.facts.values.os_name import OsName

Layout = Literal["files", "ollama", "hub"]
"""Files in folders; Ollama's names and blobs; a cache of Hugging Face: `models--ORG--NAME/snapshots/REVISION/`."""

_USUAL: Mapping[str, str] = {
    "XDG_CACHE_HOME": "~/.cache",
    "XDG_CONFIG_HOME": "~/.config",
    "XDG_DATA_HOME": "~/.local/share",
    "APPDATA": "~/AppData/Roaming",
    "LOCALAPPDATA": "~/AppData/Local",
}
_VARIABLE = re.compile(r"\$([A-Z_]+)")


class Place(NamedTuple):
    """One folder of a program."""

    program: Program
    path: Path
    layout: Layout = "files"


class Kept(NamedTuple):
    """Where a program notes that its folder was moved: `file`, its `key`, and what lies below the folder it names.

    A JSON or YAML file or an INI file names it by its key, a file without a key is nothing but the folder's name.
    """

    file: str
    key: str = ""
    below: tuple[str, ...] = ("",)


class ProgramPlaces(NamedTuple):
    """The places of one program: on every system, and those of one; `source` was read on `READ_ON`."""

    program: Program
    source: tuple[str, ...]
    layout: Layout = "files"
    everywhere: tuple[str, ...] = ()
    linux: tuple[str, ...] = ()
    windows: tuple[str, ...] = ()
    macos: tuple[str, ...] = ()
    kept: tuple[Kept, ...] = ()


READ_ON = "2026-11-23"

_JAN_MODELS = ("llamacpp/models", "mlx/models", "models")
_COMFY_MODELS = ("checkpoints", "diffusion_models", "unet", "diffusers", "LLM")
"""The folders of ComfyUI whose files are whole models; others hold parts: LoRA, VAE, text encoders."""


def _comfy(*folders: str) -> tuple[str, ...]:
    return tuple(f"{folder}/models/{one}" for folder in folders for one in _COMFY_MODELS)


_COMFY_BELOW = tuple(f"models/{one}" for one in _COMFY_MODELS)

PROGRAMS: tuple[ProgramPlaces, ...] = (
    ProgramPlaces(
        "ollama",
        source=(
            "https://github.com/ollama/ollama/blob/main/docs/faq.md",
            "https://github.com/ollama/ollama/blob/main/envconfig/config.go",
            "https://github.com/ollama/ollama/blob/main/manifest/manifest.go",
        ),
        layout="ollama",
        everywhere=("$OLLAMA_MODELS", "~/.ollama/models"),
        linux=("/usr/share/ollama/.ollama/models",),
    ),
    ProgramPlaces(
        "lm_studio",
        source=(
            "https://lmstudio.ai/docs/basics/import-model",
            "https://github.com/lmstudio-ai/lmstudio-js (findLMStudioHome)",
            "https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/686 (Windows)",
            "https://github.com/lmstudio-ai/lms/issues/50 (earlier versions)",
            "https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1601",
        ),
        everywhere=("~/.lmstudio/models", "~/.cache/lm-studio/models"),
        kept=(
            Kept("~/.lmstudio-home-pointer", below=("models",)),
            Kept("~/.lmstudio/settings.json", "downloadsFolder"),
            Kept("~/.cache/lm-studio/settings.json", "downloadsFolder"),
            Kept("$APPDATA/LM Studio/settings.json", "downloadsFolder"),
        ),
    ),
    ProgramPlaces(
        "llama_cpp",
        source=(
            "https://github.com/ggml-org/llama.cpp/blob/master/common/common.cpp (fs_get_cache_directory)",
            "https://github.com/ggml-org/llama.cpp/blob/master/common/hf-cache.cpp (get_cache_directory)",
        ),
        layout="hub",
        everywhere=("$LLAMA_CACHE",),
        linux=("$XDG_CACHE_HOME/llama.cpp",),
        windows=("$LOCALAPPDATA/llama.cpp",),
        macos=("~/Library/Caches/llama.cpp",),
    ),
    ProgramPlaces(
        "hugging_face",
        source=("https://github.com/huggingface/huggingface_hub/blob/main/src/huggingface_hub/constants.py",),
        layout="hub",
        everywhere=(
            "$HF_HUB_CACHE",
            "$HUGGINGFACE_HUB_CACHE",
            "$HF_HOME/hub",
            "$XDG_CACHE_HOME/huggingface/hub",
            "~/.cache/huggingface/hub",
        ),
    ),
    ProgramPlaces(
        "gpt4all",
        source=(
            "https://github.com/nomic-ai/gpt4all/blob/main/gpt4all-chat/src/mysettings.cpp (defaultLocalModelsPath)",
            "https://github.com/nomic-ai/gpt4all/wiki/Frequently-Asked-Questions",
            "https://github.com/nomic-ai/gpt4all/blob/main/gpt4all-bindings/python/gpt4all/gpt4all.py",
            "https://doc.qt.io/qt-6/qsettings.html",
        ),
        everywhere=("~/.cache/gpt4all",),
        linux=("$XDG_DATA_HOME/nomic.ai/GPT4All",),
        windows=("$LOCALAPPDATA/nomic.ai/GPT4All",),
        macos=("~/Library/Application Support/nomic.ai/GPT4All",),
        kept=(
            Kept("$XDG_CONFIG_HOME/nomic.ai/GPT4All.ini", "modelPath"),
            Kept("$APPDATA/nomic.ai/GPT4All.ini", "modelPath"),
        ),
    ),
    ProgramPlaces(
        "jan",
        source=(
            "https://jan.ai/docs/data-folder",
            "https://github.com/janhq/jan/blob/dev/src-tauri/src/core/app/commands.rs",
            "https://github.com/janhq/jan/blob/dev/src-tauri/src/core/downloads/helpers.rs",
        ),
        everywhere=tuple(f"{folder}/{one}" for folder in ("$JAN_DATA_FOLDER", "~/jan") for one in _JAN_MODELS),
        linux=tuple(f"{one}/Jan/data/{two}" for one in ("$XDG_DATA_HOME", "$XDG_CONFIG_HOME") for two in _JAN_MODELS),
        windows=tuple(f"$APPDATA/Jan/data/{one}" for one in _JAN_MODELS),
        macos=tuple(f"~/Library/Application Support/Jan/data/{one}" for one in _JAN_MODELS),
        kept=tuple(
            Kept(f"{folder}/Jan/settings.json", "data_folder", _JAN_MODELS)
            for folder in ("$XDG_DATA_HOME", "$XDG_CONFIG_HOME", "$APPDATA", "~/Library/Application Support")
        ),
    ),
    ProgramPlaces(
        "text_generation_webui",
        source=("https://github.com/oobabooga/text-generation-webui/blob/main/modules/shared.py (--model-dir)",),
        everywhere=("~/text-generation-webui/user_data/models", "~/text-generation-webui/models"),
    ),
    ProgramPlaces(
        "comfyui",
        source=(
            "https://docs.comfy.org/installation/desktop/linux",
            "https://github.com/Comfy-Org/desktop/blob/main/README.md (basePath)",
            "https://github.com/Comfy-Org/desktop/blob/main/src/config/comfyServerConfig.ts",
            "https://github.com/Comfy-Org/comfy-cli/blob/main/comfy_cli/constants.py",
        ),
        everywhere=_comfy("~/ComfyUI", "~/Documents/ComfyUI"),
        linux=_comfy("~/comfy/ComfyUI", "$XDG_CONFIG_HOME/ComfyUI"),
        windows=_comfy("~/Documents/comfy/ComfyUI", "~/comfyui-electron"),
        macos=_comfy("~/Documents/comfy/ComfyUI", "~/Library/Application Support/ComfyUI"),
        kept=tuple(
            Kept(f"{folder}/ComfyUI/{file}", key, _COMFY_BELOW)
            for folder in ("$XDG_CONFIG_HOME", "$APPDATA", "~/Library/Application Support")
            for file, key in (("extra_models_config.yaml", "base_path"), ("config.json", "basePath"))
        ),
    ),
)
"""KoboldCpp is not here: it has no folder of its own, but takes the file it is given (its wiki, `--model`)."""


def program_folders(system: OsName, home: Path, environment: Mapping[str, str]) -> tuple[Place, ...]:
    """The folders of all programs on a system, that exist or not, without those that programs were moved to."""
    found = (
        Place(one.program, path, one.layout)
        for one in PROGRAMS
        for written in (*one.everywhere, *_of_system(one, system))
        if (path := place_of(written, home, environment)) is not None
    )
    return tuple(dict.fromkeys(found))


def place_of(written: str, home: Path, environment: Mapping[str, str]) -> Path | None:
    """The place as a path; None where it names a variable that is not set, or is not a whole path then."""
    for _ in range(2):  # what stands for a variable may begin with the person's folder
        for name in _VARIABLE.findall(written):
            value = environment.get(name, "").strip("\"' ") or _USUAL.get(name)
            if value is None:
                return None
            written = written.replace(f"${name}", value)
    if "\0" in written:
        return None
    path = home / written[2:] if written.startswith(("~/", "~\\")) else Path(written)
    return Path(os.path.normpath(path)) if path.is_absolute() else None


def _of_system(one: ProgramPlaces, system: OsName) -> tuple[str, ...]:
    return {"linux": one.linux, "windows": one.windows, "macos": one.macos}[system]
