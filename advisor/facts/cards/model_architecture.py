"""The architectures of models that write text, by the names that llama.cpp gives them: what their files leave unsaid.

Names: `LLM_ARCH_NAMES` in src/llama-arch.cpp of llama.cpp, and olmo3, which it loads as olmo2. Left out are encoders,
sound, models that write all words at once, and layers whose state has no formula here (RWKV). Checked 2026-11-20.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple


class WindowRule(NamedTuple):
    """Every p-th layer sees everything: the last of p, or the first (`dense_first`); of 0 layers none does.

    `window_tokens` is the window the program itself sets where the file states none; None where there is none then.
    `fixed`: it sets it whatever the file states.
    """

    full_attention_every: int
    dense_first: bool = False
    window_tokens: int | None = None
    fixed: bool = False

    def window(self, stated_tokens: int | None) -> int | None:
        """The window where the file states this one."""
        return self.window_tokens if self.fixed else stated_tokens or self.window_tokens


class ModelArchitecture(NamedTuple):
    """The rules that go by an architecture, beside what its shape states.

    `model_types` are its names in the transformers library (the classes of convert_hf_to_gguf.py in llama.cpp).
    `is_known`: its layers are of a kind that predictions know. `window` is the rule of `set_swa_pattern` in
    src/models/*.cpp where files have no pattern; without one every layer attends to everything, whatever window a file
    states (phi3, llama). `latent_rows`: the cache holds latent rows where the file states `key_length_mla`.
    `own_cache_layers` have a cache of their own where the file does not say how many share one. `picks`: attention
    picks the tokens it looks at by an index, of all rows or of folded ones. `norms_of_all_heads`: the concatenated
    heads are normalized, in others each head. `soft_capped`: attention scores pass through a tanh, which PyTorch's
    flash attention does not do. `own_mixtures`: llama.cpp mixes block types for it by rules of its own; `wide_values`:
    with 80 layers its value matrices get more bits, always or where query heads share keys. `experts_type`: the block
    type that its experts, released in no other, keep in every file type but BF16 and F32. `config_defaults` is what
    publishers leave out of a configuration because the class of the transformers library sets it.
    """

    model_types: tuple[str, ...] = ()
    is_known: bool = True
    window: WindowRule | None = None
    latent_rows: bool = False
    own_cache_layers: int | None = None
    single_part_layers: bool = False
    picks: Literal["rows", "folded"] | None = None
    norms_of_all_heads: bool = False
    soft_capped: bool = False
    own_mixtures: bool = False
    wide_values: Literal["always", "shared_keys"] | None = None
    experts_type: str | None = None
    config_defaults: tuple[tuple[str, int], ...] = ()


_PLAIN = """
    arctic baichuan bloom chameleon codeshell cogvlm deepseek gptj grok grovemoe hunyuan_vl jais jais2
    maincoder mamba mamba2 mimo2 mpt openelm orion paddleocr pangu-embedded plamo plamo2 plm qwen qwen2vl qwen3vl
    qwen3vlmoe refact starcoder step35 xverse
"""
"""Those of which nothing is left unsaid."""

_NAMED_ALIKE = """
    apertus arcee bitnet dbrx dots1 ernie4_5 exaone gemma glm4 gpt2 granite internlm2 jamba lfm2 minicpm
    minicpm3 nemotron olmo phimoe seed_oss smollm3 stablelm starcoder2
"""
"""The same, by the same name in the transformers library."""

_GEMMA3 = (
    ("vocab_size", 262208),
    ("num_attention_heads", 8),
    ("num_key_value_heads", 4),
    ("head_dim", 256),
    ("max_position_embeddings", 131072),
)
"""configuration_gemma3.py"""

MODEL_ARCHITECTURES: Mapping[str, ModelArchitecture] = {
    **dict.fromkeys(_PLAIN.split(), ModelArchitecture()),
    **{name: ModelArchitecture(model_types=(name,)) for name in _NAMED_ALIKE.split()},
    "afmoe": ModelArchitecture(model_types=("afmoe",), window=WindowRule(4)),
    "bailingmoe": ModelArchitecture(model_types=("bailing_moe",)),
    "bailingmoe2": ModelArchitecture(model_types=("bailing_moe_v2",)),
    "chatglm": ModelArchitecture(model_types=("chatglm", "glm")),
    "cohere2": ModelArchitecture(model_types=("cohere2",), window=WindowRule(4)),
    "cohere2moe": ModelArchitecture(window=WindowRule(4, dense_first=True)),
    "command-r": ModelArchitecture(model_types=("cohere",)),
    "deci": ModelArchitecture(wide_values="always"),
    "deepseek2": ModelArchitecture(
        model_types=("deepseek_v2", "deepseek_v3", "glm4_moe_lite", "kimi_k2"), latent_rows=True
    ),
    "deepseek2-ocr": ModelArchitecture(latent_rows=True),
    "deepseek32": ModelArchitecture(model_types=("deepseek_v32",), latent_rows=True, picks="rows"),
    "deepseek4": ModelArchitecture(window=WindowRule(0), picks="folded"),
    "ernie4_5-moe": ModelArchitecture(model_types=("ernie4_5_moe",)),
    "exaone-moe": ModelArchitecture(model_types=("exaone_moe",), window=WindowRule(4, window_tokens=128)),
    "exaone4": ModelArchitecture(model_types=("exaone4",), window=WindowRule(4)),
    "falcon": ModelArchitecture(model_types=("falcon",), own_mixtures=True),
    "falcon-h1": ModelArchitecture(model_types=("falcon_h1",)),
    "gemma-embedding": ModelArchitecture(is_known=False, window=WindowRule(6)),
    "gemma2": ModelArchitecture(model_types=("gemma2",), window=WindowRule(2, window_tokens=4096), soft_capped=True),
    "gemma3": ModelArchitecture(model_types=("gemma3",), window=WindowRule(6), config_defaults=_GEMMA3),
    "gemma3n": ModelArchitecture(model_types=("gemma3n",), window=WindowRule(5), own_cache_layers=20),
    "gemma4": ModelArchitecture(model_types=("gemma4",), window=WindowRule(6)),
    "glm-dsa": ModelArchitecture(model_types=("glm_moe_dsa",), latent_rows=True, picks="rows"),
    "glm4moe": ModelArchitecture(model_types=("glm4_moe",)),
    "gpt-oss": ModelArchitecture(model_types=("gpt_oss",), window=WindowRule(2), experts_type="MXFP4"),
    "gptneox": ModelArchitecture(model_types=("gpt_neox",)),
    "granitehybrid": ModelArchitecture(model_types=("granitemoehybrid",)),
    "granitemoe": ModelArchitecture(model_types=("granitemoe", "granitemoeshared")),
    "hunyuan-dense": ModelArchitecture(model_types=("hunyuan_v1_dense",)),
    "hunyuan-moe": ModelArchitecture(model_types=("hunyuan_v1_moe",)),
    "hy_v3": ModelArchitecture(model_types=("hy_v3",)),
    "kimi-linear": ModelArchitecture(model_types=("kimi_linear",), latent_rows=True),
    "laguna": ModelArchitecture(model_types=("laguna",), window=WindowRule(4, dense_first=True)),
    "lfm2moe": ModelArchitecture(model_types=("lfm2_moe",)),
    "llama": ModelArchitecture(
        model_types=("internlm3", "llama", "mistral", "mistral3", "mixtral", "yi"), wide_values="shared_keys"
    ),
    "llama4": ModelArchitecture(model_types=("llama4",), window=WindowRule(4, window_tokens=8192, fixed=True)),
    "mellum": ModelArchitecture(model_types=("mellum",), window=WindowRule(4)),
    "minimax-m2": ModelArchitecture(model_types=("minimax_m2",), norms_of_all_heads=True),
    "minimax-m3": ModelArchitecture(model_types=("minimax_m3", "minimax_m3_vl"), picks="rows"),
    "mistral3": ModelArchitecture(model_types=("ministral3",)),
    "mistral4": ModelArchitecture(latent_rows=True),
    "modern-bert": ModelArchitecture(is_known=False, window=WindowRule(3, dense_first=True)),
    "nemotron_h": ModelArchitecture(model_types=("nemotron_h",), single_part_layers=True),
    "nemotron_h_moe": ModelArchitecture(single_part_layers=True),
    "olmo2": ModelArchitecture(model_types=("olmo2",), window=WindowRule(4), norms_of_all_heads=True),
    "olmo3": ModelArchitecture(model_types=("olmo3",), norms_of_all_heads=True),
    "olmoe": ModelArchitecture(model_types=("olmoe",), norms_of_all_heads=True),
    "phi2": ModelArchitecture(model_types=("phi",)),
    "phi3": ModelArchitecture(model_types=("phi3", "phi4mm")),
    "plamo3": ModelArchitecture(window=WindowRule(8)),
    "qwen2": ModelArchitecture(model_types=("mimo", "qwen2", "qwen2_5_vl", "qwen2_vl"), wide_values="always"),
    "qwen2moe": ModelArchitecture(model_types=("qwen2_moe",)),
    "qwen3": ModelArchitecture(model_types=("qwen3", "qwen3_vl")),
    "qwen35": ModelArchitecture(model_types=("qwen3_5",)),
    "qwen35moe": ModelArchitecture(model_types=("qwen3_5_moe",)),
    "qwen3moe": ModelArchitecture(model_types=("qwen3_moe", "qwen3_vl_moe")),
    "qwen3next": ModelArchitecture(model_types=("qwen3_next",)),
    "smallthinker": ModelArchitecture(window=WindowRule(4, dense_first=True, window_tokens=4096, fixed=True)),
}

_ENCODERS = """
    bert clip eurobert gemma-embedding jina-bert-v2 jina-bert-v3 llama-embed modern-bert neo-bert nomic-bert
    nomic-bert-moe t5encoder wavtokenizer-dec whisper
"""
ENCODERS = frozenset(_ENCODERS.split())
"""Architectures of files that have words or sound as their input and write none: the same list's other part."""

_UNKNOWN = ModelArchitecture(is_known=False)
_BY_MODEL_TYPE = {model_type: name for name, one in MODEL_ARCHITECTURES.items() for model_type in one.model_types}


def model_architecture(name: str | None) -> ModelArchitecture:
    """The rules of an architecture; none where it is not one of these."""
    return MODEL_ARCHITECTURES.get(name or "", _UNKNOWN)


def architecture_of(model_type: str) -> str | None:
    """The architecture of a `model_type`, of a model's writing part as well (`gemma3_text`); None when not known."""
    return _BY_MODEL_TYPE.get(model_type) or _BY_MODEL_TYPE.get(model_type.removesuffix("_text"))
