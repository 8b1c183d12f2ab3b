"""What a program printed, for one rig: which model on which device, what is missing, and what cannot be used."""

import json
from typing import Any

import pytest

from advisor.answer.runs.imported_model import Likely
from advisor.answer.runs.imported_run import Chosen, Understood, understood, understood_rate
from advisor.answer.text.own_runs import ran_model
from advisor.answer.text.text_answer import answer_text
from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.catalog.imported.imported_text import read_imported
from advisor.catalog.imported.llama_bench import split_type_words
from advisor.facts.rig.rig import Rig
from advisor.predict.model.subject import Run
from tests.fakes import imported_texts as texts
from tests.fakes.machines import machine, nvidia_card
from tests.fakes.said import said
from tests.fakes.sure import sure

MODEL = "llama/llama-3.1-8b"
TODAY = "2026-11-20"
RUN = Run(context_tokens=4096)


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


@pytest.fixture(scope="module")
def rig(catalog: Catalog) -> Rig:
    return assemble_rig(known_machine(machine(gpus=(nvidia_card(),)), (), catalog), None, catalog)


def last(text: str, rig: Rig, catalog: Catalog, **chosen: Any) -> Understood:
    """The last run in a text."""
    return understood(read_imported(text).runs[-1], rig, catalog, chosen=Chosen(**chosen), today=TODAY)


@pytest.mark.parametrize("text", [texts.as_json(texts.BENCH), texts.LOG, texts.OLLAMA])
def test_a_run_here_stands_beside_what_was_expected(text: str, rig: Rig, catalog: Catalog) -> None:
    found = last(text, rig, catalog)
    assert found.reason is None
    assert found.judged
    run = found.judged.run
    assert (run.model_id, run.quant, run.processor, run.model) == (MODEL, "Q4_K_M", "gpu0", None)
    assert found.judged.finding is None
    assert sure(found.judged.expected.tokens_per_s).middle == pytest.approx(75, rel=0.3)


def test_a_table_tells_the_model_by_its_words_parameters_and_size(rig: Rig, catalog: Catalog) -> None:
    found = last(texts.TABLE, rig, catalog)
    assert found.judged
    run = found.judged.run
    assert (run.model_id, run.quant, run.depth_tokens, run.build) == (MODEL, "Q4_K_M", 4096, "b6918")
    assert (run.ran_on, run.flash_attention, run.backend) == (TODAY, True, "cuda")
    by_size = texts.TABLE.replace("llama 8B", "mystery ?B")
    for chosen in ({"likely": Likely(MODEL)}, {}):
        named_by_size = last(by_size, rig, catalog, **chosen)
        assert named_by_size.judged
        assert named_by_size.judged.subject.shape.layers == 32


@pytest.mark.parametrize(
    ("words", "model", "quant"),
    [
        ("qwen2 7B Q4_K - Medium", "qwen2 7B", "Q4_K_M"),
        ("llama 7B mostly Q4_0", "llama 7B", "Q4_0"),
        ("gpt-oss 20B MXFP4 MoE", "gpt-oss 20B", "MXFP4_MOE"),
        ("llama 8B IQ4_XS - 4.25 bpw", "llama 8B", "IQ4_XS"),
        ("llama 70B IQ3_S mix - 3.66 bpw", "llama 70B", "IQ3_M"),
        ("llama 8B Q2_K - Medium", "llama 8B", "Q2_K"),
        ("llama 8B Q2_K - Small", "llama 8B", "Q2_K_S"),
        ("qwen3moe 30B.A3B Q5_K - Small (guessed)", "qwen3moe 30B.A3B", "Q5_K_S"),
        ("llama 8B F16", "llama 8B", "F16"),
        ("Q6_K", "", "Q6_K"),
        ("something else", "something else", None),
    ],
)
def test_the_words_of_llama_cpp(words: str, model: str, quant: str | None) -> None:
    assert split_type_words(words) == (model, quant)


@pytest.mark.broad
@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"gpu_info": "NVIDIA GeForce RTX 4090"}, {"ran_elsewhere", "NVIDIA GeForce RTX 4090"}),
        ({"gpu_info": "Apple M2 Ultra", "backends": "Metal"}, {"ran_elsewhere", "Apple M2 Ultra"}),
        ({"gpu_info": "", "backends": "ROCm"}, {"no_card_of_maker", "rocm", "AMD"}),
        (
            {"gpu_info": "", "backends": "CPU", "cpu_info": "Intel(R) Core(TM) i5-1235U"},
            {"ran_elsewhere"},
        ),
        ({"n_gpu_layers": 20}, {"speed_of_two_devices", 20, 32}),
        ({"type_v": "q4_0"}, {"run_cache_stored_as"}),
        ({"model_filename": "other.gguf", "model_type": "other", "model_n_params": 1}, {"called_model_not_known"}),
        ({"model_filename": "a.gguf", "model_type": "llama 8B", "model_size": 4912898304}, {"choose_quant"}),
        ({"model_size": 9_000_000_000}, {"file_of_other_size", 9_000_000_000}),
        ({"n_gpu_layers": 0, "n_prompt": 512, "n_gen": 0}, {"prompt_read_on_graphics"}),
    ],
)
def test_what_cannot_be_used_says_why_or_what_to_choose(
    fields: dict[str, object], why: set[object], rig: Rig, catalog: Catalog
) -> None:
    found = last(texts.as_json(texts.bench(**fields)), rig, catalog)
    assert found.judged is None
    assert why <= said(found.reason)


