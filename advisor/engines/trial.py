"""What an engine is asked to run, and which engine does."""

from collections.abc import Callable, Generator, Mapping
from typing import Literal, NamedTuple, TypeVar

from pydantic import Field

from advisor.facts.answers.local_model import Program
from advisor.facts.machine.measurement import Tokens
from advisor.facts.reasons.engines import EngineReason
from advisor.facts.values.message import Progress
from advisor.facts.values.reason import reason
from advisor.facts.values.record import Record

EngineName = Literal["llama-bench", "llama-server", "ollama", "lmstudio"]
ENGINES: tuple[EngineName, ...] = ("llama-bench", "llama-server", "ollama", "lmstudio")
NAMES: dict[EngineName, str] = {
    "llama-bench": "llama-bench",
    "llama-server": "llama-server",
    "ollama": "Ollama",
    "lmstudio": "LM Studio",
}
SERVERS: Mapping[Program, EngineName] = {"ollama": "ollama", "lm_studio": "lmstudio"}
"""The programs that keep models and serve them."""
LONGEST_S, USUAL_S, SHORTEST_S = 3600.0, 300.0, 20.0
"""How long a trial may take."""
FEWEST_PROMPT_TOKENS, FEWEST_TOKENS, MOST_TOKENS = 64, 16, 128


class Trial(Record):
    """One run to be done: of a file, or of a model as a server calls it, with the settings of a prediction.

    A prompt of `prompt_tokens` is read; then `generated_tokens` are written with those in the context. `gpu_layers`
    counts the output layer as one; None leaves them all to the graphics, 0 none. `host_expert_layers` keep their
    experts in main memory. `threads` None is the engine's own choice. It ends after `limit_s` at the latest.
    """

    path: str | None = None
    model: str | None = None
    prompt_tokens: Tokens = 512
    generated_tokens: Tokens = 128
    context_tokens: Tokens = 4096
    repetitions: int = Field(default=3, ge=1)
    gpu_layers: int | None = None
    host_expert_layers: int = 0
    threads: int | None = None
    flash_attention: bool = True
    ubatch_tokens: int | None = None
    limit_s: float = Field(default=USUAL_S, gt=0)


Place = Literal["cpu", "gpu", "both"] | None
"""Where a model lay, None where the engine does not say."""


class Ran(NamedTuple):
    """What an engine printed or answered, as one text, and where the model lay as far as the text does not say."""

    text: str
    place: Place = None


Answer = TypeVar("Answer")

Run = Generator[Progress, None, Ran]
"""A run under way: says how far it is, then what came of it."""


def at(per_mille: int, code: EngineReason, *, engine: EngineName, limit_s: float) -> Progress:
    """How far a run is."""
    return Progress(per_mille=per_mille, phase=reason(code, name=NAMES[engine]), limit_s=limit_s)


def repeated(
    trial: Trial, engine: EngineName, ask: Callable[[int], Answer], *, rate: Callable[[Answer], float]
) -> Generator[Progress, None, Answer]:
    """Of as many answers as the trial wants the one in the middle by its rate; `ask` gets a number for each, from 1."""
    found: list[Answer] = []
    for number in range(trial.repetitions):
        share = 100 + 900 * number // trial.repetitions
        yield at(share, "engine_measures", engine=engine, limit_s=trial.limit_s)
        found.append(ask(number + 1))
    return sorted(found, key=rate)[len(found) // 2]


def fitting_trial(trial: Trial, *, prompt_tokens_per_s: float | None, tokens_per_s: float | None) -> Trial:
    """The trial with as much read and written as its limit leaves room for at these speeds.

    Little where one of them is not known.
    """
    smallest = min(trial.prompt_tokens, FEWEST_PROMPT_TOKENS), min(trial.generated_tokens, FEWEST_TOKENS), 1
    sizes = (
        (trial.prompt_tokens, min(trial.generated_tokens, MOST_TOKENS), trial.repetitions),
        (trial.prompt_tokens, min(trial.generated_tokens, MOST_TOKENS // 2), 2),
        (max(smallest[0], trial.prompt_tokens // 2), min(trial.generated_tokens, MOST_TOKENS // 4), 2),
        (max(smallest[0], min(trial.prompt_tokens // 4, 4 * FEWEST_PROMPT_TOKENS)), smallest[1], 1),
    )
    chosen = smallest
    if prompt_tokens_per_s and tokens_per_s:
        for prompt, generated, times in sizes:
            # read once to warm up and once before each answer, and as often by itself
            seconds = (2 * times + 1) * prompt / prompt_tokens_per_s + (times + 1) * generated / tokens_per_s
            if seconds < _SHARE * trial.limit_s:
                chosen = prompt, generated, times
                break
    return trial.changed(prompt_tokens=chosen[0], generated_tokens=chosen[1], repetitions=chosen[2])


_SHARE = 0.5
"""Of the limit: loading takes time, and predictions are off."""
