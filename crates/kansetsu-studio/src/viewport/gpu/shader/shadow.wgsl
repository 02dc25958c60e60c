@vertex
fn cast_shadow(vertex: Vertex) -> @builtin(position) vec4<f32> {
    return frame.light_from_world * vec4<f32>(placed(entry_of(vertex), vertex.position), 1.0);
}
