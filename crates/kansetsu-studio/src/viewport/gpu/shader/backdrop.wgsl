struct Corner {
    @builtin(position) clip: vec4<f32>,
    @location(0) height: f32,
};

// One triangle over the whole picture.
@vertex
fn cover(@builtin(vertex_index) index: u32) -> Corner {
    let x = f32(index & 1u) * 4.0 - 1.0;
    let y = f32(index >> 1u) * 4.0 - 1.0;
    return Corner(vec4<f32>(x, y, 0.0, 1.0), 0.5 - 0.5 * y);
}

// The noise keeps the steps of 8 bits from showing.
@fragment
fn backdrop(corner: Corner) -> @location(0) vec4<f32> {
    let noise = fract(52.982918 * fract(dot(corner.clip.xy, vec2<f32>(0.06711056, 0.00583715)))) - 0.5;
    let root = mix(frame.top.rgb, frame.bottom.rgb, corner.height);
    let color = root * root;
    let dithered = color * (1.0 + noise * 0.02);
    return vec4<f32>(dithered * frame.background.a, frame.background.a);
}
