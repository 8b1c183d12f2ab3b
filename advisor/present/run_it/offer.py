"""Where the file of a model is fetched by name: what its card says, as far as the owner publishes the form.

Names on Hugging Face: llama.cpp, tools/server/README.md (-hf); huggingface.co/docs/hub/ollama, of models in parts
github.com/ollama/ollama/issues/5245; lmstudio.ai/docs/basics/download-model. All of November 2026.
"""

from advisor.facts.cards.model import ModelCard
from advisor.facts.values.frozen import frozen

_OF_ALL = ("Q4_K_M", "Q8_0")
_OF_MANY = (
    *_OF_ALL,
    "Q2_K",
    "Q3_K_S",
    "Q3_K_M",
    "Q4_0",
    "Q4_1",
    "Q4_K_S",
    "Q5_K_S",
    "Q5_K_M",
    "Q6_K",
    "IQ4_XS",
    "IQ4_NL",
)
_FORMS = {
    "unsloth": (*_OF_MANY, "UD-IQ1_M", "UD-IQ2_M", *(f"UD-Q{bits}_K_XL" for bits in (2, 3, 4, 5, 6, 8)), "UD-Q4_K_M"),
    "bartowski": (*_OF_MANY, "Q3_K_L", "IQ2_XS", "IQ2_S", "IQ2_M", "IQ3_XXS", "IQ3_XS", "IQ3_M"),
}
"""What those publish of a model who make files of nearly all; others have few. In 16 bits it is one of two, mostly."""
_NATIVE = {"MXFP4_MOE": "MXFP4"}
"""Forms that a model is released in, and what stands for them in names of files: its repository has no other."""
_LARGEST_FILE_BYTES = 45_000_000_000
"""Larger ones lie in parts on Hugging Face, which takes files of up to 50 GB; Ollama fetches no parts."""


@frozen
class Offer:
    """Names for a model in one form; empty where none is known, or nobody is known to publish that form.

    `repository` lies on Hugging Face, `in_names` is how files there say the form. `library` is a name of Ollama's
    library whose file has just this form. `keeps_out_sight`: the part that sees would be fetched and loaded, too.
    """

    repository: str = ""
    in_names: str = ""
    library: str = ""
    is_one_file: bool = True
    keeps_out_sight: bool = False

    @property
    def for_ollama(self) -> str:
        """What Ollama fetches by itself; empty where it cannot."""
        if self.library or not self.repository or not self.is_one_file:
            return self.library
        return f"hf.co/{self._named}"

    @property
    def for_llama_cpp(self) -> tuple[str, ...]:
        """The arguments by which llama.cpp fetches it; none where it cannot."""
        if not self.repository:
            return ()
        return ("-hf", self._named, *(("--no-mmproj",) if self.keeps_out_sight else ()))

    @property
    def _named(self) -> str:
        return self.repository if self.in_names in _NATIVE.values() else f"{self.repository}:{self.in_names}"


def offered(model: ModelCard | None, quant: str, *, weights_bytes: int = 0, with_pictures: bool = False) -> Offer:
    """The names for a model in this form; `with_pictures`: the part that sees is counted in."""
    download = model.download if model else None
    if model is None or download is None:
        return Offer()
    owner = (download.gguf or "").partition("/")[0]
    is_native = quant in _NATIVE and model.native_quant in (quant, _NATIVE[quant])
    has_form = is_native or quant in _FORMS.get(owner, _OF_ALL)
    return Offer(
        repository=(download.gguf or "") if has_form else "",
        in_names=_NATIVE.get(quant, quant),
        library=(download.ollama or "") if quant == download.ollama_quant else "",
        is_one_file=weights_bytes < _LARGEST_FILE_BYTES,
        keeps_out_sight=not with_pictures and model.is_able("sees") is True,
    )
