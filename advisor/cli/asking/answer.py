"""The answer to one question as one document: what the window shows, and what to do next in a shell."""

import re
from dataclasses import replace

from advisor.advice.assembled import assembled
from advisor.advice.known_models import KnownModels
from advisor.advice.question import judged_answer
from advisor.answer.tasks.ask import asked_workload, find_workload
from advisor.answer.tasks.better import Fields
from advisor.answer.tasks.registry import TASKS
from advisor.answer.tasks.told_fields import IMAGES, PROMPT
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.beside.held_context import held_context
from advisor.cli.asking.beside.other_file import other_file
from advisor.cli.asking.beside.others_closed import closed_rig, lacks_beside, others_closed
from advisor.cli.asking.fits.larger_file import larger_whole
from advisor.cli.asking.larger_share import larger_share
from advisor.cli.asking.wish import Meant, Wish, meant, question_of
from advisor.cli.frame.rig_options import AskedRig
from advisor.facts.answers.ask import AskAnswer, AskSettings, Placement
from advisor.facts.answers.task_answer import TaskAnswer
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.asked.question import CACHE_TYPE, Question
from advisor.facts.cards.quant import PLAIN_TYPES
from advisor.facts.cards.workload import TaskCard
from advisor.facts.machine.machine import Machine
from advisor.facts.rig.rig import Rig
from advisor.present.findings.findings import findings
from advisor.present.run_it.offer import offered
from advisor.present.tasks.shown import SHOWN, launch_line
from advisor.present.words.light import light_word
from advisor.present.words.placement_text import ANY_FILE, nearest_sentence, other_model
from advisor.present.words.placement_text import launch_line as text_launch_line
from advisor.present.words.processor_name import grouped, short_name
from advisor.present.words.quantity import capacity, duration, tokens
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.verdict import Verdict
from advisor.present.words.words import joined, sentence

_GGUF_REPOSITORY = re.compile(r"[\w.-]+/[\w.-]+-gguf", re.IGNORECASE | re.ASCII)
_OF_PROGRAMS = (
    "two_makers",
    "weights_stay_in_vram",
    "weights_sent_from_ram",
    "split_in_order",
    "keep_to_these_cards",
    "program_needs_cuda_or_rocm",
    "training_needs_cuda_or_rocm",
    "faster_build",
    "larger_batches",
    "parts_read_again",
    "rocm_override",
    "rocm_program",
    "run_in_draw_things",
    "run_in_program",
    "faster_with_mlx",
)
_OF_RAM = ("slow_memory_setting", "one_module", "one_channel")
_LONGER = 4
"""So many times as long as what was answered a full context is told of."""
_OF_TEXT = {"quant": "quant", "context_tokens": "context"}


def asked_answer(wish: Wish, asked: AskedRig, catalog: Catalog) -> tuple[AskAnswer, Verdict]:
    """The answer, and the verdict that the window shows.

    Raises:
        SentenceError, ReasonError: there is no answer; the text says why.
    """
    about = meant(wish, catalog)
    machine, rig = assembled(asked.profile, catalog, name=asked.name)
    question, is_quant_own, about_quant = question_of(wish, about, rig)
    found, verdict = judged_answer(question, rig, about.known, is_quant_own=is_quant_own)
    if lacks_beside(found) and not is_quant_own:  # what is chosen to fit beside others may leave room without them
        question = question_of(wish, about, closed_rig(rig)).question
        found, verdict = judged_answer(question, rig, about.known)
    option, unit = found.chosen, TASKS[found.task].rate_unit
    filled, filled_light = _filled(found, wish, about, rig)
    verdict = replace(verdict, title=f"{verdict.title}; {filled_light}") if filled_light else verdict
    closed = others_closed(found, question, rig, about.known)
    verdict = replace(verdict, title=closed.title, because=closed.because) if closed is not None else verdict
    about_rig = (about.note, about_quant, asked.note_on(with_ram=_rests_on_ram(found)))
    settings = _settings(found, wish, about)
    todo = _next(found, verdict, question, settings.command, asked, catalog)
    todo = f"Close other programs, then run it: {closed.command}" if closed is not None and closed.command else todo
    return AskAnswer(
        model=found.model_name,
        model_id=about.model_id,
        workload=question.workload_id,
        rig=rig.name,
        usability=verdict.light,
        fit=option.fit.verdict,
        settings=settings,
        tokens_per_s=option.rate if unit == "tokens" else None,
        rate_per_s=option.rate,
        rate_unit=unit,
        first_token_s=option.first_wait_s,
        need_bytes={pool.pool: pool.need_bytes for pool in option.fit.pools},
        limit=option.limit,
        sentence=f"{verdict.title}. {verdict.because}",
        next=todo,
        notes=tuple(
            filter(
                None,
                (
                    verdict.aside,
                    about.stretch[0],
                    _of_cache(found, wish),
                    _of_size(found, wish),
                    filled,
                    held_context(found, wish, about, rig),
                    *(_of_text(found, question, rig, about.known, is_quant_own=is_quant_own)),
                    _of_four_bits(found, wish, about, rig),
                    _of_programs(found),
                    _of_memory(machine, rig, found),
                    _of_other(found, said=f"{verdict.because} {todo}"),
                    *about_rig,
                ),
            )
        ),
    ), verdict


