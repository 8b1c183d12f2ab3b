"""Where a model lies, as sentences: what would make room, what loading takes, how to start it."""

from advisor.facts.answers.estimate import Estimate, LaunchPlan
from advisor.facts.answers.task_answer import Nearest, TaskAnswer
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.cards.quant import PLAIN_TYPES
from advisor.present.words.limit import POOL_WORDS
from advisor.present.words.processor_name import short_name
from advisor.present.words.quantity import capacity, tokens
from advisor.present.words.words import capital, joined, say, say_count, to_say

PROGRAM, ANY_FILE = "llama-server -m", "MODEL.gguf"
WITHOUT_GRAPHICS = ("-dev", "none")
WITHOUT_THINKING = ("--reasoning-budget", "0")
"""What keeps a model from thinking in llama.cpp's programs (README of tools/server, ggml-org/llama.cpp, 2025-05)."""
_EIGHT_BITS = "Q8_0"
_NEED_QUOTES = set(" &()[]<>|;'$!")


def room_sentences(answer: TextAnswer) -> tuple[str, ...]:
    """Where the parts of the model lie, what would make it fit, and what loading it takes for a while."""
    estimate = answer.chosen
    sentences = (
        _cards(estimate),
        _partial_offload(estimate),
        _closing(estimate),
        _pictures(answer),
        _small_cache(answer),
        _smaller(answer),
        nearest_sentence(answer),
        _loading(estimate),
    )
    return tuple(sentence for sentence in sentences if sentence)


def nearest_sentence(answer: TaskAnswer) -> str:
    """What does the same work well here, where this model does not; empty otherwise."""
    nearest = other_model(answer)
    if nearest is None or answer.light.is_useful:
        return ""
    if nearest.in_fewer_steps:
        return say("Runs well here: {model}, the same in fewer steps.", model=nearest.model_name)
    if nearest.quant is None:
        return say("Runs well here: {model}.", model=nearest.model_name)
    return say("Runs well here: {model} as {quant}.", model=nearest.model_name, quant=nearest.quant)


def other_model(answer: TaskAnswer) -> Nearest | None:
    """The best one for the same work here, where that is another than the one that was asked about."""
    return answer.nearest if answer.nearest is not None and answer.nearest.model_id != answer.model_id else None


def launch_line(answer: TextAnswer, *, file_name: str | None = None) -> str:
    """The command that starts llama.cpp as predicted: "llama-server -m MODEL.gguf -c 8192 -ngl 20"; empty for none.

    `file_name` is the file where one was opened; without its folder, which is nobody's business in a shared answer.
    A model that is faster on the processor alone is kept from the graphics, one that is judged so from thinking.
    """
    estimate, file = answer.chosen, file_name or ANY_FILE
    if estimate.launch is None:
        return ""
    is_on_cpu = answer.cpu is not None and estimate.processor_id == answer.cpu.processor_id
    place = place_arguments(estimate.launch, on_processor=is_on_cpu, beside_graphics=is_beside_gpu(answer))
    settings = (*estimate.launch.arguments, *place, *kept_from_thinking(answer))
    return " ".join((PROGRAM, f'"{file}"' if set(file) & _NEED_QUOTES else file, *settings))


def is_beside_gpu(answer: TextAnswer) -> bool:
    """Whether the CPU does it although there is a GPU."""
    is_on_cpu = answer.cpu is not None and answer.chosen.processor_id == answer.cpu.processor_id
    return is_on_cpu and len(answer.options) > 1


def place_arguments(plan: LaunchPlan, *, on_processor: bool, beside_graphics: bool) -> tuple[str, ...]:
    """Where llama.cpp is to run a model that is not divided by layers; nothing where there is no choice.

    `-ngl` is said even where the program would choose the same: what other programs hold then would change its mind.
    """
    if beside_graphics:
        return WITHOUT_GRAPHICS
    return ("-ngl", f"{plan.layers + 1}") if not on_processor and plan.gpu_layers is None else ()


def kept_from_thinking(answer: TaskAnswer) -> tuple[str, ...]:
    """The setting for a light that only holds for a model that does not think; nothing for others."""
    return WITHOUT_THINKING if answer.light.thinks is False else ()


def _cards(estimate: Estimate) -> str:
    """What each of several different cards holds."""
    each = [
        say_count("{name}: {count} layer ({size})", "{name}: {count} layers ({size})", one.layers,
                  name=short_name(one.name), size=capacity(one.need_bytes))
        for one in estimate.fit.cards
    ]  # fmt: skip
    return say("{text}.", text=joined(each, ", ")) if each else ""


