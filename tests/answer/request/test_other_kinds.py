"""Models that write no text are known, and say so when they are asked to."""

import pytest

from advisor.answer.request.request import answer_request
from advisor.catalog.cards.catalog import Catalog, load_catalog


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


@pytest.mark.parametrize(
    ("model", "message"),
    [
        ("FLUX.1-dev", "FLUX.1 dev is an image model; it does not write text"),
        ("nomic-embed-text", "nomic-embed-text-v1.5 is an embedding model; it does not write text"),
        ("Wan2.2 T2V-A14B", "Wan 2.2 T2V A14B is a video model; it does not write text"),
        ("whisper large-v3", "Whisper large-v3 is a speech model; it does not write text"),
        ("yolo11n.pt", "YOLO11n is a vision model; it does not write text"),
    ],
)
def test_a_model_of_another_kind_does_not_write(model: str, message: str, catalog: Catalog) -> None:
    answer = answer_request({"id": "1", "task": "generate", "device": "RTX 4090", "model": model}, catalog)
    assert answer.error is not None
    assert (answer.error.code, answer.error.message) == ("bad_request", message)


def test_only_models_that_write_are_offered_for_text(catalog: Catalog) -> None:
    assert {card.kind for card in catalog.models.values()} == {"language"}
    assert {card.kind for card in catalog.other_models.values()} == {"embedding", "image", "video", "speech", "vision"}
    assert all(card.pipeline is not None and card.shape is None for card in catalog.other_models.values())
