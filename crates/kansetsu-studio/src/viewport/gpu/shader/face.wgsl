struct Corner {
    @builtin(position) clip: vec4<f32>,
    @location(0) color: vec4<f32>,
};

@vertex
fn place_face(@location(0) point: vec3<f32>, @location(1) color: vec4<f32>) -> Corner {
    return Corner(frame.clip_from_world * vec4<f32>(point, 1.0), color);
}

@fragment
fn paint_face(corner: Corner) -> @location(0) vec4<f32> {
    return vec4<f32>(corner.color.rgb * corner.color.a, corner.color.a);
}
