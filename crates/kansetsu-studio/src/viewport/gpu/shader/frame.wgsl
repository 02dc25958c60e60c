// What every pass knows of the picture. Depth is reversed: 1 is near, 0 is infinitely far.
struct Frame {
    clip_from_world: mat4x4<f32>,
    light_from_world: mat4x4<f32>,
    // Where the viewer is; w is 1 with perspective, 0 without.
    eye: vec4<f32>,
    // Towards the viewer; w is the depth that is cut off.
    back: vec4<f32>,
    // Towards the key light; w is how strong its shadows are.
    to_key: vec4<f32>,
    // Width and height in pixels, pixels per point, texels of the shadow map.
    size: vec4<f32>,
    // Linear, not multiplied by alpha.
    background: vec4<f32>,
    // The colour of the grid's lines and how strong they are.
    ink: vec4<f32>,
    // What the camera orbits; w is its distance.
    orbit: vec4<f32>,
    // What arrives from the key light, linear.
    key: vec4<f32>,
    // The roots of the background at the top and at the bottom, linear: between them it changes evenly for the eye.
    top: vec4<f32>,
    bottom: vec4<f32>,
};

@group(0) @binding(0) var<uniform> frame: Frame;

fn to_eye(point: vec3<f32>) -> vec3<f32> {
    return normalize(select(frame.back.xyz, frame.eye.xyz - point, frame.eye.w > 0.5));
}
