"""Run it: the steps of three programs, exact, for every place a model can lie in."""

import shlex
from typing import Any

import pytest

from advisor.answer.tasks.ask import answer_question, find_workload, task_fields
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.answers.estimate import LaunchPlan
from advisor.facts.answers.task_answer import TaskAnswer
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.answers.usability import Light
from advisor.facts.asked.question import Question
from advisor.facts.cards.workload import TaskCard
from advisor.facts.values.range import Range
from advisor.present.run_it.steps import run_view, serving_line, system_of, vllm_line
from advisor.present.run_it.view import RunGuide, RunView
from advisor.present.tasks.shown import launch_line as launched
from advisor.present.words.placement_text import launch_line
from advisor.present.words.shell_words import System, shell_word
from tests.fakes.estimates import answer, cpu_estimate, estimate, spilled, too_big
from tests.fakes.machines import machine, seen
from tests.fakes.rigs import RIGS

PATH = "/home/me/my models/it's Q4.gguf"
WINDOWS_PATH = r"C:\Users\me\my models\a&b $1.gguf"
NAMELESS = load_catalog().models["qwen/qwen3-8b"].changed(download=None)


def planned(one: Any, *arguments: str, **fields: Any) -> TextAnswer:
    """The answer of a rig with a graphics card whose chosen way starts so."""
    plan = LaunchPlan(arguments=("-c", "8192", *arguments), layers=36, **fields)
    chosen = one.changed(launch=plan)
    graphics = estimate() if chosen.processor_id == "cpu" else chosen
    return answer(chosen, options=(cpu_estimate(), graphics), offloaded=chosen if len(one.fit.pools) > 1 else None)


def shown(found: TextAnswer, *, system: System = "linux", path: str = "") -> RunView:
    view = run_view(found, system=system, path=path)
    assert view is not None
    return view


def guide(view: RunView, program: str) -> RunGuide:
    return next(one for one in view.guides if one.program == program)


def copied(found: TextAnswer, program: str, **where: Any) -> str:
    return "\n".join(step.copied for step in guide(shown(found, **where), program).steps)


def words(found: TextAnswer, program: str, **where: Any) -> str:
    one = guide(shown(found, **where), program)
    return " ".join((*(step.text for step in one.steps), *one.notes))


def test_a_model_on_the_card_is_told_where_all_its_layers_lie() -> None:
    found = planned(estimate())
    assert "llama-server -m MODEL.gguf -c 8192 -ngl 37" in copied(found, "llama.cpp")
    assert "FROM ./MODEL.gguf\nPARAMETER num_ctx 8192\nPARAMETER num_gpu 37" in copied(found, "Ollama")
    assert "Context Length: 8192\nGPU Offload: 36 / 36\nFlash Attention: on" in copied(found, "LM Studio")
    assert "lms load --context-length 8192 --gpu max" in copied(found, "LM Studio")


@pytest.mark.parametrize("thinks", [None, True, False])
def test_a_model_that_is_judged_without_thinking_is_started_so(thinks: bool | None) -> None:
    plain = planned(estimate())
    found = plain.changed(light=Light(usability="great", thinks=thinks))
    is_off = thinks is False
    assert ("--reasoning-budget 0" in copied(found, "llama.cpp")) == is_off
    assert ("--think=false" in copied(found, "Ollama")) == is_off
    assert (("Thinking", "off") in shown(found).settings.rows) == is_off
    assert launch_line(found).endswith("--reasoning-budget 0") == is_off


def test_a_model_on_the_processor_beside_a_card_is_kept_from_the_card() -> None:
    found = planned(cpu_estimate())
    assert copied(found, "llama.cpp").endswith("llama-server -m MODEL.gguf -c 8192 -dev none\n")
    assert "PARAMETER num_gpu 0" in copied(found, "Ollama")
    assert "--gpu off" in copied(found, "LM Studio")
    alone = found.changed(options=(found.chosen,))
    assert "-dev" not in copied(alone, "llama.cpp")
    assert "num_gpu" not in copied(alone, "Ollama")


