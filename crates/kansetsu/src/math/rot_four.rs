//! The rotations of four instances, as [`Rot`] computes them: the same operations in the same
//! order.

use glam::{BVec4A, Vec4};

use super::{Rot, lanes::Vectors, rot::NEARLY_UNIT};

/// The rotation `a` after `b`, as the product of [`Rot`].
#[inline(always)]
pub(crate) fn product(a: Vectors, b: Vectors) -> Vectors {
    Vectors {
        x: (a.w * b.x + a.x * b.w) + (a.y * b.z - a.z * b.y),
        y: (a.w * b.y + a.y * b.w) + (a.z * b.x - a.x * b.z),
        z: (a.w * b.z + a.z * b.w) + (a.x * b.y - a.y * b.x),
        w: (a.w * b.w - a.x * b.x) - (a.y * b.y + a.z * b.z),
    }
}

/// As [`Rot::inverse`].
#[inline(always)]
pub(crate) fn inverse(q: Vectors) -> Vectors {
    Vectors { x: -q.x, y: -q.y, z: -q.z, w: q.w }
}

/// As [`Rot::rotate`].
#[inline(always)]
pub(crate) fn rotate(q: Vectors, v: Vectors) -> Vectors {
    let two = Vec4::splat(2.0);
    let [tx, ty, tz] = cross(q, [v.x, v.y, v.z]).map(|part| part * two);
    let [x, y, z] = cross(q, [tx, ty, tz]);
    Vectors::new([v.x + tx * q.w + x, v.y + ty * q.w + y, v.z + tz * q.w + z])
}

/// The cross product of a quaternion's vector part and a vector.
#[inline(always)]
fn cross(q: Vectors, [x, y, z]: [Vec4; 3]) -> [Vec4; 3] {
    [q.y * z - y * q.z, q.z * x - z * q.x, q.x * y - x * q.y]
}

/// As [`Rot::squared`].
#[inline(always)]
pub(crate) fn squared(q: Vectors) -> Vec4 {
    (q.x * q.x + q.y * q.y) + (q.z * q.z + q.w * q.w)
}

/// As [`Rot::normalized`].
#[inline(always)]
pub(crate) fn normalized(q: Vectors) -> Vectors {
    let squared = squared(q);
    let beyond = squared - Vec4::ONE;
    let is_near = beyond.abs().cmplt(Vec4::splat(NEARLY_UNIT));
    let scaled = q * (Vec4::ONE - beyond * 0.5);
    if is_near.all() {
        scaled
    } else {
        normalized_far(q, squared, Vectors::select(is_near, scaled, q))
    }
}

/// The lanes whose length is nearly 1 are in `done` already.
#[inline(never)]
fn normalized_far(q: Vectors, squared: Vec4, done: Vectors) -> Vectors {
    let beyond = squared - Vec4::ONE;
    let is_near = beyond.abs().cmplt(Vec4::splat(NEARLY_UNIT));
    let mut lanes = [done.x, done.y, done.z, done.w].map(|part| part.to_array());
    for lane in 0..4 {
        if !is_near.test(lane) {
            let unit = Rot::new(q.x[lane], q.y[lane], q.z[lane], q.w[lane]).normalized();
            [lanes[0][lane], lanes[1][lane], lanes[2][lane], lanes[3][lane]] =
                [unit.x, unit.y, unit.z, unit.w];
        }
    }
    Vectors::of_quaternions(lanes.map(Vec4::from_array))
}

/// Whether [`normalized`] needs no square root.
#[inline(always)]
pub(crate) fn is_nearly_unit(q: Vectors) -> BVec4A {
    (squared(q) - Vec4::ONE).abs().cmplt(Vec4::splat(NEARLY_UNIT))
}

