"""Parts of the time of a token, an item or a step, as words."""

from collections.abc import Mapping

from advisor.facts.answers.estimate import TermName
from advisor.present.words.palette import Role
from advisor.present.words.words import say, to_say

Words = tuple[str, Role]
"""What a term of the time does, and its color."""

TERMS: Mapping[str, Words] = {
    "weights": (to_say("read the weights"), "weights"),
    "arithmetic": (to_say("calculations"), "other_programs"),
    "matmul": (to_say("calculations"), "other_programs"),
    "kv_cache": (to_say("read the conversations"), "kv_cache"),
    "attention": (to_say("attention"), "attention"),
    "activations": (to_say("move values in memory"), "activations"),
    "kept_values": (to_say("move values in memory"), "activations"),
    "unpacking": (to_say("unpack the weights"), "buffers"),
    "dequantizing": (to_say("unpack the weights"), "buffers"),
    "update": (to_say("change the weights"), "weights"),
    "overhead": (to_say("overhead"), "overhead"),
    "launches": (to_say("start of kernels"), "overhead"),
    "launch": (to_say("start of kernels"), "overhead"),
    "interconnect": (to_say("link between devices"), "link"),
    "links": (to_say("link between devices"), "link"),
    "waiting": (to_say("waiting for the slowest"), "guide"),
    "idle_stages": (to_say("stages that wait"), "guide"),
    "main_memory": (to_say("the part in RAM"), "spill"),
    "streaming": (to_say("layers from RAM"), "spill"),
    "moving": (to_say("parts from RAM"), "spill"),
    "text_encoding": (to_say("read prompt"), "kv_cache"),
    "decoding": (to_say("decode image (VAE)"), "buffers"),
    "encoder": (to_say("listen"), "weights"),
    "decoder": (to_say("write"), "kv_cache"),
    "vocoder": (to_say("make sound"), "attention"),
    "guessing": (to_say("guess ahead"), "activations"),
}
"""By the name of a term: what it does, and its color."""

TEXT_TERMS: Mapping[str, Words] = {
    "kv_cache": (to_say("read the conversation"), "kv_cache"),
    "attention": (to_say("attention"), "attention"),
}
"""What terms do where one model writes for one person."""

Formulas = Mapping[TermName, str]

TOKEN_FORMULAS: Formulas = {
    "weights": to_say("weight bytes / read rate"),
    "unpacking": to_say("what unpacking adds to reading"),
    "kv_cache": to_say("cached bytes / bandwidth"),
    "attention": to_say("heads x key width x visible tokens / attention rate"),
    "overhead": to_say("layers x seconds per layer"),
    "arithmetic": to_say("2 x parameters x sequences / arithmetic rate"),
    "interconnect": to_say("exchanges between devices x seconds per exchange"),
    "main_memory": to_say("share read from RAM x the CPU's time"),
    "guessing": to_say("guesses x seconds per guess"),
}
"""How the time of a term of one token is computed."""

PROMPT_FORMULAS: Formulas = {
    "arithmetic": to_say("2 x parameters of the layers a token uses x tokens / (matrix rate x share)"),
    "weights": to_say("weight bytes / read rate, beyond the arithmetic"),
    "unpacking": to_say("batches x parameters x 2 bytes / read rate"),
    "attention": to_say("4 x heads x head size x layers x tokens x visible tokens"),
    "overhead": to_say("batches x layers x seconds per layer"),
    "interconnect": to_say("tokens x width x 4 bytes / link, per boundary"),
    "main_memory": to_say("weights in RAM, once per batch"),
}
"""The same of one prompt."""

INPUTS: Mapping[str, str] = {
    "weights_per_token": to_say("weight bytes per token"),
    "read_rate": to_say("read rate"),
    "bandwidth": to_say("bandwidth"),
    "layer_s": to_say("seconds per layer"),
    "layers": to_say("layers"),
    "cached_tokens": to_say("cached tokens"),
    "layer_params": to_say("parameters of the layers a token uses"),
    "matrix_rate": to_say("matrix rate (fp16 or int8)"),
    "reached_rate": to_say("matrix rate x share"),
    "host_share": to_say("share read from RAM for a token"),
    "host_weights": to_say("weights in RAM"),
    "memory_bandwidth": to_say("memory bandwidth"),
    "measured_bandwidth": to_say("memory bandwidth, measured"),
    "fp32_rate": to_say("calculations in 32 bits"),
    "fp16_rate": to_say("calculations in 16 bits"),
    "arithmetic": to_say("arithmetic"),
    "memory": to_say("memory"),
    "link": to_say("link"),
    "launch": to_say("launch time"),
}
"""What the inputs of terms are called."""


def term_words(name: str, own: Mapping[str, Words]) -> Words:
    """What the term of a name does, and its color; `own` is what it does in this task."""
    words, role = own.get(name) or TERMS.get(name, (name.replace("_", " "), "overhead"))
    return say(words), role
