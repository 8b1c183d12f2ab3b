"""The question as knobs change it: whose settings they are, and which task a model belongs to."""

import pytest

from advisor.advice.known_models import KnownModels
from advisor.advice.question import (
    Chosen,
    PageQuestion,
    first_question,
    home_workload,
    settled,
    turned,
)
from advisor.advice.question_knobs import knobs
from advisor.answer.tasks.ask import usual_question
from advisor.answer.text.setting import Chooser
from advisor.facts.asked.question import Question
from advisor.facts.kept.settings import RecentFile, Settings
from advisor.present.rig.my_rig import my_rig_view
from advisor.present.text.choices import AUTOMATIC
from tests.advice.reference_rigs import CATALOG, KNOWN

KNOWN_MODELS = KnownModels(CATALOG)
RIG = KNOWN["gaming PC"]
QWEN, LLAMA = "qwen/qwen3-8b", "llama/llama-3.1-8b"


def asked(model_id: str = QWEN) -> PageQuestion:
    now = Question(workload_id="chat", model_id=model_id, fields={"quant": "q4_k_m", "context_tokens": 4096})
    return settled(PageQuestion(now, now), RIG.rig, KNOWN_MODELS)


def turn(question: PageQuestion, *turns: tuple[str, str]) -> PageQuestion:
    for knob, choice in turns:
        question = settled(turned(question, knob, choice, KNOWN_MODELS), RIG.rig, KNOWN_MODELS)
    return question


def chosen(question: PageQuestion) -> tuple[str, int]:
    return question.quant_id, question.context_tokens


def test_what_a_person_chose_stays_with_its_model_and_only_there() -> None:
    first = asked()
    own = turn(first, ("quant", "q2_k"), ("context", "32768"))
    assert chosen(own) == ("q2_k", 32768)
    assert chosen(turn(own, ("model", LLAMA))) == chosen(asked(LLAMA))
    assert chosen(turn(own, ("model", LLAMA), ("model", QWEN))) == ("q2_k", 32768)
    assert chosen(turn(own, ("workload", "pictures"), ("workload", "chat"))) == ("q2_k", 4096)


@pytest.mark.parametrize("turns", [((AUTOMATIC, ""),), (("quant", AUTOMATIC), (AUTOMATIC, ""))])
def test_automatic_leaves_all_settings_to_the_adviser_again(turns: tuple[tuple[str, str], ...]) -> None:
    first = asked()
    own = turn(first, ("quant", "q2_k"), ("context", "32768"))
    assert knobs(own, KNOWN_MODELS).is_own
    assert knobs(own, KNOWN_MODELS).settings == "Yours: Q2_K, 32,768 tokens"
    alone = turn(first, ("context", "32768"))
    assert knobs(alone, KNOWN_MODELS).settings.startswith("Yours: 32,768 tokens; Auto: ")
    again = turn(own, *turns)
    assert chosen(again) == chosen(first)
    assert not knobs(again, KNOWN_MODELS).is_own


def test_the_settings_of_a_task_are_automatic_until_one_is_turned() -> None:
    first = turn(asked(), ("workload", "pictures"))
    shown = knobs(first, KNOWN_MODELS)
    assert shown.settings.startswith("Auto: ")
    assert [knob.id for knob in shown.others if not knob.is_advanced] == ["size"]
    own = turn(first, ("steps", '{"steps": 4}'), ("size", '{"width": 512, "height": 512}'))
    assert knobs(own, KNOWN_MODELS).is_own
    again = turn(own, (AUTOMATIC, ""))
    assert again.now.fields == {**first.now.fields, "width": 512, "height": 512}, "the size is what is asked"


@pytest.mark.parametrize("workload_id", [*CATALOG.workloads, *CATALOG.other_workloads])
def test_few_knobs_change_the_question(workload_id: str) -> None:
    shown = knobs(turn(asked(), ("workload", workload_id)), KNOWN_MODELS)
    assert len([knob for knob in shown.others if not knob.is_advanced]) <= 2, "model, workload and Advanced in one row"
    assert any(knob.is_advanced for knob in shown.others)
    assert shown.settings


def test_a_model_of_another_task_brings_its_workload_along() -> None:
    question = turn(asked(), ("workload", "coding"))
    flux = next(one for one in CATALOG.other_models if "flux" in one)
    picture = turn(question, ("model", flux))
    assert (picture.now.workload_id, picture.now.model_id) == ("pictures", flux)
    back = turn(picture, ("model", LLAMA))
    assert (back.now.workload_id, back.now.model_id) == ("coding", LLAMA), "text as it was asked about last"


def test_a_model_that_somebody_chose_is_asked_about_in_other_work_that_it_can_do() -> None:
    """A choice for the chat was gone without a word once several people were to be served."""
    own = turn(asked(), ("model", LLAMA))
    team = turn(own, ("workload", "serve-a-team"))
    assert team.now.model_id == LLAMA
    assert turn(team, ("workload", "coding-agent")).now.model_id == LLAMA
    assert turn(team, ("workload", "coding-agent"), ("model", QWEN), ("workload", "chat")).now.model_id == LLAMA
    assert turn(own, ("workload", "pictures")).now.model_id != LLAMA, "it draws nothing"
    usual = usual_question("serve-a-team", CATALOG).model_id
    assert turn(asked(), ("workload", "serve-a-team")).now.model_id == usual, "nobody chose one"


