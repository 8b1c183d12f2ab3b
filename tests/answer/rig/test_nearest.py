"""What does the same work on a rig where the model that was asked about does not run."""

from typing import Any

import pytest

from advisor.answer.rig.nearest import KeptNearest, nearest_model, quick_forms, quick_relatives, same_work
from advisor.answer.rig.rank import rank_models
from advisor.answer.tasks.ask import answer_question, named_question
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.cards.processor import cpu_processor, gpu_processor
from advisor.facts.answers.task_answer import TaskAnswer
from advisor.facts.rig.rig import Rig
from advisor.facts.values.fact import known
from advisor.facts.values.units import GIB
from tests.fakes.known_computers import known_computer
from tests.fakes.sure import sure

CATALOG = load_catalog()
CPU_ID = "cpus/amd/ryzen-7-7700x"


def ask(workload_id: str, model: str, card: str, *, main_gib: int = 16, **fields: Any) -> TaskAnswer:
    host = cpu_processor(CPU_ID, CATALOG).changed(
        memory_total_bytes=known(main_gib * GIB, origin="detected", source="a test"),
        memory_free_bytes=known((main_gib - 4) * GIB, origin="detected", source="a test"),
    )
    gpu = gpu_processor(CATALOG.gpus.find(card) or "", CATALOG).changed(id="gpu0")
    question = named_question(workload_id, model, CATALOG)
    question = question.changed(fields={**question.fields, **fields})
    rig = Rig(name="a desktop", processors=(host, gpu))
    return answer_question(rig, CATALOG, question, nearest=nearest_model)


@pytest.mark.parametrize(
    ("workload_id", "model", "card"),
    [
        ("chat", "DeepSeek-V3", "RTX 3060 12GB"),
        ("coding", "Llama 3.1 405B", "RTX 4090"),
        ("fine-tune-qlora", "Llama 3.3 70B", "RTX 4060"),
    ],
)
def test_the_most_capable_model_that_runs_well_is_named(workload_id: str, model: str, card: str) -> None:
    answer = ask(workload_id, model, card)
    nearest = sure(answer.nearest)

    assert answer.light.usability == "wont_run"
    assert nearest.light.is_useful
    assert nearest.model_id != answer.model_id
    other = ask(workload_id, nearest.model_name, card)
    assert other.light.is_useful


def test_a_model_that_runs_has_no_other_beside_it() -> None:
    assert ask("chat", "Llama 3.1 8B", "RTX 4090").nearest is None


def test_with_pictures_it_is_one_that_sees() -> None:
    nearest = sure(ask("chat", "Qwen3-VL 235B-A22B", "RTX 3060 12GB", images=1).nearest)
    assert CATALOG.models[nearest.model_id].vision is not None


@pytest.mark.broad
@pytest.mark.parametrize("workload_id", ["chat", "coding", "coding-agent", "pictures", "films", "fine-tune-qlora"])
def test_it_is_the_first_of_the_ranking(workload_id: str) -> None:
    rig = known_computer(CATALOG.computers.find("PC with RTX 3060 12GB") or "", CATALOG).rig
    models = {"pictures": "FLUX.2 dev", "films": "HunyuanVideo 1.5 8.3B"}
    question = named_question(workload_id, models.get(workload_id, "Llama 3.1 405B"), CATALOG)
    found = answer_question(rig, CATALOG, question, nearest=nearest_model)
    first = rank_models(rig, CATALOG, workload_id=workload_id)[0]
    assert (sure(found.nearest).model_id, sure(found.nearest).light) == (first.model_id, first.light)


def test_of_a_slow_model_and_of_a_file_of_few_bits_it_is_told_too() -> None:
    slow = ask("chat", "QwQ 32B", "RTX 3060 12GB", main_gib=32)
    assert (slow.light.usability, sure(slow.nearest).light.is_useful) == ("slow", True)
    small = ask("chat", "Qwen3 32B", "RTX 5060 Ti 16GB", main_gib=32)
    assert small.light.is_useful
    assert sure(small.nearest).light.usability == "great"


