"""Files that no memory of a rig holds are known without counting their tensors, and nothing is answered otherwise."""

from collections.abc import Callable

import pytest

from advisor.answer.tasks.ask import answer_question
from advisor.answer.text import setting
from advisor.answer.text.run_options import find_run_options
from advisor.answer.text.setting import Chooser
from advisor.answer.which_model.published_forms import GOOD_FORMS, VERY_LARGE_FORMS, WORSE_FORMS
from advisor.answer.which_model.subject import find_quant, subject_of, weights_in_layers
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.cards.processor import cpu_processor, gpu_processor
from advisor.facts.asked.question import Question
from advisor.facts.rig.rig import Rig
from advisor.facts.values.fact import known
from advisor.facts.values.units import GIB
from advisor.predict.model.weights import least_bytes
from tests.answer.judge.expert_rigs import named_rig
from tests.fakes.sure import sure

CATALOG = load_catalog()
FORMS = (*GOOD_FORMS, *WORSE_FORMS, *VERY_LARGE_FORMS)
RIGS = (("RTX 3060 12GB", 32), ("RTX 4060", 8), ("RX 7900 XTX", 16), ("", 16), ("RTX 3060 12GB", None))
"""A card and GiB of main memory; nobody knows how much there is of the last."""


def named(card: str, ram_gib: int | None) -> Rig:
    size = {} if ram_gib is None else {"memory_total_bytes": known(ram_gib * GIB, origin="detected", source="a test")}
    cpu = cpu_processor(CATALOG.cpus.find("Ryzen 7 5700X") or "", CATALOG).changed(**size)
    cards = (gpu_processor(CATALOG.gpus.find(card) or "", CATALOG),) if card else ()
    return Rig(name="a rig", processors=(*cards, cpu))


def test_no_file_is_smaller_than_its_layers_alone_tell() -> None:
    told = 0
    for model in CATALOG.models.values():
        if model.shape is None:
            continue
        weights = weights_in_layers(model, model.shape)
        for name in FORMS:
            quant = find_quant(name, model, CATALOG)[0]
            least = least_bytes(weights, model.shape, quant, blocks=CATALOG.blocks)
            assert least <= subject_of(model, quant, CATALOG).weights.total_bytes, (model.name, name)
            told += least > 0
    assert told > len(CATALOG.models)


@pytest.mark.broad
@pytest.mark.parametrize(("card", "ram_gib"), RIGS)
def test_files_that_are_too_big_are_left_out_and_nothing_is_answered_otherwise(
    card: str, ram_gib: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = named(card, ram_gib)
    large = sorted(CATALOG.models.values(), key=lambda one: -one.params)[::3]
    asked: list[str] = []

    def chosen(least: Callable[..., float]) -> list[tuple[str, str, int | None]]:
        monkeypatch.setattr(setting, "least_bytes", least)
        asked.clear()
        chooser = Chooser(rig, CATALOG, CATALOG.workloads["chat"])
        found = [chooser.best(model) for model in large]
        return [(one.quant, one.usability, one.option.fit.spare_bytes) for one in found]

    plain = find_run_options

    def counted(*arguments: object, **options: object) -> object:
        asked.append("a file")
        return plain(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(setting, "find_run_options", counted)
    all_answered = chosen(lambda *_, **__: 0.0)
    files = len(asked)
    assert chosen(least_bytes) == all_answered
    assert len(asked) < files or ram_gib is None


def test_what_nothing_holds_is_told_of_the_memory_that_lacks_least() -> None:
    """Graphics take half of what they share with the CPU, which has all of it: 4 GiB are missing there, not 30."""
    parts = {"cpu": "Ryzen 7 8845HS", "ram_gib": 64, "sticks": 2, "ram_type": "DDR5", "ram_mt": 5600, "form": "mini"}
    _, small = named_rig({**parts, "gpus": ["Radeon 780M"]}, CATALOG)
    question = Question(workload_id="chat", model_id="gpt-oss/gpt-oss-120b", fields={})
    found = answer_question(small, CATALOG, question, candidates=(), is_glance=True)
    assert found.light.usability == "wont_run"
    assert [pool.pool for pool in found.chosen.fit.pools] == ["ram"]
    assert -8 * GIB < sure(found.chosen.fit.spare_bytes) < 0
