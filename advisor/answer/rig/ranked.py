"""One model of a ranking: how it is best run on a rig, and where that puts it among the others."""

from functools import cached_property
from math import inf, log2

from advisor.answer.judge.light import GREAT
from advisor.answer.judge.too_weak import too_weak
from advisor.answer.tasks.put_request import users_of
from advisor.answer.text.one_setting import Setting
from advisor.answer.which_model.published_forms import loss_steps
from advisor.facts.answers.estimate import Fit, Limit
from advisor.facts.answers.task_answer import TaskOption
from advisor.facts.answers.usability import SHORT_CONTEXT, USEFUL, WONT_RUN, Light, Usability
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.workload import own_program_for
from advisor.facts.values.frozen import frozen
from advisor.facts.values.range import Range
from advisor.facts.values.reason import Reason
from advisor.facts.values.units import BITS_PER_BYTE

_FINE_DOUBLINGS = 1.0
"""What it costs a model not to be great, beside what it is slower (a judgment)."""

_MOST_FOR_SPEED, _LEFT_PER_DOUBLING = 1.0, 0.5
"""What all speed beyond twice the need is worth, in doublings of capability; what each doubling leaves of it."""

_WITHOUT_THINKING_DOUBLINGS = 1.0
"""What a model loses that is kept from thinking to be in time: ratings are those of models that think (a judgment)."""

PER_LOSS_STEP = 0.25
"""What each step below the good files costs beside the bits that are missing: how much a model loses there is known
less well than what a good file keeps: a worse one leads only where it is clearly ahead (a judgment)."""

_PER_DOUBLED_SLOWNESS = 3.0
"""Among slow models speed counts more than capability."""

_PER_DOUBLED_RATE = 0.75
"""What a doubling of speed is worth where all of it counts, as in work without a person who waits."""

_LEAST_SHARE = 1e-9


