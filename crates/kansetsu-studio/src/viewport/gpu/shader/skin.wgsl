// Where a body's vertices go, and what one of its surfaces looks like.
struct Draw {
    base_color: vec4<f32>,
    // Light that it gives off; w is 0 where it is shaded, 1 where it is not, 2 where its depth is drawn, 3 where its normals are.
    emissive: vec4<f32>,
    // Mixed in; w is how much. For depth: what is white, what is black.
    tint: vec4<f32>,
    // Opacity, least alpha that is drawn, metallic, roughness.
    look: vec4<f32>,
    // First palette entry, whether both sides are seen, whether it is mirrored, whether alpha blends.
    place: vec4<u32>,
};

@group(1) @binding(0) var palette: texture_2d<f32>;
@group(1) @binding(1) var<uniform> draw: Draw;

struct Vertex {
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) uv: vec2<f32>,
    @location(3) color: vec4<f32>,
    @location(4) joints: vec4<u32>,
    @location(5) weights: vec4<f32>,
    @location(6) more_joints: vec4<u32>,
    @location(7) more_weights: vec4<f32>,
};

// The rows of a map to world space, and a tint.
struct Entry {
    x: vec4<f32>,
    y: vec4<f32>,
    z: vec4<f32>,
    tint: vec4<f32>,
};

fn add(sum: Entry, joint: u32, weight: f32) -> Entry {
    let index = i32(draw.place.x + joint);
    let column = (index % 64) * 4;
    let row = index / 64;
    return Entry(
        sum.x + weight * textureLoad(palette, vec2<i32>(column, row), 0),
        sum.y + weight * textureLoad(palette, vec2<i32>(column + 1, row), 0),
        sum.z + weight * textureLoad(palette, vec2<i32>(column + 2, row), 0),
        sum.tint + weight * textureLoad(palette, vec2<i32>(column + 3, row), 0),
    );
}

// The weighted mean of the entries that move a vertex.
fn entry_of(vertex: Vertex) -> Entry {
    var sum = Entry(vec4<f32>(0.0), vec4<f32>(0.0), vec4<f32>(0.0), vec4<f32>(0.0));
    for (var i = 0; i < 4; i++) {
        if (vertex.weights[i] > 0.0) {
            sum = add(sum, vertex.joints[i], vertex.weights[i]);
        }
    }
    for (var i = 0; i < 4; i++) {
        if (vertex.more_weights[i] > 0.0) {
            sum = add(sum, vertex.more_joints[i], vertex.more_weights[i]);
        }
    }
    return sum;
}

fn placed(entry: Entry, position: vec3<f32>) -> vec3<f32> {
    let p = vec4<f32>(position, 1.0);
    return vec3<f32>(dot(entry.x, p), dot(entry.y, p), dot(entry.z, p));
}
