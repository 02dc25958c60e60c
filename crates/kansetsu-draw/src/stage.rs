//! A scene prepared for one camera.

use kansetsu::glam::{Vec2, Vec3, Vec4};
use kansetsu_formats::AlphaMode;

use crate::{
    Framing, Picture, Surface,
    aim::Aim,
    camera::{Camera, Projected},
    ground::{self, Floor},
    raster::{Corner, ScreenTriangle},
    shading::{self, Spot},
    studio::{Fineness, Studio},
};

/// The prepared data of one picture.
pub(crate) struct Stage {
    pub(crate) camera: Camera,
    pub(crate) surfaces: Vec<Surface>,
    /// The triangles that the camera can see.
    pub(crate) faces: Vec<Face>,
    pub(crate) floor: Option<Floor>,
    studio: Option<Studio>,
    projected: Vec<Vec<Projected>>,
    /// The fraction of the sky that each vertex sees; NaN if it is not needed.
    sky: Vec<Vec<f32>>,
}

/// The largest area of a triangle, pixels, whose sky visibility is interpolated from its corners.
const SMALL: f32 = 36.0;

/// A triangle that the camera can see.
pub(crate) struct Face {
    /// Index of its surface.
    pub(crate) surface: usize,
    /// Index in the surface.
    pub(crate) triangle: usize,
    pub(crate) screen: ScreenTriangle,
}

/// Interpolated values at a point of a triangle.
struct Blend<'a> {
    corners: [usize; 3],
    weights: [f32; 3],
    surface: &'a Surface,
}

impl Stage {
    pub(crate) fn new(
        surfaces: Vec<Surface>,
        aim: &Aim,
        framing: &Framing,
        picture: &Picture,
    ) -> Self {
        let camera = Camera::new(aim, framing, picture);
        let projected = surfaces.iter().map(|surface| project(surface, &camera)).collect();
        let mut stage = Self {
            camera,
            surfaces,
            faces: Vec::new(),
            floor: None,
            studio: None,
            projected,
            sky: Vec::new(),
        };
        stage.faces = stage.visible_faces(picture);
        stage.light(framing, picture);
        stage
    }

    fn light(&mut self, framing: &Framing, picture: &Picture) {
        let mut own = Framing::default();
        let aim = Aim::new(picture);
        for surface in &self.surfaces {
            surface.positions.iter().for_each(|&position| own.add(&aim, position));
        }
        let (low, high) = own.bounds();
        let fineness = Fineness::of(picture);
        let studio = Studio::new(
            &self.camera,
            &self.surfaces,
            ((low + high) * 0.5, own.radius() * 1.02),
            fineness,
        );
        self.floor = ground::height(picture.ground, framing)
            .map(|y| Floor::new(y, framing, &studio, &self.surfaces));
        self.sky = self.sky_at_vertices(&studio);
        self.studio = Some(studio);
    }

    /// The sky visibility at the corners of small visible triangles.
    fn sky_at_vertices(&self, studio: &Studio) -> Vec<Vec<f32>> {
        let mut sky: Vec<Vec<f32>> =
            self.surfaces.iter().map(|surface| vec![f32::NAN; surface.positions.len()]).collect();
        for face in self.faces.iter().filter(|face| self.is_small(face)) {
            let surface = self.surface_of(face);
            let side = if face.screen.is_back { -1.0 } else { 1.0 };
            for corner in surface.triangles[face.triangle].map(|corner| corner as usize) {
                let seen = &mut sky[face.surface][corner];
                if seen.is_nan() {
                    *seen =
                        studio.sky_at(surface.positions[corner], surface.normals[corner] * side);
                }
            }
        }
        sky
    }

    fn is_small(&self, face: &Face) -> bool {
        let [p, q, r] = self.corners(face).map(|corner| Vec2::new(corner.x, corner.y));
        (q - p).perp_dot(r - p).abs() < 2.0 * SMALL
    }

    fn visible_faces(&self, picture: &Picture) -> Vec<Face> {
        let (width, height) = (picture.width as usize, picture.height as usize);
        let mut faces = Vec::new();
        for (index, surface) in self.surfaces.iter().enumerate() {
            for (triangle, corners) in surface.triangles.iter().enumerate() {
                let corners = corners.map(|corner| self.projected[index][corner as usize]);
                if corners.iter().any(|corner| corner.inverse_w <= 0.0) {
                    continue;
                }
                let corners =
                    corners.map(|corner| Corner { x: corner.x, y: corner.y, depth: corner.depth });
                let screen = ScreenTriangle::new(corners, width, height);
                let seen = screen.filter(|screen| surface.paint.double_sided || !screen.is_back);
                faces.extend(seen.map(|screen| Face { surface: index, triangle, screen }));
            }
        }
        faces
    }

    /// The paint of a face.
    pub(crate) fn surface_of(&self, face: &Face) -> &Surface {
        &self.surfaces[face.surface]
    }

    /// The projected corners of a face.
    pub(crate) fn corners(&self, face: &Face) -> [Projected; 3] {
        self.surface_of(face).triangles[face.triangle]
            .map(|corner| self.projected[face.surface][corner as usize])
    }