@frozen
class Ranked:
    """One model as it is best run.

    `able` is its capability in doublings; `older`: replaced, or of years ago; `is_weak`: it does too little for the
    work to be advised, however fast; `is_too_weak`: surely so. `amount` is one item or one whole run of a task, in what
    its speed counts, None where neither is waited for. `asked_pixels` are those that pictures and films are to have.
    `way` is a setting of a model that writes text, or how a task of another kind is done; None where no processor of
    the rig can do it at all, and `refused` says why.
    """

    model_id: str
    model: ModelCard
    way: Setting | TaskOption | None
    able: float
    older: bool = False
    is_weak: bool = False
    amount: float | None = None
    is_too_weak: bool = False
    asked_pixels: int | None = None
    refused: Reason | None = None

    @property
    def usability(self) -> Usability:
        """The word of its light."""
        return "slow" if self.is_held_by_model else self._pace

    @property
    def is_held_by_model(self) -> bool:
        """Whether it is not of use for what it can do alone."""
        return self.is_too_weak and self._pace in USEFUL

    @property
    def _pace(self) -> Usability:
        """The word of its light, whatever it can do."""
        if self.way is None:
            return "wont_run"
        return self.way.usability if isinstance(self.way, Setting) else self.way.light.usability

    @property
    def light(self) -> Light:
        """Whether it is of use here."""
        found = self._none if self.way is None else self.way.light
        return too_weak(found) if self.is_held_by_model else found

    @property
    def _none(self) -> Light:
        """The light of what no processor can do."""
        return SHORT_CONTEXT if self.refused is not None and self.refused.code == "request_too_long" else WONT_RUN

    @property
    def light_is_useful(self) -> bool:
        """Whether the work can be done well with it here."""
        return self.usability in USEFUL

    @property
    def fit(self) -> Fit | None:
        """How it goes into the memory."""
        if isinstance(self.way, Setting):
            return self.way.option.fit
        return self.way.fit if self.way else None

    @cached_property
    def rate(self) -> Range | None:
        """How fast it is, in what its task counts a second."""
        if isinstance(self.way, Setting):
            return self.way.option.decode.tokens_per_s
        return self.way.rate if self.way else None

    @property
    def wait_s(self) -> Range | None:
        """From the request to the useful answer, the item or the end of the run."""
        if self.amount is not None:
            return self.rate.into(self.amount) if self.rate else None
        return self.light.answer_s or self._served_s

    @property
    def _served_s(self) -> Range | None:
        """The same of one answer of those that several users, or a program, ask for; None for other work."""
        way, rate = self.way, self.rate
        if way is None or isinstance(way, Setting) or rate is None or way.first_wait_s is None:
            return None
        generated = getattr(way.request, "generated_tokens", None)
        if not generated:
            return None
        written_s = rate.into(generated * users_of(way.request, way.answer))
        return written_s.plus(Range.exactly(way.first_wait_s))

    @property
    def limit(self) -> Limit | None:
        """What holds the speed back."""
        if self.rate is None or self.way is None:
            return None
        return self.way.option.decode.limit if isinstance(self.way, Setting) else self.way.limit

    @property
    def largest_context_tokens(self) -> int | None:
        """The longest conversation that fits.

        None where not even the shortest does, or nobody states how long the model's may be.
        """
        if not isinstance(self.way, Setting) or self.way.option.subject.shape.context_tokens is None:
            return None
        return self.way.option.fits_tokens

    @property
    def place(self) -> tuple[float, ...]:
        """Smaller comes earlier: what is useful by its worth, then slow, weak, unknown, what won't run, older ones.

        What takes memory that other programs hold now, is advised against, or may do too little, stands right before
        the slow ones.
        Where it is unknown what fits, the smallest that is not weak first: it fits most likely.
        """
        middle = self.rate.middle if self.rate else 0.0
        if self._pace == "wont_run":
            missing = -(self.fit.spare_bytes or 0) if self.fit else inf
            return (self.older, _LAST, missing, -self.able)
        if self.fit and self.fit.verdict == "unknown":
            return (self.older, _UNKNOWN_FIT, self.is_weak, self.fit.need_bytes, -self.able)
        is_doubtful = self.is_discouraged or self._is_squeezed or self.is_weak
        group = max(_GROUPS[self._pace], _DOUBTFUL if is_doubtful else 0)
        if self.is_weak and not self.light_is_useful:
            group = max(group, _WEAK)
        return (self.older, group, -(self._able_here + self._for_speed), -middle)

    def work_out(self) -> None:
        """What its place takes long for: to put many in order is quick afterwards."""
        _ = self.place

    def let_go(self) -> None:
        """Forget how the figures came about, which takes most of the memory; who asks for that has it worked out anew.

        What decides about the place is known from then on.
        """
        if isinstance(self.way, Setting):
            _ = self.rate, self.light
            self.way.option.let_go()

    def is_before_any(self, able: float) -> bool:
        """Whether it stands before every model of at most this capability, however fast that one is."""
        is_worth = self._able_here + self._for_speed > able + _MOST_FOR_SPEED
        return is_worth and self.is_advised and self.light.share is not None

    @property
    def is_advised(self) -> bool:
        """Whether it is of use and nothing speaks against it: it stands before all of which that is not so."""
        is_doubtful = self.older or self.is_weak or self.is_discouraged or self._is_squeezed
        return self.light_is_useful and not is_doubtful

    @property
    def is_discouraged(self) -> bool:
        """Whether one would rather not begin with it.

        It is advised against, a program of its maker alone runs it, or it does other work, or less, than what is asked.
        """
        is_other = self.starts_from is not None or self.small_size is not None or self.only_language is not None
        return self.own_program is not None or self.is_advised_against or is_other

    @property
    def starts_from(self) -> str | None:
        """What it has to be given beside words to make pictures or films; None for nothing."""
        is_made = isinstance(self.way, TaskOption) and self.way.request.task in ("image", "video")
        return self.model.pipeline.starts_from if is_made and self.model.pipeline is not None else None

    @property
    def only_language(self) -> str | None:
        """The one language of what hears, where most know many; None for others."""
        languages = self.model.languages
        return languages[0] if self.model.kind == "speech" and len(languages) == 1 else None

    @property
    def small_size(self) -> tuple[int, int] | None:
        """Width and height of what it makes where that is less than half of what is asked for."""
        size = self.made_size
        is_small = size is not None and self.asked_pixels and 2 * size[0] * size[1] < self.asked_pixels
        return size if is_small else None

    @property
    def made_size(self) -> tuple[int, int] | None:
        """Width and height of what it makes, of pictures and films."""
        request = self.way.request if isinstance(self.way, TaskOption) else None
        width, height = getattr(request, "width", None), getattr(request, "height", None)
        return (width, height) if width and height else None

    @property
    def own_program(self) -> str | None:
        """The program that alone reads its files for this work, as `own_program_for` says."""
        return own_program_for(self.model, self.way.request.task if isinstance(self.way, TaskOption) else "generate")

    @property
    def is_advised_against(self) -> bool:
        """Whether those who make the programs for it advise against doing it this way."""
        return isinstance(self.way, TaskOption) and any(
            one.code == "qlora_discouraged" for one in self.way.answer.notes
        )

    @property
    def _is_squeezed(self) -> bool:
        """Whether other programs have to make room for it."""
        return isinstance(self.way, Setting) and self.way.is_squeezed

    @property
    def lost_steps(self) -> int:
        """How much worse it answers in its file here than in good ones, in steps of file types."""
        return loss_steps(self.way.quant) if isinstance(self.way, Setting) else 0

    @property
    def _able_here(self) -> float:
        """Its capability in the way it is best run here."""
        lost = PER_LOSS_STEP * self.lost_steps
        return self.able - lost - (_WITHOUT_THINKING_DOUBLINGS if self.light.thinks is False else 0.0)

    @property
    def _for_speed(self) -> float:
        """What its speed is worth, in doublings of capability: little beyond twice what the work needs."""
        if self._pace == "unknown":
            return 0.0
        share = self.light.share
        if share is None:  # no line is drawn: the faster the better
            return _PER_DOUBLED_RATE * log2(self.rate.middle) if self.rate else 0.0
        doubled = log2(max(share.middle, _LEAST_SHARE) / GREAT)
        if self._pace == "slow":
            return _PER_DOUBLED_SLOWNESS * doubled
        if self._pace == "fine":
            return min(doubled, 0.0) - _FINE_DOUBLINGS
        left: float = _LEFT_PER_DOUBLING**doubled
        return _MOST_FOR_SPEED * (1 - left)


_GROUPS: dict[Usability, int] = {"great": 0, "fine": 0, "slow": 2, "unknown": 4}
_DOUBTFUL, _WEAK, _UNKNOWN_FIT, _LAST = 1, 3, 5, 6


def kept_bits(setting: Setting) -> float | None:
    """Bits of each weight that the file of a setting keeps."""
    weights = setting.option.subject.weights
    return weights.total_bytes * BITS_PER_BYTE / weights.params if weights.params else None
