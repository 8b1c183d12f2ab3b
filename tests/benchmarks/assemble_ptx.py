"""Assembles the kernels of the NVIDIA test for each architecture and looks into the machine code.

Not part of the suite: it needs `ptxas` and, for the look inside, `nvdisasm` on the PATH (the Python packages
nvidia-cuda-nvcc-cu12 and nvidia-cuda-nvdisasm hold them). For each kernel it prints registers and the instructions
of the loop; local memory, and another number of matrix instructions than is counted as work, are faults.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from advisor.bench.nvidia.kernels import matrix_kernels

FOLDER = Path(__file__).parents[2] / "resources" / "kernels"
ARCHITECTURES = (75, 80, 86, 89, 90, 100, 120)
WORK = re.compile(r"(HMMA|IMMA|QMMA|QGMMA|HGMMA|IGMMA|OMMA|FFMA|HFMA2|LDG|LDL|STL|BRA|F2FP)(\.[\w.]+)?")
LINE = re.compile(r"/\*([0-9a-f]{4,})\*/\s+(.*?);")


def main() -> int:
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        for file in sorted(FOLDER.glob("*.ptx")):
            target = file.stem.rpartition("sm_")[2]
            for architecture in (each for each in ARCHITECTURES if each >= int(target.rstrip("a"))):
                if not target.endswith("a") or f"{architecture}a" == target:
                    faults += assembled(file, architecture, Path(folder, "out.cubin"))
    say(f"{faults} faults")
    return 1 if faults else 0


def assembled(file: Path, architecture: int, cubin: Path) -> int:
    """Say what one file becomes on one architecture; how much of it is not as it should be."""
    command = ["ptxas", "-v", f"-arch=sm_{architecture}{'a' * file.stem.endswith('a')}", str(file), "-o", str(cubin)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    say(f"{file.name} sm_{architecture}: {'assembled' if done.returncode == 0 else done.stderr}")
    entries = re.findall(r"Compiling entry function '(\w+)'", done.stderr)
    registers = re.findall(r"Used (\d+) registers", done.stderr)
    spills = re.findall(r"(\d+) bytes (?:stack frame|spill stores|spill loads)", done.stderr)
    faults = done.returncode + sum(int(spilled) for spilled in spills)
    loops = looped(cubin) if done.returncode == 0 and shutil.which("nvdisasm") else {}
    run = {
        kernel.entry: kernel.instructions_per_loop
        for kernel in matrix_kernels(divmod(architecture, 10))
        if kernel.file == file.stem
    }
    for entry, count in zip(entries, registers, strict=True):
        found = loops.get(entry, Counter())
        words = ", ".join(f"{number} {kind}" for kind, number in sorted(found.items()))
        is_wrong = entry in run and bool(loops) and matrix_operations(found) != run[entry]
        faults += is_wrong
        say(f"    {entry}: {count} registers; {words}{' WRONG' if is_wrong else ''}")
    say(f"    local memory: {sum(int(spilled) for spilled in spills)} bytes")
    return faults


def matrix_operations(found: Counter[str]) -> int:
    return sum(number for kind, number in found.items() if "MMA." in kind and not kind.startswith("HFMA"))


def say(text: str) -> None:
    sys.stdout.write(text + "\n")


def looped(cubin: Path) -> dict[str, Counter[str]]:
    """For each kernel the instructions between the target of its last backward jump and that jump."""
    text = subprocess.run(["nvdisasm", "-c", str(cubin)], capture_output=True, text=True, check=True).stdout
    found = {}
    for section in re.split(r"\.section\s+\.text\.", text)[1:]:
        name = section.partition(",")[0]
        found[name] = counted(section)
    return found


def counted(section: str) -> Counter[str]:
    """Instructions of the loop by kind; of the whole kernel where nothing jumps back."""
    labels: dict[str, int] = {}
    lines = section.splitlines()
    for number, line in enumerate(lines):
        if label := re.match(r"\s*(\.L_x_\d+):", line):
            labels[label[1]] = number
        if (jump := re.search(r"@!?U?P\d BRA.*?`\((\.L_x_\d+)\)", line)) and labels.get(jump[1], number) < number:
            lines = lines[labels[jump[1]] : number]
            break
    instructions = [found[2] for line in lines if (found := LINE.search(line))]
    return Counter(
        "".join(part or "" for part in kind.groups()) for text in instructions if (kind := WORK.search(text))
    )


if __name__ == "__main__":
    sys.exit(main())
