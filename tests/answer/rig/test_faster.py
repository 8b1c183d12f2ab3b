"""What writes clearly faster on the same graphics is named, with its speed."""

from dataclasses import replace
from typing import Any

import pytest

from advisor.answer.request.request import answer_request
from advisor.answer.text.text_answer import answer_text
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.cards.processor import cpu_processor
from advisor.facts.rig.rig import Rig
from advisor.facts.values.os_name import OsName
from advisor.facts.values.reason import Reason
from advisor.predict.model.subject import Run
from tests.fakes.carded import gpu
from tests.fakes.known_computers import known_computer

CATALOG = load_catalog()
MODEL = "Llama 3.1 8B"
RUN = Run(context_tokens=4096, prompt_tokens=512, generated_tokens=128, is_request=True)


def told(card: str, *, os: OsName | None = None, quant: str = "Q4_K_M", model: str = MODEL) -> list[Reason]:
    model_id = CATALOG.models.find(model) or pytest.fail(model)
    host = cpu_processor(CATALOG.cpus.find("Ryzen 5 5600") or pytest.fail("no CPU"), CATALOG).changed(id="cpu")
    rig = Rig(name="a rig", processors=(host, gpu(CATALOG, card).changed(id="gpu0", os=os)))
    answer = answer_text(rig, model_id=model_id, quant=quant, run=RUN, catalog=CATALOG, candidates=())
    return [note for note in answer.chosen.notes if note.code in ("faster_build", "faster_with_mlx")]


def speed(**fields: Any) -> float:
    asked = {"model": MODEL, "depth_tokens": 512, "context_tokens": 4096, "phase": "decode", **fields}
    return (answer_request(asked, CATALOG).tokens_per_s or pytest.fail("no speed")).middle


def test_the_driver_of_linux_is_left_for_a_build_that_is_twice_as_fast() -> None:
    (found,) = told("Arc A770 16GB", os="linux")
    sycl, vulkan = (
        speed(device="Arc A770 16GB", quant="Q4_K_M", backend=backend, os="linux") for backend in ("sycl", "vulkan")
    )
    assert found.parameters["build"] == "SYCL"
    assert found.parameters["speed"] == pytest.approx(sycl, rel=0.05)
    assert sycl > 1.5 * vulkan


def test_a_mac_is_told_of_mlx_with_a_file_as_large() -> None:
    (found,) = told("M4 Max (40-core GPU)")
    mlx = speed(device="M4 Max (40-core GPU)", quant="MLX 4-bit", engine="mlx-lm")
    assert found.parameters["bits"] == 4
    assert found.parameters["speed"] == pytest.approx(mlx, rel=0.05)


@pytest.mark.parametrize(("card", "os"), [("RTX 4090", "linux"), ("Arc A770 16GB", "windows"), ("Arc B580", "linux")])
def test_nothing_is_said_where_the_usual_program_is_about_as_fast(card: str, os: OsName) -> None:
    assert told(card, os=os) == []
    assert told("M4 Max (40-core GPU)", model="DeepSeek-V3") == [], "no graphics hold it"


def batches(computer: str, prompt_tokens: int, model: str = "gpt-oss 120B") -> list[Reason]:
    known = known_computer(CATALOG.computers.find(computer) or pytest.fail(computer), CATALOG)
    run = replace(RUN, context_tokens=32_768, prompt_tokens=prompt_tokens)
    model_id = CATALOG.models.find(model) or pytest.fail(model)
    quant = CATALOG.models[model_id].native_quant or "Q4_K_M"
    answer = answer_text(known.rig, model_id=model_id, quant=quant, run=run, catalog=CATALOG, candidates=())
    return [note for note in answer.chosen.notes if note.code == "larger_batches"]


def test_a_mixture_reads_a_long_prompt_sooner_in_larger_micro_batches() -> None:
    """A DGX Spark reads 12,000 tokens of gpt-oss 120B at 1,400 to 1,900 a second so (benches/dgx-spark.md)."""
    (found,) = batches("DGX Spark 128GB", 12_000)
    assert found.parameters["tokens"] == 2048
    assert 12_000 / 1937 < float(str(found.parameters["s"])) < 12_000 / 1411
    assert batches("DGX Spark 128GB", 512) == []
    assert batches("Mac Studio M3 Ultra 256GB", 12_000) == []
