"""Models that write no text, by names as tables write them, and such as are only described by their parameters."""

import pytest

from advisor.answer.request.request import answer_request
from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.facts.answers.answer import Answer
from tests.fakes.said import said


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


def asked(catalog: Catalog, task: str, **fields: object) -> Answer:
    return answer_request({"id": "1", "task": task, "device": "RTX 4090", **fields}, catalog)


@pytest.mark.parametrize(
    ("task", "written", "plain"),
    [
        ("classify", "ViT-B/16", "vit_base_patch16_224"),
        ("classify", "ViT-L/16", "vit_large_patch16_224"),
        ("classify", "CLIP ViT-L/14", "openai/clip-vit-large-patch14"),
        ("image", "FLUX.1-dev 12B", "FLUX.1-dev"),
        ("image", "FLUX.1-dev (TensorRT pipeline)", "FLUX.1-dev"),
        ("image", "SDXL-Lightning 4 step", "SDXL-Lightning"),
        ("speech", "large-v3", "whisper large-v3"),
        ("speech", "openai/whisper large-v2 batch 8", "whisper large-v2"),
    ],
)
def test_what_tables_write_beside_a_name_is_no_part_of_it(
    catalog: Catalog, task: str, written: str, plain: str
) -> None:
    answer = asked(catalog, task, model=written)
    assert answer.error is None
    assert answer == asked(catalog, task, model=plain)


def test_a_program_in_the_name_is_the_engine(catalog: Catalog) -> None:
    for program in ("faster-whisper", "transformers SDPA", "whisper.cpp FA"):
        named = asked(catalog, "speech", model=f"{program} large-v2")
        assert named == asked(catalog, "speech", model="whisper large-v2", engine=program.split()[0])


@pytest.mark.parametrize(
    ("task", "figure", "params_b"),
    [
        ("image", "iterations_per_s", 8.0),
        ("video", "iterations_per_s", 10.0),
        ("embed", "items_per_s", 0.2),
        ("speech", "realtime_factor", 0.5),
    ],
)
@pytest.mark.parametrize("model", [None, "Something New"])
def test_parameters_alone_are_answered_like_a_similar_model(
    catalog: Catalog, task: str, figure: str, params_b: float, model: str | None
) -> None:
    answer = asked(catalog, task, model=model, model_facts={"params_b": params_b})
    larger = asked(catalog, task, model=model, model_facts={"params_b": 1.2 * params_b})
    assert answer.error is None
    assert getattr(answer, figure).middle >= getattr(larger, figure).middle > 0
    assert answer.memory is not None
    assert larger.memory is not None
    assert params_b * 1e9 * 2 <= answer.memory.weights_bytes < larger.memory.weights_bytes
    assert getattr(answer, figure).high > 3 * getattr(answer, figure).low
    assert {"networks_in_proportion", "picture_work_unknown"} & said(*answer.notes)
    assert (model or "stated_model") in said(*answer.notes)


def test_of_an_unknown_network_that_sees_memory_alone_is_told(catalog: Catalog) -> None:
    answer = asked(catalog, "classify", model="mynet", model_facts={"params_b": 0.025})
    assert answer.error is None
    assert answer.fits
    assert answer.items_per_s is None  # type: ignore[attr-defined]


def test_without_parameters_an_unknown_model_is_an_error(catalog: Catalog) -> None:
    answer = asked(catalog, "image", model="Something New")
    assert answer.error is not None
    assert answer.error.code == "unknown_model"
