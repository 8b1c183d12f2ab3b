"""Formulas of claims about what models need and read."""

from collections.abc import Callable
from math import ceil

from advisor.answer.which_model.subject import find_quant, subject_of
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.claim import FormulaName
from advisor.facts.values.units import BITS_PER_BYTE
from advisor.predict.model.kv_cache import CacheSetup, kv_cache_bytes
from advisor.predict.model.subject import Subject
from advisor.predict.model.weights import flop_per_token


def claim_subject(model: str, quant: str, catalog: Catalog) -> Subject:
    """A model of the catalog in one form."""
    card = catalog.models[model]
    return subject_of(card, find_quant(quant, card, catalog)[0], catalog)


def token_flop(*, catalog: Catalog, model: str, quant: str) -> float:
    """Arithmetic of one token."""
    return flop_per_token(claim_subject(model, quant, catalog).weights)


def cache_bytes(*, catalog: Catalog, model: str, quant: str, context: float) -> float:
    """The KV cache of one conversation, in 16 bits."""
    subject = claim_subject(model, quant, catalog)
    return kv_cache_bytes(
        subject.shape, subject.groups, context_tokens=round(context), setup=CacheSetup(), blocks=subject.blocks
    )


def need_share(*, catalog: Catalog, model: str, quant: str, context: float, memory: float, cards: float = 1) -> float:
    """Weights and KV cache over the memory of so many cards."""
    weights = claim_subject(model, quant, catalog).weights.total_bytes
    return (weights + cache_bytes(catalog=catalog, model=model, quant=quant, context=context)) / (memory * cards)


def cards_needed(*, catalog: Catalog, model: str, quant: str, memory: float) -> float:
    """Cards whose memory together takes the weights."""
    return ceil(claim_subject(model, quant, catalog).weights.total_bytes / memory)


def stored_share(*, params: float, bits: float, memory: float) -> float:
    """Weights of so many bits each over the memory."""
    return params * bits / BITS_PER_BYTE / memory


def file_ratio(*, catalog: Catalog, model: str, quant: str, than: str) -> float:
    """The size of a model in one form over that in another."""
    one, other = (claim_subject(model, form, catalog).weights.total_bytes for form in (quant, than))
    return one / other


def read_speed(*, catalog: Catalog, model: str, quant: str, bandwidth: float) -> float:
    """Tokens per second if nothing but reading the weights took time."""
    return bandwidth / claim_subject(model, quant, catalog).weights.bytes_per_token


def read_share(*, catalog: Catalog, model: str, quant: str) -> float:
    """What of all weights one token reads."""
    weights = claim_subject(model, quant, catalog).weights
    return weights.bytes_per_token / weights.total_bytes


def reading_speed(*, words: float, words_per_token: float) -> float:
    """Tokens that a person reads in a second."""
    return words / words_per_token


FORMULAS: dict[FormulaName, Callable[..., float]] = {
    "token_flop": token_flop,
    "cache_bytes": cache_bytes,
    "need_share": need_share,
    "cards_needed": cards_needed,
    "stored_share": stored_share,
    "file_ratio": file_ratio,
    "read_speed": read_speed,
    "read_share": read_share,
    "reading_speed": reading_speed,
}
