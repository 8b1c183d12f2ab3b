"""What `rig-advisor fleet` answers: one model on many computers."""

from typing import Literal

from advisor.facts.answers.estimate import Limit
from advisor.facts.answers.ranking import RankedModel
from advisor.facts.answers.text_answer import SmallerSetting
from advisor.facts.answers.usability import Usability
from advisor.facts.answers.worth import CandidateKind, Doubt, WorthVerdict
from advisor.facts.values.range import Range, Ranged
from advisor.facts.values.reason import Reason
from advisor.facts.values.record import Record


class FleetRig(RankedModel):
    """One computer under its `label`, with the model as it runs there on `processor`.

    `users` are the people it serves at once, each in time, None where that was not asked or is not known. `price_usd`
    is what its graphics cards cost, of a chip with shared memory the computer; None without either.
    """

    label: str
    processor: str
    users: Range | None = None
    price_usd: Range | None = None


class FleetFault(Record):
    """A file or name that gave no answer, and why."""

    label: str
    sentence: str


class FleetModel(Record):
    """The most capable model that `rigs` computers run well (great or fine)."""

    model: str
    model_id: str
    rigs: int


class SplitRig(Record):
    """What one computer of a split holds: `layers`, and bytes of those that are free; the first one starts it."""

    label: str
    processor: str
    layers: int
    need_bytes: int
    free_bytes: int


class FleetSplit(Ranged):
    """The fastest division of the model over two computers or more by llama.cpp's RPC, over the stated network.

    `parts` is empty and `missing_bytes` above 0 where all together do not hold it. `network_s` of every token go to the
    calls and the network. `alone` is the fastest computer that holds all of it, None where none does. `slowest` is the
    computer whose layers take the longest, None where the network takes more than all of them.
    """

    network_gbit_per_s: float
    latency_s: float
    parts: tuple[SplitRig, ...]
    tokens_per_s: Range | None = None
    prompt_s: float | None = None
    first_token_s: float | None = None
    network_s: float = 0.0
    usability: Usability = "unknown"
    limit: Limit | None = None
    missing_bytes: int = 0
    alone: str | None = None
    alone_tokens_per_s: Range | None = None
    slowest: str | None = None


class FleetTensor(Ranged):
    """The model served by vLLM and Ray on computers with the same GPU, every layer shared by all of them.

    `tokens_per_s` is what one person gets; `users` are served at once. Each computer holds `need_bytes` before the
    first request, of the `free_bytes` that the server takes of its GPU's memory. `network_s` of every token go to sums
    over all of them, where `assumes_rdma` over adapters that are taken to have it.
    """

    labels: tuple[str, ...]
    processor: str
    precision: str
    tokens_per_s: Range
    users: Range
    need_bytes: int
    free_bytes: int
    network_s: float
    limit: Limit
    assumes_rdma: bool = False


class FleetPurchase(Ranged):
    """A purchase that is advised for the computer `label`, and for all like it, `rigs` in number.

    `candidate` says in words what `id` to `doubts` name. `usability` and `rate_per_s` are what the model reaches there
    with it; `speed_up` is None where it did not run.
    """

    label: str
    rigs: int
    candidate: str
    id: str
    kind: CandidateKind
    name: str | Reason = ""
    setting: SmallerSetting | None = None
    doubts: tuple[Doubt, ...] = ()
    cost_usd: float | None
    speed_up: float | None
    rate_per_s: Range | None
    usability: Usability
    sentence: str


class FleetBuying(Record):
    """What to buy for all computers: the purchases that are advised, the one worth most for its money first.

    Without any the verdict is no. `asked` computers were asked, those that do not run it well first. On `enough` it
    runs well as it is, asked or not; for `without` no purchase pays; `left_out` kinds that need one were not asked.
    """

    verdict: WorthVerdict
    purchases: tuple[FleetPurchase, ...]
    asked: int
    enough: int
    without: int = 0
    left_out: int = 0


class Fleet(Ranged):
    """One model on every computer that was read; `rows` are those that were asked for, in the order asked for.

    `rigs` counts all that gave an answer, `different` those whose answers rest on different facts; `great` to
    `wont_run` count their lights. `best` is the label of the best of all, None where it runs on none. Where no model
    was named, `for_all` is the best that all computers run well and `for_most` the best for more than half of them,
    each None where there is none. `split` is there where a network was stated, and `tensor` where equal GPUs can share
    the model over it. `users` are those whom all computers serve at once, `buying` what to buy, both where asked for.
    """

    schema_version: Literal[1] = 1
    model: str
    model_id: str
    quant: str
    workload: str
    rigs: int
    different: int
    great: int
    fine: int
    slow: int
    unknown: int
    wont_run: int
    best: str | None
    rows: tuple[FleetRig, ...]
    for_all: FleetModel | None = None
    for_most: FleetModel | None = None
    split: FleetSplit | None = None
    tensor: FleetTensor | None = None
    users: Range | None = None
    buying: FleetBuying | None = None
    faults: tuple[FleetFault, ...] = ()
