// Shading as in the still pictures: a key light with a highlight (GGX: Walter et al., Microfacet Models for Refraction,
// EGSR 2007, with the approximations of Karis, Real Shading in Unreal Engine 4, SIGGRAPH 2013 course), light from sky
// and floor, and a rim that lifts the outline from the background.

@group(2) @binding(0) var image: texture_2d<f32>;
@group(2) @binding(1) var image_sampler: sampler;

const SKY: vec3<f32> = vec3<f32>(0.50, 0.54, 0.60);
const FLOOR: vec3<f32> = vec3<f32>(0.26, 0.245, 0.23);
const RIM: vec3<f32> = vec3<f32>(0.34, 0.37, 0.42);
const PI: f32 = 3.1415927;

struct Surface {
    @invariant @builtin(position) clip: vec4<f32>,
    @location(0) point: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) uv: vec2<f32>,
    @location(3) color: vec4<f32>,
    @location(4) tint: vec4<f32>,
};

@vertex
fn place(vertex: Vertex) -> Surface {
    let entry = entry_of(vertex);
    let point = placed(entry, vertex.position);
    // The cofactors: normals stay perpendicular under scale and shear, and exist for singular maps too.
    let cofactors = mat3x3<f32>(cross(entry.y.xyz, entry.z.xyz), cross(entry.z.xyz, entry.x.xyz), cross(entry.x.xyz, entry.y.xyz));
    let turned = vertex.normal * cofactors;
    let side = select(1.0, -1.0, draw.place.z == 1u);
    return Surface(frame.clip_from_world * vec4<f32>(point, 1.0), point, turned * side, vertex.uv, vertex.color * vertex.color, entry.tint);
}

fn power5(x: f32) -> f32 {
    return x * x * x * x * x;
}

// Keeps bright light from clipping: the identity up to 0.75, then a curve with the same slope that ends at 1.
fn soften(light: vec3<f32>) -> vec3<f32> {
    let over = max((light - 0.75) / 0.25, vec3<f32>(0.0));
    return select(0.75 + 0.25 * over / (1.0 + over), max(light, vec3<f32>(0.0)), light <= vec3<f32>(0.75));
}

fn shade(surface: Surface, base: vec3<f32>, normal: vec3<f32>) -> vec3<f32> {
    let eye = to_eye(surface.point);
    let metallic = draw.look.z;
    let roughness = draw.look.w;
    let diffuse = base * (1.0 - metallic);
    let at_normal = mix(vec3<f32>(0.04), base, metallic);
    let facing = clamp(dot(normal, eye), 0.02, 1.0);

    let to_key = frame.to_key.xyz;
    let cosine = dot(normal, to_key);
    var light = vec3<f32>(0.0);
    if (cosine > 0.0) {
        let arrives = key_light_at(surface.point, normal, 1.5);
        let middle = normalize(to_key + eye);
        let nh = clamp(dot(normal, middle), 0.0, 1.0);
        let vh = clamp(dot(eye, middle), 0.0, 1.0);
        let rough = max(roughness, 0.25);
        let alpha2 = rough * rough * rough * rough;
        let spread = nh * nh * (alpha2 - 1.0) + 1.0;
        let k = (rough + 1.0) * (rough + 1.0) / 8.0;
        let masking = 1.0 / ((cosine * (1.0 - k) + k) * (facing * (1.0 - k) + k));
        let fresnel = at_normal + (1.0 - at_normal) * power5(1.0 - vh);
        let highlight = fresnel * (alpha2 / (PI * spread * spread) * masking * 0.25 * PI);
        light += frame.key.rgb * (diffuse + highlight) * (cosine * arrives);
    }

    let mirrored = normal * (2.0 * dot(normal, eye)) - eye;
    let grazing = max(vec3<f32>(max(1.0 - roughness, 0.0)), at_normal);
    let reflected = at_normal + (grazing - at_normal) * power5(1.0 - facing);
    light += diffuse * mix(FLOOR, SKY, 0.5 + 0.5 * normal.y) + reflected * mix(FLOOR, SKY, 0.5 + 0.5 * mirrored.y);

    let edge = (1.0 - facing) * (1.0 - facing) * (1.0 - facing);
    light += RIM * (base * 0.7 + 0.3) * (edge * (0.55 + 0.45 * normal.y));
    return light;
}

// The light whose number in the picture is this.
fn numbered(value: vec3<f32>) -> vec3<f32> {
    let number = clamp(value, vec3<f32>(0.0), vec3<f32>(1.0));
    return select(pow((number + 0.055) / 1.055, vec3<f32>(2.4)), number / 12.92, number <= vec3<f32>(0.04045));
}

// Depth or normals, as other programs read them.
fn told(point: vec3<f32>, normal: vec3<f32>) -> vec3<f32> {
    let back = frame.back.xyz;
    if (draw.emissive.w < 2.5) {
        let away = dot(frame.eye.xyz - point, back);
        return numbered(vec3<f32>((draw.tint.y - away) / max(draw.tint.y - draw.tint.x, 1e-6)));
    }
    let right = normalize(vec3<f32>(frame.clip_from_world[0].x, frame.clip_from_world[1].x, frame.clip_from_world[2].x));
    return numbered(0.5 + 0.5 * vec3<f32>(dot(normal, right), dot(normal, cross(back, right)), dot(normal, back)));
}

@fragment
fn paint(surface: Surface, @builtin(front_facing) front: bool) -> @location(0) vec4<f32> {
    let sampled = textureSample(image, image_sampler, surface.uv);
    let is_front = front != (draw.place.z == 1u);
    var base = draw.base_color * surface.color * sampled;
    if ((!is_front && draw.place.y == 0u) || base.a < draw.look.y) {
        discard;
    }
    if (draw.emissive.w > 1.5) {
        if (base.a < 0.5) {
            discard;
        }
        let unit = normalize(surface.normal + vec3<f32>(0.0, 1e-12, 0.0));
        return vec4<f32>(told(surface.point, select(-unit, unit, is_front)), 1.0);
    }
    // The joints' tints are multiplied by how much of them is mixed in, so that they blend along the skin.
    var color = base.rgb * (1.0 - clamp(surface.tint.a, 0.0, 1.0)) + surface.tint.rgb;
    color = mix(color, draw.tint.rgb, draw.tint.a);
    if (draw.emissive.w < 0.5) {
        let unit = normalize(surface.normal + vec3<f32>(0.0, 1e-12, 0.0));
        color = shade(surface, color, select(-unit, unit, is_front));
        color += draw.emissive.rgb;
        color = soften(color);
    }
    let alpha = draw.look.x * select(1.0, clamp(base.a, 0.0, 1.0), draw.place.w == 1u);
    return vec4<f32>(color * alpha, alpha);
}

// Only the depth of what is seen, so that a translucent body shows its nearest surface and not its inside.
@fragment
fn cut(surface: Surface, @builtin(front_facing) front: bool) -> @location(0) vec4<f32> {
    let sampled = textureSample(image, image_sampler, surface.uv);
    let is_front = front != (draw.place.z == 1u);
    if ((!is_front && draw.place.y == 0u) || draw.base_color.a * surface.color.a * sampled.a < draw.look.y) {
        discard;
    }
    return vec4<f32>(0.0);
}
