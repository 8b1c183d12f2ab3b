"""What a page or the PDF shows, as finished texts and series. Pages lay these out; they format nothing."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from advisor.facts.values.frozen import frozen
from advisor.present.words.choice import Choice, Knob
from advisor.present.words.series import BarChart, Chart, LineChart, RangeChart, RigPicture, Table
from advisor.present.words.verdict import Verdict
from advisor.present.words.words import say, to_say

if TYPE_CHECKING:
    from advisor.facts.answers.usability import Usability


@frozen
class TypedForm:
    """The field in which a fact is put right: the facts it stands for, its text and unit, what may be typed.

    `choices` (value, words) take the place of the field. `is_typed`: what stands there was typed before.
    `most`, in base units: all that there is of what this is a part of.
    """

    facts: tuple[str, ...]
    text: str
    unit: str = ""
    hint: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    is_typed: bool = False
    most: float | None = None


@frozen
class FactRow:
    """One fact: its name, its text, where it comes from in words or why it is unknown, and the detail behind it.

    `more` takes the place of the detail where there is room for one line more (a tooltip). Facts of one `part` of the
    computer stand together.
    """

    name: str
    text: str
    origin: str
    detail: str
    typed: TypedForm | None = None
    more: str = ""
    part: str = ""


def usual_origin(rows: Sequence[FactRow]) -> str:
    """Where most of these come from; empty without any."""
    return Counter(row.origin for row in rows).most_common(1)[0][0] if rows else ""


def usual_words(origin: str) -> str:
    """Says it once for all of them."""
    return say("Values: {origin} unless noted.", origin=origin) if origin else ""


@frozen
class FindingPanel:
    """A finding in words, worst first; `tone` picks the colored edge and the icon, `word` says it without color.

    `evidence` is what was seen and where, `remedy` the end of the text that says what to do. `short` names what costs
    speed in up to three words; empty where nothing does.
    """

    tone: Literal["good", "note", "warning"]
    word: str
    title: str
    text: str
    evidence: str = ""
    remedy: str = ""
    short: str = ""

    @property
    def cost(self) -> str:
        """The text without what to do."""
        return self.text.removesuffix(self.remedy).strip()


WIDEST_MEMORY = "888.8 GiB"
"""What room is kept for the memory of a badge."""
OPEN_FILE = "open_file"
"""The id of the choice that opens a model's file."""
MAKE_CARD = "make_card"
"""The id of the choice that describes what a search did not find."""


@frozen
class ChoiceGroup:
    """Choices below a heading; `waits`: so many are being worked out; `is_only_found`: only a search shows them."""

    heading: str
    choices: tuple[Choice, ...]
    waits: int = 0
    is_only_found: bool = False


@frozen
class Badge:
    """How a model runs on the rig shown: its light, the word for it and the memory it takes; empty where unknown."""

    light: "Usability | None"
    word: str
    memory: str


@frozen
class ToCheck:
    """What is said of the setup of a computer that was not read or not measured: a title, and how sure that is."""

    title: str
    text: str


@frozen
class MyRigView:
    """Everything page My rig shows. `measured` is empty before the first measurement; `cautions` belong to it.

    `links` are models to open. The first `main_results` of `measured` are shown at once, the others, the charts and
    the history under Details.
    """

    title: str
    subtitle: str
    links: tuple[Choice, ...]
    picture: RigPicture
    explanation: str
    facts: tuple[FactRow, ...]
    measured: tuple[FactRow, ...]
    findings: tuple[FindingPanel, ...]
    status: str
    cautions: tuple[str, ...] = ()
    paper_status: str = ""
    """The status without what concerns only the window."""
    unmeasured: str = ""
    """What stands where measured figures would."""
    main_results: int = 4
    measured_charts: tuple[LineChart, ...] = ()
    history: tuple[FactRow, ...] = ()
    names: tuple[str, ...] = ()
    """What its processors are called."""
    lines: tuple[str, ...] = ()
    """The processors with their memories, a line each."""
    what_if: str = ""
    """What is changed in thought; empty for a rig as it is."""
    check: ToCheck | None = None
    """What is to be checked where its system was not read: how a computer is set up that is only sold nobody knows."""