def test_a_person_can_choose_what_is_not_said(rig: Rig, catalog: Catalog) -> None:
    assert said(last(texts.LM_STUDIO, rig, catalog).reason) == {"which_model_not_known"}
    assert "choose_quant" in said(last(texts.LM_STUDIO, rig, catalog, model_id=MODEL).reason)
    found = last(texts.LM_STUDIO, rig, catalog, likely=Likely(MODEL, "q4_k_m"))
    assert found.judged
    assert (found.judged.run.engine, found.judged.run.processor) == ("LM Studio", "gpu0")
    assert "device_not_said" in said(*found.notes)
    on_cpu = last(texts.LM_STUDIO, rig, catalog, model_id=MODEL, quant="Q4_K_M", device="cpu")
    assert on_cpu.judged
    assert on_cpu.judged.finding
    assert on_cpu.judged.finding.verdict == "impossible"
    nowhere = last(texts.LM_STUDIO, rig, catalog, model_id=MODEL, quant="Q8_0", device="gpu7")
    assert {"device_unknown_known", "gpu7"} <= said(nowhere.reason)


def test_a_text_may_be_of_the_file_that_was_opened(rig: Rig, catalog: Catalog) -> None:
    stock = last(texts.as_json(texts.BENCH), rig, catalog)
    assert stock.judged
    file = ran_model(stock.judged.subject).changed(name="my-tuning.Q4_K_M.gguf")
    likely = Likely(file=file)
    unsaid = last(texts.LM_STUDIO, rig, catalog, likely=likely)
    by_name = last(texts.as_json(texts.bench(model_filename="/m/my-tuning.Q4_K_M.gguf")), rig, catalog, likely=likely)
    by_size = last(texts.TABLE, rig, catalog, likely=likely)
    chosen = last(texts.as_json(texts.bench(model_filename="x.gguf")), rig, catalog, file=file)
    for found in (unsaid, by_name, by_size, chosen):
        assert found.judged
        assert (found.judged.run.model_id, found.judged.run.model) == (file.name, file)
    other = last(texts.as_json(texts.BENCH), rig, catalog, likely=likely)
    assert other.judged
    assert other.judged.run.model is None


def test_an_impossible_speed_is_found_out(rig: Rig, catalog: Catalog) -> None:
    found = last(texts.as_json(texts.bench(avg_ts=400.0)), rig, catalog)
    assert found.judged
    assert found.judged.finding
    assert found.judged.finding.verdict == "impossible"


def test_a_file_with_a_mixture_of_its_own_keeps_its_size(rig: Rig, catalog: Catalog) -> None:
    size = 5_300_000_000
    found = last(texts.as_json(texts.bench(model_size=size)), rig, catalog)
    assert found.judged
    assert found.judged.run.model
    assert found.judged.run.model.weights.total_bytes == pytest.approx(size, rel=1e-6)


def test_another_backend_is_kept_and_said_to_change_nothing(rig: Rig, catalog: Catalog) -> None:
    found = last(texts.as_json(texts.bench(backends="Vulkan")), rig, catalog)
    assert found.judged
    assert {"other_backend_ran", "cuda"} <= said(*found.notes)


def test_rates_of_clpeak_are_of_a_card_here_and_can_be_true(rig: Rig, catalog: Catalog) -> None:
    rates = read_imported(json.dumps(texts.CLPEAK)).rates
    assert {understood_rate(one, rig, catalog, device=None).processor_id for one in rates} == {"gpu0"}
    elsewhere = rates[0].changed(device="NVIDIA GeForce RTX 3090")
    assert "ran_elsewhere" in said(understood_rate(elsewhere, rig, catalog, device=None).reason)
    too_fast = rates[0].changed(value=2 * 504e9)
    assert "above_data_sheet" in said(understood_rate(too_fast, rig, catalog, device=None).reason)


def test_a_run_with_a_draft_is_kept_as_one_and_changes_no_plain_figures(rig: Rig, catalog: Catalog) -> None:
    text = texts.LOG + "draft acceptance rate = 0.71429 (   30 accepted /    42 generated)\n"
    found = last(text, rig, catalog, model_id=MODEL, quant="Q4_K_M", device="gpu0")
    assert found.judged is not None
    assert found.judged.run.draft is not None
    assert found.judged.run.draft.accepted_share == 30 / 42
    assert "run_with_draft" in {note.code for note in found.notes}
    before = answer_text(rig, model_id=MODEL, quant="Q4_K_M", run=RUN, catalog=catalog, candidates=())
    kept = rig.changed(own_runs=(found.judged.run,))
    after = answer_text(kept, model_id=MODEL, quant="Q4_K_M", run=RUN, catalog=catalog, candidates=())
    assert after.chosen.decode == before.chosen.decode


def test_a_draft_may_be_faster_than_one_token_a_step_but_not_without_limit(rig: Rig, catalog: Catalog) -> None:
    fast = json.dumps({"model": "x", "timings": {"predicted_n": 128, "predicted_per_second": 1e5, "draft_n": 4}})
    found = last(fast, rig, catalog, model_id=MODEL, quant="Q4_K_M", device="gpu0")
    assert found.judged is not None
    assert found.judged.finding is not None
    assert found.judged.finding.verdict == "impossible"
