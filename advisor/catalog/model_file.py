"""Opens a model's file, whatever it is: GGUF, safetensors, a folder of either, or its configuration alone."""

from collections.abc import Mapping
from pathlib import Path

from advisor.catalog.gguf import MAGIC
from advisor.catalog.gguf_model import open_gguf
from advisor.catalog.model_file_error import refused
from advisor.catalog.regular_file import regular_file
from advisor.facts.model_file import ModelFile
from advisor.facts.quant import BlockType


def open_model_file(path: Path, blocks: Mapping[str, BlockType]) -> ModelFile:
    """What the headers of the model at `path` say. Only headers are read: some MiB at most, whatever the size.

    Raises:
        ModelFileError: there is no model that can be read; the message is one plain sentence.
    """
    with regular_file(path) as (file, _):
        magic = file.read(len(MAGIC))
    if magic == MAGIC:
        return open_gguf(path, blocks)
    raise refused(path, "is no model file: neither GGUF nor safetensors nor a config.json")
