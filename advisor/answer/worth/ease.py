"""What is a nuisance about a purchase, whatever it reaches: the part of its use that is left, 1 for all (judgments)."""

from advisor.answer.money.prices import WITH_MEMORY, set_count
from advisor.answer.what_if.upgrade import Upgrade
from advisor.answer.worth.question import WorthQuestion
from advisor.facts.answers.worth import CARDS, WITH_CARD, Doubt
from advisor.facts.cards.workload import TRAINING
from advisor.facts.values.units import GIB

_NO_FAN, _SEVERAL, _SUPPLY, _TWO_MAKERS = 0.2, 0.75, 0.75, 0.3
_PREVIEW = {"amd": 0.5, "intel": 0.25}
"""A card of a server wants a loud blower in a printed duct, a cable of its own, another card for the screen and at
times an old driver (ariezlabs.com/blog/p40); a second card a slot, a larger supply and programs that divide; cards of
two makers share the Vulkan build of llama.cpp alone, so the first one loses its own programs meanwhile; an office
computer may take only the supplies of its maker. Training is what the usual programs do on NVIDIA's cards; elsewhere
their parts are previews: 4-bit weights on Arc have limited functionality (huggingface.co/docs/bitsandbytes,
multi-backend support), Unsloth did not start on a B580 (github.com/unslothai/unsloth/issues/3533) and names AMD as to
come (unsloth.ai/docs, requirements)."""
_ENDED_FOR_MANY = 0.2
"""Programs that serve many want what makers still support: CUDA 13 ended Volta and older (its release notes), vLLM has
built for CUDA 13 and capability 7.5 or higher since (github.com/vllm-project/vllm/pull/39878); on such a card it is an
old release, or one built by hand (a judgment)."""
_NO_BAR = 0.3
"""Without Resizable BAR an Arc card loses a quarter of its speed in games, and its driver may not work at all
(github.com/IGCIT/Intel-GPU-Community-Issue-Tracker-IGCIT/issues/315)."""
_ROOMY_BYTES = ((0.0, 12 * GIB), (600.0, 16 * GIB), (1200.0, 24 * GIB))
"""From here on a card holds what people run at home with some context, by what may be spent: who sets more money aside
than a small card costs is soon held up by one (used cards of 24 GiB begin at about 900 US dollars; a judgment)."""
_MOST_ROOMY_BYTES = {"image": 16 * GIB, **dict.fromkeys(("embed", "classify", "speech"), 8 * GIB)}
"""More than that makes no difference to pictures, whose models are run at 8 bits, and to small networks (judgments)."""
_SUPPORT = {"amd": 0.9, "intel": 0.8}
"""Fewer programs run on them, and later: CUDA is what most are written for first (a judgment)."""
_PICTURES = ("image", "video")
_SUPPORT_FOR_PICTURES = {"amd": 0.7, "intel": 0.5}
"""Programs that make pictures and films reach on an RX 9070 XT what the data sheet lets expect only with workarounds
(github.com/ROCm/legacy-rocm-build issues 4846, 5216), and new ones come for CUDA first; on an Arc B580 an update
halved their speed (github.com/Comfy-Org/ComfyUI/issues/14081), and what of LTX-2.3 runs on an Arc Pro B70 its owners
ask its maker (github.com/intel/llm-scaler/issues/583)."""

_IN_BF16, _WITHOUT_BF16 = ("image", "video", *TRAINING), 0.5
"""What programs of these tasks are written for; older cards compute it in fp32 or want patched programs: FLUX on a V100
7 minutes, 90 s in patched fp16 (github.com/huggingface/diffusers/issues/9095)."""


def doubts_of(one: Upgrade, question: WorthQuestion) -> tuple[Doubt, ...]:
    """What speaks against it in this work: only what writes is shared by GPUs of two makers, all else runs on one."""
    writes = question.is_interactive or question.task == "serve"
    return tuple(doubt for doubt in one.doubts if writes or doubt != "two_makers")


def ease_of(one: Upgrade, question: WorthQuestion) -> float:
    """The part that is left, of a card; 1 for other purchases."""
    found = 1.0
    if "no_fan" in one.doubts:
        found *= _NO_FAN
    if "second_slot_unknown" in one.doubts:
        found *= _SEVERAL
    if "two_makers" in doubts_of(one, question):
        found *= _TWO_MAKERS
    if "third_slot" in one.doubts:
        found *= _SEVERAL**2
    if "supply_in_price" in one.doubts:
        found *= _SUPPLY
    if "no_resizable_bar" in one.doubts:
        found *= _NO_BAR
    if question.task == "serve" and one.has_ended_support:
        found *= _ENDED_FOR_MANY
    if one.kind in CARDS:
        found *= _support(one, question) * _room(one, question)
    if one.kind in CARDS and question.task in _IN_BF16 and not _computes_bf16(one, question):
        found *= _WITHOUT_BF16
    if question.task in TRAINING:
        found *= _PREVIEW.get(one.maker or "", 1.0)
    return found


def _support(one: Upgrade, question: WorthQuestion) -> float:
    shares = _SUPPORT_FOR_PICTURES if question.task in _PICTURES else _SUPPORT
    return shares.get(one.maker or "", 1.0)


def _computes_bf16(one: Upgrade, question: WorthQuestion) -> bool:
    """Whether its matrix units take bf16."""
    design = question.catalog.architectures.get(one.rig.processors[-1].architecture or "")
    return design is not None and "BF16" in design.matrix_formats


def is_roomy(one: Upgrade, question: WorthQuestion) -> bool:
    """Whether one card holds what people run at home for that money, and slots and supply are left for another."""
    has_card = one.kind in WITH_CARD and set_count(one.id) == 1
    return has_card and _share(one, question) >= 1


def _room(one: Upgrade, question: WorthQuestion) -> float:
    """How much of what is roomy the memory of a card is; squared where somebody said what may be spent.

    Not for films, whose models take turns in a card: what that costs is in their speed.
    """
    is_strict = bool(question.money.budget_usd) and question.task != "video"
    is_added = one.kind == "second_card" and question.is_interactive
    cards = [each for each in one.rig.processors if each.pool == "vram" and each.blocked is None]
    held = sum(each.memory_total_bytes.value or 0 for each in cards) if is_added else 0
    return _share(one, question, held) ** (2 if is_strict else 1)


def _share(one: Upgrade, question: WorthQuestion, held_bytes: int = 0) -> float:
    """By its own memory, or by more where that of all cards counts: a model that writes is divided among them."""
    budget_usd = question.money.budget_usd or 0.0
    if one.id.startswith(WITH_MEMORY):
        budget_usd = 0.0  # most of the money is memory's, and so is most of the model
    roomy = max(size for usd, size in _ROOMY_BYTES if usd <= budget_usd)
    roomy = min(roomy, _MOST_ROOMY_BYTES.get(question.task, roomy))
    return min(1.0, max(held_bytes, one.rig.processors[-1].memory_total_bytes.value or roomy) / roomy)
