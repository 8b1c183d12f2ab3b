"""Turns names as people, drivers and files write them into keys that compare equal for the same thing.

A word that tells variants apart (Ti, SUPER, XT, Laptop, Max-Q, a memory size, a core count) is never dropped:
a wrong match on real hardware is worse than none (docs/detection.md 1.4).
"""

import re
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

LONGEST_NAME = 256
"""Of what is longer the rest is left away: patterns take time with the square of a text made for it."""
Found = TypeVar("Found")


def of_a_name(function: Callable[[str], Found]) -> Callable[[str], Found]:
    """The function of a name, however long a stranger's text is."""

    @wraps(function)
    def bounded(name: str) -> Found:
        return function(name[:LONGEST_NAME])

    return bounded


_HARDWARE_NOISE = re.compile(
    r"\((?:r|tm)\)|®|™"
    r"|\b(?:nvidia|geforce|amd|radeon|intel|apple|ati|qualcomm|corporation|inc|gpu|cpu|processor|graphics)\b"
    r"|\b(?:generation|edition|developer kit|dev kit|lite hash rate|lhr|rev\.? ?[a-z0-9.]+)\b"
    r"|\b(?:mac ?studio|mac ?book(?: pro| air)?|mac ?mini|imac|mac pro|1[3-6]-inch)\b|\b\d+[- ]core cpu\b"
    r"|@.*$|\bw/.*$|\bwith radeon.*$|\b\d+(?:th|rd|nd|st) gen\b"
    r"|\b(?:six|eight|twelve|sixteen|\d+)-core(?= processor)|\b\d+-cores\b"
)
_SAME_WORDS = (
    (re.compile(r"\bwith max-q design\b"), "max-q"),
    (re.compile(r"\bmobile(?: / max-q)?|\bmax-q / mobile\b|\bnotebook\b"), "laptop"),
    (re.compile(r"\b([rg]tx ?\d{4}(?: ?ti)?(?: ?super)?) ?m\b"), r"\1 laptop"),
    (re.compile(r"(?<!tx)(?<!tx[ -])\b([2-5]0[5-9]0(?: ?ti)?(?: ?super)?) laptop\b"), r"rtx \1 laptop"),
    (re.compile(r"\b((?:rtx ?)?[24]0[678]0(?: ?ti)?) ?s\b"), r"\1 super"),
    (re.compile(r"(?<![a-z0-9])(\d{1,3}) ?g(?:i?b)?\b"), r"\1gb"),
    (re.compile(r"\b(\d+)(?: gpu cores|c gpu| core gpu|-core gpu| core)\b"), r"\1-core"),
)
"""Different words of drivers, system tools and people for the same thing."""

_SIZE = re.compile(r"[\s(-]+(\d{1,3})\s?g(?:i?b)?\)?(?=$|\s)|[\s(-]+g?ddr\dx?\)?(?=$|\s)", re.IGNORECASE)
_FORM = re.compile(
    r"\b(?:pcie|sxm\d?|nvl|quadro|ada|blackwell|pro|sff|g[147]|\d+ ?eu)\b"
    r"|\(?\b\d+-core(?: gpu)?\b\)?|\b\d+c gpu\b",
    re.IGNORECASE,
)
_QUANT_SUFFIX = re.compile(
    r"[-._ :@](?:ud[-_ ])?(?:bnb-[48]bit|(?:awq|gptq|autoround)(?:-int[48])?|iq\d_?\w*|tq\d_\d"
    r"|q\d(?:_?[k0-9]\w*)?(?:_[sml]|_xl)?|[bf]f?p?16|f32|mxfp4(?:_moe)?|nvfp4|nf4|fp8|int[48]|w\d+a\d+|[2-8]bit"
    r"|i1|imat|qat)(?=[-._ :]|$)"
)
_MODEL_NOISE = re.compile(
    r"[-._ ](?:instruct|chat|it|text|hf|gguf|mlx|base|quantized|dynamic|dwq|abliterated|uncensored|unsloth|\d+k|1m)"
    r"(?=[-._ :]|$)"
    r"|^meta[-_ ]"
    r"|^(?:meta-llama|google|qwen|mistralai|nvidia|openai|microsoft|thudm|zai-org|allenai|ibm-granite|nousresearch|baidu"
    r"|bytedance-seed|tencent|deepseek-ai|liquidai|tiiuae|huggingfacetb|moonshotai|lgai-exaone|coherelabs|minimaxai)_"
)
_ACTIVE = re.compile(r"(?<=\db)[-_ .]a\d+(?:\.\d+)?[bm](?=[-_ .:]|$)", re.IGNORECASE)
_PATCH = re.compile(r"/(?=\d+$)")
"""Before the patch of a vision transformer, which is no folder: `ViT-B/16`."""
_SPLIT_FILE = re.compile(r"-\d{5}-of-\d{5}$")


@of_a_name
@lru_cache(maxsize=8192)
def hardware_key(name: str) -> str:
    """The key of a GPU, SoC or CPU name: `NVIDIA GeForce RTX 4060 Ti 16GB` -> `rtx4060ti16gb`."""
    text = name.lower()
    for pattern, word in _SAME_WORDS:
        text = pattern.sub(word, text)
    return re.sub(r"[^a-z0-9+]", "", _HARDWARE_NOISE.sub(" ", text))


_MAC = re.compile(r"\bi?mac ?(?:studio|book(?: pro| air)?|mini|pro)?\b")


