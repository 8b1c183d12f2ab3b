"""The kernels on a real driver: every byte is read, every multiply-add is made."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from advisor.bench.graphics.card_memory import GROUP_BYTES, CardMemory, upload_buffer
from advisor.bench.graphics.gpu import LANES, Gpu, grid
from advisor.bench.graphics.loads import Copies, MemoryRead, Number, Shape, arithmetic_shader, read_shader
from advisor.bench.graphics.timed import Timed
from advisor.facts.values.units import MIB

BUFFER_BYTES = 4 * MIB


@pytest.fixture(scope="module")
def memory(gpu: Gpu, timed: Timed) -> CardMemory:
    memory = CardMemory(gpu, BUFFER_BYTES)
    assert list(memory.fill(timed)) == [0, 1, 2, 3]
    return memory


@pytest.fixture(scope="module")
def contents(gpu: Gpu, memory: CardMemory) -> np.ndarray:
    return np.stack([np.frombuffer(gpu.device.queue.read_buffer(buffer), np.float32) for buffer in memory.buffers])


def expected_words(count: int) -> Any:
    state = np.arange(count, dtype=np.uint32) * np.uint32(747796405) + np.uint32(2891336453)
    word = ((state >> ((state >> np.uint32(28)) + np.uint32(4))) ^ state) * np.uint32(277803737)
    return (((word >> np.uint32(22)) ^ word) >> np.uint32(9)) | np.uint32(0x3F800000)


def test_memory_holds_the_numbers_of_the_hash(contents: np.ndarray) -> None:
    assert np.array_equal(contents.reshape(-1).view(np.uint32), expected_words(contents.size))
    assert contents.min() >= 1.0
    assert contents.max() < 2.0
    assert contents.mean() == pytest.approx(1.5, abs=0.01)


@pytest.mark.parametrize("most_groups", [65535, 5])
@pytest.mark.parametrize("shape", ["side_by_side", "in_a_row"])
def test_every_byte_is_read(
    gpu: Gpu, timed: Timed, memory: CardMemory, contents: np.ndarray, shape: Shape, most_groups: int
) -> None:
    groups = BUFFER_BYTES // GROUP_BYTES
    pipeline = gpu.pipeline(read_shader(shape, condition="true"))
    sums_bytes = 4 * groups * LANES * 4
    sums = gpu.buffer(sums_bytes, "STORAGE", "COPY_SRC")
    bound = gpu.bind(pipeline, [*((buffer, 0, BUFFER_BYTES) for buffer in memory.buffers), (sums, 0, sums_bytes)])

    def record(target: Any) -> None:
        target.set_pipeline(pipeline)
        target.set_bind_group(0, bound)
        target.dispatch_workgroups(*grid(groups, most_per_dimension=most_groups), 4)

    timed.run(record)
    found = np.frombuffer(gpu.device.queue.read_buffer(sums), np.float32).reshape(4, groups, LANES)
    loads = (
        contents.reshape(4, groups, 16, LANES, 4)
        if shape == "side_by_side"
        else contents.reshape(4, groups, LANES, 16, 4)
    )
    axis = (2, 4) if shape == "side_by_side" else (3, 4)
    assert np.allclose(found, loads.sum(axis=axis, dtype=np.float64), rtol=1e-5)


def test_parts_of_memory_take_turns(gpu: Gpu, memory: CardMemory) -> None:
    load = MemoryRead(gpu, memory, "side_by_side")
    bound: list[Any] = []
    dispatched: list[tuple[int, ...]] = []
    target = SimpleNamespace(
        set_pipeline=lambda _: None,
        set_bind_group=lambda _, group: bound.append(group),
        dispatch_workgroups=lambda *groups: dispatched.append(groups),
    )
    for _ in range(5):
        load.record(target, 16)
    assert len(set(map(id, bound))) == 4
    assert bound[4] is bound[0]
    load.record(target, 192)
    assert dispatched == [(16, 1, 4)] * 5 + [(64, 1, 4)] * 3
    assert load.work(64) == 4 * BUFFER_BYTES


@pytest.mark.parametrize(("number", "rounds", "unroll"), [("f32", 3, 4), ("f32", 12, 1), ("f16", 3, 4)])
def test_every_multiply_add_is_made(gpu: Gpu, timed: Timed, number: Number, rounds: int, unroll: int) -> None:
    code = arithmetic_shader(number, unroll, condition="true")
    assert code.count("fma(") == 8 * unroll
    pipeline = gpu.pipeline(code)
    settings = gpu.buffer(16, "UNIFORM", "COPY_DST")
    gpu.device.queue.write_buffer(settings, 0, np.array([0, 0.999, 0.001, 0], np.float32).tobytes())
    gpu.device.queue.write_buffer(settings, 0, np.array([rounds], np.uint32).tobytes())
    sums = gpu.buffer(LANES * 4, "STORAGE", "COPY_SRC")
    bound = gpu.bind(pipeline, [(settings, 0, 16), (sums, 0, LANES * 4)])

    def record(target: Any) -> None:
        target.set_pipeline(pipeline)
        target.set_bind_group(0, bound)
        target.dispatch_workgroups(1)

    timed.run(record)
    own = np.arange(LANES)[:, None, None] / 256
    x = 0.999 + own + np.arange(8)[None, :, None] * 0.125 + np.arange(4)[None, None, :] * 0.02
    for _ in range(rounds * unroll):
        x = x * (0.999 + own * 0.0005) + 0.001 + own * 0.0001
    found = np.frombuffer(gpu.device.queue.read_buffer(sums), np.float32)
    assert np.allclose(found, x.sum(axis=(1, 2)), rtol=1e-5 if number == "f32" else 0.01)


@pytest.mark.parametrize(("groups", "most"), [(1, 1), (64, 65535), (65536, 65535), (4097, 65535), (7, 3), (12, 5)])
def test_grids_hold_exactly_the_groups(groups: int, most: int) -> None:
    x, y = grid(groups, most_per_dimension=most)
    assert x * y == groups
    assert x <= most


@pytest.mark.parametrize("features", [{"mappable-primary-buffers"}, set()])
def test_transfers_carry_every_byte(gpu: Gpu, timed: Timed, features: set[str]) -> None:
    source = CardMemory(gpu, BUFFER_BYTES)
    list(source.fill(timed))
    limited: Any = SimpleNamespace(
        adapter=gpu.adapter, device=gpu.device, buffer=gpu.buffer, features=features & gpu.features
    )
    upload = upload_buffer(limited, source.buffers[3], BUFFER_BYTES)
    download = gpu.buffer(BUFFER_BYTES, "MAP_READ", "COPY_DST")
    card = source.buffers[0]
    for copies in (Copies([(upload, card)], BUFFER_BYTES), Copies([(card, download)], BUFFER_BYTES)):
        assert copies.work(64) == BUFFER_BYTES
        for _ in range(4):
            timed.load_s(copies, 16)
    download.map_sync("READ")
    arrived = bytes(download.read_mapped())
    download.unmap()
    assert arrived == bytes(gpu.device.queue.read_buffer(card))
    assert len(set(arrived)) == 256
    if features & gpu.features:
        assert arrived == bytes(gpu.device.queue.read_buffer(source.buffers[3]))
