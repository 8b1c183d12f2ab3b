"""What the model picker offers: the same best models as the ranking, all tasks, and how each model runs."""

import pytest

from advisor.advice.known_models import KnownModels
from advisor.advice.picking import RigModels, badge_here, offered, ranked_as
from advisor.advice.question import PageQuestion, turned
from advisor.advice.question_knobs import knobs
from advisor.answer.rig.rank import rank_models
from advisor.facts.asked.question import Question
from advisor.facts.kept.settings import RecentFile
from advisor.present.rank.picker import BEST, MOST_RECENT
from advisor.present.words.light import light_word
from advisor.present.words.view import OPEN_FILE, ChoiceGroup
from tests.advice.reference_rigs import FEW, KNOWN

FILE = RecentFile(path="/x/tiny.gguf", name="tiny.gguf", quant="Q4_0", weights_bytes=2**30)
MODELS = KnownModels(FEW, recent=(FILE,))
RIGS = ("gaming PC", "laptop", "Raspberry Pi 5 16GB", "DGX H100")
CHAT = Question(workload_id="chat", model_id="qwen/qwen3-8b", fields={"quant": "q4_k_m", "context_tokens": 4096})


def asked(workload_id: str = "chat") -> PageQuestion:
    return turned(PageQuestion(CHAT, CHAT), "workload", workload_id, MODELS)


def groups(question: PageQuestion, models: RigModels, *recent: str) -> dict[str, ChoiceGroup]:
    found = offered(question, MODELS, knobs(question, MODELS).models, recent, models)
    return {group.heading: group for group in found}


def ids(group: ChoiceGroup) -> list[str]:
    return [choice.id for choice in group.choices]


@pytest.mark.parametrize("name", RIGS)
@pytest.mark.parametrize("workload_id", ["chat", "pictures"])
def test_the_best_here_are_the_first_of_the_ranking(name: str, workload_id: str) -> None:
    models, question = RigModels(KNOWN[name].rig, FEW), asked(workload_id)
    heading = {"chat": "Best here for chat", "pictures": "Best here for images"}[workload_id]
    assert groups(question, models)[heading].waits == BEST
    assert all(step is None for step in models.best_steps(workload_id))
    first = rank_models(KNOWN[name].rig, FEW, workload_id=workload_id)[:BEST]
    wanted = [one.model_id for one in first if one.usability != "wont_run"]
    found = groups(question, models)
    assert (ids(found[heading]) if heading in found else []) == wanted


def test_each_badge_is_the_light_of_the_ranking() -> None:
    rig = KNOWN["gaming PC"].rig
    models = RigModels(rig, FEW)
    for one in rank_models(rig, FEW, workload_id="chat"):
        badge = badge_here(one.model_id, asked(), MODELS, models)
        assert badge is not None
        assert badge.word == ("" if one.usability == "unknown" else light_word(one.light))
        assert badge.memory.endswith("iB")


def test_recent_models_come_first_files_among_them_and_not_too_many() -> None:
    models = RigModels(KNOWN["gaming PC"].rig, FEW)
    recent = (*list(FEW.models)[:3], "no/longer-there", FILE.path, *list(FEW.models)[3:])
    found = groups(asked(), models, *recent)
    assert next(iter(found)) == "Recent"
    assert ids(found["Recent"]) == [*list(FEW.models)[:3], FILE.path, list(FEW.models)[3]]
    assert len(ids(found["Recent"])) == MOST_RECENT
    assert ids(groups(asked(), models)["Recent"]) == [FILE.path]


@pytest.mark.parametrize("workload_id", ["chat", "pictures", "speech", "serve-a-team"])
def test_a_search_finds_every_model_of_every_task_once(workload_id: str) -> None:
    found = groups(asked(workload_id), RigModels(KNOWN["gaming PC"].rig, FEW))
    here, elsewhere = ids(found["All models"]), ids(found["Other tasks"])
    assert found["Other tasks"].is_only_found
    assert not set(here) & set(elsewhere)
    assert set(FEW.models) <= {*here, *elsewhere}
    assert any(one in FEW.other_models for one in (*here, *elsewhere))
    assert ids(found[""]) == [OPEN_FILE]


def test_a_model_of_another_task_says_which() -> None:
    found = groups(asked("pictures"), RigModels(KNOWN["gaming PC"].rig, FEW))
    llama = next(one for one in found["Other tasks"].choices if one.id == "llama/llama-3.1-8b")
    assert llama.detail == "8.0 B · Chat"


def test_size_and_abilities_stand_beside_the_name() -> None:
    found = groups(asked(), RigModels(KNOWN["gaming PC"].rig, FEW))["All models"]
    details = {choice.id: choice.detail for choice in found.choices}
    assert details["gemma/gemma-3-27b"].endswith("sees")
    assert details["qwen/qwen3-30b-a3b"].endswith("active · thinks")


def test_a_badge_of_training_is_that_of_the_method_that_was_chosen() -> None:
    """A list said that a model does not fit, and with QLoRA chosen it did."""
    rig = KNOWN["gaming PC"].rig
    question = asked("fine-tune-lora")
    with_method = turned(question, "method", '{"method": "qlora"}', MODELS)
    assert (ranked_as(question, MODELS), ranked_as(with_method, MODELS)) == ("fine-tune-lora", "fine-tune-qlora")
    models = RigModels(rig, FEW)
    model_id = with_method.now.model_id
    assert badge_here(model_id, with_method, MODELS, models) == models.badge(model_id, "fine-tune-qlora")