@of_a_name
def computer_key(name: str) -> str:
    """The same of a computer, with the product that only tells Macs of one chip apart: `macbookprom4max128gb`."""
    product = _MAC.search(name.lower())
    return (product.group().replace(" ", "") if product else "") + hardware_key(name)


_SOCKETS = re.compile(r"^\s*(?:(\d)\s?[x\u00d7]|dual\b)\s*", re.IGNORECASE)


@of_a_name
def one_of(name: str) -> tuple[int, str]:
    """How many processors a name counts, and the name of one: `2x EPYC 9334` -> 2, `EPYC 9334`."""
    found = _SOCKETS.match(name)
    return (int(found[1] or 2), name[found.end() :]) if found else (1, name)


@of_a_name
def without_remarks(name: str) -> str:
    """The name without what stands in parentheses: `M4 Pro (20-core GPU) 64GB` -> `M4 Pro 64GB`."""
    return re.sub(r"\s*\([^)]*\)", "", name)


@of_a_name
def spellings(name: str) -> tuple[str, ...]:
    """The name, the name without remarks in parentheses, and what system tools put in brackets.

    `AD102 [GeForce RTX 4090] (rev a1)` ends with `GeForce RTX 4090`.
    """
    plain = without_remarks(name)
    return (name, plain, *re.findall(r"\[([^\]]+)\]", plain)[-1:])


@of_a_name
def alternatives(name: str) -> tuple[str, ...]:
    """The names that a system tool lists for one id: `Radeon RX 7900 XT/7900 XTX` -> both, the family before each."""
    first, *others = (part.strip() for part in spellings(name)[-1].split("/"))
    family = re.match(r"\D*(?<![^\s])", first)
    start = family.group() if family else ""
    # names of whole products stand between spaces
    whole = others if " / " in name else []
    return (first, *whole, *(other if other.startswith(start) else start + other for other in others)) if others else ()


@of_a_name
def without_size(name: str) -> str:
    """The name of a card without its memory size and kind: `RTX 3060 12GB` -> `RTX 3060`."""
    return _SIZE.sub("", name)


@of_a_name
def stated_gib(name: str) -> int | None:
    """The memory size that a name states: `RTX 3060 12GB` -> 12."""
    found = next((match[1] for match in _SIZE.finditer(name) if match[1]), None)
    return int(found) if found else None


@of_a_name
def without_form(name: str) -> str:
    """The name without the form a chip is sold in, a board or a number of cores: `A100 SXM4 80GB` -> `A100  80GB`."""
    return _FORM.sub(" ", name)


def model_key(name: str) -> str:
    """The key of a model name, repository id or file: `org/Meta-Llama-3.1-8B-Instruct-Q4_K_M.gguf` -> `llama3.18b`."""
    text = _SPLIT_FILE.sub("", _file_stem(name))
    return re.sub(r"[^a-z0-9.]", "", _MODEL_NOISE.sub("", _QUANT_SUFFIX.sub("", text)))


_WORDS = re.compile(r"[a-z]+|\d+(?:\.\d+)?")
_SHORT_NAMES = (
    (re.compile(r"^l(?=3(?:\.\d)?\b)"), "llama "),
    (re.compile(r"^mn\b"), "mistral nemo"),
    (re.compile(r"(?<=\d)[_-](?=\d(?![\d.x]*[bm]))"), "."),
)
"""How merges shorten the names of what they are made of (`L3.1-8B-Stheno`), and versions without a dot (`3_3`)."""


def model_words(name: str) -> tuple[str, ...]:
    """The words and numbers of a model's name, without folder and quantization: `Qwen3.5-35B` -> qwen, 3.5, 35, b."""
    text = _QUANT_SUFFIX.sub(" ", _SPLIT_FILE.sub("", _file_stem(name)))
    for pattern, word in _SHORT_NAMES:
        text = pattern.sub(word, text)
    return tuple(_WORDS.findall(text))


def without_active(name: str) -> str:
    """The name of a mixture without its active parameters: `Qwen3.5 35B-A3B` -> `Qwen3.5 35B`, as Ollama writes it."""
    return _ACTIVE.sub("", name)


def _file_stem(name: str) -> str:
    text = _PATCH.sub("-", name.lower().replace("\\", "/"))
    last = text if " / " in text else text.rsplit("/", 1)[-1]  # `glm air / qwen3 8b` is no path
    return last[:LONGEST_NAME].removesuffix(".gguf").removesuffix(".safetensors")


@of_a_name
def without_quant(name: str) -> str:
    """The name of a model without the file type behind it: `Qwen 27B Q8_0` -> `qwen 27b`; a folder stays."""
    return _QUANT_SUFFIX.sub("", name.lower())


def quant_in_name(name: str) -> str | None:
    """The quantization a file or repository name carries: `Llama-3.1-8B-Instruct-Q5_K_M.gguf` -> `q5_k_m`.

    A model trained for its quantization (`qat`) without another word is published at Q4_0.
    """
    found = [match.group().strip("-._ :@") for match in _QUANT_SUFFIX.finditer(_file_stem(name))]
    stated = next((text for text in found if text not in ("i1", "imat", "qat")), None)
    return "q4_0" if stated is None and "qat" in found else stated


@of_a_name
def plain_key(name: str) -> str:
    """The key of a quantization or workload name: letters and digits only, `q4_k_m` and `Q4 K M` are one."""
    return re.sub(r"[^a-z0-9]", "", name.lower())
