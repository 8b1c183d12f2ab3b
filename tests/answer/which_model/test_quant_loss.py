"""What files of few bits cost in answers is known where somebody measured it, and decides before a light does."""

import pytest

from advisor.answer.rig.nearest import nearest_model
from advisor.answer.tasks.ask import answer_question, named_question
from advisor.answer.text.setting import Chooser
from advisor.answer.which_model.published_forms import WORSE_FORMS, loses_much, published_forms
from advisor.answer.which_model.quant_loss import quant_loss
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.rig.rig import Rig
from advisor.present.words.quality_text import loss_sentence, quality_sentences
from tests.answer.judge.expert_rigs import named_rig
from tests.fakes.sure import sure

CATALOG = load_catalog()
DESKTOP = {"cpu": "Ryzen 9 7950X", "sticks": 4, "ram_type": "DDR5", "ram_mt": 5600, "form": "desktop"}
SERVER = {"cpu": "EPYC 7532", "sticks": 8, "ram_type": "DDR4", "ram_mt": 3200, "form": "desktop"}


def rig(ram_gib: int, gpu: str = "RTX 3090", host: dict[str, object] = DESKTOP) -> Rig:
    return named_rig({**host, "ram_gib": ram_gib, "gpus": [gpu]}, CATALOG)[1]


@pytest.mark.parametrize("ram_gib", [64, 96, 128, 192, 256, 512])
@pytest.mark.parametrize("model", ["GLM-4.6 355B-A32B", "Qwen3 235B-A22B", "Qwen3.5 122B-A10B", "MiniMax-M3 427B-A23B"])
def test_two_bits_are_taken_only_where_no_larger_file_is_of_use(model: str, ram_gib: int) -> None:
    card = CATALOG.models[CATALOG.models.find(model) or ""]
    for host in (DESKTOP, SERVER):
        chooser = Chooser(rig(ram_gib, host=host), CATALOG, CATALOG.workloads["chat"])
        if loses_much(chooser.best(card).quant):
            larger = [one for one in published_forms(card) if not loses_much(one)]
            assert not any(chooser.at(card, one).light.is_useful for one in larger)


@pytest.mark.parametrize(
    "quant", ["Q8_0", "Q6_K", "Q5_K_M", "Q4_K_M", "IQ4_XS", "BF16", "AWQ INT4", "no such type", None]
)
def test_files_of_four_bits_and_more_lose_little(quant: str | None) -> None:
    assert quant_loss(quant, CATALOG.models[CATALOG.models.find("Qwen3 8B") or ""], CATALOG) is None


def test_every_smaller_file_that_people_take_has_a_measured_loss_that_grows() -> None:
    found = [quant_loss(one, None, CATALOG) for one in ("Q3_K_M", "IQ3_XXS", "UD-Q2_K_XL", "IQ2_XXS", "IQ1_M")]
    assert set(WORSE_FORMS) <= {sure(one).quant for one in found}
    lost = [max(entry.answers for entry in sure(one).lost) for one in found]
    assert lost == sorted(lost)
    assert all(entry.source.startswith("https://") for one in found for entry in sure(one).lost)


def test_a_model_that_was_released_in_few_bits_loses_nothing() -> None:
    card = next(one for one in CATALOG.models.values() if one.native_quant and "Bonsai" in one.name)
    assert quant_loss(card.native_quant, card, CATALOG) is None


def test_the_answer_tells_what_it_loses_and_what_would_be_run() -> None:
    question = named_question("chat", "Qwen3 235B-A22B", CATALOG)
    found = answer_question(rig(64), CATALOG, question, nearest=nearest_model)
    assert loses_much(sure(found.loss).quant)
    assert "70B models gave" in loss_sentence(found.loss)
    assert sure(found.nearest).model_id != found.model_id


def test_a_good_file_tells_nothing() -> None:
    found = answer_question(rig(64), CATALOG, named_question("chat", "Qwen3 14B", CATALOG), nearest=nearest_model)
    assert (found.loss, found.nearest) == (None, None)


def test_the_better_file_of_the_same_model_is_named() -> None:
    """It said that "no other model is the better choice", beside a file of the same model that is great."""
    question = named_question("chat", "Qwen3.8 27B", CATALOG)
    question = question.changed(fields={**question.fields, "quant": "iq3_xxs"})
    found = answer_question(rig(32, "RX 7900 XTX"), CATALOG, question, nearest=nearest_model)
    assert sure(found.nearest).model_id == found.model_id
    assert "The better choice here: Qwen3.8 27B as Q4_K_M, about " in quality_sentences(found)
    best = found.changed(loss=sure(found.loss).changed(quant="Q4_K_M"))
    assert quality_sentences(best).endswith("Even so, no other model is the better choice here.")
