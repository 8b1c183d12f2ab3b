"""Writing with tokens guessed ahead: what guesses, whether it fits, how fast it is (docs/physics.md 6.7)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from advisor.answer.asked.problem import ProblemError, UnknownModelError, shortened
from advisor.answer.text.division import Host
from advisor.answer.text.engine_names import LLAMA_CPP
from advisor.answer.text.partial_offload import PartialOffload
from advisor.answer.which_model.subject import find_quant, subject_of, subject_of_shape
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.draft import DraftAnswer, DraftMemory
from advisor.facts.answers.estimate import AnswerTerm, Estimate, Term, Verdict
from advisor.facts.asked.request import DraftFacts
from advisor.facts.cards.calibration import Calibration
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.model_parts import DraftEngine, Drafting
from advisor.facts.reasons.codes import ReasonCode
from advisor.facts.rig.rig import Processor
from advisor.facts.values.range import Range
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.units import BITS_PER_BYTE
from advisor.predict.memory.layout import uncertain_bytes
from advisor.predict.memory.split import host_shares, parts_of
from advisor.predict.model.buffers import compute_bytes
from advisor.predict.model.draft_layers import draft_shape, joining_params
from advisor.predict.model.kv_cache import kv_cache_bytes, state_bytes
from advisor.predict.model.subject import Run, Subject
from advisor.predict.model.weights import scaled_weights
from advisor.predict.speed.drafted import (
    DEFAULT_GUESSES,
    RIGHT_SHARE,
    Draft,
    DraftKind,
    check_parts,
    drafted_speed,
    guess_s,
    right_share,
    speed_up,
    tokens_per_step,
)
from advisor.predict.speed.offload import offload_terms
from advisor.predict.speed.own_run import scaled_parts
from advisor.predict.speed.speed import decode_terms, scaled_seconds, seconds_of

NONE = "none"
_KINDS: dict[str, DraftKind] = {"mtp": "mtp", "nextn": "mtp", "head": "head", "eagle": "head", "eagle3": "head"}
_NGRAM = ("ngram", "lookup", "prompt lookup")
VOCABULARIES_APART = 128
"""Words by which two vocabularies may differ in size (SPEC_VOCAB_MAX_SIZE_DIFFERENCE of llama.cpp)."""

_HEAD_QUANT, BITS_16 = "BF16", 16
_OTHER_ENGINES: tuple[DraftEngine, ...] = ("vllm", "sglang", "tensorrt-llm", "mlx")
_GUESSING: dict[DraftKind, ReasonCode] = {
    "mtp": "draft_by_mtp",
    "model": "draft_by_model",
    "head": "draft_by_head",
    "ngram": "draft_by_ngram",
}
_COSTS: dict[str, ReasonCode] = {
    "guessing": "draft_cost_guessing",
    "weights": "draft_cost_experts",
    "main_memory": "draft_cost_main_memory",
}
"""Why a step with guesses takes longer, by the term that grows most."""


class Asked(NamedTuple):
    """A model with the way it runs, and what it is: the card is None where the catalog has none."""

    subject: Subject
    card: ModelCard | None
    run: Run
    engine: str


def draft_answer(
    facts: DraftFacts,
    asked: Asked,
    processor: Processor,
    calibration: Calibration,
    host: Host,
    whole: PartialOffload,
    catalog: Catalog,
) -> DraftAnswer | None:
    """What writing would be with the draft that was asked for; None where none was.

    Raises:
        ProblemError: the model has no such draft, or the draft has another vocabulary.
    """
    if facts.model.strip().lower() in (NONE, "off", ""):
        return None
    draft, name, quant = find_draft(facts, asked, catalog)
    one, run = whole.estimate, asked.run
    memory = draft_memory(draft, asked.subject, run)
    fit = _fit(one, memory)
    right = draft.right
    steps = Range(*(tokens_per_step(share, draft.guesses) for share in right))
    terms = _step_terms(draft, asked, processor, calibration, host, whole)
    plain_s, step_s = seconds_of(one.decode), sum(term.s for term in terms)
    gain = speed_up(draft, plain_s=plain_s, step_s=step_s) if plain_s and terms else None
    return DraftAnswer(
        kind=draft.kind,
        name=name,
        quant=quant,
        tokens=draft.guesses,
        right_share=right,
        tokens_per_step=steps,
        tokens_per_s=drafted_speed(one.decode, gain) if gain else None,
        speed_up=gain,
        terms=tuple(AnswerTerm(name=term.name, s=term.s / steps.middle) for term in terms),
        memory=memory,
        fits=None if fit == "unknown" else fit in ("fits", "tight"),
        fit=fit,
        notes=tuple(_notes(facts, draft, asked, one, (gain, fit, terms))),
    )


def find_draft(facts: DraftFacts, asked: Asked, catalog: Catalog) -> tuple[Draft, str, str | None]:
    """What guesses, its name and quantization.

    Raises:
        ProblemError: the model has no such draft, the name is not known, or its vocabulary is another.
    """
    typed = facts.model.strip()
    kind: DraftKind = "ngram" if typed.lower() in _NGRAM else _KINDS.get(typed.lower(), "model")
    guesses = facts.tokens or DEFAULT_GUESSES[kind]
    stated = right_share(facts.acceptance, guesses) if facts.acceptance else None
    right = Range.exactly(stated) if stated else RIGHT_SHARE[kind]
    if kind == "ngram":
        return Draft(kind, None, guesses, right), "ngram", None
    if kind == "model":
        return _smaller_model(facts, asked, catalog, guesses=guesses, right=right)
    drafting = asked.card.drafting if asked.card else None
    subject = asked.subject
    if kind == "mtp":
        if drafting is None or not drafting.layers:
            raise ProblemError("draft_no_layers", name=subject.name)
        draft = _own_layers(subject, drafting, catalog, guesses=guesses, right=right)
        return draft, "mtp", subject.weights.quant
    if drafting is None or not drafting.heads:
        raise ProblemError("draft_no_head", name=subject.name)
    head = drafting.heads[0]
    layer = _like_last_layer(subject, catalog, quant=_HEAD_QUANT)
    size = round(head.params * BITS_16 / BITS_PER_BYTE)
    total = round(size * layer.weights.total_bytes / layer.weights.bytes_per_token)
    layer = replace(layer, weights=scaled_weights(layer.weights, total_bytes=total))
    return Draft(kind, layer, guesses, right, own_bytes=size), head.name, _HEAD_QUANT


def _own_layers(subject: Subject, drafting: Drafting, catalog: Catalog, *, guesses: int, right: Range) -> Draft:
    """The layers of a model that predict further tokens, quantized as the model is; one of them makes a guess."""
    layer = _like_last_layer(subject, catalog, quant=subject.weights.quant)
    each = layer.weights.total_bytes / layer.weights.params
    joining = round(joining_params(subject.shape) * each)
    own = (sum(layer.weights.layer_bytes) + joining) * drafting.layers
    if drafting.own_output:
        own += layer.weights.total_bytes - sum(layer.weights.layer_bytes)
    if drafting.params:
        own = round(drafting.params * each)
    return Draft("mtp", layer, guesses, right, extra_bytes=joining, own_bytes=own)


def _like_last_layer(subject: Subject, catalog: Catalog, *, quant: str) -> Subject:
    """One layer like the model's last one, with its embedding and output."""
    card, _, _ = find_quant(quant, None, catalog, assume=True)
    return subject_of_shape(subject.name, draft_shape(subject.shape), card, catalog)


