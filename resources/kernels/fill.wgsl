// Fills memory with numbers in [1, 2) that look random: constant contents are compressed or kept in caches.

@group(0) @binding(0) var<storage, read_write> words: array<vec4<u32>>;
@group(0) @binding(1) var<uniform> start: vec4<u32>; // x: number of the first word

fn mixed(number: u32) -> u32 {
    let state = number * 747796405u + 2891336453u;
    let word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
    return (word >> 22u) ^ word;
}

fn between_1_and_2(number: u32) -> u32 {
    return (mixed(number) >> 9u) | 0x3f800000u;
}

@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let place = (group.y * groups.x + group.x) * 256u + lane;
    let number = start.x + place * 4u;
    words[place] = vec4<u32>(
        between_1_and_2(number),
        between_1_and_2(number + 1u),
        between_1_and_2(number + 2u),
        between_1_and_2(number + 3u),
    );
}
