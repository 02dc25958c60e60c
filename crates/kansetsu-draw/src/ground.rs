//! The floor: a soft shadow and a grid that fades into the distance.

use kansetsu::glam::{Vec2, Vec3};

use crate::{Framing, Ground, Surface, camera::Camera, studio::Studio};

/// The floor of one picture.
pub(crate) struct Floor {
    /// Its height, metres.
    pub(crate) y: f32,
    /// The middle of the objects on it.
    center: Vec2,
    /// Half the side of the shadow's square, metres.
    reach: f32,
    /// Texels along its side.
    texels: usize,
    /// The fraction of the light that arrives, row by row in x and z.
    light: Vec<f32>,
    grid: Grid,
}

/// The spacing of grid lines.
#[derive(Clone, Copy, Debug)]
struct Grid {
    /// The distance between fine lines, metres; every fifth is a strong one.
    step: f32,
    /// The distance from the middle at which lines have faded out, metres.
    fade: f32,
}

/// The look of the floor at a point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FloorSpot {
    /// Darkness of the shadow, 0 to 1.
    pub(crate) shadow: f32,
    /// Strength of a line, 0 to 1.
    pub(crate) line: f32,
}

/// The height of the floor; `None` if there is no floor.
pub(crate) fn height(ground: Ground, framing: &Framing) -> Option<f32> {
    let (low, high) = framing.bounds();
    let size = (high - low).max_element().max(1e-4);
    match ground {
        Ground::Hidden => None,
        Ground::At(y) => Some(y).filter(|y| y.is_finite()),
        Ground::Auto if low.y.abs() < 0.08 * size => Some(low.y.min(0.0)),
        Ground::Auto => Some(low.y),
    }
}

impl Floor {
    pub(crate) fn new(y: f32, framing: &Framing, studio: &Studio, surfaces: &[Surface]) -> Self {
        let (low, high) = framing.bounds();
        let center = Vec2::new(0.5 * (low.x + high.x), 0.5 * (low.z + high.z));
        let radius = framing.radius();
        let mut floor = Self {
            y,
            center,
            reach: 2.0 * radius,
            texels: studio.fineness.floor_texels,
            light: Vec::new(),
            grid: Grid::for_radius(radius),
        };
        if surfaces.iter().any(|surface| surface.paint.is_solid()) {
            floor.light = floor.measured(studio);
        }
        floor
    }

    fn measured(&self, studio: &Studio) -> Vec<f32> {
        let open = studio.to_key.y;
        let light = |index: usize| {
            let place = Vec2::new((index % self.texels) as f32, (index / self.texels) as f32)
                / (self.texels - 1) as f32
                * 2.0
                - 1.0;
            let inside = 1.0 - place.length_squared();
            if inside <= 0.0 {
                return 1.0;
            }
            let flat = self.center + place * self.reach;
            let point = Vec3::new(flat.x, self.y, flat.y);
            let (key, sky) = (studio.key_at(point, Vec3::Y), studio.sky_at(point, Vec3::Y));
            let shadow = 1.0 - (0.9 * key * open + 1.1 * sky) / (0.9 * open + 1.1);
            // Far away the few sky directions would be visible one by one: there shadows fade out.
            let fade = (1.4 * inside).min(1.0);
            1.0 - (shadow - 0.03).max(0.0) * fade
        };
        let sharp: Vec<f32> = (0..self.texels * self.texels).map(light).collect();
        blurred(&blurred(&sharp, self.texels), self.texels)
    }

    /// The fraction of the light that arrives at a point.
    pub(crate) fn light_at(&self, flat: Vec2) -> f32 {
        let place = ((flat - self.center) / self.reach * 0.5 + 0.5) * (self.texels - 1) as f32;
        let last = (self.texels - 2) as f32;
        if self.light.is_empty()
            || !(place.x >= 0.0 && place.y >= 0.0 && place.x <= last && place.y <= last)
        {
            return 1.0;
        }
        let (x, y) = (place.x as usize, place.y as usize);
        let (fx, fy) = (place.x - x as f32, place.y - y as f32);
        let at = |dx: usize, dy: usize| self.light[(y + dy) * self.texels + x + dx];
        let upper = at(0, 0) * (1.0 - fx) + at(1, 0) * fx;
        let lower = at(0, 1) * (1.0 - fx) + at(1, 1) * fx;
        upper * (1.0 - fy) + lower * fy
    }

