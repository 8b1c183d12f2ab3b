"""Page Will it run?: one answer with its charts and the numbers behind them."""

from advisor.facts.answers.model_file import ModelFile
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.cards.workload import WorkloadCard
from advisor.present.charts.compare_chart import compare_chart, gpu_sentence
from advisor.present.charts.fit_chart import fit_chart
from advisor.present.charts.roofline_chart import roofline_chart
from advisor.present.charts.speed_chart import speed_chart
from advisor.present.charts.token_time_chart import token_time_chart
from advisor.present.text.why import why_tables
from advisor.present.words.answer_text import STATE_WORDS, answer_detail, answer_sentence
from advisor.present.words.placement_text import launch_line
from advisor.present.words.quantity import tokens
from advisor.present.words.retold import retold
from advisor.present.words.view import WillItRunView
from advisor.present.words.words import say


def will_it_run_view(
    answer: TextAnswer,
    workload: WorkloadCard | None = None,
    *,
    file: ModelFile | None = None,
    notes: tuple[str, ...] = (),
) -> WillItRunView:
    """Everything the page and the report show for one model, quantization and context on one rig.

    `file` is the model's where one was opened, `notes` are on what it says.
    """
    enough_wait_s = workload.enough_first_word_s if workload else None
    own_file = answer.model_name if file is not None and file.format == "gguf" else None
    estimate = answer.chosen
    return WillItRunView(
        state=estimate.fit.verdict,
        state_word=say(STATE_WORDS[estimate.fit.verdict]),
        subject=text_subject(answer),
        answer=answer_sentence(estimate),
        detail=answer_detail(answer),
        fit=fit_chart(answer),
        speed=speed_chart(answer),
        token_time=token_time_chart(answer),
        roofline=roofline_chart(answer),
        compare=compare_chart(answer, enough_wait_s=enough_wait_s),
        gpu_sentence=gpu_sentence(answer, enough_wait_s=enough_wait_s),
        why=why_tables(estimate),
        notes=tuple(map(retold, (*notes, *estimate.notes))),
        launch=launch_line(answer, file_name=own_file),
        offers_measure=not any(roofline.bandwidth_origin == "measured" for roofline in answer.rooflines),
    )


def text_subject(answer: TextAnswer, workload_name: str = "") -> str:
    """What is asked, in words."""
    return say(
        "{model} as {quant}, context {tokens}",
        model=answer.model_name,
        quant=answer.quant,
        tokens=tokens(answer.context_tokens),
    )