def _filled(found: TaskAnswer, wish: Wish, about: Meant, rig: Rig) -> tuple[str, str]:
    """How fast it is once a long context that was asked for is full, and the light of that where it is a worse one.

    Both empty where the answer is of that length.
    """
    context = wish.context_tokens
    if context is None or PROMPT in wish.fields or not (isinstance(found, TextAnswer) and found.chosen.runs):
        return "", ""
    prompt = context - about.known.catalog.workloads[about.workload_id].generated_tokens
    if prompt < _LONGER * found.chosen.depth_tokens:
        return "", ""
    full = replace(wish, quant=found.quant, fields={**wish.fields, PROMPT: prompt})
    question, is_quant_own, _ = question_of(full, about, rig)
    full_answer, _ = judged_answer(question, rig, about.known, is_quant_own=is_quant_own)
    deep = full_answer.chosen
    if not deep.runs or deep.first_wait_s is None or deep.rate is None:
        return "", ""
    rate = SHOWN[found.task].rate_text(deep.rate)
    told = f"With all {tokens(context)} filled: first word after {duration(deep.first_wait_s)}, then {rate} tokens/s."
    is_worse = full_answer.light.place > found.light.place
    return told, f"{light_word(full_answer.light).lower()} with all {tokens(context)} filled" if is_worse else ""


def _of_text(
    found: TaskAnswer, question: Question, rig: Rig, known: KnownModels, *, is_quant_own: bool
) -> tuple[str, ...]:
    """What a setting, or the usual file, would do for a model that writes."""
    if not isinstance(found, TextAnswer):
        return ()
    share = larger_share(found, question, rig, known)
    if is_quant_own:
        return (share,)
    return share, other_file(found, question, rig, known) or larger_whole(found, question, rig, known)


def _of_four_bits(found: TaskAnswer, wish: Wish, about: Meant, rig: Rig) -> str:
    """What training needs with the model in 4 bits where that does not go either; empty for any other answer."""
    method = None if isinstance(found, TextAnswer) else getattr(found.chosen.request, "method", None)
    if method != "lora" or found.chosen.runs or "method" in wish.fields:
        return ""
    question, *_ = question_of(replace(wish, fields={**wish.fields, "method": "qlora"}), about, rig)
    four_bits = judged_answer(question, rig, about.known, is_quant_own=True)[0].chosen
    need = four_bits.fit.need_bytes
    told = f"With QLoRA (4-bit model) it needs {capacity(need)}, too much here, too."
    return "" if four_bits.runs or not need else told


def _rests_on_ram(found: TaskAnswer) -> bool:
    """Whether a part of the work is done from RAM; a table of words that is only looked up there is none."""
    fit = found.chosen.fit
    return fit.verdict == "spills" or all(pool.pool != "vram" for pool in fit.pools)


def _of_memory(machine: Machine, rig: Rig, found: TaskAnswer) -> str:
    """What keeps RAM from its speed, with what ends it, where the answer rests on that; empty for nothing."""
    if not _rests_on_ram(found):
        return ""
    told = next((one for one in findings(machine, rig) if one.code in _OF_RAM), None)
    return "" if told is None else joined((sentence(told.sentence), told.remedy))


def _of_other(found: TaskAnswer, *, said: str) -> str:
    """What runs well here in place of a slow model, where nothing else names it."""
    other = other_model(found)
    return "" if other is None or other.model_name in said else nearest_sentence(found)


def _of_cache(found: TaskAnswer, wish: Wish) -> str:
    """That the cache is stored in fewer bits than programs take by themselves, where nobody asked for that."""
    plan = found.chosen.launch if isinstance(found, TextAnswer) and CACHE_TYPE not in wish.fields else None
    if plan is None or plan.key_type in PLAIN_TYPES:
        return ""
    return f"Its cache is stored as {plan.key_type.lower()}: half the memory, and answers that nobody can tell apart."


def _of_size(found: TaskAnswer, wish: Wish) -> str:
    """That a model draws its own size in place of a larger one that was asked for; empty where it draws that."""
    width, height = wish.fields.get("width"), wish.fields.get("height")
    request = None if isinstance(found, TextAnswer) else found.chosen.request
    drawn = getattr(request, "width", None), getattr(request, "height", None)
    if not (width and height and all(drawn)) or drawn == (width, height):
        return ""
    return f"Asked for {width} x {height}: it draws {drawn[0]} x {drawn[1]} at once, and larger ones are upscaled."