    /// The look of the floor at the middle of a pixel; `None` if the floor is not visible there.
    pub(crate) fn spot(&self, camera: &Camera, x: f32, y: f32) -> Option<FloorSpot> {
        let here = self.hit(camera, x, y)?;
        let fade = self.fade_at(Vec3::new(here.x, self.y, here.y));
        let shadow = 1.0 - self.light_at(here);
        if fade <= 0.0 {
            return Some(FloorSpot { shadow, line: 0.0 });
        }
        let (right, down) = (self.hit(camera, x + 1.0, y)?, self.hit(camera, x, y + 1.0)?);
        let footprint = (right - here).abs() + (down - here).abs();
        Some(FloorSpot { shadow, line: self.grid.strength(here, footprint) * fade })
    }

    fn hit(&self, camera: &Camera, x: f32, y: f32) -> Option<Vec2> {
        let (from, along) = camera.ray(x, y);
        let t = (self.y - from.y) / along.y;
        let seen_from_above = along.y < -1e-6;
        (seen_from_above && (t > 0.0 || !camera.perspective))
            .then(|| Vec2::new(from.x + along.x * t, from.z + along.z * t))
    }

    /// The grid lines in the world, for vector pictures: two ends and a strength.
    pub(crate) fn lines(&self) -> Vec<(Vec3, Vec3, f32)> {
        let (step, fade) = (self.grid.step, self.grid.fade);
        let count = (fade / step) as i32;
        let mut lines = Vec::new();
        for (index, across) in (-count..=count).flat_map(|index| [(index, false), (index, true)]) {
            let origin = (self.center / step).round();
            let offset = index as f32 * step;
            let half = (fade * fade - offset * offset).max(0.0).sqrt();
            let on_line = if across { origin.x } else { origin.y } as i64 + i64::from(index);
            let strength = if on_line.rem_euclid(5) == 0 { 1.0 } else { 0.5 };
            let middle = origin * step;
            let at = |along: f32| {
                let flat = middle
                    + if across { Vec2::new(offset, along) } else { Vec2::new(along, offset) };
                Vec3::new(flat.x, self.y, flat.y)
            };
            lines.push((at(-half), at(half), strength));
        }
        lines
    }

    /// The strength of lines at a point, 0 to 1.
    pub(crate) fn fade_at(&self, place: Vec3) -> f32 {
        let away = (Vec2::new(place.x, place.z) - self.center).length() / self.grid.fade;
        let fade = (1.0 - away * away).max(0.0);
        fade * fade
    }

    /// The middle of the shadow's square, and half its side.
    pub(crate) fn shadow_square(&self) -> (Vec2, f32) {
        (self.center, self.reach)
    }
}

impl Grid {
    /// A spacing of 1, 2 or 5 times a power of ten, with about six lines between the middle and the
    /// edge of the objects.
    fn for_radius(radius: f32) -> Self {
        let mut step = 1e-6;
        let mut factors = [2.0, 2.5, 2.0].into_iter().cycle();
        while step < radius / 5.0 {
            step *= factors.next().unwrap_or(2.0);
        }
        Self { step, fade: 2.6 * radius }
    }

    /// How much of a pixel's footprint the lines cover. Each line is one pixel wide, and lines
    /// closer than four pixels fade out instead of flickering.
    fn strength(&self, at: Vec2, footprint: Vec2) -> f32 {
        let of = |step: f32, width: f32| {
            let along = |at: f32, footprint: f32| {
                let pixels = footprint / step;
                let away = from_whole(at / step) / pixels.max(1e-9);
                let coverage = (0.5 * width + 0.5 - away).clamp(0.0, 1.0).min(width);
                coverage * (1.5 - 4.0 * pixels).clamp(0.0, 1.0)
            };
            along(at.x, footprint.x).max(along(at.y, footprint.y))
        };
        (0.45 * of(self.step, 1.0)).max(of(5.0 * self.step, 1.2))
    }
}

/// The distance of a number from the nearest integer. (`round` would call a function on processors
/// without a rounding instruction.)
fn from_whole(value: f32) -> f32 {
    let part = (value - value as i32 as f32).abs();
    part.min(1.0 - part)
}

/// Blurs: each texel becomes the weighted mean of 5 x 5.
fn blurred(light: &[f32], texels: usize) -> Vec<f32> {
    const WEIGHTS: [f32; 5] = [0.0625, 0.25, 0.375, 0.25, 0.0625];
    let along = |from: &[f32], step: usize, place: &dyn Fn(usize) -> usize| -> Vec<f32> {
        let mean = |index: usize| {
            let position = place(index);
            if !(2..texels - 2).contains(&position) {
                return from[index];
            }
            WEIGHTS
                .iter()
                .zip(-2_isize..=2)
                .map(|(weight, offset)| {
                    weight * from[index.wrapping_add_signed(offset * step as isize)]
                })
                .sum()
        };
        (0..from.len()).map(mean).collect()
    };
    let across = along(light, 1, &|index| index % texels);
    along(&across, texels, &|index| index / texels)
}
