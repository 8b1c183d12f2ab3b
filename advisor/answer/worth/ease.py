"""What is a nuisance about a purchase, whatever it reaches: the part of its use that is left, 1 for all (judgments)."""

from advisor.answer.what_if.upgrade import Upgrade
from advisor.answer.worth.question import WorthQuestion
from advisor.facts.cards.workload import TRAINING
from advisor.facts.values.units import GIB

_NO_FAN, _SEVERAL, _SUPPLY, _PREVIEW = 0.2, 0.75, 0.75, 0.5
"""A card of a server wants a loud blower in a printed duct, a cable of its own, another card for the screen and
at times an old driver (ariezlabs.com/blog/p40); a second card a slot, a larger supply and programs that divide; an
office computer may take only the supplies of its maker. Training is what the usual programs do on NVIDIA's cards;
elsewhere their parts are previews (bitsandbytes)."""
_ROOMY_BYTES = ((0.0, 12 * GIB), (600.0, 16 * GIB), (1200.0, 24 * GIB))
"""From here on a card holds what people run at home with some context, by what may be spent: who sets more money aside
than a small card costs is soon held up by one (used cards of 24 GiB begin at about 900 US dollars; a judgment)."""
_SUPPORT = {"amd": 0.9, "intel": 0.8}
"""Fewer programs run on them, and later: CUDA is what most are written for first (a judgment)."""

_IN_BF16, _WITHOUT_BF16 = ("image", "video", *TRAINING), 0.5
"""What programs of these tasks are written for; older cards compute it in fp32 or want patched programs: FLUX on a V100
7 minutes, 90 s in patched fp16 (github.com/huggingface/diffusers/issues/9095)."""


def ease_of(one: Upgrade, question: WorthQuestion) -> float:
    """The part that is left, of a card; 1 for other purchases."""
    found = 1.0
    if "no_fan" in one.doubts:
        found *= _NO_FAN
    if "second_slot_unknown" in one.doubts:
        found *= _SEVERAL
    if "supply_in_price" in one.doubts:
        found *= _SUPPLY
    if one.kind in ("card", "second_card"):
        found *= _SUPPORT.get(one.maker or "", 1.0) * _room(one, question.money.budget_usd or 0.0)
    if one.kind in ("card", "second_card") and question.task in _IN_BF16 and not _computes_bf16(one, question):
        found *= _WITHOUT_BF16
    if question.task in TRAINING and one.maker not in (None, "nvidia"):
        found *= _PREVIEW
    return found


def _computes_bf16(one: Upgrade, question: WorthQuestion) -> bool:
    """Whether its matrix units take bf16."""
    design = question.catalog.architectures.get(one.rig.processors[-1].architecture or "")
    return design is not None and "BF16" in design.matrix_formats


def _room(one: Upgrade, budget_usd: float) -> float:
    """How much of what is roomy the memory of a card is; squared where somebody said what may be spent."""
    roomy = max(size for usd, size in _ROOMY_BYTES if usd <= budget_usd)
    share = min(1.0, (one.rig.processors[-1].memory_total_bytes.value or roomy) / roomy)
    return share**2 if budget_usd else share