def _partial_offload(estimate: Estimate) -> str:
    """Which layers work in main memory."""
    plan = estimate.launch
    if plan is None or estimate.fit.verdict != "spills":
        return ""
    parts = []
    if plan.gpu_layers is not None:
        some = min(plan.layers, plan.layers + 1 - plan.gpu_layers)
        parts.append(say_count("{some} of {count} layers", "{some} of {count} layers", plan.layers, some=some))
    if plan.host_expert_layers:
        parts.append(say("the experts of {some} of {all} layers", some=plan.host_expert_layers, all=plan.layers))
    words = say("{one} and {other}", one=parts[0], other=parts[1]) if len(parts) > 1 else "".join(parts)
    return say("{words} run from RAM.", words=capital(words)) if words else ""


def _pictures(answer: TextAnswer) -> str:
    """What a model that sees takes for it, or would take."""
    if answer.picture_bytes is None:
        return ""
    if answer.vision is not None:
        return say("Pictures take {size} of it.", size=capacity(answer.chosen.memory.vision_bytes))
    return say("With pictures it takes {size} more.", size=capacity(answer.picture_bytes))


def _closing(estimate: Estimate) -> str:
    first = estimate.fit.pools[0] if estimate.fit.pools else None
    if estimate.fit.others_closed is None or first is None or first.total_bytes is None or first.free_bytes is None:
        return ""
    held = capacity(first.total_bytes - first.free_bytes)
    if estimate.fit.verdict == "tight":
        return say("Close other programs: they hold {held} of {pool}.", held=held, pool=say(POOL_WORDS[first.pool]))
    return say(
        "It would fit if other programs were closed: they hold {held} of {pool}.",
        held=held,
        pool=say(POOL_WORDS[first.pool]),
    )


def cache_words(answer: TextAnswer) -> str:
    """The type of a cache that is stored in fewer bits than programs take by themselves; empty elsewhere."""
    plan = answer.chosen.launch
    is_plain = plan is None or plan.key_type in PLAIN_TYPES
    return "" if is_plain or plan is None else say("{kv_type} cache", kv_type=plan.key_type.lower())


def _small_cache(answer: TextAnswer) -> str:
    """What a cache in eight bits means."""
    plan = answer.chosen.launch
    if plan is None or plan.key_type != _EIGHT_BITS or not answer.chosen.holds:
        return ""
    text = to_say("Its cache is stored as {kv_type}: half the memory, and answers that nobody can tell apart.")
    return say(text, kv_type=plan.key_type.lower())


def _smaller(answer: TextAnswer) -> str:
    setting = answer.smaller
    if setting is None:
        return ""
    size = capacity(setting.total_bytes)
    needs = say("{size} in all, a part in RAM", size=size) if setting.is_divided else say("{size} in all", size=size)
    if setting.context_tokens is not None:
        return say(
            "It would fit with a context of {tokens} ({needs}).", tokens=tokens(setting.context_tokens), needs=needs
        )
    if setting.cache_type is not None:
        name = setting.cache_type.lower()
        return say(
            "It would fit with the conversation stored as {cache_type} (-ctk {name} -ctv {name}, {needs}).",
            cache_type=setting.cache_type,
            name=name,
            needs=needs,
        )
    if setting.ubatch_tokens is not None:
        few = setting.ubatch_tokens
        return say("It would fit with prompts read {few} tokens at a time (-ub {few}, {needs}).", few=few, needs=needs)
    if setting.is_noticeably_worse:
        return say("As {quant} it would fit, noticeably worse ({needs}).", quant=setting.quant, needs=needs)
    better = answer.better.fields.get("quant") if answer.better is not None else None
    if better not in (None, setting.quant):
        text = to_say("As {quant} it would fit ({needs}); {better} leaves more room and is faster.")
        return say(text, quant=setting.quant, needs=needs, better=better)
    return say("As {quant} it would fit ({needs}).", quant=setting.quant, needs=needs)


def _loading(estimate: Estimate) -> str:
    """A word where file and reordered copy together are more than is free: the system gives the file's pages away."""
    first = estimate.fit.pools[0] if estimate.fit.pools else None
    both = estimate.memory.total_bytes + estimate.reordered_bytes
    if estimate.fit.verdict not in ("fits", "tight") or first is None or first.free_bytes is None:
        return ""
    if not estimate.reordered_bytes or both <= first.free_bytes:
        return ""
    return say(
        "Loading may take longer: file and reordered copy are {size} together, so the system drops what is read.",
        size=capacity(both),
    )
