"""What a model's file holds, as text."""

from advisor.facts.answers.model_file import ModelDescription, ModelFile
from advisor.present.words.quantity import UNKNOWN, capacity, params, tokens
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.words import say


def model_file_text(file: ModelFile, described: ModelDescription) -> str:
    """One line per figure, then the memory by length of the conversation, then what is not known and why."""
    rows = [
        (say("Architecture"), described.architecture or say(UNKNOWN)),
        (say("Parameters"), _counts(described)),
        (say("Layers"), f"{described.layers:,}" if described.layers else say(UNKNOWN)),
        (say("Longest conversation"), tokens(described.context_tokens)),
        (say("Weights"), _weights(file, described)),
        *((f"  {name}", capacity(size)) for name, size in _largest_first(described.bytes_by_type)),
        (say("One token of conversation"), capacity(described.kv_bytes_per_token)),
    ]
    lines = [file.name, *(f"  {name:<28}{text}" for name, text in rows)]
    if described.memory:
        lines += ["", say("Memory with the weights, the conversation and the buffers")]
        lines += [f"  {tokens(row.context_tokens):<28}{capacity(row.total_bytes)}" for row in described.memory]
    else:
        lines += ["", say("Memory by length of the conversation: {unknown}", unknown=say(UNKNOWN))]
    return "\n".join([*lines, *(say("Note: {note}", note=in_words(note)) for note in described.notes)])


def _counts(described: ModelDescription) -> str:
    if described.params is None:
        return say(UNKNOWN)
    active = described.active_params
    part = (
        say(", {params} of them for each token", params=params(active)) if active and active < described.params else ""
    )
    return params(described.params) + part


def _weights(file: ModelFile, described: ModelDescription) -> str:
    name = f" ({file.quant})" if file.quant else ""
    return capacity(described.weights_bytes) + (name if described.weights_bytes else "")


def _largest_first(sizes: dict[str, int]) -> list[tuple[str, int]]:
    return sorted(sizes.items(), key=lambda item: -item[1])
