"""Parts of the time of a token, an item or a step, as words."""

from collections.abc import Mapping

from advisor.present.words.series import Role
from advisor.present.words.words import say, to_say

Words = tuple[str, Role]
"""What a term of the time does, and its color."""

TERMS: Mapping[str, Words] = {
    "weights": (to_say("read the weights"), "weights"),
    "arithmetic": (to_say("calculations"), "other_programs"),
    "matmul": (to_say("calculations"), "other_programs"),
    "kv_cache": (to_say("read the conversations"), "kv_cache"),
    "attention": (to_say("attention"), "attention"),
    "activations": (to_say("move values in memory"), "weights"),
    "kept_values": (to_say("move values in memory"), "weights"),
    "unpacking": (to_say("unpack the weights"), "this_rig"),
    "dequantizing": (to_say("unpack the weights"), "overhead"),
    "update": (to_say("change the weights"), "kv_cache"),
    "overhead": (to_say("overhead"), "overhead"),
    "launches": (to_say("start of kernels"), "overhead"),
    "launch": (to_say("start of kernels"), "overhead"),
    "interconnect": (to_say("link between devices"), "guide"),
    "links": (to_say("link between devices"), "guide"),
    "waiting": (to_say("waiting for the slowest"), "guide"),
    "idle_stages": (to_say("stages that wait"), "guide"),
    "main_memory": (to_say("the part in main memory"), "spill"),
    "streaming": (to_say("layers from main memory"), "spill"),
    "moving": (to_say("parts from main memory"), "spill"),
    "text_encoding": (to_say("read your sentence"), "kv_cache"),
    "decoding": (to_say("make pixels of it"), "buffers"),
    "encoder": (to_say("listen"), "weights"),
    "decoder": (to_say("write"), "kv_cache"),
}
"""By the name of a term: what it does, and its color."""

TEXT_TERMS: Mapping[str, Words] = {
    "kv_cache": (to_say("read the conversation"), "kv_cache"),
    "attention": (to_say("work on the conversation"), "attention"),
}
"""What terms do where one model writes for one person."""


def term_words(name: str, own: Mapping[str, Words]) -> Words:
    """What the term of a name does, and its color; `own` is what it does in this task."""
    words, role = own.get(name) or TERMS.get(name, (name.replace("_", " "), "overhead"))
    return say(words), role
