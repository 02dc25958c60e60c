//! Rasterization of a stage.

use kansetsu::glam::{Vec3, Vec4};

use crate::{
    Canvas, Picture,
    backdrop::{Backdrop, over},
    color,
    raster::{NONE, SAMPLES, Visibility, sample_offset, samples_of},
    stage::{Face, Stage},
};

/// The number of pixels in a band, chosen so that their samples fit into a processor's cache.
const BAND_PIXELS: usize = 8192;

/// The faces by the way they are drawn.
struct Layers {
    /// Opaque faces.
    solid: Vec<u32>,
    /// Ghosts: only their nearest surface is blended over opaque faces.
    ghost: Vec<u32>,
    /// Blended faces, from far to near.
    blended: Vec<u32>,
}

/// Rows of the picture and the faces that their samples see.
struct Band {
    width: usize,
    solid: Visibility,
    ghost: Option<Visibility>,
    /// By pixel, from far to near within a pixel.
    blended: Vec<Fragment>,
}

/// A blended triangle at a pixel.
struct Fragment {
    pixel: usize,
    face: u32,
    mask: u16,
}

/// Draws surfaces, floor and background.
pub(crate) fn paint(stage: &Stage, picture: &Picture) -> Canvas {
    let (width, height) = (picture.width as usize, picture.height as usize);
    let mut canvas = Canvas::new(width, height);
    let backdrop = Backdrop::new(picture.background);
    let rows = (BAND_PIXELS / width).clamp(1, height);
    let layers = Layers::new(stage);
    let buckets = [&layers.solid, &layers.ghost, &layers.blended]
        .map(|faces| by_band(stage, faces, rows, height));
    let mut band = Band::new(width, !layers.ghost.is_empty());
    for (index, y0) in (0..height).step_by(rows).enumerate() {
        let y1 = (y0 + rows).min(height);
        band.look(stage, buckets.each_ref().map(|bands| bands[index].as_slice()), [y0, y1]);
        for y in y0..y1 {
            band.paint_row(stage, &backdrop, y, &mut canvas);
        }
    }
    canvas
}

impl Layers {
    fn new(stage: &Stage) -> Self {
        let mut layers = Self { solid: Vec::new(), ghost: Vec::new(), blended: Vec::new() };
        for (index, face) in stage.faces.iter().enumerate() {
            let paint = &stage.surface_of(face).paint;
            let layer = if paint.is_solid() {
                &mut layers.solid
            } else if paint.opacity < 1.0 {
                &mut layers.ghost
            } else {
                &mut layers.blended
            };
            layer.push(index as u32);
        }
        let nearness = |face: &u32| {
            stage
                .corners(&stage.faces[*face as usize])
                .iter()
                .map(|corner| corner.depth)
                .sum::<f32>()
        };
        layers.blended.sort_by(|a, b| nearness(a).total_cmp(&nearness(b)));
        layers
    }
}

/// For each band of rows the faces that touch it, in the given order.
fn by_band(stage: &Stage, faces: &[u32], rows: usize, height: usize) -> Vec<Vec<u32>> {
    let mut bands = vec![Vec::new(); height.div_ceil(rows)];
    for &face in faces {
        let span = &stage.faces[face as usize].screen.span;
        for band in &mut bands[span.y0 / rows..=(span.y1 - 1) / rows] {
            band.push(face);
        }
    }
    bands
}

impl Band {
    fn new(width: usize, has_ghosts: bool) -> Self {
        let nothing = || Visibility::new(width, 0, 0);
        Self { width, solid: nothing(), ghost: has_ghosts.then(nothing), blended: Vec::new() }
    }

    /// Finds the faces that the samples of some rows see.
    fn look(&mut self, stage: &Stage, [solid, ghost, blended]: [&[u32]; 3], [y0, y1]: [usize; 2]) {
        let draw = |visibility: &mut Visibility, faces: &[u32]| {
            visibility.clear(y0, y1);
            for &id in faces {
                let face = &stage.faces[id as usize];
                visibility.draw(&face.screen, id, |x, y| {
                    stage.is_there(face, x as f32 + 0.5, y as f32 + 0.5)
                });
            }
        };
        draw(&mut self.solid, solid);
        if let Some(visibility) = &mut self.ghost {
            draw(visibility, ghost);
        }
        self.blended.clear();
        for &face in blended {
            let fragments = &mut self.blended;
            self.solid.visit_unhidden(&stage.faces[face as usize].screen, |x, y, mask| {
                fragments.push(Fragment { pixel: y * self.width + x, face, mask });
            });
        }
        self.blended.sort_by_key(|fragment| fragment.pixel);
    }

    fn paint_row(&self, stage: &Stage, backdrop: &Backdrop, y: usize, canvas: &mut Canvas) {
        let (width, height) = (canvas.width(), canvas.height());
        let row = backdrop.row((y as f32 + 0.5) / height as f32);
        let untouched = to_pixel(row.behind);
        let mut next = self.blended.partition_point(|fragment| fragment.pixel < y * width);
        for x in 0..width {
            let spot = || {
                stage
                    .floor
                    .as_ref()
                    .and_then(|floor| floor.spot(&stage.camera, x as f32 + 0.5, y as f32 + 0.5))
            };
            let behind = || {
                spot()
                    .filter(|spot| spot.line > 0.0 || spot.shadow > 0.0)
                    .map(|spot| row.with_floor(spot))
            };
            if self.is_empty_at(x, y, next) {
                canvas.set(x, y, behind().map_or(untouched, to_pixel));
                continue;
            }
            let mut light = self.solid_light(stage, [x, y], || behind().unwrap_or(row.behind));
            self.lay_ghost(stage, [x, y], &mut light);
            while let Some(fragment) =
                self.blended.get(next).filter(|fragment| fragment.pixel == y * width + x)
            {
                light.lay(
                    fragment.mask,
                    shade_at(stage, fragment.face, [x, y], fragment.mask),
                    1.0,
                );
                next += 1;
            }
            canvas.set(x, y, to_pixel(light.mean()));
        }
    }

