// As little work as a dispatch can hold, on one buffer that each dispatch must leave ready for the next.

@group(0) @binding(0) var<storage, read_write> counters: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
    counters[lane] = counters[lane] + 1u;
}
