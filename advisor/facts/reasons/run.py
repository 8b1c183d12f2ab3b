"""How a child process ended, said to people."""

from typing import Literal

RunReason = Literal[
    "crashed_by_signal", "crashed_with_code", "during_step", "ended_without_result", "finished", "no_sign_of_life",
    "not_listened_to", "not_started", "reading_takes_too_long",
    "reading_takes_too_much_memory", "stopped", "stopped_and_kept", "stopped_answering", "task_error",
    "took_too_long", "wrote_long_line", "wrote_no_message",
]  # fmt: skip
