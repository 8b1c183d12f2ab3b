"""Words for what the end of a child process says."""

from advisor.present.words.reasons.template import Template

RUN: dict[str, Template] = {
    "stopped": "Stopped{during}.",
    "stopped_and_kept": "Stopped{during}; results so far are kept.",
    "task_error": "The background task met an error it did not expect ({error}).",
    "wrote_long_line": "wrote a line that is too long to read",
    "wrote_no_message": "wrote a line that is no message",
    "during_step": " during the step “{step}”",
    "ended_without_result": "The background task ended without a result{during}.",
    "not_started": "The background task could not be started: {error}",
    "crashed_by_signal": "The background task crashed{during} (signal {signal}).",
    "crashed_with_code": "The background task crashed{during} (exit code {exit_code}).",
    "not_listened_to": "The background task {fault}{during} and was ended.",
    "no_sign_of_life": "The background task gave no sign of life after its start and was ended.",
    "took_too_long": "The background task took too long and was stopped{during}.",
    "stopped_answering": "The background task stopped answering{during} and was ended.",
    "reading_takes_too_long": "{name} takes too long to read: it holds far more than its kind.",
    "reading_takes_too_much_memory": "{name} takes too much memory to read: it holds far more than its kind.",
    "finished": "Finished.",
}
