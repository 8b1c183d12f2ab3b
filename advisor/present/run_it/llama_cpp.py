"""Steps for llama.cpp's server (github.com/ggml-org/llama.cpp, tools/server/README.md, November 2026)."""

from advisor.present.run_it.start import RunStart
from advisor.present.run_it.view import RunGuide, RunStep
from advisor.present.words.placement_text import WITHOUT_GRAPHICS
from advisor.present.words.shell_words import System, command
from advisor.present.words.words import say

_RELEASES = "https://github.com/ggml-org/llama.cpp/releases"
_PACKAGES: dict[System, str] = {"macos": "brew install llama.cpp"}
"""Where the package of the system is the very build that is counted for."""


def llama_cpp_arguments(start: RunStart) -> tuple[str, ...]:
    """Everything after the file: what differs from the program's defaults, and where the layers lie.

    `-ngl` is said even where the program would choose the same: what other programs hold then would change its mind.
    """
    place: tuple[str, ...] = ()
    if start.beside_graphics:
        place = WITHOUT_GRAPHICS
    elif not start.on_processor and start.plan.gpu_layers is None:
        place = ("-ngl", f"{start.all_layers}")
    return (*start.plan.arguments, *place)


def llama_cpp_guide(start: RunStart) -> RunGuide:
    """Get it, start it, look."""
    get = say("Get llama.cpp, ready to run for every system.")
    if start.counted_for:
        get = say(
            "Get llama.cpp, ready to run for every system. The prediction counts with this build: {build}.",
            build=start.counted_for,
        )
    begin = command(("llama-server", "-m", start.file, *llama_cpp_arguments(start)), start.system)
    look = say(
        "Open the address it prints in a browser and ask something. After each answer it prints the speed as eval "
        "time, in tokens per second: paste those lines into Check this prediction."
    )
    return RunGuide(
        program="llama.cpp",
        steps=(
            RunStep(get, _PACKAGES.get(start.system, _RELEASES)),
            *start.finding(),
            RunStep(say("Start it in a terminal."), begin),
            RunStep(look),
        ),
        notes=tuple(_notes(start)),
    )


def _notes(start: RunStart) -> list[str]:
    notes = []
    if not start.path:
        notes.append(
            say(
                "Who offers the file on huggingface.co can be named instead of a file; it is then fetched: "
                "-hf NAME/REPOSITORY:{quant} in place of -m {file}.",
                quant=start.quant,
                file=start.file_name,
            )
        )
    if start.is_one_of_several:
        notes.append(
            say(
                "There are several graphics parts: llama-server --list-devices tells their names, and -dev NAME "
                "keeps it to {processor}.",
                processor=start.processor_name,
            )
        )
    return notes
