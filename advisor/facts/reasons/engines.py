"""What is said of programs that run models for real, and why one could not."""

from typing import Literal

EngineReason = Literal[
    "computer_is_busy", "engine_answer_not_understood", "engine_answer_too_long", "engine_does_not_answer",
    "engine_ended", "engine_ended_in_silence", "engine_has_no_model", "engine_has_no_such_model",
    "engine_holds_other_model",
    "engine_is_another", "engine_is_not_there", "engine_measures", "engine_model_not_loaded", "engine_not_started",
    "engine_printed_too_much", "engine_reads", "engine_says_no", "engine_starts", "engine_too_slow", "engine_writes",
    "faster_than_possible", "model_file_not_found", "no_engine_found", "no_program_of_engine", "ran_on_two_devices",
    "trial_needs_file", "trial_needs_name", "trial_wont_fit",
]  # fmt: skip
