"""A model that a program divides between GPU and CPU, and is slow for it: what that means, and what helps first."""

import re
from collections.abc import Iterator, Sequence

from advisor.advice.assembled import assembled
from advisor.answer.which_model.published_forms import loss_steps
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answered import wished
from advisor.cli.asking.best_of_all import first_answers
from advisor.cli.asking.fits.each_file import File, files_on
from advisor.cli.asking.sentence.said import Said
from advisor.cli.asking.wish import meant, question_of
from advisor.cli.frame.profile import DEFAULT_WORKLOAD
from advisor.facts.answers.ask import AskAnswer
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.values.reason import ReasonError
from advisor.facts.values.sentence_error import SentenceError
from advisor.present.words.quantity import speed_number, tokens

_PLACE = r"(?:cpu|gpu|v-?ram|ram|system (?:memory|ram)|graphics card)\b(?! ?(?:usage|util\w+|load)\b)"
_SHARES = re.compile(
    rf"\b(\d{{1,2}}) ?% ?(?:/|and|,)? ?(\d{{1,2}}) ?% ?({_PLACE}) ?/ ?{_PLACE}"
    rf"|\b(\d{{1,2}}) ?% (?:(?:is|are|runs?|of (?:it|the model)|on|in|to|my|the) )*({_PLACE})[^.?!%]{{0,24}}?"
    rf"\b(\d{{1,2}}) ?% (?:(?:is|are|runs?|on|in|to|my|the) )*{_PLACE}",
    re.IGNORECASE,
)
_LAYERS = re.compile(
    r"\b(?:only|just) (?:\w+ ){0,2}?(\d{1,3}) ?(?:/|of|out of) ?(?:the |its )?(\d{1,3}) (?:layers|blocks)\b"
    r"|\b(\d{1,3}) ?/ ?(\d{1,3}) layers (?:are |were |get |got )?(?:offload\w*|loaded|on|put|to)\b",
    re.IGNORECASE,
)
_SPILLS = re.compile(
    r"\b(?:partly|partially|half|part of (?:it|the model)|some (?:layers|of it)|the rest|rest of (?:it|the model))\b"
    rf"(?: (?!no\b|not\b)\w+){{0,5}}? (?:on|in|into|to|onto|by|with) (?:my |the |system )*{_PLACE}"
    r"|\b(?:spill|overflow|leak|offload|swap)(?:s|ed|ing)?(?: \w+){0,2}? (?:in|on|over |out )?to (?:my |the |system )*"
    r"(?:ram|cpu|memory|system ram)\b"
    r"|\bsplit(?:s|ting)?(?: \w+){0,4}? (?:between|across|over|on) (?:the |my |both )*(?:cpu|gpu) (?:and|/) (?:the )?"
    r"(?:cpu|gpu|ram)\b",
    re.IGNORECASE,
)
_HELP = re.compile(
    r"\bwhy\b|\bslow(?:ly|s (?:it )?down)?\b|\bsluggish\b|\bcrawls?\b"
    r"|\bwhat (?:can|should|could|do) (?:i|we|you) do\b|\bwhat to do\b"
    r"|\bhow (?:do|can|could|to) (?:i |we |you )?(?:fix|stop|prevent|avoid|force|get it|make it|keep)\b"
    r"|\b(?:fix|stop|prevent|avoid|force) (?:it|this|that)\b",
    re.IGNORECASE,
)
_ASKED_FOR = re.compile(
    r"^\W*(?:can|could|would|will|is|are|does|do)\b(?! (?:it|this|that) normal)"
    r"(?![^?!]*\b(?:fix|do (?:about|against))\b)"
    r"|\b(?:which|best) (?:\w+ ){0,2}models?\b|\bworth\b|\bhow (?:fast|much slower)\b|\bshould i (?:buy|get)\b",
    re.IGNORECASE,
)
_WHOLE = 100
_TRIED = 8
_OF_PROGRAM = {
    "Ollama": (
        "A shorter context: /set parameter num_ctx 4096, or OLLAMA_CONTEXT_LENGTH=4096 for all models. Unset, Ollama "
        "takes 4k below 24 GB of VRAM, 32k to 48 GB and 256k above.",
        "A cache of 8 bits: OLLAMA_FLASH_ATTENTION=1 and OLLAMA_KV_CACHE_TYPE=q8_0, half the memory of the context.",
        "Close what else holds VRAM: browsers, games, other models (`ollama ps`, `ollama stop NAME`). "
        "Then load it anew: it is divided when it is loaded.",
    ),
    "LM Studio": (
        "A shorter context: Context Length when the model is loaded.",
        "A cache of 8 bits: Flash Attention on, K and V Cache Quantization Type Q8_0, half the memory of the context.",
        "Close what else holds VRAM, then load it again with GPU Offload at all layers.",
    ),
    "llama.cpp": (
        "A shorter context: -c 4096.",
        "A cache of 8 bits: -fa on -ctk q8_0 -ctv q8_0, half the memory of the context.",
        "Close what else holds VRAM, then start it with -ngl 99.",
    ),
}
"""Ollama: docs.ollama.com/context-length, /faq and /cli; the others as in `on_cpu`; read 2026-12-01."""
_ANY_PROGRAM = (
    "A shorter context: num_ctx or OLLAMA_CONTEXT_LENGTH in Ollama, Context Length in LM Studio, -c in llama.cpp.",
    "A cache of 8 bits (q8_0) with flash attention: half the memory of the context.",
    "Close what else holds VRAM, then load the model anew: it is divided when it is loaded.",
)


