"""Workloads: what a person wants to do, with defaults a hobbyist recognizes."""

from collections.abc import Mapping
from typing import ClassVar, Literal, Self

from pydantic import Field

from advisor.facts.cards.card import ModelName, Sourced
from advisor.facts.cards.model import ModelCard, Use

READING_TOKENS_PER_S = 5.0
"""How fast a person reads; a token is about three quarters of an English word."""

LONGEST_PATIENCE_S = 300.0
"""Nobody waits longer for the first word, however long the text is that is read for it (a judgment)."""

Default = bool | int | float | str


class WorkloadCard(Sourced):
    """A kind of use of a model that writes text. Token counts are those of a typical request.

    The `enough_*` figures are what the work needs: the pace, the wait for the first word, and the time from the request
    to the last word of a useful answer, thinking included; None where no such line can be drawn.
    `list_place` is the place in the list of workloads: to 9 at first sight, from 10 on under More.
    `enough_score`: models below that rating (`benchmarks_0_100`) do the work too badly to be recommended for it.
    `prompt_fills_context`: who asks for a longer context has a longer text to be read; else more is remembered.
    """

    is_interactive: ClassVar[bool] = True
    """Whether a person waits for every word, so that reading sets the pace."""
    model: ClassVar[None] = None
    """People take no one model for it."""
    fields: ClassVar[Mapping[str, Default]] = {}
    enough_items_per_s: ClassVar[None] = None
    enough_s: ClassVar[None] = None
    pile_requests: ClassVar[None] = None
    enough_first_prompt_s: ClassVar[None] = None

    task: Literal["generate"]
    sentence: str
    prompt_tokens: int = Field(ge=1)
    generated_tokens: int = Field(ge=1)
    context_tokens: int = Field(ge=256)
    sequences: int = Field(default=1, ge=1)
    list_place: int = Field(default=9, ge=1)
    enough_tokens_per_s: float | None = Field(default=None, gt=0)
    enough_first_word_s: float | None = Field(default=None, gt=0)
    enough_answer_s: float | None = Field(default=None, gt=0)
    enough_score: float | None = Field(default=None, gt=0)
    prompt_fills_context: bool = False

    def asked(self, *, context_tokens: int | None = None, prompt_tokens: int | None = None) -> Self:
        """The work with a prompt of another length; as it is where neither that nor a context asks for one.

        As much room is left for thinking and answer. A longer prompt may take longer by as much, up to a limit.
        """
        room = self.context_tokens - self.prompt_tokens
        if prompt_tokens is None and self.prompt_fills_context and (context_tokens or 0) > self.context_tokens:
            prompt_tokens = (context_tokens or 0) - room
        if prompt_tokens in (None, self.prompt_tokens):
            return self
        usual_s, answer_s = self.enough_first_word_s, self.enough_answer_s
        wait_s = usual_s
        if usual_s is not None and prompt_tokens > self.prompt_tokens:
            wait_s = min(usual_s * prompt_tokens / self.prompt_tokens, max(usual_s, LONGEST_PATIENCE_S))
        return self.changed(
            prompt_tokens=prompt_tokens,
            context_tokens=context_tokens or prompt_tokens + room,
            enough_first_word_s=wait_s,
            enough_answer_s=answer_s and answer_s + (wait_s or 0.0) - (usual_s or 0.0),
        )


class TaskCard(Sourced):
    """A kind of use of another task: a model that people would take, and fields of a request as they would set them.

    What is enough: tokens per second of each user and seconds to the first word, items per second, or seconds for one
    item or one whole run. `enough_first_prompt_s` is for the prompt of the first call of all, of which nothing is kept.
    `list_place` is the place in the list of workloads: to 9 at first sight, from 10 on under More, None only by name.
    `pile_requests` is how many requests are the whole of the work, where that is not one item or one run.
    `enough_score`: as of workloads of text. `use` is what models that write text have to be good for; of other tasks it
    is what their own model is good for.
    """

    is_interactive: ClassVar[bool] = False
    enough_answer_s: ClassVar[None] = None

    task: Literal["serve", "embed", "classify", "image", "video", "speech", "finetune", "pretrain"]
    sentence: str
    model: ModelName
    use: Use = "chat"
    fields: dict[str, Default] = Field(default_factory=dict)
    list_place: int | None = Field(default=None, ge=1)
    enough_tokens_per_s: float | None = Field(default=None, gt=0)
    enough_items_per_s: float | None = Field(default=None, gt=0)
    enough_s: float | None = Field(default=None, gt=0)
    pile_requests: int | None = Field(default=None, ge=1)
    enough_first_word_s: float | None = Field(default=None, gt=0)
    enough_first_prompt_s: float | None = Field(default=None, gt=0)
    enough_score: float | None = Field(default=None, gt=0)


TRAINING = ("finetune", "pretrain")
"""Tasks whose model is the choice of who trains it."""


def own_program_for(model: ModelCard, task: str) -> str | None:
    """The program that alone reads a model's files; None where those that people have do, and in training."""
    return None if task in TRAINING else model.own_program


def whole_amount(workload: WorkloadCard | TaskCard) -> float:
    """What `enough_s` is for: all tokens of a run or a pile of requests, seconds of a recording, else one item."""
    fields = workload.fields
    if workload.pile_requests:
        return float(workload.pile_requests * int(fields.get("generated_tokens") or 1))
    return float(fields.get("data_tokens") or fields.get("audio_s") or 1)


def data_tokens(workload: WorkloadCard | TaskCard) -> int | None:
    """The tokens of one whole run, for workloads that are one."""
    amount = workload.fields.get("data_tokens")
    return int(amount) if amount else None
