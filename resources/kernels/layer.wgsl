// A dense layer: results[row, column] = sum over k of rows[row, k] x weights[k, column], in tiles of 16 x 16 that a
// workgroup keeps in its own memory. Sizes need not be whole tiles.

struct Sizes {
    rows: u32,
    width: u32,
    unused0: u32,
    unused1: u32,
}

@group(0) @binding(0) var<uniform> sizes: Sizes;
@group(0) @binding(1) var<storage, read> given: array<f32>;
@group(0) @binding(2) var<storage, read> weights: array<f32>;
@group(0) @binding(3) var<storage, read_write> results: array<f32>;

var<workgroup> given_tile: array<array<f32, 16>, 16>;
var<workgroup> weight_tile: array<array<f32, 16>, 16>;

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) place: vec3<u32>, @builtin(local_invocation_id) own: vec3<u32>) {
    let row = place.y;
    let column = place.x;
    var sum = 0.0;
    for (var start = 0u; start < sizes.width; start += 16u) {
        let across = start + own.x;
        let down = start + own.y;
        given_tile[own.y][own.x] = 0.0;
        weight_tile[own.y][own.x] = 0.0;
        if row < sizes.rows && across < sizes.width {
            given_tile[own.y][own.x] = given[row * sizes.width + across];
        }
        if column < sizes.width && down < sizes.width {
            weight_tile[own.y][own.x] = weights[down * sizes.width + column];
        }
        workgroupBarrier();
        for (var k = 0u; k < 16u; k++) {
            sum = fma(given_tile[own.y][k], weight_tile[k][own.x], sum);
        }
        workgroupBarrier();
    }
    if row < sizes.rows && column < sizes.width {
        results[row * sizes.width + column] = sum;
    }
}
