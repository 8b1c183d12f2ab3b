"""Formulas of claims about what models need and read."""

from math import ceil

from advisor.answer.claims.formula import Formula
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


FORMULAS: dict[FormulaName, Formula] = {
    "token_flop": Formula(token_flop, "2 x weights that act on a token"),
    "cache_bytes": Formula(cache_bytes, "tokens x layers x (key + value) x 2 bytes"),
    "need_share": Formula(need_share, "(weights + conversation memory) / memory"),
    "cards_needed": Formula(cards_needed, "weights / memory of one card, rounded up"),
    "stored_share": Formula(stored_share, "weights x bits of each / memory"),
    "file_ratio": Formula(file_ratio, "size in one form / size in the other, tensor by tensor"),
    "read_speed": Formula(read_speed, "memory bandwidth / bytes that one token reads"),
    "read_share": Formula(read_share, "bytes that one token reads / bytes of all weights"),
    "reading_speed": Formula(reading_speed, "words per second / words in a token"),
}