def test_what_was_found_on_a_rig_is_found_again_and_anew_on_another() -> None:
    kept, question = KeptNearest(), named_question("chat", "DeepSeek-V3", CATALOG)
    hosts = [
        cpu_processor(CPU_ID, CATALOG).changed(memory_free_bytes=known(gib * GIB, origin="detected", source="a test"))
        for gib in (12, 64, 12)
    ]
    small, large, again = (
        answer_question(Rig(name="a desktop", processors=(host,)), CATALOG, question, nearest=kept).nearest
        for host in hosts
    )

    assert small == again != large


@pytest.mark.parametrize(
    ("model", "quick", "card"),
    [
        ("Wan 2.2 T2V A14B", "Wan 2.2 T2V A14B Lightning", "RTX 4070 Ti SUPER"),
        ("Wan 2.2 I2V A14B", "Wan 2.2 I2V A14B Lightning", "RTX 4070 Ti SUPER"),
        ("LTX-2.3 22B", "LTX-2.3 22B distilled", "RTX 3060 12GB"),
    ],
)
def test_of_a_slow_model_its_own_form_of_few_steps_is_named_first(model: str, quick: str, card: str) -> None:
    answer = ask("films", model, card, main_gib=64)
    nearest = sure(answer.nearest)
    assert answer.light.usability == "slow"
    assert nearest.model_name == quick
    assert nearest.in_fewer_steps
    assert nearest.light.is_useful


def test_forms_of_few_steps_are_the_same_network() -> None:
    found = {
        card.name: {CATALOG.other_models[one].name for one in quick_forms(model_id, CATALOG)}
        for model_id, card in CATALOG.other_models.items()
    }
    assert found["Z-Image"] == {"Z-Image Turbo"}
    assert found["FLUX.1 dev"] == set()
    assert found["Wan 2.2 T2V A14B Lightning"] == set()
    assert not any(name in quick for name, quick in found.items())
    assert quick_forms("no-such-model", CATALOG) == ()


def test_relatives_in_few_steps_are_built_alike() -> None:
    assert CATALOG.other_models[quick_relatives("image/flux.1-dev", CATALOG)[0]].name == "FLUX.1 schnell"
    assert quick_relatives("image/sd-1.5", CATALOG) == ()


def test_what_hears_is_stood_in_for_by_its_own_family() -> None:
    """Canary-Qwen, of English alone and of NeMo, was named in place of Whisper."""
    processor = cpu_processor(sure(CATALOG.cpus.find("i5-8400")), CATALOG).changed(
        memory_total_bytes=known(16 * GIB, origin="detected", source="a test"),
        memory_free_bytes=known(12 * GIB, origin="detected", source="a test"),
    )
    rig = Rig(name="an office computer", processors=(processor,))
    found = answer_question(rig, CATALOG, named_question("speech", "Whisper large-v3", CATALOG), nearest=nearest_model)
    assert sure(found.nearest).model_name == "Whisper large-v3-turbo"


def test_what_stands_in_for_a_model_that_hears_knows_all_its_languages() -> None:
    cards = [one for one in CATALOG.other_models.values() if one.kind == "speech" and one.languages]
    assert len(cards) > 10
    for one in cards:
        for other in cards:
            if same_work(one, other):
                assert one.knows_all_of(other)
                assert "multilingual" in one.languages or set(other.languages) <= set(one.languages)


@pytest.mark.parametrize("card", ["RTX 3050 Laptop", "RTX 3090"])
def test_what_knows_one_language_alone_is_not_the_first_to_be_named(card: str) -> None:
    gpu = gpu_processor(sure(CATALOG.gpus.find(card)), CATALOG).changed(id="gpu0")
    ranked = rank_models(
        Rig(name="a desktop", processors=(cpu_processor(CPU_ID, CATALOG), gpu)), CATALOG, workload_id="speech"
    )
    useful = [one for one in ranked if one.light_is_useful and not one.older]
    assert useful[0].only_language is None
    alone = [one.only_language is not None for one in useful]
    assert alone == sorted(alone)
    assert any(alone)