def test_every_model_has_a_workload_it_is_asked_about_in() -> None:
    for start in ("chat", "pictures", "serve-a-team"):
        question = turn(asked(), ("workload", start))
        for model_id in CATALOG.models:
            assert home_workload(model_id, question, KNOWN_MODELS) == ("chat" if start == "pictures" else start)
    for workload_id in ("pictures", "films", "speech", "embeddings"):
        model_id = usual_question(workload_id, CATALOG).model_id
        assert home_workload(model_id, asked(), KNOWN_MODELS) == workload_id


def test_a_knob_without_a_say_in_it_asks_nobody_about_the_quantization(monkeypatch: pytest.MonkeyPatch) -> None:
    times: list[str] = []
    best = Chooser.best

    def counted(self: Chooser, *args: object, **values: object) -> object:
        times.append("asked")
        return best(self, *args, **values)  # type: ignore[arg-type]

    monkeypatch.setattr(Chooser, "best", counted)
    remembered, question = Chosen(), asked()
    times.clear()
    for knob, choice in (("thinking", "auto"), ("draft", "none"), ("quant", AUTOMATIC)):
        question = settled(turned(question, knob, choice, KNOWN_MODELS), RIG.rig, KNOWN_MODELS, remembered)
    assert times == ["asked"]
    slower = KNOWN["Raspberry Pi 5 16GB"].rig
    assert settled(question, slower, KNOWN_MODELS, remembered) == settled(question, slower, KNOWN_MODELS)
    assert len(times) == 3, "another rig is asked"


def test_settings_of_the_last_start_are_those_a_person_chose() -> None:
    view = my_rig_view(machine=RIG.machine, rig=RIG.rig, measurements=None, answers=())
    kept = Settings(model_id=QWEN, quant="q2_k", context_tokens=32768)
    assert chosen(first_question(kept, view, (), KNOWN_MODELS)) == ("q2_k", 32768)
    usual = first_question(Settings(model_id=QWEN, context_tokens=4096), view, (), KNOWN_MODELS)
    assert not usual.own_settings, "earlier versions kept the usual length, too"


def test_a_file_in_another_task_leads_back_to_text() -> None:
    known = KnownModels(CATALOG, recent=(RecentFile(path="/x/tiny.gguf", name="tiny.gguf"),))
    question = turn(asked(), ("workload", "pictures"))
    assert home_workload("/x/tiny.gguf", question, known) == "chat"


@pytest.mark.parametrize("name", ["old server", "gaming PC"])
def test_page_and_ranking_take_one_file_of_a_model_whose_layers_nobody_published(name: str) -> None:
    """The ranking called it fine in a smaller file, and the page slow in the usual one."""
    rig, catalog = KNOWN[name].rig, CATALOG
    model_id = next(one for one, card in catalog.models.items() if card.shape is None and "qwen3.8-flash" in one)
    now = Question(workload_id="chat", model_id=model_id, fields={"quant": "q4_k_m", "context_tokens": 4096})
    page = settled(PageQuestion(now, now), rig, KNOWN_MODELS)
    ranked = Chooser(rig, catalog, catalog.workloads["chat"]).best(catalog.models[model_id])
    assert page.quant_id == catalog.quants.find(ranked.quant)


def test_usual_files_stand_before_all_others() -> None:
    """Forty names filled the height of a screen without a hint which of them people take."""
    quant = knobs(asked(LLAMA), KNOWN_MODELS).knob("quant")
    assert quant is not None
    _, *files = quant.choices
    usual = [one.id for one in files if not one.group]
    assert usual == ["q8_0", "q6_k", "q5_k_m", "q4_k_m", "iq4_xs", "q3_k_m", "iq3_xxs"]
    assert [one.group for one in files] == [""] * len(usual) + ["More"] * (len(files) - len(usual))
    assert "q4_0" in [one.id for one in files]


def test_a_model_that_comes_in_one_form_offers_no_others_of_its_size() -> None:
    quant = knobs(asked("gpt-oss/gpt-oss-120b"), KNOWN_MODELS).knob("quant")
    assert quant is not None
    automatic, first, *others = quant.choices
    assert (automatic.id, first.id, first.group) == (AUTOMATIC, "mxfp4_moe", "")
    assert len(others) < 12
    assert {one.group for one in others} <= {"More"}


@pytest.mark.parametrize("workload_id", ["serve-many", "serve-a-team", "fine-tune-lora"])
def test_knobs_of_other_work_with_the_same_model_are_not_kept(workload_id: str) -> None:
    serving = turn(asked(), ("workload", workload_id))
    before = knobs(serving, KNOWN_MODELS)
    after = turn(serving, ("model", asked().now.model_id), ("workload", "chat"))
    kept, fresh = knobs(after, KNOWN_MODELS, before), knobs(after, KNOWN_MODELS)
    assert [[one.id for one in knob.choices] for knob in kept.others] == [
        [one.id for one in knob.choices] for knob in fresh.others
    ]


@pytest.mark.parametrize(
    ("workload_id", "model_id", "labels"),
    [
        ("speech", "whisper-large-v3-turbo", {"Recording", "Search", "Precision"}),
        ("speech", "qwen3-asr-1.7b", {"Recording", "Precision"}),
        ("speak", "kokoro-82m", {"Length", "Precision"}),
        ("speak", "vibevoice-1.5b", {"Length", "Precision"}),
    ],
)
def test_speech_has_only_knobs_that_change_something(workload_id: str, model_id: str, labels: set[str]) -> None:
    """Text to speech had the knobs of a recording, and a search that changed nothing."""
    model_id = next(one for one in CATALOG.other_models if one.endswith(f"/{model_id}"))
    now = usual_question(workload_id, CATALOG, model_id)
    found = knobs(PageQuestion(now, asked().text), KNOWN_MODELS)
    assert {knob.label for knob in found.others} == labels
    assert ("beam" in found.settings) == ("Search" in labels)
