"""The command line of llama.cpp that an estimate assumes (docs/physics.md 5.5)."""

from advisor.facts.answers.estimate import LaunchPlan
from advisor.facts.cards.quant import PLAIN_TYPES
from advisor.predict.memory.split import Split
from advisor.predict.model.buffers import BatchSetup
from advisor.predict.model.subject import Run, Subject

_DEFAULT_CACHE_TYPE = "F16"
_DEFAULTS = BatchSetup()


def launch_plan(
    subject: Subject, run: Run, *, split: Split | None = None, tensor_split: tuple[int, ...] = ()
) -> LaunchPlan:
    """What llama-server has to be told; what it does by itself is left out.

    Its defaults (github.com/ggml-org/llama.cpp, tools/server/README.md, November 2026): context of the model, f16
    cache, batch 2048, ubatch 512, flash attention where it can, all layers that fit on all cards, layers divided by
    free memory, threads = physical cores. Its server takes four sequences unless told otherwise, which costs memory
    where layers keep something per sequence. Quantized values need flash attention.
    """
    everything = Split(subject.shape.layers + 1)
    split = split or everything
    whole = split.gpu_layers >= everything.gpu_layers
    sequences = run.cache.sequences
    per_sequence = sequences > 1 or any(attention.kind != "full" for attention, _ in subject.groups)
    arguments = (
        *("-c", f"{run.context_tokens}"),
        *(("-np", f"{sequences}") if per_sequence else ()),
        *(("--kv-unified",) if sequences > 1 and run.cache.unified else ()),
        *_cache_arguments(run),
        *_unlike("-b", run.batching.batch_tokens, _DEFAULTS.batch_tokens),
        *_unlike("-ub", run.batching.ubatch_tokens, _DEFAULTS.ubatch_tokens),
        *(() if whole else ("-ngl", f"{split.gpu_layers}")),
        *_unlike("--n-cpu-moe", split.host_expert_layers, 0),
        *_device_arguments(run, tensor_split),
        *(("-t", f"{run.threads}") if run.threads else ()),
    )
    return LaunchPlan(
        arguments=arguments,
        layers=subject.shape.layers,
        gpu_layers=None if whole else split.gpu_layers,
        host_expert_layers=split.host_expert_layers,
        key_type=run.cache.key_type,
        value_type=run.cache.value_type,
        flash_attention=run.batching.flash_attention,
        threads=run.threads,
        sequences=sequences,
    )


def _cache_arguments(run: Run) -> tuple[str, ...]:
    cache = run.cache
    needs_flash = cache.value_type not in PLAIN_TYPES
    flash = ("-fa", "off") if not run.batching.flash_attention else ("-fa", "on") if needs_flash else ()
    return (
        *_unlike("-ctk", cache.key_type.lower(), _DEFAULT_CACHE_TYPE.lower()),
        *_unlike("-ctv", cache.value_type.lower(), _DEFAULT_CACHE_TYPE.lower()),
        *flash,
        *(("--swa-full",) if cache.full_window else ()),
    )


def _device_arguments(run: Run, tensor_split: tuple[int, ...]) -> tuple[str, ...]:
    if run.devices > 1 and run.split == "tensor":
        return ("-sm", "tensor")
    if not tensor_split:
        return ()
    return ("-ts", ",".join(map(str, tensor_split)))


def _unlike(name: str, value: int | str, default: int | str) -> tuple[str, ...]:
    return () if value == default else (name, f"{value}")
