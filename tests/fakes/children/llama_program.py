"""In place of llama-bench and llama-server: behaves as FAKE_ENGINE says, and notes its arguments in FAKE_ENGINE_LOG."""

import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

HELP = """usage: llama [options]
  -m, --model <filename>  -o, --output <csv|json|jsonl|md|sql>  -p, --n-prompt <n>  -n, --n-gen <n>  -d, --n-depth <n>
  -r, --repetitions <n>  -ngl, --n-gpu-layers <n>  -fa, --flash-attn <on|off|auto>  -dev, --device <dev0>  --progress
  --host HOST  --port PORT  -c, --ctx-size N  -np, --parallel N
"""


def value(name: str) -> str:
    return sys.argv[sys.argv.index(name) + 1]


def bench() -> None:
    prompt, generated = int(value("-p")), int(value("-n"))
    rate = 120.0 if prompt else 9.5
    test = {
        "build_commit": "abc1234", "build_number": 7777, "cpu_info": "AMD Ryzen", "gpu_info": "", "backends": "CPU",
        "model_filename": value("-m"), "model_type": "llama 1B Q8_0", "n_gpu_layers": 0, "n_threads": 8,
        "n_ubatch": 512, "type_k": "f16", "type_v": "f16", "flash_attn": True, "n_prompt": prompt, "n_gen": generated,
        "n_depth": int(value("-d")) if "-d" in sys.argv else 0, "test_time": "2026-11-23T10:00:00Z",
        "avg_ts": rate, "stddev_ts": 0.1, "samples_ts": [rate, rate * 1.01],
    }  # fmt: skip
    sys.stderr.write("llama-bench: benchmark 1/1: prompt run 1/3\nllama-bench: benchmark 1/1: generation run 2/3\n")
    sys.stderr.flush()
    sys.stdout.write(json.dumps(test) + "\n")


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.say({"status": "ok"} if self.path == "/health" else {"build_info": "b7777-abc1234"})

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        read, written = len(asked["prompt"]), asked["n_predict"]
        timings = {"cache_n": 0, "prompt_n": read, "prompt_per_second": 118.0, "predicted_n": written}
        self.say({"content": "{words}", "timings": {**timings, "predicted_per_second": 9.25}})

    def say(self, found: dict[str, Any]) -> None:
        raw = json.dumps(found).encode()
        self.send_response(200)
        self.send_header("Content-Length", f"{len(raw)}")
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, *_: Any) -> None:
        pass


def main() -> None:
    behavior, log = os.environ["FAKE_ENGINE"], Path(os.environ["FAKE_ENGINE_LOG"])
    if "--help" in sys.argv:
        sys.stdout.write("a printer of help about other things\n" if behavior == "other" else HELP)
        return
    with log.open("a") as file:
        file.write(json.dumps({"pid": os.getpid(), "arguments": sys.argv[1:]}) + "\n")
    if behavior == "crash":
        sys.stderr.write("loading\nggml: out of \x1b[31mmemory\nbacktrace: 0x1\n")
        os.abort()
    if behavior == "silence":
        sys.exit(3)
    if behavior == "flood":
        while True:
            sys.stdout.write("#" * 65536)
    if behavior == "hang":
        time.sleep(600)
    if "--port" in sys.argv:
        ThreadingHTTPServer(("127.0.0.1", int(value("--port"))), Handler).serve_forever()
    elif behavior == "nothing":
        sys.stdout.write("[]\n")
    else:
        bench()


if __name__ == "__main__":
    main()
