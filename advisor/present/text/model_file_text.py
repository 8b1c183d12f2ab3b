"""What a model's file holds, as text."""

from advisor.facts.answers.model_file import ModelDescription, ModelFile
from advisor.present.words.quantity import UNKNOWN, capacity, params, tokens
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.words import say


def model_file_text(file: ModelFile, described: ModelDescription) -> str:
    """One line per figure, then the memory by length of the conversation, then what is not known and why."""
    count, active = described.params, described.active_params
    counts = params(count)
    if count is not None and active and active < count:
        counts += say(", {params} of them for each token", params=params(active))
    weights = capacity(described.weights_bytes)
    if file.quant and described.weights_bytes:
        weights += f" ({file.quant})"
    largest_first = sorted(described.bytes_by_type.items(), key=lambda item: -item[1])
    rows = [
        (say("Architecture"), described.architecture or say(UNKNOWN)),
        (say("Parameters"), counts),
        (say("Layers"), f"{described.layers:,}" if described.layers else say(UNKNOWN)),
        (say("Longest context"), tokens(described.context_tokens)),
        (say("Weights"), weights),
        *((f"  {name}", capacity(size)) for name, size in largest_first),
        (say("One token of conversation"), capacity(described.kv_bytes_per_token)),
    ]
    lines = [file.name, *(f"  {name:<28}{text}" for name, text in rows)]
    if described.memory:
        lines += ["", say("Memory with the weights, the conversation and the buffers")]
        lines += [f"  {tokens(row.context_tokens):<28}{capacity(row.total_bytes)}" for row in described.memory]
    else:
        lines += ["", say("Memory by length of the conversation: {unknown}", unknown=say(UNKNOWN))]
    return "\n".join([*lines, *(say("Note: {note}", note=in_words(note)) for note in described.notes)])