def test_layers_in_main_memory_are_counted_for_each_program_in_its_way() -> None:
    found = planned(spilled(), "-ngl", "26", gpu_layers=26)
    assert "-c 8192 -ngl 26" in copied(found, "llama.cpp")
    assert "PARAMETER num_gpu 26" in copied(found, "Ollama")
    assert "GPU Offload: 26 / 36" in copied(found, "LM Studio")
    assert "--gpu 0.72" in copied(found, "LM Studio")
    rows = {row[0]: row[1] for row in shown(found).settings.rows}
    assert rows["Layers"] == "26 of 37 in VRAM (the output counts as one), the rest in RAM"


def test_experts_in_main_memory_are_said_where_a_program_can_do_it() -> None:
    found = planned(spilled(), "--n-cpu-moe", "30", host_expert_layers=30)
    assert "--n-cpu-moe 30 -ngl 37" in copied(found, "llama.cpp")
    assert "force MoE weights onto CPU: 30" in copied(found, "LM Studio")
    assert "lms load" not in copied(found, "LM Studio")
    assert "num_gpu" not in copied(found, "Ollama")
    assert "Slower in Ollama" in words(found, "Ollama")
    assert shown(found).sentence.endswith("LM Studio comes close, Ollama is slower.")


@pytest.mark.parametrize(
    ("system", "line"),
    [
        ("linux", 'Environment="OLLAMA_KV_CACHE_TYPE=q8_0"'),
        ("macos", "launchctl setenv OLLAMA_KV_CACHE_TYPE q8_0"),
        ("windows", "setx OLLAMA_KV_CACHE_TYPE q8_0"),
    ],
)
def test_the_cache_several_users_and_threads_are_told_too(system: System, line: str) -> None:
    found = planned(
        estimate(), "-np", "4", "-ctk", "q8_0", "-ctv", "q8_0", "-t", "6",
        key_type="Q8_0", value_type="Q8_0", threads=6, sequences=4,
    )  # fmt: skip
    ollama = copied(found, "Ollama", system=system)
    assert line in ollama
    assert "OLLAMA_NUM_PARALLEL" in ollama
    assert "num_ctx 2048" in ollama, "the context is that of all four"
    assert "num_thread 6" in ollama
    studio = copied(found, "LM Studio", system=system)
    assert "K Cache Quantization Type: q8_0\nV Cache Quantization Type: q8_0" in studio
    assert "CPU Thread Pool Size: 6" in studio
    assert "-np 4 -ctk q8_0 -ctv q8_0 -t 6" in copied(found, "llama.cpp", system=system)


def test_a_file_with_blanks_and_signs_is_one_word() -> None:
    found = planned(estimate())
    line = copied(found, "llama.cpp", path=PATH).splitlines()[1]
    assert shlex.split(line)[:3] == ["llama-server", "-m", PATH]
    assert f'FROM "{PATH}"' in copied(found, "Ollama", path=PATH)
    windows = copied(found, "llama.cpp", system="windows", path=WINDOWS_PATH)
    assert r'-m "C:\Users\me\my models\a&b `$1.gguf" -c' in windows
    assert shell_word(r"C:\models\a.gguf", "windows") == r"C:\models\a.gguf"
    assert "huggingface" not in words(found, "llama.cpp", path=PATH)


def test_a_model_without_a_file_is_searched_for_and_never_given_a_name() -> None:
    found = planned(estimate())
    for program in ("Ollama", "llama.cpp"):
        assert "Qwen3 8B GGUF Q4_K_M" in copied(found, program)
        assert "about 4.7 GiB" in words(found, program)
    assert "search ollama.com for Qwen3 8B" in words(found, "Ollama")
    assert "ollama create qwen3-8b-q4_k_m-8k -f Modelfile" in copied(found, "Ollama")


def test_what_does_not_fit_has_no_steps() -> None:
    assert run_view(answer(too_big()), system="linux") is None


def test_one_of_several_cards_is_named() -> None:
    found = planned(estimate())
    other = estimate(processor_id="gpu1", name="GTX 1060")
    both = found.changed(options=(*found.options, other))
    assert "--list-devices" in words(both, "llama.cpp")
    assert "RTX 4070 SUPER" in words(both, "LM Studio")
    assert "--list-devices" not in words(found, "llama.cpp")


