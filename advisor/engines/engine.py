"""Every engine in one table: where it is, and how it is asked to run a trial."""

from typing import NamedTuple

from advisor.engines.llama_bench import run_llama_bench
from advisor.engines.llama_server import PORT as SERVER_PORT
from advisor.engines.llama_server import run_llama_server, run_running_server, running_file, same_file
from advisor.engines.lm_studio import PORT as LM_STUDIO_PORT
from advisor.engines.lm_studio import lm_studio_models, run_lm_studio
from advisor.engines.loopback import EngineError, Server
from advisor.engines.ollama import PORT as OLLAMA_PORT
from advisor.engines.ollama import ollama_file, ollama_models, run_ollama
from advisor.engines.programs import PROGRAMS, find_program
from advisor.engines.served import ServedModel
from advisor.engines.trial import NAMES, EngineName, Run, Trial


class Engine(NamedTuple):
    """One that is there: a program to be started, or a server that runs (`program` is None)."""

    name: EngineName
    program: str | None = None


def file_engines(path: str, named: str | None = None, kept: str | None = None) -> tuple[Engine, ...]:
    """Those that can run a file: programs, then a server that has it loaded; the best to measure with first.

    `named` and `kept` are where the programs are, as `find_program` takes them.
    """
    found = [Engine(name, program) for name in PROGRAMS if (program := find_program(name, named, kept)) is not None]
    if Server(SERVER_PORT, NAMES["llama-server"]).is_there():
        try:
            loaded = running_file(Server(SERVER_PORT, NAMES["llama-server"]))
        except EngineError:
            loaded = None  # something else listens there
        if loaded is not None and same_file(loaded, path):
            found.append(Engine("llama-server"))
    return tuple(found)


def is_running(name: EngineName) -> bool:
    """Whether anything answers where that server listens."""
    ports = {"ollama": OLLAMA_PORT, "lmstudio": LM_STUDIO_PORT}
    return name in ports and Server(ports[name], NAMES[name]).is_there()


def served_models(name: EngineName) -> tuple[ServedModel, ...]:
    """The models of a server, as it names them; none of engines that run files.

    Raises:
        EngineError: it does not run, or something else answers in its place.
    """
    if name == "ollama":
        return ollama_models(OLLAMA_PORT)
    return lm_studio_models(LM_STUDIO_PORT) if name == "lmstudio" else ()


def served_file(name: EngineName, model: str) -> str | None:
    """The file of a model of a server; None where it does not say.

    Raises:
        EngineError: it has no such model, or is something else.
    """
    return ollama_file(model, OLLAMA_PORT) if name == "ollama" else None


def run_trial(engine: Engine, trial: Trial) -> Run:
    """Run it there.

    Raises:
        EngineError: why it could not, while the run goes on.
    """
    if engine.name == "llama-bench":
        return run_llama_bench(str(engine.program), trial)
    if engine.name == "llama-server":
        program = engine.program
        return run_running_server(trial, SERVER_PORT) if program is None else run_llama_server(program, trial)
    return run_ollama(trial, OLLAMA_PORT) if engine.name == "ollama" else run_lm_studio(trial, LM_STUDIO_PORT)
