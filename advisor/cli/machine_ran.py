"""`rig-advisor machine ran`: keep what a program reached here, so that later answers start from it."""

import argparse
import contextlib
import datetime
import sys

from advisor.answer.own_claim import judged_claim, likely_processor_id
from advisor.answer.problem import ProblemError
from advisor.catalog.catalog import Catalog, load_catalog
from advisor.catalog.machine_cards import known_machine
from advisor.catalog.rig import assemble_rig
from advisor.cli.command import CommandError
from advisor.cli.profile import find_model, read_profile
from advisor.facts.own_run import OwnRun
from advisor.facts.rig import Rig
from advisor.facts.units import MEGA
from advisor.present.own_run_text import kept_sentence, refusal
from advisor.store.history import save_own_run

LEAST_TOKENS_PER_S = 0.001
"""A token in a quarter of an hour; less is a slip of the keyboard."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """What can be said about a run."""
    parser.add_argument("--model", required=True, metavar="NAME", help="which model")
    parser.add_argument("--quant", required=True, metavar="NAME", help="its quantization")
    parser.add_argument("--tokens-per-s", required=True, type=_rate, metavar="N", help="what the program printed")
    parser.add_argument("--depth", type=_tokens, default=0, metavar="TOKENS", help="tokens in the context before")
    parser.add_argument("--prompt", type=_tokens, metavar="TOKENS", help="it is the speed of reading such a prompt")
    parser.add_argument("--engine", default="llama.cpp", metavar="NAME", help="which program")
    parser.add_argument("--build", metavar="NAME", help="which build of it")
    parser.add_argument("--device", metavar="ID", help="cpu, gpu0 ...; else the one the model runs best on")


def run(arguments: argparse.Namespace) -> int:
    """Keep the run, or say why it cannot be true."""
    catalog = load_catalog()
    profile = read_profile(None, catalog)
    machine = known_machine(profile.machine, profile.corrections, catalog)
    rig = assemble_rig(machine, profile.measurements, catalog)
    try:
        claim = _claim(arguments, rig, catalog)
        found = judged_claim(claim, rig, catalog)
    except ProblemError as error:
        raise CommandError(str(error)) from error
    refused = refusal(found.finding)
    if refused is not None:
        raise CommandError(refused)
    save_own_run(profile.machine, claim)
    sys.stdout.write(kept_sentence(found) + "\n")
    return 0


def _claim(arguments: argparse.Namespace, rig: Rig, catalog: Catalog) -> OwnRun:
    model_id = find_model(arguments.model, catalog)
    device = arguments.device or likely_processor_id(rig, catalog, model_id=model_id, quant=arguments.quant)
    prompt = {"phase": "prefill", "prompt_tokens": arguments.prompt} if arguments.prompt else {}
    return OwnRun.model_validate(
        {
            "model_id": model_id,
            "quant": arguments.quant,
            "processor": device,
            "engine": arguments.engine,
            "build": arguments.build,
            "depth_tokens": arguments.depth,
            "tokens_per_s": arguments.tokens_per_s,
            "ran_on": datetime.datetime.now().astimezone().date().isoformat(),
            **prompt,
        }
    )


def _rate(text: str) -> float:
    with contextlib.suppress(ValueError):
        rate = float(text)
        if LEAST_TOKENS_PER_S <= rate <= MEGA:
            return rate
    raise argparse.ArgumentTypeError(f"must be a number of tokens per second, {LEAST_TOKENS_PER_S} or more")


def _tokens(text: str) -> int:
    with contextlib.suppress(ValueError):
        tokens = int(text)
        if 0 <= tokens <= MEGA:
            return tokens
    raise argparse.ArgumentTypeError("must be a whole number of tokens")
