"""What programs that keep models are called."""

from collections.abc import Mapping

from advisor.facts.answers.local_model import Program
from advisor.present.words.words import to_say

PROGRAM_NAMES: Mapping[Program, str] = {
    "ollama": "Ollama",
    "lm_studio": "LM Studio",
    "llama_cpp": "llama.cpp",
    "hugging_face": to_say("Hugging Face cache"),
    "gpt4all": "GPT4All",
    "jan": "Jan",
    "text_generation_webui": "text-generation-webui",
    "comfyui": "ComfyUI",
    "folder": to_say("your folder"),
}
"""What programs call themselves, and what else a model may lie in."""
