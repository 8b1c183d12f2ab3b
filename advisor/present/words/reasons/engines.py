"""Words for what programs that run models do, and for why one could not."""

from advisor.present.words.reasons.template import Template

ENGINES: dict[str, Template] = {
    "engine_starts": "Starting {name}",
    "engine_reads": "{name} reads a prompt",
    "engine_writes": "{name} writes",
    "engine_measures": "{name} answers",
    "engine_not_started": "{name} could not be started: {text}",
    "engine_ended": "{name} ended with exit code {exit_code}: {text}",
    "engine_ended_in_silence": "{name} ended with exit code {exit_code} and said nothing.",
    "engine_printed_too_much": "{name} printed too much and was ended.",
    "engine_too_slow": "{name} did not finish in time and was stopped.",
    "engine_is_not_there": "{name} does not run: nothing answers on port {port} of this computer.",
    "engine_is_another": "What answers on port {port} of this computer is not {name}.",
    "engine_does_not_answer": "What listens on port {port} of this computer does not answer as {name} does.",
    "engine_answer_too_long": "{name} answers more than it should; its answer was not read.",
    "engine_answer_not_understood": "{name} answered without usable figures.",
    "engine_says_no": "{name} says: {text}",
    "engine_has_no_model": "{name} has no model that writes text. Get one there first.",
    "engine_has_no_such_model": "{name} does not have this model.",
    "engine_model_not_loaded": "{name} has not loaded {model}. Load it there first.",
    "engine_holds_other_model": "{name} holds {model} in memory, which this run could push out. Stop it there first.",
    "no_program_of_engine": "{name} was not found, or it is another program.",
    "no_engine_found": "No program that runs models was found. Install llama.cpp (brew install llama.cpp, winget "
    "install llama.cpp, conda install -c conda-forge llama.cpp) or name its llama-bench.",
    "model_file_not_found": "No GGUF file of {name} was found on this computer. Name the file.",
    "computer_is_busy": "Other programs used {share:.0%} of the CPU: try again when they rest.",
    "ran_on_two_devices": "It ran on CPU and GPU together: its speed tells of neither alone.",
    "faster_than_possible": "Faster than this hardware can be: something else was measured.",
    "trial_needs_file": "{name} runs a GGUF file: name the file.",
    "trial_needs_name": "{name} runs models of its own: name one of {names}.",
    "trial_wont_fit": "It needs more memory than this computer has free, so it is not tried.",
}