@pytest.mark.parametrize(
    ("name", "system"), [("Windows 11 Pro", "windows"), ("macOS", "macos"), ("Debian GNU/Linux", "linux")]
)
def test_the_steps_are_for_the_system_of_the_machine(name: str, system: System) -> None:
    found = machine()
    assert system_of(found.changed(os=found.os.changed(name=seen(name)))) == system


def served(**fields: Any) -> TaskAnswer:
    """A team that is served by a gaming computer."""
    catalog = load_catalog()
    detected, measured = RIGS["gaming PC"]
    rig = assemble_rig(known_machine(detected, (), catalog), measured, catalog)
    asked = {"prompt_tokens": 1024, "generated_tokens": 256, "concurrency": 8, **fields}
    question = Question(workload_id="serve-a-team", model_id="qwen/qwen3-8b", fields=asked)
    return answer_question(rig, catalog, question, candidates=())


def test_several_users_get_a_place_each() -> None:
    found = served(engine="llama.cpp", precision="Q4_K_M")
    assert serving_line(found) == "llama-server -m MODEL.gguf -c 10240 -np 8"
    view = run_view(found, model=NAMELESS, system="linux")
    assert view is not None
    steps = {one.program: "\n".join(step.copied for step in one.steps) for one in view.guides}
    assert "llama-server -m MODEL.gguf -c 10240 -np 8 -ngl 37" in steps["llama.cpp"]
    assert "PARAMETER num_ctx 1280" in steps["Ollama"]
    assert 'Environment="OLLAMA_NUM_PARALLEL=8"' in steps["Ollama"]
    assert "Max Concurrent Predictions: 8" in steps["LM Studio"]


def test_vllm_has_steps_of_its_own() -> None:
    """Two RTX 3090 were Great for a coding agent with vLLM, and the button was "See what fits"."""
    found = served(engine="vLLM", precision="AWQ INT4")
    assert serving_line(found) == ""
    view = run_view(found, model=NAMELESS, system="linux")
    assert view is not None
    assert [one.program for one in view.guides] == ["vLLM"]
    assert vllm_line(found) in [step.copied for step in view.guides[0].steps]
    assert launched(found, None) == vllm_line(found) != ""


def test_an_engine_nobody_is_told_the_steps_of_has_none() -> None:
    found = served(engine="TensorRT-LLM", precision="fp8")
    assert run_view(found, model=NAMELESS, system="linux") is None
    assert launched(found, None) == ""


def pictured(model: str) -> TaskAnswer:
    """What the gaming PC says of pictures."""
    detected, measured = RIGS["gaming PC"]
    catalog = load_catalog()
    known = known_machine(detected, (), catalog)
    model_id = catalog.other_models.find(model)
    assert model_id is not None
    work = find_workload("pictures", catalog)
    assert isinstance(work, TaskCard)
    usual = task_fields(work, model_id, catalog)
    question = Question(workload_id="pictures", model_id=model_id, fields=usual)
    found = answer_question(assemble_rig(known, measured, catalog), catalog, question)
    assert isinstance(found, TaskAnswer)
    return found


def test_pictures_are_made_in_comfyui_with_the_size_and_steps_of_the_prediction() -> None:
    """People who make pictures read "Run it in ComfyUI" and no more."""
    found = pictured("SDXL")
    view = run_view(found, system="linux")
    assert view is not None
    (comfy,) = view.guides
    assert comfy.program == "ComfyUI"
    assert ("Size", "1024 x 1024") in view.settings.rows
    assert any("GGUF" in step.text for step in comfy.steps) == str(found.chosen.request.precision).startswith("Q")
    assert run_view(pictured("HunyuanImage 3.0"), system="linux") is None, "it does not run"


def test_where_experts_are_moved_it_is_said_how_fast_ollama_is() -> None:
    """ "Ollama is slower" left those who use it, most people, without a figure."""
    found = planned(spilled(), "--n-cpu-moe", "20", host_expert_layers=20)
    slow = run_view(found, system="linux", whole_layers=Range(18.0, 29.0, 46.0))
    assert slow is not None
    assert slow.sentence.endswith("Ollama reaches 29 tokens/s.")
    assert shown(found).sentence.endswith("Ollama is slower.")
