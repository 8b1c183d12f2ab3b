"""A model on this computer is found by whatever people call it."""

from pathlib import Path

import pytest

from advisor.catalog.on_disk.by_name import candidates_of_name
from advisor.catalog.on_disk.moved import places_here
from advisor.catalog.on_disk.walk import Search
from tests.fakes.model_folders import gguf, hub_file, ollama_model

HUB = ".cache/huggingface/hub"


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("hf.co/acme/Small-GGUF:Q8_0", ["small-Q8_0.gguf"]),
        ("https://huggingface.co/acme/Small-GGUF", ["small-Q4_0.gguf", "small-Q8_0.gguf"]),
        ("ACME/Small-GGUF", ["small-Q4_0.gguf", "small-Q8_0.gguf"]),
        ("small-q8_0", ["small-Q8_0.gguf"]),
        ("acme/studio-GGUF", ["studio-Q4_0.gguf"]),
        ("hf.co/acme/studio-GGUF:Q4_0", ["studio-Q4_0.gguf"]),
        ("hf.co/acme/Small-GGUF:Q2_K", []),
        ("hf.co/other/Small-GGUF", []),
        ("hf.co/../../etc", []),
    ],
)
def test_a_repository_is_found_by_its_name_and_address(name: str, found: list[str], tmp_path: Path) -> None:
    for quant in ("Q4_0", "Q8_0"):
        hub_file(tmp_path / HUB, "acme/Small-GGUF", f"small-{quant}.gguf")
    gguf(tmp_path / ".lmstudio/models/acme/studio-GGUF/studio-Q4_0.gguf")
    ollama_model(tmp_path / ".ollama/models", "tiny:1b")
    places = [one for one in places_here("linux", tmp_path, {}) if one.path.is_relative_to(tmp_path)]
    assert [one.files[0].name for one in candidates_of_name(name, places, Search())] == found
