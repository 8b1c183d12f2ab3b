"""Why a program runs a model on the CPU though a GPU is there: how to see it, and the usual reasons in their order."""

import re
from collections.abc import Iterator, Sequence

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.processor import gpu_processor
from advisor.cli.asking.beside.software import cards_of, software_words
from advisor.cli.asking.sentence.said import Said
from advisor.cli.asking.sentence.software import Software

_KIND = r"(?:gpus?|(?:graphics |video )?cards?|igpu|cuda|rocm)\b"
_CARD = r"(?:gpus?|(?:graphics |video )?cards?|igpu|cuda|rocm|\w*\d{3,4}\w*(?: (?:ti|super|xtx?))?)\b"
"""Also by its number, where a program is named: without one `instead of 6000` is none."""
_MAKER = r"(?:(?:my|the|a|any|its|our|nvidia|amd|radeon|geforce|rtx|gtx|rx|arc|intel|dedicated|discrete) )*"
_NOT = r"(?:not|n't|nt|never|no longer|stopped|refus\w+ to|fails? to)"


def _unused(named: str) -> re.Pattern[str]:
    gpu = rf"{_MAKER}{named}"
    return re.compile(
        rf"{_NOT} (?:\w+ ){{0,2}}?(?:us(?:e|es|ing)|detect\w*|find\w*|see(?:s|ing)?|recogni[sz]\w*|(?:run\w* )?on"
        rf"|offload\w* to|load\w* (?:in|on)to) {gpu}"
        rf"|\b(?:ignor(?:e|es|ing)) {gpu}|\bcpu\b[^.?!]{{0,20}} (?:instead of|rather than|not|and not) {gpu}"
        rf"|{gpu} (?:(?:is|are|was)(?:n't| not)?|(?:does|do)(?:n't| not)|never|not|gets?|being|be) (?:\w+ ){{0,2}}?"
        r"(?:used|detected|found|recogni[sz]ed|seen|idle|utili[sz]ed)\b"
        rf"|{gpu} (?:usage|utili[sz]ation|load)\b[^.?!]{{0,20}}\b(?:0|zero) ?%|\b(?:0|zero) ?% (?:gpu|vram)\b"
        r"|\b(?:0|zero|no)(?:/\d+)? layers (?:are |were |get )?(?:offload\w*|loaded|on|put)"
        rf"|{gpu} (?:(?:usage|utili[sz]ation|load|is|stays|sits|at|idle|idles) ){{1,3}}(?:(?:at )?(?:0|zero) ?%|idle)",
        re.IGNORECASE,
    )


