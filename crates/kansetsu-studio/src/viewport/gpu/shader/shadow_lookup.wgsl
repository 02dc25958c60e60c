@group(0) @binding(1) var shadow_map: texture_depth_2d;
@group(0) @binding(2) var shadow_sampler: sampler_comparison;

// The part of the key light that arrives, from five soft looks around the place.
fn key_light_at(point: vec3<f32>, normal: vec3<f32>, spread: f32) -> f32 {
    let texel = 1.0 / frame.size.w;
    // A texel's width in the world, so that surfaces do not shade themselves.
    let width = 2.0 * texel / length(frame.light_from_world[0].xyz);
    let offset = point + normal * (1.6 * width);
    let seen = frame.light_from_world * vec4<f32>(offset, 1.0);
    let place = vec2<f32>(0.5 + 0.5 * seen.x, 0.5 - 0.5 * seen.y);
    let depth = clamp(seen.z - 0.0012, 0.0, 1.0);
    let d = spread * texel;
    var lit = textureSampleCompareLevel(shadow_map, shadow_sampler, place, depth);
    lit += textureSampleCompareLevel(shadow_map, shadow_sampler, place + vec2<f32>(0.9 * d, 0.4 * d), depth);
    lit += textureSampleCompareLevel(shadow_map, shadow_sampler, place + vec2<f32>(-0.4 * d, 0.9 * d), depth);
    lit += textureSampleCompareLevel(shadow_map, shadow_sampler, place + vec2<f32>(-0.9 * d, -0.4 * d), depth);
    lit += textureSampleCompareLevel(shadow_map, shadow_sampler, place + vec2<f32>(0.4 * d, -0.9 * d), depth);
    let outside = any(abs(seen.xy) > vec2<f32>(0.99));
    return select(mix(1.0, lit * 0.2, frame.to_key.w), 1.0, outside);
}