def asks_why_divided(told: Said) -> bool:
    """Whether a program has divided a model between GPU and CPU, and it is asked what to do."""
    text = told.wording.text
    if told.spent is not None or _ASKED_FOR.search(text) is not None or told.asks.mixes:
        return False
    is_shown = _in_ram(text) is not None or any(_few(one) for one in _LAYERS.finditer(text))
    asks = told.asks.faster or told.asks.slow
    is_weighed = bool(told.models and told.hardware.computers) and asks  # its own answer says what mends it
    return is_shown or (not is_weighed and _SPILLS.search(text) is not None and _HELP.search(text) is not None)


def divided_words(told: Said, rig: Sequence[str], catalog: Catalog) -> str:
    """That it does not fit, and what helps, the most first; with the model and the computer which file fits whole."""
    share = _in_ram(told.wording.text)
    part = f"{share}% of it" if share is not None else "a part of it"
    names = [catalog.programs[one].name for one in told.software.programs]
    others = next((_OF_PROGRAM[one] for one in names if one in _OF_PROGRAM), _ANY_PROGRAM)
    smaller = "A smaller file or a smaller model, until all of it lies on the GPU" + (
        " (`ollama ps`: 100% GPU)." if "Ollama" in names else "."
    )
    helps = (" ".join((smaller, *_figures(told, rig, catalog))), *others)
    return "\n".join(
        (
            f"Model and context do not fit in VRAM, so {part} lies in RAM and the CPU works through it for each token. "
            "That part sets the speed; nothing is broken.",
            "What helps, the most first:",
            *(f"{place}. {one}" for place, one in enumerate(helps, 1)),
            "A mixture of experts (such as gpt-oss or Qwen3 30B-A3B) loses least: of it little is read for each token.",
        )
    )


def _in_ram(text: str) -> int | None:
    """How many percent the CPU has; None where no shares of a whole are told."""
    for one in _SHARES.finditer(text):
        first, second = int(one[1] or one[4]), int(one[2] or one[6])
        if first + second == _WHOLE and first and second:
            return first if (one[3] or one[5]).lower() in ("cpu", "ram", "system ram", "system memory") else second
    return None


def _few(layers: re.Match[str]) -> bool:
    """Whether some layers are on the GPU, and not all."""
    on_gpu, whole = (int(one) for one in layers.groups() if one)
    return 0 < on_gpu < whole


def _figures(told: Said, rig: Sequence[str], catalog: Catalog) -> Iterator[str]:
    """What fits whole on the computer that is named: the largest good file of the model, else the best model there."""
    model = next((one.name for one in told.models if catalog.models.find(one.name)), "")
    context = ("--context", told.volume.context) if told.volume.context else ()
    files = _files((model, *context, *rig), catalog) if model and rig else []
    whole = next((one for one in files if one.is_whole and not loss_steps(one.quant)), None)
    length = files[0].found.context_tokens if files and isinstance(files[0].found, TextAnswer) else 0
    held = f"fits whole{f' with {tokens(length)} of context' if length else ''}"
    if whole is not None:
        larger = next((one for one in reversed(files[: files.index(whole)]) if not one.is_whole), None)
        yield f"The largest file of {model} that {held}: {whole.quant}, {whole.speed}."
        if larger is not None:
            yield f"{larger.quant} has {larger.room}{f', {larger.speed}' if larger.speed else ''}."
        return
    if files:
        yield f"No good file of {model} {held}."
    if rig:
        yield _best_whole(rig, catalog)


def _best_whole(rig: Sequence[str], catalog: Catalog) -> str:
    """The best model that the GPU holds whole; empty for none."""
    found = (one for one, _ in first_answers(rig, DEFAULT_WORKLOAD, catalog, count=_TRIED))
    best = next((one for one in found if one.settings.placement == "gpu" and _is_good(one)), None)
    if best is None or best.tokens_per_s is None:
        return ""
    return (
        f"Whole on it: {best.model} as {best.settings.quant}, about {speed_number(best.tokens_per_s.middle)} tokens/s."
    )


def _is_good(one: AskAnswer) -> bool:
    """Whether it does well in a file that loses hardly anything."""
    return one.is_useful and not loss_steps(one.settings.quant or "")


def _files(words: Sequence[str], catalog: Catalog) -> list[File]:
    """The files of a model on a computer, the largest first; none where it has no answer."""
    try:
        wish, asked = wished(words, catalog)
        about = meant(wish, catalog)
        _, rig = assembled(asked.profile, catalog, name=asked.name)
        question, *_ = question_of(wish, about, rig)
        return files_on(question, rig, about.known)
    except (ReasonError, SentenceError):
        return []
