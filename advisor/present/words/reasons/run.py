"""Words for what the end of a child process says."""

from advisor.present.words.reasons.template import Template

RUN: dict[str, Template] = {
    "stopped": "Stopped{during}.",
    "stopped_and_kept": "Stopped{during}; results so far are kept.",
    "task_error": "This didn't work: an unexpected error ({error}).",
    "wrote_long_line": "wrote a line that is too long to read",
    "wrote_no_message": "wrote a line that is no message",
    "during_step": " during the step “{step}”",
    "ended_without_result": "This ended without a result{during}. Try again.",
    "not_started": "This could not be started: {error}",
    "crashed_by_signal": "This crashed{during} (signal {signal}). Try again.",
    "crashed_with_code": "This crashed{during} (exit code {exit_code}). Try again.",
    "not_listened_to": "This was stopped{during}: it gave no usable answer ({fault}). Try again.",
    "no_sign_of_life": "This didn't start in time, perhaps because the computer is busy. Try again.",
    "took_too_long": "This took too long and was stopped{during}. Try again.",
    "stopped_answering": "This stopped responding{during}. Try again.",
    "reading_takes_too_long": "{name} takes too long to read: it holds far more than its kind.",
    "reading_takes_too_much_memory": "{name} takes too much memory to read: it holds far more than its kind.",
    "finished": "Finished.",
}
