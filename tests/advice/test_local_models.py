"""Which model of the catalog a file on this computer is, and how it runs: by its own header."""

from typing import Any

import pytest

from advisor.advice.assembled import assembled
from advisor.advice.picking import RigModels
from advisor.answer.rig.local_models import judged_locals, local_record
from advisor.answer.rig.rank import ranker
from advisor.answer.rig.ranked import Ranked
from advisor.answer.tasks.ask import answer_question
from advisor.answer.which_model.local_model import catalog_id, files_of
from advisor.answer.which_model.subject import find_quant, subject_of
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.answers.local_model import Holder, LocalModel, OtherWeights
from advisor.facts.answers.model_file import ModelFile
from advisor.facts.answers.task_answer import TaskOption
from advisor.facts.asked.question import Question
from advisor.facts.kept.profile import Profile
from advisor.facts.rig.rig import Rig
from advisor.present.rank.local_models import local_badge, local_row, local_table
from advisor.present.rank.rows import COLUMNS, ranked_row
from advisor.present.tasks.shown import SHOWN
from tests.fakes.rigs import gaming_pc

CATALOG = load_catalog()


def held(name: str, *, model: str = "", quant: str = "Q4_K_M", as_name: str = "", **changes: Any) -> LocalModel:
    """A file of a catalog's model under some name; without `model` one that writes no text."""
    path, file = f"/models/{name}.gguf", None
    if model:
        card = CATALOG.models[CATALOG.models.find(model) or ""]
        assert card.shape
        subject = subject_of(card, find_quant(quant, card, CATALOG)[0], CATALOG)
        file = ModelFile(
            path=path,
            format="gguf",
            name=name,
            architecture=card.shape.architecture,
            layers=card.shape.layers,
            quant=quant,
            weights=subject.weights,
            shape=card.shape,
            layers_known=True,
        ).changed(**changes)
    holders = (Holder(program="ollama", name=as_name or name, path=path),)
    return LocalModel(path=path, name=name, format="gguf", size_bytes=1, files=1, holders=holders, file=file)


@pytest.fixture(scope="module")
def rig() -> Rig:
    return assembled(Profile(machine=gaming_pc()), CATALOG).rig


@pytest.mark.parametrize(
    ("name", "as_name"),
    [("Qwen3-8B-Q4_K_M", ""), ("qwen3:8b", ""), ("weights", "Qwen/Qwen3-8B-GGUF"), ("Qwen3 8B", "")],
)
def test_a_file_is_known_by_its_name_in_any_program(name: str, as_name: str) -> None:
    found = catalog_id(held(name, model="Qwen3 8B", as_name=as_name), CATALOG)
    assert found
    assert CATALOG.models[found].name == "Qwen3 8B"


def test_a_file_whose_layers_deny_its_name_is_none_of_the_catalog() -> None:
    assert catalog_id(held("Qwen3-8B", model="Qwen3 8B", layers=40), CATALOG) is None
    assert catalog_id(held("Qwen3-8B", model="Qwen3 14B"), CATALOG) is None
    assert catalog_id(held("my-own-tune-v7", model="Qwen3 8B"), CATALOG) is None


def test_the_files_of_a_model_begin_with_the_quantization_that_was_asked_for() -> None:
    low, high = (held(f"Qwen3-8B-{quant}", model="Qwen3 8B", quant=quant) for quant in ("Q4_K_M", "Q8_0"))
    model_id = CATALOG.models.find("Qwen3 8B") or ""
    models = (low, held("other", model="Qwen3 14B"), high)
    assert files_of(model_id, models, CATALOG, quant="Q8_0") == (high, low)
    assert files_of(low.path, models, CATALOG) == (low,)


def test_a_private_file_is_predicted_from_its_own_header(rig: Rig) -> None:
    known, own = held("Qwen3-8B-Q8_0", model="Qwen3 8B", quant="Q8_0"), held("tune", model="Qwen3 8B", quant="Q8_0")
    first, second = judged_locals(rig, CATALOG, (known, own), "chat")
    assert first.rate == second.rate
    assert first.rate
    assert second.model_id is None
    assert local_record(second, CATALOG).quant == "Q8_0"


