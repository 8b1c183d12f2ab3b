"""Opens a model's file, whatever it is: GGUF, safetensors, a folder of either, or its configuration alone."""

from pathlib import Path

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.config.model_config import open_config
from advisor.catalog.gguf.header import MAGIC
from advisor.catalog.gguf.model import gguf_parts, open_gguf
from advisor.catalog.reading.regular_file import ModelFileError, is_folder, is_there, regular_file, unreadable
from advisor.catalog.safetensors.files import ENDING, INDEX_ENDING, files_in_folder, files_of_index, files_of_part
from advisor.catalog.safetensors.model import open_safetensors
from advisor.facts.answers.model_file import ModelFile

_MOST_FILES = 1000
_NOT_A_MODEL = ("mmproj",)


def open_model_file(path: Path, catalog: Catalog) -> ModelFile:
    """What the headers of the model at `path` say: one file, any part of several, a list of them, or their folder.

    Only headers are read: some MiB at most, whatever the size.

    Raises:
        ModelFileError: there is no model that can be read; its reason says why.
    """
    if is_folder(path):
        return _open_folder(path, catalog)
    with regular_file(path) as (file, _):
        magic = file.read(len(MAGIC))
    if magic == MAGIC:
        return open_gguf(path, catalog.blocks)
    name = path.name.lower()
    if name.endswith(INDEX_ENDING):
        return open_safetensors(files_of_index(path), catalog)
    if name.endswith(ENDING):
        return open_safetensors(files_of_part(path), catalog)
    if name.endswith(".json"):
        return open_config(path, catalog)
    if name.endswith(".gguf"):
        raise ModelFileError("begins_unlike_gguf", path=path)
    raise ModelFileError("no_model_file", path=path)


def _open_folder(folder: Path, catalog: Catalog) -> ModelFile:
    try:
        files = files_in_folder(folder)
        listed = sorted(folder.glob("*.gguf"))[:_MOST_FILES]
    except OSError as error:
        raise unreadable(folder, error) from error
    if files:
        return open_safetensors(files, catalog)
    models = {gguf_parts(one)[0] for one in listed if not one.name.lower().startswith(_NOT_A_MODEL)}
    if len(models) > 1:
        raise ModelFileError("folder_of_several_models", path=folder, file=min(models).name)
    if models:
        return open_gguf(models.pop(), catalog.blocks)
    config = folder / "config.json"
    if is_there(config):
        return open_config(config, catalog)
    raise ModelFileError("folder_without_model", path=folder)