def _of_programs(found: TaskAnswer) -> str:
    """Which build and settings of a program it takes, or what none does; empty where any runs it as it is."""
    if isinstance(found, TextAnswer):
        notes = found.chosen.notes
    else:
        ways = (found.chosen,) if found.chosen.runs else found.options
        notes = (*found.refusals, *(note for option in ways for note in option.answer.notes))
        notes = tuple(one for one in notes if found.chosen.runs or one.code != "parts_read_again")
    return joined(dict.fromkeys(sentence(in_words(one)) for one in notes if one.code in _OF_PROGRAMS))


def _settings(found: TaskAnswer, wish: Wish, about: Meant) -> AskSettings:
    option = found.chosen
    name = grouped(short_name(option.processor_name), SHOWN[found.task].devices(option))
    quant: str | None
    if isinstance(found, TextAnswer):
        is_cpu = found.cpu is not None and option.processor_id == found.cpu.processor_id
        quant, context = found.quant, found.context_tokens
    else:
        is_cpu, context = option.is_cpu, None
        quant = getattr(option.answer, "precision", None) or getattr(option.request, "precision", None)
    placement: Placement = "cpu" if is_cpu else "gpu+ram" if option.fit.verdict == "spills" else "gpu"
    return AskSettings(
        quant=quant,
        context_tokens=context,
        placement=placement,
        device=name,
        command=_command(found, wish, about, quant) or None,
    )


def _command(found: TaskAnswer, wish: Wish, about: Meant, quant: str | None) -> str:
    """What starts llama.cpp as predicted, with the file or the repository that was named; empty for none."""
    file = about.known.files.get(about.model_id)
    if isinstance(found, TextAnswer) and file is not None and file.format == "gguf":
        return text_launch_line(found, file_name=file.path)
    line = launch_line(found, file)
    if fetched := _fetched(wish, about, quant or "", thinks=found.light.thinks is True):
        line = line.replace(f"-m {ANY_FILE}", fetched)
    if not line:
        from advisor.present.run_it.steps import vllm_line  # brings the guides of three programs

        line = vllm_line(found)
    if line and wish.fields.get(IMAGES) and " -hf " not in line:
        line = f"{line} --mmproj MMPROJ.gguf"
    return joined((line, about.stretch[1] if line else ""))


def _fetched(wish: Wish, about: Meant, quant: str, *, thinks: bool) -> str:
    """The arguments by which llama.cpp fetches the model; empty where nobody is known to have it in that form.

    What was made to answer at once is another file than the one that `thinks`.
    """
    if _GGUF_REPOSITORY.fullmatch(wish.model):
        return f"-hf {wish.model}:{quant}"
    model = about.known.catalog.models.get(about.model_id) if about.model_id not in about.known.files else None
    found = joined(offered(model, quant, with_pictures=bool(wish.fields.get(IMAGES))).for_llama_cpp)
    return "" if thinks and "-Instruct" in found else found


def _next(
    found: TaskAnswer, verdict: Verdict, question: Question, command: str | None, asked: AskedRig, catalog: Catalog
) -> str:
    """What helps most, with the option or the command for it."""
    action = verdict.action(can_measure=asked.is_here)
    if verdict.light == "unknown" and asked.wants_cpu:
        return "Say which CPU it has: --cpu NAME"
    if action is not None and action.kind == "try" and found.better is not None:
        return f"{action.text}: {_change(found, found.better.fields, question)}"
    if action is not None and action.kind == "measure":
        return "Measure this computer for a closer answer: rig-advisor bench"
    if action is not None and action.kind == "run":
        return f"Run it: {command}"
    if (other := other_model(found)) is not None:
        lengths = _lengths(question, catalog)
        named = f'rig-advisor ask "{other.model_name}" --workload {question.workload_id}{lengths}{asked.options}'
        name = f"{other.model_name}, the same in fewer steps" if other.in_fewer_steps else other.model_name
        return f"Ask about {name}, which runs well here: {named}"
    usual = " at the usual lengths" if _lengths(question, catalog) else ""
    return f"See what fits{usual}: rig-advisor rank --workload {question.workload_id}{asked.options}"


def _change(found: TaskAnswer, fields: Fields, question: Question) -> str:
    """The options that change these fields, or that were given and are left out for it."""
    if isinstance(found, TextAnswer):
        return joined(f"--{_OF_TEXT[name]} {value}" for name, value in fields.items())
    if changed := [f"--set {name}={value}" for name, value in fields.items() if value is not None]:
        return joined(changed)
    given = [name for name in fields if question.fields.get(name) is not None]
    return f"leave out {joined(('--quant' if name == 'precision' else f'--set {name}' for name in given), ' and ')}"


def _lengths(question: Question, catalog: Catalog) -> str:
    """The options for more or less of the work than usual, with which the other model was found."""
    asked, usual = asked_workload(question, catalog), find_workload(question.workload_id, catalog)
    if asked == usual:
        return ""
    if isinstance(asked, TaskCard):
        more = {name: one for name, one in asked.fields.items() if one != usual.fields.get(name)}
        return "".join(f" --set {name}={value}" for name, value in more.items())
    prompt = f" --set {PROMPT}={told}" if (told := question.fields.get(PROMPT)) else ""
    return f" --context {question.fields['context_tokens']}{prompt}"
