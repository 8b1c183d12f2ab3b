// Reads every byte of four buffers once; group.z is the number of the buffer. The loads are written out, because
// drivers cannot unroll the loops that the shader compiler makes. All contents are positive, so the condition of the
// store never holds, but no compiler knows that.

@group(0) @binding(0) var<storage, read> source0: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> source1: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> source2: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> source3: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> sums: array<f32>;

@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let place = group.y * groups.x + group.x;
    let first = $first;
    var sum0 = vec4<f32>(0.0);
    var sum1 = vec4<f32>(0.0);
    var sum2 = vec4<f32>(0.0);
    var sum3 = vec4<f32>(0.0);
    switch group.z {
        case 0u: {
$loads0
        }
        case 1u: {
$loads1
        }
        case 2u: {
$loads2
        }
        default: {
$loads3
        }
    }
    let sum = dot((sum0 + sum1) + (sum2 + sum3), vec4<f32>(1.0));
    let invocation = (group.z * groups.x * groups.y + place) * 256u + lane;
    if $condition {
        sums[invocation] = sum;
    }
}
