"""Products of weights with several tokens at once: of a micro batch, or one of each sequence (docs/physics.md 6.5).

llama.cpp's CUDA backend multiplies quantized weights with up to eight columns by vector instructions, which unpack once
and multiply for each column (mul_mat_vec_q), with more by matrix units (mul_mat_q); 16-bit ones by matrix units.
"""

from advisor.facts.cards.calibration import Calibration
from advisor.facts.cards.quant import PLAIN_TYPES
from advisor.predict.model.prompt_work import prompt_work, tokens_per_expert
from advisor.predict.model.subject import Subject
from advisor.predict.rates.rates import rate_of_type

VECTOR_COLUMNS = 8
"""Columns up to which quantized weights are multiplied by vector instructions (MMVQ_MAX_BATCH_SIZE)."""

_NARROW_TILE = 8
"""Tokens an expert sees where half of a tile is used: tiles of 8 to 128 columns are chosen by their number."""


def matrix_s(
    subject: Subject,
    calibration: Calibration,
    *,
    tokens: int,
    flop_per_s: float,
    expert_share: float,
    token_experts_s: float = 0.0,
) -> float:
    """Seconds of arithmetic of `tokens` tokens in matrix units at a rate on dense weights.

    Experts reach `expert_share` of it; one that sees few tokens leaves most of a tile of the matrix unused. They take
    at least `token_experts_s` for a token (docs/physics.md 7.3).
    """
    work = prompt_work(subject)
    shared_columns, expert_columns = subject.columns
    shared_flop = work.shared_flop * _with_fixed(calibration, shared_columns)
    if not work.experts_flop:
        return tokens * shared_flop / flop_per_s
    seen = tokens_per_expert(subject, tokens=tokens)
    tile = rate_of_type(calibration.expert_tile_tokens, subject.weights.main_type) or 0.0
    if calibration.column_share is not None:
        tile *= seen / (seen + _NARROW_TILE)
    share = expert_share * seen / (seen + tile)
    experts_flop = work.experts_flop * _with_fixed(calibration, expert_columns)
    later_s = max(0.0, token_experts_s - experts_flop / share / flop_per_s)
    return tokens * (shared_flop + experts_flop / share) / flop_per_s + tokens * later_s


def sequences_s(subject: Subject, calibration: Calibration, *, tokens: int, flop_per_s: float, read_s: float) -> float:
    """Seconds of arithmetic of a token of each of several sequences, on top of reading, in tiles that they hardly fill.

    Up to eight are multiplied by vector instructions where that is sooner: as guessed tokens are when they are checked.
    """
    work, tile = prompt_work(subject), calibration.tile_tokens or 0.0
    flop = work.shared_flop * (tokens + tile)
    if work.experts_flop:
        flop += work.experts_flop * tokens * (1 + tile / tokens_per_expert(subject, tokens=tokens))
    by_tiles_s = flop / flop_per_s
    if tokens > VECTOR_COLUMNS:
        return by_tiles_s
    return min(by_tiles_s, (tokens - 1) * calibration.check_share * read_s)


def _with_fixed(calibration: Calibration, columns: float | None) -> float:
    """How many times as long products take because each tile starts and ends, which narrow matrices do more often."""
    return 1 + calibration.fixed_columns / columns if columns else 1.0


def is_by_vectors(subject: Subject, calibration: Calibration, *, tokens: int) -> bool:
    """Whether so many tokens at once are multiplied by vector instructions."""
    is_few = 1 < tokens <= VECTOR_COLUMNS
    return calibration.column_share is not None and is_few and subject.weights.main_type not in PLAIN_TYPES
