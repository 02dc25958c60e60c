// Lines with round ends: each is a rectangle around a capsule, whose edge is smoothed by its distance.
struct Stroke {
    @builtin(position) clip: vec4<f32>,
    // The ends, pixels from the upper left.
    @location(0) @interpolate(flat) ends: vec4<f32>,
    // Half the width in pixels, and alpha.
    @location(1) @interpolate(flat) size: vec2<f32>,
    @location(2) @interpolate(flat) color: vec3<f32>,
};

fn pixel_of(clip: vec4<f32>) -> vec2<f32> {
    let ndc = clip.xy / clip.w;
    return vec2<f32>(0.5 + 0.5 * ndc.x, 0.5 - 0.5 * ndc.y) * frame.size.xy;
}

// The end of the segment from `other` to `end` that is before the viewer.
fn cut(end: vec4<f32>, other: vec4<f32>) -> vec4<f32> {
    let near = frame.back.w;
    if (end.w >= near || other.w <= near) {
        return end;
    }
    return mix(other, end, (other.w - near) / (other.w - end.w));
}

@vertex
fn place_line(
    @builtin(vertex_index) index: u32,
    @location(0) from_width: vec4<f32>,
    @location(1) to: vec3<f32>,
    @location(2) color: vec4<f32>,
) -> Stroke {
    let start = frame.clip_from_world * vec4<f32>(from_width.xyz, 1.0);
    let end = frame.clip_from_world * vec4<f32>(to, 1.0);
    let a = cut(start, end);
    let b = cut(end, start);
    let pa = pixel_of(a);
    let pb = pixel_of(b);
    let width = from_width.w * frame.size.z;
    // Thinner than a pixel: one pixel wide and fainter.
    let half_width = 0.5 * max(width, 1.0);
    let reach = half_width + 1.0;
    let between = pb - pa;
    let apart = length(between);
    let along = select(vec2<f32>(1.0, 0.0), between / max(apart, 1e-6), apart > 1e-3);
    let across = vec2<f32>(-along.y, along.x);
    let at_end = (index & 1u) == 1u;
    let side = select(-reach, reach, (index >> 1u) == 1u);
    let pixel = select(pa - along * reach, pb + along * reach, at_end) + across * side;
    let depth = select(a.z / a.w, b.z / b.w, at_end);
    let ndc = vec2<f32>(2.0 * pixel.x / frame.size.x - 1.0, 1.0 - 2.0 * pixel.y / frame.size.y);
    // Behind the viewer nothing is drawn.
    let behind = max(start.w, end.w) < frame.back.w;
    let clip = select(vec4<f32>(ndc, depth, 1.0), vec4<f32>(2.0, 2.0, 2.0, 1.0), behind);
    return Stroke(clip, vec4<f32>(pa, pb), vec2<f32>(half_width, color.a * min(width, 1.0)), color.rgb);
}

@fragment
fn paint_line(stroke: Stroke) -> @location(0) vec4<f32> {
    let from_start = stroke.clip.xy - stroke.ends.xy;
    let segment = stroke.ends.zw - stroke.ends.xy;
    let part = clamp(dot(from_start, segment) / max(dot(segment, segment), 1e-6), 0.0, 1.0);
    let away = length(from_start - part * segment);
    let alpha = stroke.size.y * clamp(stroke.size.x + 0.5 - away, 0.0, 1.0);
    if (alpha <= 0.0) {
        discard;
    }
    return vec4<f32>(stroke.color * alpha, alpha);
}
