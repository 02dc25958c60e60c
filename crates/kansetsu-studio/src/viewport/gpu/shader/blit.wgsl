// The finished picture into the window.
@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var picture_sampler: sampler;

struct Corner {
    @builtin(position) clip: vec4<f32>,
    @location(0) uv: vec2<f32>,
};

@vertex
fn cover(@builtin(vertex_index) index: u32) -> Corner {
    let x = f32(index & 1u) * 2.0;
    let y = f32(index >> 1u) * 2.0;
    return Corner(vec4<f32>(2.0 * x - 1.0, 1.0 - 2.0 * y, 0.0, 1.0), vec2<f32>(x, y));
}

fn encoded(light: vec3<f32>) -> vec3<f32> {
    let low = light * 12.92;
    let high = 1.055 * pow(max(light, vec3<f32>(1e-6)), vec3<f32>(1.0 / 2.4)) - 0.055;
    return select(high, low, light <= vec3<f32>(0.0031308));
}

// For windows that take light as it is.
@fragment
fn blit_light(corner: Corner) -> @location(0) vec4<f32> {
    return textureSample(picture, picture_sampler, corner.uv);
}

// For windows that take sRGB numbers, multiplied by alpha afterwards.
@fragment
fn blit_numbers(corner: Corner) -> @location(0) vec4<f32> {
    let color = textureSample(picture, picture_sampler, corner.uv);
    let straight = color.rgb / max(color.a, 1e-4);
    return vec4<f32>(encoded(straight) * color.a, color.a);
}