    /// Whether only the background is visible through a pixel; `next` is the next blended fragment.
    fn is_empty_at(&self, x: usize, y: usize, next: usize) -> bool {
        let is_empty = |visibility: &Visibility| visibility.ids(x, y) == &[NONE; SAMPLES];
        let is_clear =
            self.blended.get(next).is_none_or(|fragment| fragment.pixel != y * self.width + x);
        is_clear && is_empty(&self.solid) && self.ghost.as_ref().is_none_or(is_empty)
    }

    fn solid_light(
        &self,
        stage: &Stage,
        [x, y]: [usize; 2],
        behind: impl FnOnce() -> Vec4,
    ) -> PixelLight {
        let ids = self.solid.ids(x, y);
        let open = mask_where(|sample| ids[sample] == NONE);
        let mut light = PixelLight::uniform(if open == 0 { Vec4::ZERO } else { behind() });
        for_each_id(ids, |id, mask| {
            light.lay(mask, shade_at(stage, id, [x, y], mask).truncate().extend(1.0), 1.0)
        });
        light
    }

    fn lay_ghost(&self, stage: &Stage, [x, y]: [usize; 2], light: &mut PixelLight) {
        let Some(ghost) = &self.ghost else { return };
        let (mine, theirs) = (ghost.depths(x, y), self.solid.depths(x, y));
        let unhidden = mask_where(|sample| mine[sample] > theirs[sample]);
        for_each_id(ghost.ids(x, y), |id, mask| {
            if mask & unhidden != 0 {
                let opacity = stage.surface_of(&stage.faces[id as usize]).paint.opacity;
                light.lay(
                    mask & unhidden,
                    shade_at(stage, id, [x, y], mask).truncate().extend(1.0),
                    opacity,
                );
            }
        });
    }
}

/// The light at a pixel's samples: one value until they differ.
enum PixelLight {
    Uniform(Vec4),
    Samples(Box<[Vec4; SAMPLES]>),
}

impl PixelLight {
    fn uniform(light: Vec4) -> Self {
        Self::Uniform(light)
    }

    /// Blends a colour with straight alpha over some samples.
    fn lay(&mut self, mask: u16, color: Vec4, opacity: f32) {
        let alpha = color.w * opacity;
        if let (Self::Uniform(light), u16::MAX) = (&mut *self, mask) {
            *light = over(*light, color.truncate(), alpha);
            return;
        }
        if let Self::Uniform(light) = *self {
            *self = Self::Samples(Box::new([light; SAMPLES]));
        }
        if let Self::Samples(samples) = self {
            for sample in samples_of(mask) {
                samples[sample] = over(samples[sample], color.truncate(), alpha);
            }
        }
    }

    fn mean(&self) -> Vec4 {
        match self {
            Self::Uniform(light) => *light,
            Self::Samples(samples) => {
                samples.iter().fold(Vec4::ZERO, |sum, &light| sum + light) / SAMPLES as f32
            }
        }
    }
}

/// Light and alpha of a face at the middle of the samples that see it: inside the face even at its
/// edge.
fn shade_at(stage: &Stage, face: u32, [x, y]: [usize; 2], mask: u16) -> Vec4 {
    let face: &Face = &stage.faces[face as usize];
    let mut sum = [0.0; 2];
    for sample in samples_of(mask) {
        let [dx, dy] = sample_offset(sample);
        sum = [sum[0] + dx, sum[1] + dy];
    }
    let count = mask.count_ones() as f32;
    let shaded = stage.shade(face, x as f32 + sum[0] / count, y as f32 + sum[1] / count);
    color::soften(shaded.truncate()).extend(shaded.w)
}

fn mask_where(is: impl Fn(usize) -> bool) -> u16 {
    (0..SAMPLES).fold(0, |mask, sample| mask | u16::from(is(sample)) << sample)
}

/// The triangles that a pixel's samples see, each with its samples.
fn for_each_id(ids: &[u32; SAMPLES], mut visit: impl FnMut(u32, u16)) {
    let mut rest = mask_where(|sample| ids[sample] != NONE);
    while rest != 0 {
        let id = ids[rest.trailing_zeros() as usize];
        let mask = mask_where(|sample| ids[sample] == id);
        visit(id, mask);
        rest &= !mask;
    }
}

/// sRGB bytes premultiplied by alpha.
fn to_pixel(light: Vec4) -> [u8; 4] {
    let alpha = light.w.clamp(0.0, 1.0);
    let straight: Vec3 = if alpha > 0.0 { light.truncate() / alpha } else { Vec3::ZERO };
    let byte = (alpha * 255.0 + 0.5) as u8;
    let [r, g, b] = color::to_bytes(straight)
        .map(|channel| ((u32::from(channel) * u32::from(byte) + 127) / 255) as u8);
    [r, g, b, byte]
}
