$enable
// Eight independent chains of fused multiply-adds on four numbers each. The values stay near 1, finite and normal;
// each chain and each lane has others, so that no compiler computes one for all.

struct Settings {
    rounds: u32,
    factor: f32,
    addend: f32,
    unused: f32,
}

@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read_write> sums: array<f32>;

@compute @workgroup_size(256)
fn main(@builtin(local_invocation_index) lane: u32) {
    let own = f32(lane) / 256.0;
    let factor = vec4<$number>($number(settings.factor + own * 0.0005));
    let addend = vec4<$number>($number(settings.addend + own * 0.0001));
    let start = vec4<$number>(vec4<f32>(0.0, 0.02, 0.04, 0.06) + own + settings.factor);
    var x0 = start;
    var x1 = start + $number(0.125);
    var x2 = start + $number(0.25);
    var x3 = start + $number(0.375);
    var x4 = start + $number(0.5);
    var x5 = start + $number(0.625);
    var x6 = start + $number(0.75);
    var x7 = start + $number(0.875);
    for (var round = 0u; round < settings.rounds; round++) {
$steps
    }
    let total = ((x0 + x1) + (x2 + x3)) + ((x4 + x5) + (x6 + x7));
    let sum = dot(vec4<f32>(total), vec4<f32>(1.0));
    if $condition {
        sums[lane] = sum;
    }
}
