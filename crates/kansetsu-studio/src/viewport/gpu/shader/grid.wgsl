// The ground: lines that fade into the distance, the axes in their colours, and the shadow.
struct Spot {
    @builtin(position) clip: vec4<f32>,
    @location(0) offset: vec2<f32>,
};

// How far the ground is drawn, in distances of the camera from what it orbits.
const REACH: f32 = 14.0;
const RED: vec3<f32> = vec3<f32>(0.745, 0.042, 0.049);
const BLUE: vec3<f32> = vec3<f32>(0.028, 0.147, 0.791);

@vertex
fn ground(@builtin(vertex_index) index: u32) -> Spot {
    let corner = vec2<f32>(f32(index & 1u), f32(index >> 1u)) * 2.0 - 1.0;
    let offset = corner * (REACH * frame.orbit.w);
    let point = vec3<f32>(frame.orbit.x + offset.x, 0.0, frame.orbit.z + offset.y);
    return Spot(frame.clip_from_world * vec4<f32>(point, 1.0), offset);
}

// How much of a pixel a line covers that is `width` pixels wide, `away` metres off, where a pixel is `footprint` metres.
fn line_at(away: vec2<f32>, footprint: vec2<f32>, width: f32) -> vec2<f32> {
    return clamp(vec2<f32>(0.5 * width + 0.5) - away / footprint, vec2<f32>(0.0), vec2<f32>(min(width, 1.0)));
}

fn lines(place: vec2<f32>, footprint: vec2<f32>, step: f32, width: f32) -> f32 {
    let away = abs(fract(place / step - 0.5) - 0.5) * step;
    // Lines that come close to each other fade away instead of flickering.
    let apart = clamp(vec2<f32>(1.6) - 6.0 * footprint / step, vec2<f32>(0.0), vec2<f32>(1.0));
    let strength = line_at(away, footprint, width) * apart;
    return max(strength.x, strength.y);
}

@fragment
fn paint_ground(spot: Spot) -> @location(0) vec4<f32> {
    let scale = frame.size.z;
    let place = frame.orbit.xz + spot.offset;
    let footprint = max(fwidth(spot.offset), vec2<f32>(1e-9));
    let level = log2(frame.orbit.w * 0.3) / 3.3219281;
    let fine = pow(10.0, floor(level));
    let part = level - floor(level);
    var strength = lines(place, footprint, fine, scale) * 0.42 * (1.0 - part);
    strength = max(strength, lines(place, footprint, 10.0 * fine, scale) * mix(0.85, 0.42, part));
    strength = max(strength, lines(place, footprint, 100.0 * fine, scale) * 0.85);

    let away = length(spot.offset) / (REACH * frame.orbit.w);
    let fade = max(1.0 - away * 1.02, 0.0);
    let grazing = clamp(abs(to_eye(vec3<f32>(place.x, 0.0, place.y)).y) * 12.0, 0.0, 1.0);
    let visible = fade * fade * fade * grazing;
    var alpha = strength * frame.ink.a * visible;
    var color = frame.ink.rgb * alpha;

    let axes = line_at(abs(place), footprint, 1.6 * scale) * visible;
    color = mix(color, BLUE, 0.75 * axes.x);
    alpha = mix(alpha, 1.0, 0.75 * axes.x);
    color = mix(color, RED, 0.75 * axes.y);
    alpha = mix(alpha, 1.0, 0.75 * axes.y);

    let shade = 1.0 - key_light_at(vec3<f32>(place.x, 0.0, place.y), vec3<f32>(0.0, 1.0, 0.0), 3.5);
    let dark = 0.34 * shade * fade;
    return vec4<f32>(color * (1.0 - dark), alpha * (1.0 - dark) + dark);
}
