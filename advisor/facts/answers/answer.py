"""What `rig-advisor predict` answers, as far as all tasks answer the same, and `compare` with it."""

from typing import ClassVar, Literal

from pydantic import SerializeAsAny

from advisor.facts.answers.draft import DraftAnswer
from advisor.facts.answers.estimate import AnswerTerm, Limit, PoolNeed, Verdict
from advisor.facts.answers.model_parts import ThinkingAnswer, VisionAnswer
from advisor.facts.answers.usability import Usability
from advisor.facts.asked.request import Request
from advisor.facts.reasons.codes import ReasonCode
from advisor.facts.values.range import Range, Ranged
from advisor.facts.values.reason import Reason
from advisor.facts.values.record import Record

ErrorCode = Literal["unknown_device", "unknown_model", "bad_request", "bad_file"]


class AnswerError(Record):
    """Why a request could not be answered, with the nearest known names."""

    code: ErrorCode
    message: Reason


class AnswerMemory(Record):
    """The need by part and by pool; `vision_bytes` are of the part that sees, where the prompt has pictures."""

    weights_bytes: int
    kv_cache_bytes: int
    compute_bytes: int
    output_bytes: int
    runtime_bytes: int
    total_bytes: int
    pools: tuple[PoolNeed, ...]
    vision_bytes: int = 0


class Answer(Ranged):
    """One answer; what cannot be known is None with a note. `usability` is the light where the workload is known.

    `energy_j` and `usd` are of one token, item or recording, in training of the whole run; `usd` needs a stated price.
    `draft` is what writing would be with tokens guessed ahead, where that was asked, `thinking` how long the model
    thinks before its answer starts, `vision` what pictures in the prompt cost; None where nothing is to say of them.
    """

    spent_on: ClassVar[ReasonCode] = "a_token"
    """What energy and money are counted for."""

    id: str
    error: AnswerError | None = None
    fits: bool | None = None
    fit: Verdict | None = None
    usability: Usability | None = None
    memory: AnswerMemory | None = None
    tokens_per_s: Range | None = None
    time_to_first_token_s: float | None = None
    energy_j: Range | None = None
    usd: float | None = None
    limit: Limit | None = None
    terms: tuple[AnswerTerm, ...] = ()
    basis: tuple[Reason, ...] = ()
    notes: tuple[Reason, ...] = ()
    draft: DraftAnswer | None = None
    thinking: ThinkingAnswer | None = None
    vision: VisionAnswer | None = None

    def rate(self, devices: int) -> Range | None:
        """Units of the task a second of so many devices together; None where it is not known."""
        return self.tokens_per_s

    def unit_s(self, request: Request) -> Range | None:
        """Seconds of one token, item or recording; None where no speed is known, or the whole run is counted."""
        return self.tokens_per_s and self.tokens_per_s.into(1.0)

    def device_bytes(self, devices: int) -> int:
        """What one of so many devices has to hold."""
        return self.memory.pools[0].need_bytes if self.memory is not None and self.memory.pools else 0

    @property
    def is_makeshift(self) -> bool:
        """Whether another form of the model may be faster, although this one runs."""
        return False

    @property
    def helped_bytes(self) -> tuple[int, ...]:
        """What works in main memory beside the device."""
        return ()

    @property
    def waiting_bytes(self) -> int | None:
        """What waits in main memory until it is wanted, None where everything stays on the device."""
        return None

    @property
    def own_budget_bytes(self) -> int | None:
        """What its program is known to fill of a device's memory, None where it leaves the usual reserve."""
        return None

    @property
    def read_again_bytes(self) -> int:
        """What no memory holds, and is read from the disk each time."""
        return 0


class Comparison(Record):
    """One answer for each rig, in the order they were named; its `id` is the rig's name."""

    schema_version: Literal[1] = 1
    rows: tuple[SerializeAsAny[Answer], ...]