@frozen
class Knobs:
    """What page Will it run? lets a person choose: a model, a workload, and what belongs to that.

    `settings` are the advanced ones in words; `is_own`: a person chose one of them.
    """

    models: tuple[Choice, ...]
    workloads: tuple[Choice, ...]
    model_id: str
    workload_id: str
    others: tuple[Knob, ...]
    settings: str = ""
    is_own: bool = False

    def knob(self, knob_id: str) -> Knob | None:
        """One of the others."""
        return next((one for one in self.others if one.id == knob_id), None)


@frozen
class Why:
    """Why one number: formula, inputs with their sources, evidence and what would change it."""

    title: str
    formula: str
    inputs: Table
    evidence: tuple[str, ...]
    changes: tuple[str, ...]


@frozen
class ChartPlace:
    """One chart of page Will it run?: what it is called until there is a finding, how it is drawn, and where it stands.

    `waits`: it is made when no knob has been turned for a moment, by `ui/will_it_run/answer_wiring.py`.
    """

    id: str
    kind: type[Chart]
    name: str = ""
    place: Literal["answer", "limits"] = "limits"
    with_sentence: bool = True
    waits: bool = False


CHARTS = (
    ChartPlace("fit", BarChart, place="answer"),
    ChartPlace("speed", LineChart, place="answer"),
    ChartPlace("token_time", BarChart, to_say("Time of one token")),
    ChartPlace("roofline", LineChart, to_say("Limits")),
    ChartPlace("compare", RangeChart, to_say("Other GPUs"), with_sentence=False),
    ChartPlace("layers", LineChart, to_say("Layers on the GPU"), waits=True),
    ChartPlace("users", LineChart, to_say("Users at once"), waits=True),
)
"""All charts of the page in their order; window, report and links to Learn show what stands here."""


@frozen
class Explained:
    """What lies behind an answer: words, the numbers behind it, and the charts that limit it."""

    detail: str
    charts: Mapping[str, Any]
    gpu_sentence: str
    why: tuple[Why, ...]
    notes: tuple[str, ...]


@frozen
class WillItRunView:
    """Everything page Will it run? shows for one question on one rig.

    `first` are the charts beside the verdict. What is behind `explain` is worked out once somebody looks at it: of the
    same question on the same rig.
    """

    subject: str
    verdict: Verdict
    answer: str
    first: Mapping[str, Any]
    explain: Callable[[], Explained]
    launch: str = ""
    """The command that starts the engine as this answer assumes; empty where there is none."""
    offers_measure: bool = False
    """Whether nothing this answer rests on was measured yet."""
    offers_check: bool = True
    """Whether what a program printed can be compared with it."""

    @cached_property
    def explained(self) -> Explained:
        """What lies behind the answer."""
        return self.explain()

    @property
    def detail(self) -> str:
        """Where it runs, with which settings, what limits it, and what else fits."""
        return self.explained.detail

    @property
    def gpu_sentence(self) -> str:
        """What a GPU brings, or would."""
        return self.explained.gpu_sentence

    @property
    def why(self) -> tuple[Why, ...]:
        """Where the numbers come from."""
        return self.explained.why

    @property
    def notes(self) -> tuple[str, ...]:
        """What the answer assumes."""
        return self.explained.notes

    @property
    def charts(self) -> Mapping[str, Any]:
        """All charts of `CHARTS` that do not wait, in that order, without those that the task has not."""
        return {**self.first, **self.explained.charts}

    @property
    def judged_subject(self) -> str:
        """What is asked and its light in words, for what is on paper or sent on."""
        return f"{self.subject} · {self.verdict.light_word}"