def _smaller_model(
    facts: DraftFacts, asked: Asked, catalog: Catalog, *, guesses: int, right: Range
) -> tuple[Draft, str, str | None]:
    """A smaller model of the catalog with the vocabulary of the one that is asked about.

    Raises:
        ProblemError: it is not known, has another vocabulary, or is no smaller.
    """
    name = facts.model.strip()
    card_id = catalog.models.find(name)
    if card_id is None:
        raise UnknownModelError("draft_unknown", name=shortened(name), near=_usual_drafts(asked, catalog))
    card = catalog.models[card_id]
    quant, _, _ = find_quant(facts.quant or asked.subject.weights.quant, card, catalog, assume=True)
    small = subject_of(card, quant, catalog)
    words, own = small.shape.vocab, asked.subject.shape.vocab
    if abs(words - own) > VOCABULARIES_APART:
        raise ProblemError("draft_vocabulary_differs", draft=card.name, words=words, name=asked.subject.name, own=own)
    if small.weights.bytes_per_token >= asked.subject.weights.bytes_per_token:
        raise ProblemError("draft_no_smaller", draft=card.name, name=asked.subject.name)
    return Draft("model", small, guesses, right, own_bytes=small.weights.total_bytes), card.name, quant.name


def _usual_drafts(asked: Asked, catalog: Catalog) -> tuple[str, ...]:
    """Smaller models that are known to go with this one."""
    drafting = asked.card.drafting if asked.card else None
    return tuple(catalog.models[one].name for one in drafting.models) if drafting else ()


