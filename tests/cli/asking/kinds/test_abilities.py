"""`rig-advisor ask` where a model has to be able to do something beside writing: see, call tools, hold much."""

import pytest

from tests.cli.asking.understood import lines_of, plan_of


@pytest.mark.parametrize(
    ("words", "only"),
    [
        ("best model for tool calling on a 3090", "--only tools"),
        ("which local llm is good at function calling? rtx 4070", "--only tools"),
        ("best model with tool use for a 4060 ti 16gb", "--only tools"),
        ("model for MCP tools on a 3060 12gb", "--only tools"),
        ("best model with vision for 12 GB of VRAM", "--only sees"),
        ("best local model that needs to see images, rtx 3090", "--only sees"),
        ("which multimodal llm runs on a 4070", "--only sees"),
        ("model that can look at photos on a 24gb card", "--only sees"),
        ("best vision model with tool calling on a 4090", "--only sees --only tools"),
        ("best reasoning model for a 3090", "--only thinks"),
    ],
)
def test_what_a_model_has_to_do_is_a_condition(words: str, only: str) -> None:
    """`calling` was not understood, and models that do not see were ranked for pictures to be seen."""
    line = lines_of(words)[0]
    assert line.startswith("rank --workload chat ")
    assert f" {only} " in line
    assert not plan_of(words).unknown


@pytest.mark.parametrize(
    "words",
    [
        "best model for long context on a 3090",
        "which llm has a large context window, rtx 4090",
        "long-context model for 48 GB of VRAM",
    ],
)
def test_a_long_context_is_asked_of_long_documents(words: str) -> None:
    assert lines_of(words)[0].startswith("rank --workload long-documents ")
    assert not plan_of(words).unknown


def test_an_agent_with_a_long_context_stays_one() -> None:
    assert lines_of("coding agent with long context on a 3090")[0].startswith("rank --workload coding-agent ")


@pytest.mark.parametrize(
    "words",
    ["best vision model with 32k context on a 3090", "multimodal llm, 64k context, rtx 4090"],
)
def test_with_settings_the_best_that_can_do_it_is_taken(words: str) -> None:
    step = plan_of(words).steps[0]
    assert step.wants_best  # type: ignore[union-attr]
    assert step.abilities == ("sees",)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("words", "note"),
    [
        ("is qwen3 8b good at tool calling on a 3090?", "Qwen3 8B can call tools."),
        ("does gemma 3 27b do function calling? 4090", "Gemma 3 27B is not known to call tools."),
        ("can qwen3.6 27b call tools on a 3090", "Qwen3.6 27B can call tools."),
    ],
)
def test_of_a_model_that_is_named_it_is_said(words: str, note: str) -> None:
    assert note in plan_of(words).notes
