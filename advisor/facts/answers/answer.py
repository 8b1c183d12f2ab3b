"""What `rig-advisor predict` answers: one JSON object per request line, as the contract prints it."""

from typing import Literal

from advisor.facts.answers.estimate import Limit, PoolNeed, TermName, Verdict
from advisor.facts.values.range import Range, Ranged
from advisor.facts.values.record import Record

ErrorCode = Literal["unknown_device", "unknown_model", "bad_request", "bad_file"]


class AnswerError(Record):
    """Why a request could not be answered, in one plain sentence with the nearest known names."""

    code: ErrorCode
    message: str


class AnswerMemory(Record):
    """The need by part and by pool."""

    weights_bytes: int
    kv_cache_bytes: int
    compute_bytes: int
    output_bytes: int
    runtime_bytes: int
    total_bytes: int
    pools: tuple[PoolNeed, ...]


class AnswerTerm(Record):
    """One part of the time of a token (decode) or of the whole prompt (prefill)."""

    name: TermName
    s: float


class Answer(Ranged):
    """One answer; what cannot be known is None with a note.

    `energy_j` and `usd` are of one token, item or recording, in training of the whole run; `usd` needs a stated price.
    """

    id: str
    error: AnswerError | None = None
    fits: bool | None = None
    fit: Verdict | None = None
    memory: AnswerMemory | None = None
    tokens_per_s: Range | None = None
    time_to_first_token_s: float | None = None
    energy_j: Range | None = None
    usd: float | None = None
    limit: Limit | None = None
    terms: tuple[AnswerTerm, ...] = ()
    basis: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def rate(self, devices: int) -> Range | None:
        """Units of the task a second of so many devices together; None where it is not known."""
        return self.tokens_per_s

    def device_bytes(self, devices: int) -> int:
        """What one of so many devices has to hold."""
        return self.memory.pools[0].need_bytes if self.memory is not None and self.memory.pools else 0

    @property
    def helped_bytes(self) -> tuple[int, ...]:
        """What works in main memory beside the device."""
        return ()

    @property
    def waiting_bytes(self) -> int | None:
        """What waits in main memory until it is wanted, None where everything stays on the device."""
        return None
