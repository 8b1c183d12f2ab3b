"""Models that write no text are known, and say so when they are asked to."""

import pytest

from advisor.answer.request.request import answer_request
from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.facts.values.reason import reason


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


@pytest.mark.parametrize(
    ("model", "name", "kind"),
    [
        ("FLUX.1-dev", "FLUX.1 dev", "image"),
        ("nomic-embed-text", "nomic-embed-text-v1.5", "embedding"),
        ("Wan2.2 T2V-A14B", "Wan 2.2 T2V A14B", "video"),
        ("whisper large-v3", "Whisper large-v3", "speech"),
        ("yolo11n.pt", "YOLO11n", "vision"),
    ],
)
def test_a_model_of_another_kind_does_not_write(model: str, name: str, kind: str, catalog: Catalog) -> None:
    answer = answer_request({"id": "1", "task": "generate", "device": "RTX 4090", "model": model}, catalog)
    assert answer.error is not None
    assert answer.error.code == "bad_request"
    assert answer.error.message == reason("model_writes_no_text", name=name, kind=kind)


def test_only_models_that_write_are_offered_for_text(catalog: Catalog) -> None:
    assert {card.kind for card in catalog.models.values()} == {"language"}
    assert {card.kind for card in catalog.other_models.values()} == {"embedding", "image", "video", "speech", "vision"}
    assert all(card.pipeline is not None and card.shape is None for card in catalog.other_models.values())
