"""GPUs that are named where a whole computer is wanted: `4x RTX 3090`."""

from advisor.answer.request.named_machine import named_machine
from advisor.answer.request.named_place import counted_name
from advisor.answer.which_device.named_gpu import find_named_gpu
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.asked.request import DeviceFacts


def are_gpus(text: str, catalog: Catalog) -> bool:
    """Whether a text is no computer but names GPUs with memory of their own, as `--gpu` takes them."""
    if named_machine(text, catalog) is not None:
        return False
    names = [counted_name(one.strip())[1] for one in text.split(" + ")]
    cards = [find_named_gpu(one, DeviceFacts(), catalog.gpus).card_id for one in names]
    return bool(cards) and all(one is not None and catalog.gpus[one].memory_kind == "dedicated" for one in cards)
