"""`rig-advisor ask` whether thinking is to be left on: for the work, how long it takes, and how to turn it off."""

from collections.abc import Sequence

import pytest

from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.cli.asking.answered import rig_of
from advisor.cli.asking.steps import Voice
from advisor.cli.asking.voice import voice_assistant
from advisor.cli.frame.rig_options import AskedRig
from advisor.facts.values.fact import unknown
from tests.cli.asking.understood import lines_of

_OFF = "told Off for a voice assistant: "
_BY_WORK = "told Off where you wait for the answer"


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("how much slower is thinking mode, is it worth leaving it on for home assistant voice", _OFF),
        ("should i turn thinking off for a voice assistant", _OFF),
        ("thinking on or off for qwen3 14b in a voice assistant", _OFF),
        ("is thinking worth it for coding", "told On for hard code"),
        ("should I disable reasoning for summaries", _BY_WORK),
        ("thinking on vs off for summarizing emails?", _BY_WORK),
        ("does thinking make qwen3 8b slower", _BY_WORK),
        ("is reasoning mode worth keeping on", _BY_WORK),
        ("do i need thinking mode for a chatbot", _BY_WORK),
    ],
)
def test_on_or_off_is_told_with_the_wait_and_the_switch(words: str, first: str) -> None:
    (line,) = lines_of(words)
    assert line.startswith(first)
    assert "tokens before the answer to a simple question" in line
    assert "Turn it off: --reasoning-budget 0 in llama.cpp" in line


def test_a_model_that_does_not_think_has_nothing_to_turn_off() -> None:
    (line,) = lines_of("should I turn thinking off for gemma 3 12b")
    assert "nothing to turn off" in line


def test_on_a_computer_its_answer_stands_below() -> None:
    first, second = lines_of("is it worth leaving thinking on with qwen3 8b on my 3060")
    assert first.startswith(_BY_WORK)
    assert second == "ask Qwen3 8B --gpu RTX 3060 12GB"


@pytest.mark.parametrize(
    "words",
    [
        "how much slower is qwen3 8b with thinking on my 3060",
        "which model is best without thinking",
        "thinking about four 3060 12gb instead of one big card, good idea?",
        "is a 3090 worth it to run qwen3 32b with thinking on",
        "local voice assistant, what model",
        "best reasoning model for 24gb",
    ],
)
def test_other_questions_on_models_that_think_are_answered_as_ever(words: str) -> None:
    assert not any("Turn it off: " in one for one in lines_of(words))


def test_the_memory_of_a_computer_that_names_no_modules_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """It read `10.0 GiB of 0 MiB`, and that it was too much."""
    monkeypatch.setattr("advisor.cli.asking.voice.rig_of", _without_modules)
    catalog = load_catalog()
    told = "\n".join(voice_assistant(Voice(("--gpu", "none", "--cpu", "Ryzen 7 5700X", "--ram", "32")), catalog).lines)
    assert "of 0 MiB" not in told
    assert "Too much memory" not in told


def _without_modules(options: Sequence[str], catalog: Catalog) -> AskedRig:
    """A computer of which no more is known than what can be used, as in a container."""
    asked = rig_of(options, catalog)
    machine = asked.profile.machine
    of_modules = unknown("lists_no_modules")
    memory = machine.memory.changed(installed_bytes=of_modules, usable_bytes=machine.memory.installed_bytes)
    return asked._replace(profile=asked.profile.changed(machine=machine.changed(memory=memory)))
