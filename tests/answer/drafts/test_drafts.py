"""Writing with tokens guessed ahead, asked at the door of `predict`."""

from typing import Any

import pytest

from advisor.answer.request.request import answer_request
from advisor.answer.tasks.ask import answer_question
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.answers.answer import Answer
from advisor.facts.answers.draft import DraftAnswer
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.asked.question import Question
from advisor.present.text.beside import beside_sentences, draft_sentence
from advisor.present.text.choices import draft_choices
from tests.each import each
from tests.fakes.machines import machine, nvidia_card

CATALOG = load_catalog()
MIB = 2**20
DRAFTED = [card_id for card_id, card in CATALOG.models.items() if card.drafting is not None and card.drafting.layers]
PAIRS = [(one, small) for one, card in CATALOG.models.items() if card.drafting for small in card.drafting.models]
HEADED = [card_id for card_id, card in CATALOG.models.items() if card.drafting is not None and card.drafting.heads]


def asked(**more: Any) -> Answer:
    fields = {"id": "1", "device": "RTX 5090", "model": "Qwen3.6 27B", "quant": "Q4_K_M"}
    return answer_request({**fields, **more}, CATALOG)


def drafted(**more: Any) -> DraftAnswer:
    found = asked(**{"draft": "mtp", **more}).draft
    assert found is not None
    return found


def refused(**more: Any) -> str:
    error = asked(**more).error
    assert error is not None
    return error.message.code


def speed_up(**more: Any) -> float:
    gain = drafted(**more).speed_up
    assert gain is not None
    return gain.middle


def codes(answer: DraftAnswer) -> set[str]:
    return {note.code for note in answer.notes}


def test_the_plain_figures_stay_as_they_are() -> None:
    plain, with_draft = asked(), asked(draft="mtp")
    assert plain.draft is None
    assert with_draft.model_copy(update={"draft": None}) == plain
    assert asked(draft="none") == plain


def test_the_terms_of_a_token_add_up_to_its_time() -> None:
    answer, plain = drafted(), asked()
    assert plain.tokens_per_s is not None
    assert answer.speed_up is not None
    own_s = 1 / plain.tokens_per_s.middle
    assert sum(term.s for term in answer.terms) == pytest.approx(own_s / answer.speed_up.middle, rel=0.01)


def test_more_right_guesses_are_faster() -> None:
    gains = [speed_up(draft={"model": "mtp", "acceptance": share}) for share in (0.3, 0.6, 0.9)]
    assert gains == sorted(gains)


def test_guesses_that_are_never_right_make_it_slower() -> None:
    answer = drafted(draft={"model": "mtp", "acceptance": 0.01, "tokens": 8})
    assert answer.speed_up is not None
    assert answer.speed_up.middle < 1
    assert "draft_slower" in codes(answer)


def test_what_is_printed_as_accepted_is_met() -> None:
    answer = drafted(draft={"model": "mtp", "acceptance": 0.647, "tokens": 4})
    assert answer.tokens_per_step.middle == pytest.approx(1 + 4 * 0.647, rel=1e-3)
    assert "draft_share_assumed" not in codes(answer)


@pytest.mark.parametrize(("guesses", "mib"), [(1, 1142), (4, 1592)])
def test_its_memory_is_that_of_a_published_log(guesses: int, mib: int) -> None:
    setup = {"context_tokens": 131072, "kv_type": "q4_0"}
    answer = drafted(model="Qwen3.8 27B", draft={"model": "mtp", "tokens": guesses}, **setup)
    assert answer.memory.total_bytes == pytest.approx(mib * MIB, rel=0.06)


def test_a_draft_that_does_not_fit_says_so() -> None:
    answer = drafted(device="RTX 3090", context_tokens=98304)
    assert (asked(device="RTX 3090", context_tokens=98304).fits, answer.fits) == (True, False)
    assert "draft_does_not_fit" in codes(answer)


def test_experts_in_main_memory_gain_nothing() -> None:
    host = {"cpu": "Ryzen 9 7950X", "memory_gb": 192}
    answer = drafted(device="RTX 4090", host=host, model="Qwen3 235B A22B", draft="Qwen3 0.6B")
    assert answer.speed_up is not None
    assert answer.speed_up.middle < 1.1


def test_quantized_weights_on_a_mac_gain_little() -> None:
    few = {"model": "mtp", "tokens": 2}
    assert speed_up(device="M4", draft=few) < 1.2 < speed_up(draft=few)


def test_another_vocabulary_is_refused() -> None:
    assert refused(model="Qwen3 32B", draft="Llama 3.2 1B") == "draft_vocabulary_differs"


@pytest.mark.parametrize(
    ("draft", "code"),
    [
        ("mtp", "draft_no_layers"),
        ("eagle3", "draft_no_head"),
        ("Qwen9 0.1B", "draft_unknown"),
        ("Qwen3 32B", "draft_no_smaller"),
    ],
)
def test_what_the_model_does_not_have_is_refused(draft: str, code: str) -> None:
    assert refused(model="Qwen3 14B", draft=draft) == code


def test_n_grams_take_no_memory_and_are_never_slower() -> None:
    answer = drafted(draft="ngram", model="Llama 3.1 8B")
    assert answer.memory.total_bytes == 0
    assert answer.speed_up is not None
    assert answer.speed_up.middle >= 1


def test_an_engine_that_cannot_use_the_layers_is_named() -> None:
    assert "draft_engine_cannot" in codes(drafted(engine="TensorRT-LLM"))
    assert "draft_build_too_old" in codes(drafted(build_date="2026-01"))


@each("model", DRAFTED)
def test_every_model_with_such_layers_is_answered(model: str) -> None:
    answer = drafted(device="B200", model=model)
    assert answer.speed_up is not None
    assert 0 < answer.memory.weights_bytes < CATALOG.models[model].params


@each("model", HEADED)
def test_every_published_head_is_answered(model: str) -> None:
    assert drafted(device="B200", model=model, draft="head").speed_up is not None


@each("model, small", PAIRS)
def test_every_usual_draft_has_the_vocabulary_of_its_model(model: str, small: str) -> None:
    assert drafted(device="B200", model=model, draft=small).speed_up is not None


def test_a_rig_is_answered_with_the_draft_of_a_question() -> None:
    rig = assemble_rig(known_machine(machine(gpus=(nvidia_card(),)), (), CATALOG), None, CATALOG)
    fields = {"quant": "q4_k_m", "context_tokens": 4096}
    questions = (
        Question(workload_id="chat", model_id="qwen/qwen3-14b", fields={**fields, **more})
        for more in ({}, {"draft": "qwen/qwen3-0.6b"})
    )
    plain, with_draft = (answer_question(rig, CATALOG, one, candidates=()) for one in questions)
    assert isinstance(plain, TextAnswer)
    assert isinstance(with_draft, TextAnswer)
    assert with_draft.draft is not None
    assert with_draft.chosen == plain.chosen
    assert plain.draft is None
    assert with_draft.draft.name == "Qwen3 0.6B"
    words = beside_sentences(with_draft)
    assert words[0].startswith("It thinks first: the answer starts after about ")
    assert draft_sentence(with_draft.draft).startswith("With Qwen3 0.6B: about ")


def test_the_page_offers_what_can_draft_for_a_model() -> None:
    models = CATALOG.models
    assert draft_choices(models["llama/llama-2-7b"], models) == ()
    names = [choice.id for choice in draft_choices(models["qwen/qwen3.5-27b"], models)]
    assert names == ["none", "mtp", "qwen/qwen3.5-0.8b"]