def test_a_smaller_file_of_one_model_is_never_slower(rig: Rig) -> None:
    judged = judged_locals(rig, CATALOG, [held("a", model="Qwen3 8B", quant=one) for one in ("Q8_0", "Q4_K_M")], "chat")
    large, small = (one.rate.middle if one.rate else 0 for one in judged)
    assert small >= large > 0


def test_a_model_that_makes_pictures_is_judged_for_that(rig: Rig) -> None:
    file = held("flux1-dev").changed(other=OtherWeights(params=11_901_408_320, stored="F8_E4M3"))
    (one,) = judged_locals(rig, CATALOG, (file,), "chat")
    assert one.model_id
    assert isinstance(one.way, Ranked)
    assert isinstance(one.way.way, TaskOption)
    assert getattr(one.way.way.request, "precision", None) == "fp8"
    assert one.workload_id in CATALOG.other_workloads
    assert local_record(one, CATALOG).rate_unit != "tokens"


@pytest.mark.parametrize(
    ("name", "params", "is_it"),
    [
        ("flux1-dev", 11_901_408_320 + 123_060_480 + 4_762_310_656 + 83_819_683, True),
        ("flux1-dev", 3_000_000_000, False),
        ("Wan2.2-T2V-A14B", 14_288_491_584, True),
    ],
)
def test_a_name_that_the_weights_deny_is_no_model_of_the_catalog(name: str, params: int, *, is_it: bool) -> None:
    file = held(name).changed(other=OtherWeights(params=params, stored="BF16"))
    assert (catalog_id(file, CATALOG) is not None) == is_it
    assert catalog_id(held(name), CATALOG) is None


def test_the_picker_begins_with_what_is_useful_on_this_rig(rig: Rig) -> None:
    large, small = held("Llama-3.3-70B", model="Llama 3.3 70B", quant="Q8_0"), held("Qwen3-8B", model="Qwen3 8B")
    models = RigModels(rig, CATALOG, (large, small))
    assert [None for _ in models.best_steps("chat")]
    assert [one.id for one in models.held_choices("chat")] == [small.path, large.path]
    assert [" tokens/s · " in one.detail for one in models.held_choices("chat")] == [True, False]  # one will not run
    found = models.badge(small.path, "chat")
    assert found
    assert found.light == "great"


def test_what_nothing_is_known_of_stays_unknown(rig: Rig) -> None:
    (one,) = judged_locals(rig, CATALOG, (held("whatever this is"),), "chat")
    assert (one.usability, one.rate, one.model_id) == ("unknown", None, None)


@pytest.mark.parametrize("name", ["Qwen3 0.6B", "gpt-oss 20B", "Qwen3 8B"])
def test_a_file_of_a_known_model_is_judged_as_the_model_is(rig: Rig, name: str) -> None:
    file = held(name, model=name, quant=(quant := "MXFP4_MOE" if "oss" in name else "Q4_K_M"))
    (one,) = judged_locals(rig, CATALOG, (file,), "chat")
    assert one.model_id
    known = ranker(rig, CATALOG, "chat", quant_of=lambda _: quant)(one.model_id, CATALOG.models[one.model_id])
    rows = (local_row(one, CATALOG, "chat"), ranked_row(known, CATALOG, SHOWN["generate"], "chat"))
    mine, theirs = (dict(zip(COLUMNS, row.texts, strict=True)) for row in rows)
    assert [mine[one] for one in ("Verdict", "Speed", "Ready in")] == [
        theirs[one] for one in ("Verdict", "Speed", "Ready in")
    ]
    badge = local_badge(one)
    assert badge
    assert badge.word == mine["Verdict"] == local_table((one,), CATALOG)[1][4]
    asked = answer_question(rig, CATALOG, Question(workload_id="chat", model_id=file.path), file=file.file)
    assert (asked.light.usability, asked.light.held_by) == (one.usability, one.light.held_by)


def test_small_models_and_those_that_think_say_so(rig: Rig) -> None:
    files = held("Qwen3 0.6B", model="Qwen3 0.6B"), held("a", model="gpt-oss 20B", as_name="gpt-oss 20B")
    small, thinks = judged_locals(rig, CATALOG, files, "chat")
    assert local_row(small, CATALOG, "chat").texts[0] == "Too weak"
    assert "thinks" in local_row(thinks, CATALOG, "chat").texts[3]