def draft_memory(draft: Draft, subject: Subject, run: Run) -> DraftMemory:
    """Bytes of what guesses: weights of its own, its cache in 16 bits, its buffer, and states kept for wrong guesses.

    Layers with a state cannot forget a token: the program keeps the states before each guess (of Qwen3.8 27B 150 MiB
    for each in llama.cpp, as counted).
    """
    states = sum(count for attention, count in subject.groups if attention.keeps_state)
    kept = draft.guesses * states * state_bytes(subject.shape) * run.cache.sequences
    cache = compute = 0
    if draft.subject is not None:
        setup = run.cache._replace(key_type="F16", value_type="F16")
        outputs = run.batching._replace(outputs_max=draft.guesses + 1)
        shape, context = draft.subject.shape, run.context_tokens
        cache = kv_cache_bytes(
            shape, draft.subject.groups, context_tokens=context, setup=setup, blocks=subject.blocks,
            flash_attention=run.batching.flash_attention,
        )  # fmt: skip
        compute = compute_bytes(shape, context_tokens=context, batch=outputs, setup=setup)
    return DraftMemory(
        weights_bytes=draft.own_bytes,
        kv_cache_bytes=cache,
        compute_bytes=compute,
        state_bytes=kept,
        total_bytes=draft.own_bytes + cache + compute + kept,
    )


def _fit(one: Estimate, memory: DraftMemory) -> Verdict:
    """The verdict with the draft where the model lies; a model that lies in two memories already says nothing new."""
    spare = one.fit.spare_bytes
    if spare is None or one.fit.verdict not in ("fits", "tight"):
        return one.fit.verdict
    left = spare - memory.total_bytes
    if left < 0:
        return "spills" if one.fit.pools[0].pool == "vram" else "too_big"
    return "fits" if left >= uncertain_bytes(one.memory) else "tight"


def _step_terms(
    draft: Draft, asked: Asked, processor: Processor, calibration: Calibration, host: Host, whole: PartialOffload
) -> tuple[Term, ...]:
    """The parts of one step, checking and guessing; () where a rate is unknown."""
    subject, run = asked.subject, asked.run
    parts = check_parts(processor, subject, calibration, run, guesses=draft.guesses)
    if parts is None:
        return ()
    terms = decode_terms(parts, processor, subject, calibration, run)
    if whole.placement is not None:
        if host.processor is None or host.calibration is None:
            return ()
        there = check_parts(host.processor, subject, host.calibration, run, guesses=draft.guesses)
        if there is None:
            return ()
        wide = whole.placement._replace(
            shares=host_shares(
                parts_of(subject, run),
                whole.placement.split,
                expert_share=subject.weights.expert_share,
                batch=run.batch * (draft.guesses + 1),
            )
        )
        terms = offload_terms(terms, scaled_parts(there, host.calibration), wide)
    guessing_s = draft.guesses * guess_s(processor, draft, calibration, run)
    ahead = scaled_seconds((("guessing", guessing_s),), calibration.own_decode)
    return (*terms, *(Term(name=name, s=s) for name, s in ahead))


def _notes(
    facts: DraftFacts, draft: Draft, asked: Asked, one: Estimate, found: tuple[Range | None, Verdict, tuple[Term, ...]]
) -> Iterator[Reason]:
    """What the figures assume, and where a draft is no gain."""
    gain, fit, terms = found
    if facts.acceptance is None:
        yield reason("draft_share_assumed", kind=reason(_GUESSING[draft.kind]))
    if gain is not None and gain.middle < 1:
        yield reason("draft_slower", cause=_cost(one, terms))
    elif gain is not None and gain.low < 1:
        yield reason("draft_may_be_slower", cause=_cost(one, terms))
    if asked.run.batch > 1:
        yield reason("draft_many_at_once")
    if one.holds and fit not in ("fits", "tight"):
        yield reason("draft_does_not_fit")
    drafting = asked.card.drafting if asked.card else None
    if draft.kind != "mtp" or drafting is None:
        return
    if asked.card is not None and asked.card.doubts("drafting"):
        yield reason("own_layers_uncertain")
    if not drafting.engines:
        return
    engine = _engine(asked.engine)
    if engine is not None and engine not in drafting.engines:
        yield reason("draft_engine_cannot", engine=asked.engine, engines=drafting.engines)
    since, build = drafting.llama_cpp_since, asked.run.build_date
    if engine == "llama.cpp" and since and build and build < since:
        yield reason("draft_build_too_old", since=since)


def _cost(one: Estimate, terms: tuple[Term, ...]) -> Reason:
    """What grows most against a plain step."""
    before = {term.name: term.s for term in one.decode.terms}
    grown = {term.name: term.s - before.get(term.name, 0.0) for term in terms}
    most = max(grown, key=lambda name: grown[name])
    return reason(_COSTS.get(most, "draft_cost_arithmetic"))


def _engine(name: str) -> DraftEngine | None:
    """The program by the name that people write; None for one that nothing is known of."""
    text = name.strip().lower()
    if text.startswith("ik_llama"):
        return "ik_llama.cpp"
    if LLAMA_CPP.match(text):
        return "llama.cpp"
    return next((one for one in _OTHER_ENGINES if text.startswith(one)), None)
