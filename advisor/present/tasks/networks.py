"""What lies in memory of a model that is made of networks."""

from collections.abc import Iterator
from typing import Any

from advisor.facts.answers.answer import PartsMemory
from advisor.present.tasks.shown_task import Part
from advisor.present.words.series import Role
from advisor.present.words.words import say, to_say

PARTS = (
    to_say("text encoder"),
    to_say("image encoder"),
    to_say("denoiser"),
    to_say("autoencoder"),
    to_say("encoder"),
    to_say("decoder"),
    to_say("backbone"),
)
"""What the networks of a model are called."""
_NETWORKS: tuple[Role, ...] = ("weights", "kv_cache", "this_rig", "attention")


def network_parts(option: Any) -> tuple[Part, ...]:
    """The networks one by one, or what of them is there at once."""
    need = option.fit.pools[0].need_bytes if option.fit.pools else 0
    return () if option.answer.memory is None else tuple(_parts(option.answer.memory, need))


def _parts(memory: PartsMemory, need_bytes: int) -> Iterator[Part]:
    """The networks one by one, or what of them is there at once."""
    values = memory.compute_bytes
    if need_bytes >= memory.total_bytes:
        for index, part in enumerate(memory.parts):
            yield say(part.name), part.weights_bytes, _NETWORKS[index % len(_NETWORKS)]
    else:
        values = min(values, need_bytes - memory.runtime_bytes)
        yield say("parts at work"), need_bytes - memory.runtime_bytes - values, "weights"
    yield say("values"), values, "buffers"
    yield say("program"), memory.runtime_bytes, "other_programs"
