"""What the commands are called. Looked at before the window opens: imports nothing that takes time."""

import os

COMMANDS = {
    "probe": "show what this machine is made of",
    "doctor": "print what was read of this machine, to paste into a report",
    "bench": "measure this machine for a few seconds",
    "predict": "answer requests: will a model run, and how fast",
    "ask": "will a model run on this computer, or another: one line is enough",
    "rank": "list all models for this rig, or for a saved one, best first",
    "worth": "is a GPU, memory, rent or an API worth its money here",
    "compare": "ask several saved rigs the same question",
    "fleet": "one model on many computers: which run it, how fast, and the best",
    "fleet-collect": "save the machine of every worker of a running Dask cluster",
    "fleet-sweep": "all models on many computers, as rows: on processes here or a Dask cluster",
    "report": "write the PDF of this rig, or of a saved one",
    "machine": "save this machine as a profile, or note what a model reached here",
    "try": "run a model for real here, beside its prediction",
    "model": "show what a model's file holds: GGUF, safetensors or config.json",
    "models": "list the models on this computer, and how they run here",
    "mcp": "serve agents: the same answers over the Model Context Protocol",
    "completion": "print the script that completes command lines: bash, zsh, fish, powershell",
    "cards": "add, list and share cards of your own: GPUs, models, prices",
    "share": "print what this rig reached, to post it: no names, nothing is sent",
    "import": "keep results that others shared, and compare this rig with them",
    "schema": "print the JSON schema of a document",
    "prove": "run everything once on this computer and write what that showed",
    "self-check": "check that this installation is whole",
}
"""What each is for. Its module has its name (`try_` for `try`); it offers `run(arguments) -> int`, and
`add_options(parser)`.

It is imported only when the command is named: a probe child must not pay for Qt.
"""

ROOMS = dict.fromkeys(("fleet", "fleet-collect", "fleet-sweep"), ("fleet",))
"""Below which room of `advisor/cli` the module of a command stands, where it is not in `advisor/cli` itself."""

READ_CARDS = (
    "probe",
    "ask",
    "try",
    "predict",
    "rank",
    "worth",
    "compare",
    "fleet",
    "report",
    "machine",
    "model",
    "models",
    "share",
    "import",
)
"""Those that answer by cards take more of them: `--cards`."""


NO_ANSWER = {"ask": 64}
"""What a command ends with where it cannot answer, whatever the reason; others end with 1, and 2 for wrong usage."""


def joined_words(arguments: list[str]) -> list[str]:
    """A command that is two words as its one name: `fleet collect` is `fleet-collect`."""
    name = "-".join(arguments[:2])
    return [name, *arguments[2:]] if len(arguments) > 1 and name in COMMANDS else arguments


def meant_command(word: str) -> str | None:
    """The command that a word which is neither a command nor a file seems to mean; a dot or a folder tells a file."""
    if word in COMMANDS or set(word) & {".", "/", os.sep} or os.path.lexists(word):
        return None
    import difflib

    return next(iter(difflib.get_close_matches(word, COMMANDS, n=1)), None)