/// As [`Rot::to_matrix`]: the images of the axes.
#[inline(always)]
pub(crate) fn to_matrix(q: Vectors) -> [[Vec4; 3]; 3] {
    let Vectors { x, y, z, w } = q;
    let (x2, y2, z2) = (x + x, y + y, z + z);
    let (xx, xy, xz) = (x * x2, x * y2, x * z2);
    let (yy, yz, zz) = (y * y2, y * z2, z * z2);
    let (wx, wy, wz) = (w * x2, w * y2, w * z2);
    let one = Vec4::ONE;
    [
        [one - (yy + zz), xy + wz, xz - wy],
        [xy - wz, one - (xx + zz), yz + wx],
        [xz + wy, yz - wx, one - (xx + yy)],
    ]
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::{super::lanes, *};

    /// Components with zeros of both signs, and others.
    const VALUES: [f32; 7] = [0.0, -0.0, 1.0, -1.0, 0.3, -0.7, 1.7];

    fn at(index: usize) -> [f32; 8] {
        std::array::from_fn(|place| VALUES[(index / (place + 1) + place * index) % VALUES.len()])
    }

    fn vectors(of: impl Fn(usize) -> [f32; 4]) -> Vectors {
        let lanes: [[f32; 4]; 4] = std::array::from_fn(of);
        let part = |part: usize| Vec4::from_array(lanes.map(|lane| lane[part]));
        Vectors { x: part(0), y: part(1), z: part(2), w: part(3) }
    }

    fn same(found: Vectors, wanted: impl Fn(usize) -> [f32; 4]) {
        for lane in 0..4 {
            let found = [found.x, found.y, found.z, found.w].map(|part| part[lane].to_bits());
            assert_eq!(found, wanted(lane).map(f32::to_bits));
        }
    }

    #[test]
    fn four_rotations_have_the_bits_of_one() {
        let rot = |[x, y, z, w]: [f32; 4]| Rot::new(x, y, z, w);
        let array = |q: Rot| [q.x, q.y, q.z, q.w];
        for start in 0..5000 {
            let a = |lane: usize| [0, 1, 2, 3].map(|part| at(start + 3 * lane)[part]);
            let b = |lane: usize| [4, 5, 6, 7].map(|part| at(start + 3 * lane)[part]);
            let v = |lane: usize| Vec3::from_slice(&b(lane));
            let (qa, qb) = (vectors(a), vectors(b));
            let qv = Vectors::new([qb.x, qb.y, qb.z]);
            same(product(qa, qb), |lane| array(rot(a(lane)) * rot(b(lane))));
            same(normalized(qa), |lane| array(rot(a(lane)).normalized()));
            same(inverse(qa), |lane| array(rot(a(lane)).inverse()));
            same(rotate(qa, qv), |lane| rot(a(lane)).rotate(v(lane)).extend(0.0).to_array());
            let columns = to_matrix(qa);
            for column in 0..3 {
                same(Vectors::new(columns[column]), |lane| {
                    rot(a(lane)).to_matrix().col(column).extend(0.0).to_array()
                });
            }
        }
    }

    #[test]
    fn four_instances_have_the_bits_of_one() {
        use lanes::{Four, Lanes, One};
        for start in 0..5000 {
            let a = |lane: usize| [0, 1, 2, 3].map(|part| at(start + 3 * lane)[part]);
            let b = |lane: usize| [4, 5, 6].map(|part| at(start + 3 * lane)[part]);
            let q = |lane: usize| Vec4::from_array(a(lane));
            let v = |lane: usize| Vec3::from_array(b(lane)).extend(0.0);
            let u = |lane: usize| q(lane).truncate().extend(0.0);
            let four = |of: &dyn Fn(usize) -> Vec4| vectors(|lane| of(lane).to_array());
            let (qs, vs, us) = (four(&q), four(&v), four(&u));
            same(Four::cross(us, vs), |lane| One::cross(u(lane), v(lane)).to_array());
            same(Four::rotate(qs, vs), |lane| One::rotate(q(lane), v(lane)).to_array());
            same(Four::rotate_back(qs, vs), |lane| One::rotate_back(q(lane), v(lane)).to_array());
            let other = |lane: usize| q(lane + 1);
            same(Four::product(qs, four(&other)), |lane| {
                One::product(q(lane), other(lane)).to_array()
            });
            same(Four::nearly_normalized(qs), |lane| One::nearly_normalized(q(lane)).to_array());
            same(Four::quaternion(us, qs.w), |lane| One::quaternion(u(lane), q(lane).w).to_array());
            let dot = Four::dot(us, vs);
            let ordered = Four::in_order(qs.w, [qs.x, qs.y]);
            for lane in 0..4 {
                assert_eq!(dot[lane].to_bits(), One::dot(u(lane), v(lane)).to_bits());
                let pair = One::in_order(q(lane).w, [q(lane).x, q(lane).y]);
                assert_eq!(
                    ordered.map(|part| part[lane]).map(f32::to_bits),
                    pair.map(f32::to_bits)
                );
            }
        }
    }

    #[test]
    fn one_instance_computes_what_rotations_do() {
        use lanes::{Lanes, One};
        let a = Vec4::new(0.3, -0.5, 0.2, 0.7).normalize();
        let b = Vec4::new(-0.1, 0.6, 0.4, -0.2).normalize();
        let v = Vec3::new(1.3, -0.7, 2.1);
        let near =
            |lanes: Vec4, wanted: Vec4| assert!(lanes.distance(wanted) < 1e-6, "{lanes} {wanted}");
        near(One::rotate(a, v.extend(0.0)), lanes::rot(a).rotate(v).extend(0.0));
        let wanted = lanes::rot(a) * lanes::rot(b);
        near(One::product(a, b), Vec4::new(wanted.x, wanted.y, wanted.z, wanted.w));
        near(One::rotate_back(a, One::rotate(a, v.extend(0.0))), v.extend(0.0));
        near(One::cross(v.extend(0.0), Vec4::X), v.cross(Vec3::X).extend(0.0));
    }
}
