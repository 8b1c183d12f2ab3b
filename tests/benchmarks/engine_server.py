"""Runs llama.cpp on request: one JSON line in, one out. Run by the Python of the engine's environment.

{"open": path}, {"prompt": tokens, "threads": n}, {"decode": tokens, "threads": n}, {"clear": true}; the answer has
seconds per token in the middle, "s", and the spread of the middle half of them.
"""

import json
import os
import statistics
import sys
import time
from typing import Any

_CONTEXT, _BATCH, _VOCABULARY = 4096, 512, 100000


class Engine:
    """One model at a time."""

    def __init__(self) -> None:
        import llama_cpp

        self.lib = llama_cpp
        llama_cpp.llama_backend_init()
        self.model: Any = None
        self.context: Any = None

    def open(self, path: str) -> None:
        if self.context is not None:
            self.lib.llama_free(self.context)
            self.lib.llama_model_free(self.model)
        how = self.lib.llama_model_default_params()
        how.use_mmap = False
        self.model = self.lib.llama_model_load_from_file(path.encode(), how)
        setup = self.lib.llama_context_default_params()
        setup.n_ctx, setup.n_batch, setup.n_ubatch = _CONTEXT, _BATCH, _BATCH
        self.context = self.lib.llama_init_from_model(self.model, setup)
        if self.context is None:
            raise RuntimeError(path)

    def clear(self) -> None:
        self.lib.llama_memory_clear(self.lib.llama_get_memory(self.context), True)

    def seconds(self, tokens: int, threads: int) -> float:
        self.lib.llama_set_n_threads(self.context, threads, threads)
        ids = (self.lib.llama_token * tokens)(*[(index * 7919) % _VOCABULARY for index in range(tokens)])
        begin = time.perf_counter()
        code = self.lib.llama_decode(self.context, self.lib.llama_batch_get_one(ids, tokens))
        self.lib.llama_synchronize(self.context)
        if code:
            raise RuntimeError(f"llama_decode: {code}")
        return time.perf_counter() - begin


def answer(engine: Engine, request: dict[str, Any]) -> dict[str, Any]:
    """Do one thing."""
    if "open" in request:
        engine.open(request["open"])
        return {}
    if "clear" in request:
        engine.clear()
        return {}
    threads = request["threads"]
    if "prompt" in request:
        batches = [engine.seconds(_BATCH, threads) / _BATCH for _ in range(request["prompt"] // _BATCH)]
        return {"s": statistics.fmean(batches), "first_s": batches[0]}
    each = sorted(engine.seconds(1, threads) for _ in range(request["decode"]))
    quarter = len(each) // 4
    middle = statistics.median(each)
    return {"s": middle, "spread": (each[-1 - quarter] - each[quarter]) / middle}


if __name__ == "__main__":
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # the engine's own words go elsewhere
    running = Engine()
    for line in sys.stdin:
        out.write(json.dumps(answer(running, json.loads(line))) + "\n")
        out.flush()