_UNUSED, _UNUSED_CARD = _unused(_KIND), _unused(_CARD)
_ON_CPU = re.compile(
    r"\b(?:uses?|using|runs?|running|falls? back|fell back|falling back|stuck|goes|keeps? going|loads?|loading"
    r"|stays?|everything) (?:\w+ ){0,3}?(?:(?:on|to|onto|into|only) )*(?:my |the )?"
    r"(?:cpu|processor)\b(?! (?:or|and|vs|versus|with|inference|mode)\b)|\b100 ?% (?:on |of )?(?:the |my )?cpu\b",
    re.IGNORECASE,
)
_ASKED_FOR = re.compile(
    r"^\W*(?:can|could|would|will|should|which|what (?!could|is wrong)|best|how (?:fast|much|many|good|well)|is it)\b"
    r"|\b(?:which|what|best) (?:\w+ ){0,2}models?\b|\b(?:worth|should i)\b",
    re.IGNORECASE,
)
_IN_CONTAINER = re.compile(r"\b(?:docker|podman|containers?|kubernetes|k8s|lxc|proxmox|unraid)\b", re.IGNORECASE)
_MAC = re.compile(r"\b(?:macs?|macbook|m[1-6]|apple)\b", re.IGNORECASE)
_SEEN = {
    "Ollama": (
        "See it: `ollama ps` shows 100% GPU, 100% CPU, or a split, while a model is loaded.",
        "The log names the GPUs: `journalctl -u ollama` on Linux, %LOCALAPPDATA%\\Ollama\\server.log on Windows.",
    ),
    "LM Studio": (
        "See it: Settings > Hardware lists the GPUs that are found; Settings > Runtime names what runs the model.",
    ),
    "llama.cpp": ("See it: the log says `offloaded 33/33 layers to GPU` at the start; 0 is the CPU alone.",),
}
_ANY_SEEN = "See it: the program's log at the start, and the VRAM in use (`nvidia-smi`, Task Manager > Performance)."
_LARGE = (
    "Model and context too large for the VRAM: a smaller file, a shorter context, or other programs closed. "
    "Part of it then runs on the CPU."
)
_NVIDIA = (
    "Driver too old or not loaded: `nvidia-smi` has to list the card. Ollama takes 550 or newer, 570 up to GTX 10. "
    "On Linux after sleep: reload nvidia_uvm."
)
_BUILD = "A build without GPU support: take the one for CUDA or Vulkan; in LM Studio that runtime."
_OLD = "Card too old for CUDA there: Ollama takes GTX 900 and newer (compute capability 5.0). Others run by Vulkan."
_AMD = "AMD card that ROCm does not cover, or no ROCm 7 driver: take Vulkan (OLLAMA_VULKAN=1 in older Ollama)."
_INTEL = "Intel graphics run by Vulkan: install its driver (OLLAMA_VULKAN=1 in older Ollama)."
_CONTAINER = (
    "A container without access: `--gpus=all` with the NVIDIA Container Toolkit; for AMD `--device /dev/kfd "
    "--device /dev/dri` and the tag rocm."
)
_SETTING = "Set so: num_gpu or -ngl 0, GPU Offload 0 in LM Studio, CUDA_VISIBLE_DEVICES=-1."
_ON_MACS = "In a container on a Mac: there is no GPU in it. Run the program outside."
"""Ollama: docs.ollama.com/gpu, /docker, /faq and /troubleshooting; `ollama ps`: docs.ollama.com/cli; llama.cpp:
its log and tools/server/README.md; LM Studio: lmstudio.ai/docs; read 2026-11-30."""


def asks_why_on_cpu(told: Said) -> bool:
    """Whether a program leaves a GPU unused that somebody has."""
    text = told.wording.text
    is_named = bool(told.software.programs)
    if told.spent is not None or _ASKED_FOR.search(text) is not None:
        return False
    return any(one.search(text) for one in ((_UNUSED, _UNUSED_CARD, _ON_CPU) if is_named else (_UNUSED,)))


def on_cpu_words(told: Said, catalog: Catalog) -> str:
    """How to see it, and the reasons: those that no card which is named can have are left out."""
    text = told.wording.text
    names = [catalog.programs[one].name for one in told.software.programs]
    seen = [line for name in names for line in _SEEN.get(name, ())] or [_ANY_SEEN]
    makers = {gpu_processor(one, catalog).vendor for one in cards_of(told, catalog)}
    makers |= {"apple"} if _MAC.search(text) is not None and not makers else set()
    reasons = [*_reasons(makers)]
    is_in_container = _IN_CONTAINER.search(text) is not None
    own = [_ON_MACS if makers == {"apple"} else _CONTAINER]
    reasons = [*own, *reasons] if is_in_container else [*reasons[:-1], *own, *reasons[-1:]]
    numbered = [f"{place}. {one}" for place, one in enumerate(reasons, 1)]
    return "\n".join((*seen, *_on_cards(told, catalog), "Usual reasons, the most frequent first:", *numbered))


def _reasons(makers: set[str]) -> Iterator[str]:
    yield _LARGE
    if not makers or "nvidia" in makers:
        yield _NVIDIA
    if makers != {"apple"}:
        yield _BUILD
    if not makers or "nvidia" in makers:
        yield _OLD
    if not makers or "amd" in makers:
        yield _AMD
    if "intel" in makers:
        yield _INTEL
    yield _SETTING


def _on_cards(told: Said, catalog: Catalog) -> Sequence[str]:
    """Whether the program runs on the cards that are named at all."""
    asked = Software(told.software.programs, is_asked=True)
    return [one.text for one in software_words(told._replace(software=asked), catalog)] if asked.programs else ()
