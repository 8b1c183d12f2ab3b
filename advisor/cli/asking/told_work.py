"""The work that a plain question is about, and its numbers, as options of `ask`."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from advisor.advice.known_models import KnownModels
from advisor.answer.tasks.ask import find_task_model
from advisor.answer.tasks.own_work import own_work_of_name
from advisor.answer.tasks.told_fields import CONTEXT, IMAGES, PROMPT, settable
from advisor.answer.which_model.family import family_members
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.beside.running_cost import asks_if_fed, running_cost, supply_words
from advisor.cli.asking.sentence.items import LONGEST_TEXT_TOKENS, TOKENS_A_PAGE
from advisor.cli.asking.sentence.models import NamedModel
from advisor.cli.asking.sentence.said import Said
from advisor.cli.asking.sentence.work import is_of_role_play, sets_in_motion
from advisor.cli.asking.steps import Given, Held, Line, Step
from advisor.cli.asking.told_rig import ToldRig
from advisor.cli.asking.versus.costs import with_told_prices
from advisor.cli.frame.profile import DEFAULT_WORKLOAD
from advisor.facts.asked.question import CACHE_TYPE
from advisor.facts.cards.model_rating import Ability
from advisor.facts.cards.workload import TRAINING
from advisor.facts.values.reason import ReasonError
from advisor.facts.values.units import GIB
from advisor.present.words.quantity import capacity, count, tokens

MOST = 2
"""So many models, or kinds of work, are answered one behind the other."""
_ABLE: Mapping[Ability, str] = {"tools": "call tools", "hears": "hear sound", "thinks": "think before it answers"}
_OWN_OUTPUT = {"pictures", "films", "speak", "speech"}
"""Kinds of work that stand beside a chat as another question."""

_AGENT, _AGENTS_TOKENS = "coding-agent", 500_000
"""From so many a day on nobody reads them all (a judgment): a person reads some 30,000 in two hours."""
_API = re.compile(r"\bapis?\b|\bopenrouter\b", re.IGNORECASE)
_CHAT_HELD = re.compile(
    r"\bchat\w*(?: models?)? (?:or|vs\.?|versus) (?:an? |for )*(?:cod|program|agent|summar|translat|writ)"
    r"|\b(?:coding|programming|agents?|summaries|translation|writing) (?:or|vs\.?|versus) (?:an? |for )*chat",
    re.IGNORECASE,
)
"""Both are asked about, one against the other."""
_WRITTEN = {"chat", "coding", "coding-agent"}
"""The same beside pictures or films."""
DATA, SEQUENCE = "data_tokens", "sequence_tokens"
_EXAMPLES = ("examples", "samples", "rows", "records", "conversations", "texts", "documents", "messages", "sentences")
_READ = 0.2
"""Of the parameters that each token takes so much counts beside all of them (a judgment)."""
BYTES_IN_16_BITS = 2
_FRAMES_PER_S = 16.0
"""Of a model that does not say how fast its films run: what most do that are run at home."""


class ToldWork:
    """Finds work and settings; `left` are facts that no option takes, `notes` sentences, `unfit` names of others."""

    def __init__(self, told: Said, given: Given, catalog: Catalog) -> None:
        self.told, self.given, self.catalog = told, given, catalog
        self.left, self.notes, self.unfit = list[str](), list[str](), list[str]()

    def works(self) -> list[str]:
        """The kinds of work that are named: that of the options, else those of the words; an empty one for none."""
        if self.given.workload:
            return [self.given.workload]
        works = list(self.told.works)
        if self.told.wording.is_retrieval:
            return ["chat"] if self.told.is_bought else works
        is_held = _CHAT_HELD.search(self.told.wording.text) is not None or is_of_role_play(self.told.wording.text)
        if "chat" in works and len(works) > 1 and not (is_held or set(works) & _OWN_OUTPUT):
            works.remove("chat")
        if "serve-a-team" in works:
            self.leave(_plain(one) for one in works if one in ("long-documents", "coding"))
            works = [one for one in works if one not in ("long-documents", "coding")]
        if self.told.models:
            fitting = [one for one in works if any(self.is_for(model.name, one) for model in self.told.models)]
            beside = [one for one in works if one not in fitting and self._is_of_no_model(one)]
            told = [one for one in works if one.startswith("fine-tune")] if self.untrained() else []
            self.leave(_plain(one) for one in works if one not in (*fitting, *beside, *told))
            works = [*(fitting[:1] or ([self.home(self.told.models)] if beside else [])), *beside]
        return [self._tuned(one) for one in works] or [self._of_many_tokens()]

    def works_with(self, family: str) -> list[str]:
        """The same, and what a family of models does that is named beside others: `flux and some wan videos`."""
        works = self.works()
        of_family = self.of_family_usual(family) if family and self.told.models else ""
        if not of_family or of_family in (*works, self.home(self.told.models)):
            return works
        self.left = [one for one in self.left if one != _plain(of_family)]
        return [*works, of_family]

    def _of_many_tokens(self) -> str:
        """The work of an agent where an API is asked about for more tokens a day than anybody reads; else none."""
        told, models = self.told, self.told.models
        is_many = (told.volume.tokens_per_day or 0.0) >= _AGENTS_TOKENS and _API.search(told.wording.text) is not None
        is_agents = is_many and not told.volume.users and all(self.is_for(one.name, _AGENT) for one in models)
        if (
            is_agents
            and (note := "Taken as the work of an agent: so many tokens are mostly prompts.") not in self.notes
        ):
            self.notes.append(note)
        return _AGENT if is_agents else ""

    def _is_of_no_model(self, work: str) -> bool:
        """Whether work stands beside that of the models that are named: a chat beside pictures (`LLM and flux`)."""
        are_writers = any(self.catalog.models.find(one.name) for one in self.told.models)
        return work in (_OWN_OUTPUT if are_writers else _WRITTEN)

    def beside(self) -> list[str]:
        """The works that none of the models that are named does."""
        models = self.told.models
        return [
            one for one in self.works() if models and one and not any(self.is_for(each.name, one) for each in models)
        ]

    def groups(self) -> list[tuple[str, tuple[NamedModel, ...]]]:
        """Kinds of work with the models that are named for them, of each work the heaviest first."""
        found = dict[tuple[str, str], list[NamedModel]]()
        for model in self.told.models:
            named = next((one for one in self.works() if one and self.is_for(model.name, one)), "")
            found.setdefault((named, named or self.home([model])), []).append(model)
        heavy = {key: tuple(sorted(models, key=self._weight, reverse=True)) for key, models in found.items()}
        whole = [(named, models) for (named, _), models in heavy.items()]
        found_all = [*whole, *((one, ()) for one in (self.beside() if self.told.models else self.works()))]
        self.leave(_plain(work or self.home(models)) for work, models in found_all[MOST:])
        return found_all[:MOST]

    def _weight(self, model: NamedModel) -> float:
        """What it asks of a computer: all its parameters, and of equally large ones more where each token takes all."""
        writes, other = self.catalog.models.find(model.name), self.catalog.other_models.find(model.name)
        card = self.catalog.models[writes] if writes else self.catalog.other_models[other] if other else None
        return card.params + _READ * card.active_params if card is not None else 0.0

    def _tuned(self, work: str) -> str:
        """QLoRA for fine-tuning of no named kind, where no card that is named holds the weights in 16 bits."""
        model_id = next(filter(None, (self.catalog.models.find(one.name) for one in self.told.models)), None)
        if work != "fine-tune-lora" or not self.told.is_any_tuning or model_id is None:
            return work
        need_bytes = BYTES_IN_16_BITS * self.catalog.models[model_id].params
        if not 0 < self._card_bytes() < need_bytes:
            return work
        told = f"Taken as QLoRA: in 16 bits the weights alone take {capacity(need_bytes)}."
        self.notes += [told] if told not in self.notes else []
        return "fine-tune-qlora"

    def _card_bytes(self) -> float:
        """The most memory of the cards of one of the computers that are named."""
        gpus = self.catalog.gpus
        sizes = [
            sum(one.number * (gpus[one.card_id].memory_gib or 0) for one in each.gpus)
            for each in self.told.hardware.computers
        ]
        return max(sizes, default=0.0) * GIB

    def is_for(self, model: str, work: str) -> bool:
        """Whether a model can do this work."""
        if not work or work not in self.catalog.other_workloads:
            return not work or self.catalog.models.find(model) is not None
        try:
            find_task_model(model, self.catalog.other_workloads[work], self.catalog)
        except ReasonError:
            return False
        return True

    def untrained(self) -> list[str]:
        """The models that are to be trained and whose training is not predicted; empty where another is named, too."""
        works = [self.given.workload] if self.given.workload else self.told.works
        of_training = [
            one for one in works if (card := self.catalog.other_workloads.get(one or "")) and card.task in TRAINING
        ]
        names = [one.name for one in self.told.models]
        is_none = bool(of_training) and all(self.catalog.models.find(one) is None for one in names)
        return names if is_none else []

    def of_family(self, family: str, work: str) -> list[str]:
        """Models of a family that do this work and write no text, which are not ranked; from words first."""
        named = [card for card in family_members(family, self.catalog) if card.kind != "language"]
        named.sort(key=lambda card: bool(card.pipeline and card.pipeline.starts_from))
        return [card.name for card in named if self.is_for(card.name, work)]

    def fitting(self, families: Sequence[str], work: str) -> list[str]:
        """The families of which any model does this work; the others are remembered."""
        is_written = work in self.catalog.workloads
        found = [
            one
            for one in families
            if any(
                is_written if card.kind == "language" else self.is_for(card.name, work)
                for card in family_members(one, self.catalog)
            )
        ]
        self.unfit += [one for one in families if one not in (*found, *self.unfit)]
        return found

    def of_family_usual(self, family: str) -> str:
        """The work that a family is taken for: chat where any of it writes text, and where none is named."""
        members = family_members(family, self.catalog) if family else []
        if not members or any(card.kind == "language" for card in members):
            return DEFAULT_WORKLOAD
        return next(filter(None, (own_work_of_name(card.name, self.catalog) for card in members)), DEFAULT_WORKLOAD)

    def work_of_family(self, family: str) -> str:
        """The work of the models that are named where any of a family does it, else what that is taken for."""
        home = self.home(self.told.models)
        return home if self.fitting((family,), home) else self.of_family_usual(family)

    def home(self, models: Sequence[NamedModel]) -> str:
        """The work that people take the first of the models for."""
        found = own_work_of_name(models[0].name, self.catalog) if models else None
        return found or DEFAULT_WORKLOAD

    def line(self, model: NamedModel, rig: Sequence[str]) -> Line:
        """The command line that asks about a model."""
        work = self.works()[0]
        work = work if self.is_for(model.name, work) else ""
        quants = model.quants or self.told.quants
        file = self.given.quant or next(iter(quants), "")
        quant = ("--quant", file) if file else ()
        of_work = ("--workload", work) if work else ()
        self._tell_abilities(model.name)
        shown = self._shown(model.name) if (work or self.home([model])) in self.catalog.workloads else ()
        return Line(("ask", model.name, *of_work, *quant, *rig, *shown, *self.settings(work or self.home([model]))))

    def settings(self, work: str) -> tuple[str, ...]:
        """What was told of numbers as options of `ask`; what it has no option for is told."""
        volume = self.told.volume
        card = self.catalog.workloads.get(work) or self.catalog.other_workloads.get(work)
        known = settable(card) if card is not None else ()
        users = {"concurrency": volume.users} if volume.users else {}
        frames = self._frames(work) if "frames" in known else {}
        cache = {CACHE_TYPE: self.told.cache_types[0]} if len(self.told.cache_types) == 1 else {}
        fields: Mapping[str, Any] = {**self._of_items(known), **volume.fields, **users, **frames, **cache}
        self.leave([f"{volume.film_s:g} seconds"] if volume.film_s and not frames else [])
        found = [word for name, value in fields.items() if name in known for word in ("--set", f"{name}={value}")]
        self.leave(f"{value} {name.replace('_', ' ')}" for name, value in fields.items() if name not in known)
        if self.given.context_tokens is not None:
            found += ["--context", f"{self.given.context_tokens}"]
        elif volume.context and (work in self.catalog.workloads or CONTEXT in known):
            found += ["--context", volume.context]
        elif volume.context:
            self.leave([f"{volume.context} of context"])
        return (*found, *self.given.settings)

    def _of_items(self, known: Sequence[str]) -> dict[str, int]:
        """The length of each of the things that are worked through, or how many tokens all of a training have."""
        items, epochs = self.told.volume.items, self.told.volume.epochs
        if items is None:
            return {}
        if DATA in known and items.called in _EXAMPLES:
            if items.tokens is None:
                self.notes.append(f"Assumed: {TOKENS_A_PAGE} tokens in each of the {items.called}.")
            return {DATA: round(items.number * epochs * (items.tokens or TOKENS_A_PAGE))}
        name = next((one for one in (SEQUENCE, PROMPT) if one in known), None)
        if name == SEQUENCE and (items.tokens or 0) > LONGEST_TEXT_TOKENS:
            return {}
        return {name: items.tokens} if name is not None and items.tokens is not None else {}

    def _frames(self, work: str) -> dict[str, int]:
        """The frames of a film of the length that was told, with the first one, as the model shows them."""
        film_s = self.told.volume.film_s
        if not film_s or "frames" in self.told.volume.fields:
            return {}
        usual = self.catalog.other_workloads[work].model or ""
        model_id = self.catalog.other_models.find(next((one.name for one in self.told.models), usual))
        pipeline = self.catalog.other_models[model_id].pipeline if model_id else None
        usual_per_s = (pipeline and pipeline.defaults.frames_per_s) or _FRAMES_PER_S
        per_s = self.told.volume.frames_per_s or usual_per_s
        frames = round(film_s * per_s) + 1
        taken = f"Taken: {film_s:g} s at {per_s:g} frames a second, {frames} frames with the first."
        self.notes += [taken] if taken not in self.notes else []
        return {"frames": frames}

    def leave_limits(self, steps: Sequence[Step]) -> None:
        """Say that a limit of power was told where no step counts it."""
        volume = self.told.volume
        is_counted = any(isinstance(one, Line) and one.words[0] == "ask" for one in steps) or not any(
            isinstance(one, Line) for one in steps
        )
        if volume.limit_w(1.0) and not is_counted:
            self.notes.append("Not judged: what a power limit does to the speed.")

    def leave_items(self) -> None:
        """Remember things to be worked through whose time is not told."""
        items = self.told.volume.items
        self.leave([f"{count(round(items.number))} {items.called}"] if items is not None else [])

    def leave(self, things: Iterable[str]) -> None:
        """Remember what no option takes."""
        self.left += [one for one in things if one not in self.left]

    def leave_load(self) -> None:
        """Remember what only a purchase counts."""
        volume = self.told.volume
        if supply := supply_words(self.told, self.catalog):
            self.notes.append(supply)
        elif volume.psu_w:
            self.leave([f"a power supply of {volume.psu_w} W"])
        if cost := running_cost(self.told, self.catalog):
            self.notes += cost.splitlines()
            return
        self.leave([f"{volume.idle_w} W of an idle computer"] if volume.idle_w else [])
        self.leave([f"{volume.hours_per_day:.2g} hours a day"] if volume.hours_per_day else [])
        self.leave(["the price of electricity"] if self.told.electricity else [])

    def supply_first(self) -> tuple[str, ...]:
        """Whether the power supply is enough, taken from the notes where that is what is asked."""
        told = self.told
        is_asked = asks_if_fed(told.wording.text) if told.is_bought else told.asks.supply
        supply = supply_words(told, self.catalog) if is_asked else ""
        if not supply or (supply not in self.notes and not told.is_bought):
            return ()
        self.notes = [one for one in self.notes if one != supply]
        return (supply,)

    def too_long(self, model: NamedModel) -> str:
        """That a text of so many pages is longer than what a model holds; empty for one that it holds."""
        pages, model_id = self.told.volume.pages, self.catalog.models.find(model.name)
        most = self._most(KnownModels(self.catalog), model_id) if model_id and pages else 0
        if not pages or not most or pages * TOKENS_A_PAGE < most:
            return ""
        held = f"{model.name} holds at most {tokens(most)}, about {most // TOKENS_A_PAGE} pages"
        return f"Won't run: {held}; {pages} pages take about {count(pages * TOKENS_A_PAGE)}. Another model:"

    @staticmethod
    def _most(known: KnownModels, model_id: str) -> int:
        further = known.extension(model_id)
        return max(known.longest_tokens(model_id) or 0, further.tokens if further is not None else 0)

    def only(self, work: str) -> tuple[str, ...]:
        """What models have to be able to do to be listed for a work."""
        in_motion = work == "films" and sets_in_motion(self.told.wording.text)
        return (*self.told.abilities, "from-picture") if in_motion else self.told.abilities

    def at_least(self, work: str) -> tuple[str, ...]:
        """The option for the speed that is wished for, where one person reads what is written."""
        workload, wanted = self.catalog.workloads.get(work or DEFAULT_WORKLOAD), self.told.volume.wanted_per_s
        return ("--at-least", f"{wanted:g}") if workload and workload.task == "generate" and wanted else ()

    def _tell_abilities(self, model: str) -> None:
        """Say whether it can do what is wished for; whether it sees is told with the picture."""
        model_id = self.catalog.models.find(model)
        for one in self.told.abilities if model_id is not None else ():
            if one in _ABLE:
                able = self.catalog.models[model_id or ""].is_able(one)
                self.notes.append(f"{model} {'can' if able else 'is not known to'} {_ABLE[one]}.")

    def _shown(self, model: str) -> tuple[str, ...]:
        """The option for a picture in the prompt of a model that is to read them."""
        model_id = self.catalog.models.find(model) if "sees" in self.told.abilities else None
        if model_id is None:
            return ()
        if self.catalog.models[model_id].vision is None:
            self.notes.append(f"{self.catalog.models[model_id].name} is not known to see pictures.")
            return ()
        return ("--set", f"{IMAGES}=1")


def _plain(work: str) -> str:
    return work.replace("-", " ")


_TO_BUY = re.compile(r"\b(?:used|second-?hand|brand new|[$€£] ?\d{3,})", re.IGNORECASE)
"""Nobody says so of what is there."""


def held(
    told: Said, rig: ToldRig, work: ToldWork, budget_usd: float | None = None, families: Sequence[str] = ()
) -> list[Step]:
    """A table for each kind of work."""
    steps: list[Step] = []
    for one in work.works()[:MOST]:
        models = tuple(model for model in told.models if work.is_for(model.name, one))
        settings = work.settings(one or work.home(models))
        models = models or ((NamedModel("", 0, told.quants),) if len(told.quants) > 1 else ())
        quant = work.given.quant or next(iter(told.quants), "")
        cache_types = told.cache_types if len(told.cache_types) > 1 else ()
        each = Held(models, one, tuple(rig.all_ways(rig.rams())), settings, budget_usd, quant, cache_types)
        if families:
            is_named = any(model.name for model in models)
            of_work = one or (work.home(models) if is_named else work.of_family_usual(families[0]))
            each = each._replace(families=tuple(work.fitting(families, of_work)), workload=of_work)
        each = with_told_prices(each, told, work.notes)
        is_offered = _TO_BUY.search(told.wording.text) is not None and not told.is_of_mine
        steps.append(each._replace(is_together=told.asks.together and len(models) > 1, is_offered=is_offered))
    return steps
