"""What the headers of a model for pictures, films, sound or vectors hold: so many weights, most of them stored so."""

from collections import Counter

from advisor.catalog.on_disk.candidate import Candidate
from advisor.catalog.reading.regular_file import ModelFileError
from advisor.catalog.safetensors.header import read_parts, read_safetensors
from advisor.catalog.safetensors.names import named_part
from advisor.facts.answers.local_model import OtherWeights
from advisor.facts.answers.model_file import ModelFile

_PACKED = ("U8", "I8", "U32", "I32", "U64", "I64")
"""Of such an element nobody says how many weights it holds."""
_FEW = 0.05
"""Share of the bytes: counters and positions are stored so, too, and are no weights."""


def weights_of_files(one: Candidate) -> OtherWeights | None:
    """Of all files of a model in safetensors together, a repeated one once; None where more than a few are packed.

    Raises:
        ModelFileError: a file is damaged.
    """
    counts: Counter[str] = Counter()
    sizes: Counter[str] = Counter()
    for _, part in read_parts(one.files):
        for tensor in part.tensors:
            if not named_part(tensor.name).kind.scales:
                counts[tensor.type_name] += tensor.elements
                sizes[tensor.type_name] += tensor.size_bytes
    is_packed = sum(sizes[name] for name in _PACKED) > _FEW * sizes.total()
    stored, elements = next(iter(counts.most_common(1)), ("", 0))
    return OtherWeights(params=counts.total(), stored=stored) if elements and not is_packed else None


def weights_of_gguf(file: ModelFile) -> OtherWeights | None:
    """Of a GGUF file that writes no text, by its list of tensors."""
    if file.weights is None or not file.weights.params:
        return None
    most = max(file.bytes_by_type, key=lambda name: file.bytes_by_type[name])
    return OtherWeights(params=file.weights.params, stored=file.quant or most)


def named_adapter(one: Candidate) -> bool:
    """Whether the first file holds what is added to another model.

    Raises:
        ModelFileError: it is damaged.
    """
    names = (tensor.name for tensor in read_safetensors(one.files[0]).tensors)
    return any(".lora_" in name or name.startswith("lora_") for name in names)


def readable_weights(one: Candidate) -> OtherWeights | None:
    """The same as `weights_of_files`; None where they cannot be read: a program may store them in a way of its own."""
    try:
        return weights_of_files(one)
    except ModelFileError:
        return None