    /// Whether an alpha-tested face covers a point of the picture.
    pub(crate) fn is_there(&self, face: &Face, x: f32, y: f32) -> bool {
        match self.surface_of(face).paint.alpha {
            AlphaMode::Mask(least) => self.base_color(face, &self.blend(face, x, y)).w >= least,
            AlphaMode::Opaque | AlphaMode::Blend => true,
        }
    }

    /// Linear light and alpha of a face at a point of the picture.
    pub(crate) fn shade(&self, face: &Face, x: f32, y: f32) -> Vec4 {
        let blend = self.blend(face, x, y);
        let paint = &blend.surface.paint;
        let base = self.base_color(face, &blend);
        let alpha = if paint.alpha == AlphaMode::Blend { base.w.clamp(0.0, 1.0) } else { 1.0 };
        if paint.unlit {
            return base.truncate().extend(alpha);
        }
        let light = shading::shade(&self.spot(face, &blend, base.truncate()));
        (light + paint.emissive).extend(alpha)
    }

    fn spot(&self, face: &Face, blend: &Blend, color: Vec3) -> Spot {
        let position = blend
            .of(&blend.surface.positions, Vec3::ZERO, |sum, value, weight| sum + value * weight);
        let normal =
            blend.of(&blend.surface.normals, Vec3::ZERO, |sum, value, weight| sum + value * weight);
        let to_eye = self.camera.towards(position);
        let mut normal = normal.normalize_or(to_eye);
        if face.screen.is_back {
            normal = -normal;
        }
        let (to_key, key, sky) = match &self.studio {
            Some(studio) => {
                let is_turned_to_key = studio.to_key.dot(normal) > 0.0;
                let key = if is_turned_to_key { studio.key_at(position, normal) } else { 0.0 };
                let sky = self.is_small(face).then(|| {
                    blend
                        .of(&self.sky[face.surface], 0.0, |sum, value, weight| sum + value * weight)
                });
                (studio.to_key, key, sky.unwrap_or_else(|| studio.sky_at(position, normal)))
            }
            None => (Vec3::Y, 1.0, 1.0),
        };
        let paint = &blend.surface.paint;
        Spot {
            normal,
            to_eye,
            to_key,
            key,
            sky,
            color,
            metallic: paint.metallic,
            roughness: paint.roughness,
        }
    }

    fn base_color(&self, face: &Face, blend: &Blend) -> Vec4 {
        let surface = blend.surface;
        let mut color = surface.paint.base;
        if !surface.colors.is_empty() {
            color *=
                blend.of(&surface.colors, Vec4::ZERO, |sum, value, weight| sum + value * weight);
        }
        if let (Some(texture), false) = (&surface.paint.texture, surface.uvs.is_empty()) {
            let uv = blend.of(&surface.uvs, Vec2::ZERO, |sum, value, weight| sum + value * weight);
            color *= texture.sample(uv, self.texture_level(face, &blend.corners, texture.texels()));
        }
        color
    }

    /// The mip level: the binary logarithm of texels per pixel along a side, from the triangle's
    /// two areas.
    fn texture_level(&self, face: &Face, corners: &[usize; 3], texels: f32) -> f32 {
        let [a, b, c] = corners.map(|corner| self.surfaces[face.surface].uvs[corner]);
        let [p, q, r] = self.corners(face).map(|corner| Vec2::new(corner.x, corner.y));
        let in_texels = (b - a).perp_dot(c - a).abs() * texels;
        let in_pixels = (q - p).perp_dot(r - p).abs();
        if in_pixels > 0.0 && in_texels > 0.0 {
            0.5 * libm::log2f(in_texels / in_pixels)
        } else {
            0.0
        }
    }

    /// The barycentric coordinates of a point of the picture in a face.
    fn blend(&self, face: &Face, x: f32, y: f32) -> Blend<'_> {
        let surface = self.surface_of(face);
        let [p, q, r] = self.corners(face);
        let area = (q.y - r.y) * (p.x - r.x) + (r.x - q.x) * (p.y - r.y);
        let first = ((q.y - r.y) * (x - r.x) + (r.x - q.x) * (y - r.y)) / area;
        let second = ((r.y - p.y) * (x - r.x) + (p.x - r.x) * (y - r.y)) / area;
        let flat =
            [first.clamp(0.0, 1.0), second.clamp(0.0, 1.0), (1.0 - first - second).clamp(0.0, 1.0)];
        let weights = [flat[0] * p.inverse_w, flat[1] * q.inverse_w, flat[2] * r.inverse_w];
        let sum = weights[0] + weights[1] + weights[2];
        let weights = if sum > 0.0 { weights.map(|weight| weight / sum) } else { [1.0, 0.0, 0.0] };
        Blend {
            corners: surface.triangles[face.triangle].map(|corner| corner as usize),
            weights,
            surface,
        }
    }
}

impl Blend<'_> {
    /// The weighted sum of the corners' values.
    #[inline]
    fn of<T: Copy>(&self, values: &[T], zero: T, add: impl Fn(T, T, f32) -> T) -> T {
        self.corners
            .iter()
            .zip(self.weights)
            .fold(zero, |sum, (&corner, weight)| add(sum, values[corner], weight))
    }
}

/// The projected vertices of a surface; those behind the camera have a zero `inverse_w`.
fn project(surface: &Surface, camera: &Camera) -> Vec<Projected> {
    surface.positions.iter().map(|&position| camera.project(position).unwrap_or_default()).collect()
}
