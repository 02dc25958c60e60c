//! Vectors and quaternions in four lanes.
//!
//! A lane computes the same as a scalar, operation by operation in the order written here:
//! bit-identical on every machine, with or without vector instructions. Vectors have 0 in their
//! last lane, quaternions their scalar part.

use glam::{Vec4, Vec4Swizzles};

use super::Rot;

/// The cross product of vectors.
#[inline(always)]
pub(crate) fn cross(a: Vec4, b: Vec4) -> Vec4 {
    (a * b.yzxw() - a.yzxw() * b).yzxw()
}

/// The dot product, in every lane.
#[inline(always)]
pub(crate) fn dot(a: Vec4, b: Vec4) -> Vec4 {
    let products = a * b;
    let pairs = products + products.yxwz();
    pairs + pairs.zwxy()
}

/// The image of a vector under a rotation.
#[inline(always)]
pub(crate) fn rotate(q: Vec4, v: Vec4) -> Vec4 {
    let half = cross(q, v);
    let t = half + half;
    v + q.wwww() * t + cross(q, t)
}

/// The rotation `a` after `b`.
#[inline(always)]
pub(crate) fn product(a: Vec4, b: Vec4) -> Vec4 {
    let mixed = a.xyzx() * b.wwwx() + a.yzxy() * b.zxyy();
    a.wwww() * b + mixed * Vec4::new(1.0, 1.0, 1.0, -1.0) - a.zxyz() * b.yzxz()
}

/// The image of a vector under the inverse of a rotation.
#[inline(always)]
pub(crate) fn rotate_back(q: Vec4, v: Vec4) -> Vec4 {
    let half = cross(v, q);
    let t = half + half;
    v + q.wwww() * t + cross(t, q)
}

/// Normalizes a rotation whose length is nearly 1, without a branch: the error is squared.
#[inline(always)]
pub(crate) fn nearly_normalized(q: Vec4) -> Vec4 {
    q * (Vec4::splat(1.5) - dot(q, q) * 0.5)
}

/// Lanes as a rotation.
#[inline(always)]
pub(crate) fn rot(q: Vec4) -> Rot {
    Rot::new(q.x, q.y, q.z, q.w)
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;

    #[test]
    fn lanes_compute_what_rotations_do() {
        let a = Vec4::new(0.3, -0.5, 0.2, 0.7).normalize();
        let b = Vec4::new(-0.1, 0.6, 0.4, -0.2).normalize();
        let v = Vec3::new(1.3, -0.7, 2.1);
        let near =
            |lanes: Vec4, wanted: Vec4| assert!(lanes.distance(wanted) < 1e-6, "{lanes} {wanted}");
        near(rotate(a, v.extend(0.0)), rot(a).rotate(v).extend(0.0));
        let wanted = rot(a) * rot(b);
        near(product(a, b), Vec4::new(wanted.x, wanted.y, wanted.z, wanted.w));
        near(rotate_back(a, rotate(a, v.extend(0.0))), v.extend(0.0));
        near(cross(v.extend(0.0), Vec4::X), v.cross(Vec3::X).extend(0.0));
        assert_eq!(dot(a, b), Vec4::splat((a.x * b.x + a.y * b.y) + (a.z * b.z + a.w * b.w)));
    }
}
