//! Vectors and quaternions of one instance, or of four instances at once.
//!
//! A solver that is generic over [`Lanes`] is written once and computes either: with [`One`] a
//! vector is a SIMD register with 0 in its last lane, with [`Four`] each component is a register
//! with a lane for each instance (structure of arrays). Both compute the same operations in the
//! same order, so their results are bit-identical, on every machine, with or without vector
//! instructions. Quaternions have their scalar part last.

use std::ops::{Add, Div, Mul, Sub};

use glam::{BVec4A, Vec4, Vec4Swizzles};

use super::Rot;

/// The numbers, vectors and conditions of one instance or of four.
pub(crate) trait Lanes {
    /// A number of each instance.
    type Number: Copy
        + Add<Output = Self::Number>
        + Sub<Output = Self::Number>
        + Mul<Output = Self::Number>
        + Div<Output = Self::Number>;
    /// A vector or a quaternion of each instance. The last component of a vector is +0.
    type Vector: Copy
        + Add<Output = Self::Vector>
        + Sub<Output = Self::Vector>
        + Mul<Self::Number, Output = Self::Vector>;
    /// A condition on each instance.
    type Mask: Copy;

    /// The same number in every instance.
    fn number(number: f32) -> Self::Number;
    /// The same vector in every instance.
    fn vector(vector: Vec4) -> Self::Vector;
    /// The square root, exact.
    fn sqrt(number: Self::Number) -> Self::Number;
    /// The absolute value.
    fn abs(number: Self::Number) -> Self::Number;
    /// The first number with the sign of the second.
    fn copysign(number: Self::Number, sign: Self::Number) -> Self::Number;
    /// Whether the first number is above the second.
    fn above(a: Self::Number, b: Self::Number) -> Self::Mask;
    /// The first number where the condition holds, else the second.
    fn select(mask: Self::Mask, a: Self::Number, b: Self::Number) -> Self::Number;
    /// The pair where the number is above 0, else the pair exchanged.
    fn in_order(number: Self::Number, pair: [Self::Number; 2]) -> [Self::Number; 2];
    /// The components.
    fn components(vector: Self::Vector) -> [Self::Number; 4];
    /// The cross product of vectors.
    fn cross(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The dot product of vectors.
    fn dot(a: Self::Vector, b: Self::Vector) -> Self::Number;
    /// The image of a vector under a rotation.
    fn rotate(q: Self::Vector, v: Self::Vector) -> Self::Vector;
    /// The image of a vector under the inverse of a rotation.
    fn rotate_back(q: Self::Vector, v: Self::Vector) -> Self::Vector;
    /// The rotation `a` after `b`.
    fn product(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The quaternion of a vector part and a scalar part.
    fn quaternion(v: Self::Vector, scalar: Self::Number) -> Self::Vector;
    /// Normalizes a rotation whose length is nearly 1, without a branch: the error is squared.
    fn nearly_normalized(q: Self::Vector) -> Self::Vector;

    /// The square of a vector's length.
    #[inline(always)]
    fn squared(v: Self::Vector) -> Self::Number {
        Self::dot(v, v)
    }
}

/// One instance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct One;

impl Lanes for One {
    type Number = f32;
    type Vector = Vec4;
    type Mask = bool;

    #[inline(always)]
    fn number(number: f32) -> f32 {
        number
    }

    #[inline(always)]
    fn vector(vector: Vec4) -> Vec4 {
        vector
    }

    #[inline(always)]
    fn sqrt(number: f32) -> f32 {
        number.sqrt()
    }

    #[inline(always)]
    fn abs(number: f32) -> f32 {
        number.abs()
    }

    #[inline(always)]
    fn copysign(number: f32, sign: f32) -> f32 {
        number.copysign(sign)
    }

    #[inline(always)]
    fn above(a: f32, b: f32) -> bool {
        a > b
    }

    #[inline(always)]
    fn select(mask: bool, a: f32, b: f32) -> f32 {
        if mask { a } else { b }
    }

    /// Without a branch, which would be unpredictable.
    #[inline(always)]
    fn in_order(number: f32, [a, b]: [f32; 2]) -> [f32; 2] {
        let pair = Vec4::new(a, b, 0.0, 0.0);
        let [a, b, ..] =
            Vec4::select(Vec4::splat(number).cmpgt(Vec4::ZERO), pair, pair.yxwz()).to_array();
        [a, b]
    }

    #[inline(always)]
    fn components(vector: Vec4) -> [f32; 4] {
        vector.to_array()
    }

    #[inline(always)]
    fn cross(a: Vec4, b: Vec4) -> Vec4 {
        (a * b.yzxw() - a.yzxw() * b).yzxw()
    }

    #[inline(always)]
    fn dot(a: Vec4, b: Vec4) -> f32 {
        dot(a, b).x
    }

    #[inline(always)]
    fn rotate(q: Vec4, v: Vec4) -> Vec4 {
        let half = Self::cross(q, v);
        let t = half + half;
        v + q.wwww() * t + Self::cross(q, t)
    }

    #[inline(always)]
    fn rotate_back(q: Vec4, v: Vec4) -> Vec4 {
        let half = Self::cross(v, q);
        let t = half + half;
        v + q.wwww() * t + Self::cross(t, q)
    }

    #[inline(always)]
    fn product(a: Vec4, b: Vec4) -> Vec4 {
        let mixed = a.xyzx() * b.wwwx() + a.yzxy() * b.zxyy();
        a.wwww() * b + mixed * Vec4::new(1.0, 1.0, 1.0, -1.0) - a.zxyz() * b.yzxz()
    }

    #[inline(always)]
    fn quaternion(v: Vec4, scalar: f32) -> Vec4 {
        v + Vec4::W * scalar
    }

    #[inline(always)]
    fn nearly_normalized(q: Vec4) -> Vec4 {
        q * (Vec4::splat(1.5) - dot(q, q) * 0.5)
    }
}

/// The dot product, in every lane.
#[inline(always)]
fn dot(a: Vec4, b: Vec4) -> Vec4 {
    let products = a * b;
    let pairs = products + products.yxwz();
    pairs + pairs.zwxy()
}

/// Four instances.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Four;

/// A vector or a quaternion of each of four instances.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vectors {
    pub(crate) x: Vec4,
    pub(crate) y: Vec4,
    pub(crate) z: Vec4,
    pub(crate) w: Vec4,
}

impl Vectors {
    /// Vectors from their components.
    #[inline(always)]
    pub(crate) fn new([x, y, z]: [Vec4; 3]) -> Self {
        Self { x, y, z, w: Vec4::ZERO }
    }

    #[inline(always)]
    pub(crate) fn of_quaternions([x, y, z, w]: [Vec4; 4]) -> Self {
        Self { x, y, z, w }
    }

    /// The first vector where the condition holds, else the second.
    #[inline(always)]
    pub(crate) fn select(mask: BVec4A, a: Self, b: Self) -> Self {
        let of = |a, b| Vec4::select(mask, a, b);
        Self { x: of(a.x, b.x), y: of(a.y, b.y), z: of(a.z, b.z), w: of(a.w, b.w) }
    }

    /// The vector of an instance.
    #[inline(always)]
    pub(crate) fn lane(self, lane: usize) -> Vec4 {
        Vec4::new(self.x[lane], self.y[lane], self.z[lane], self.w[lane])
    }

    #[inline(always)]
    fn zip(self, other: Self, of: impl Fn(Vec4, Vec4) -> Vec4) -> Self {
        Self {
            x: of(self.x, other.x),
            y: of(self.y, other.y),
            z: of(self.z, other.z),
            w: of(self.w, other.w),
        }
    }
}

impl Add for Vectors {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, |a, b| a + b)
    }
}

impl Sub for Vectors {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a - b)
    }
}

impl Mul<Vec4> for Vectors {
    type Output = Self;

    #[inline(always)]
    fn mul(self, by: Vec4) -> Self {
        Self { x: self.x * by, y: self.y * by, z: self.z * by, w: self.w * by }
    }
}

impl Lanes for Four {
    type Number = Vec4;
    type Vector = Vectors;
    type Mask = BVec4A;

    #[inline(always)]
    fn number(number: f32) -> Vec4 {
        Vec4::splat(number)
    }

    #[inline(always)]
    fn vector(vector: Vec4) -> Vectors {
        Vectors { x: vector.xxxx(), y: vector.yyyy(), z: vector.zzzz(), w: vector.wwww() }
    }

    #[inline(always)]
    fn sqrt(number: Vec4) -> Vec4 {
        number.sqrt()
    }

    #[inline(always)]
    fn abs(number: Vec4) -> Vec4 {
        number.abs()
    }

    #[inline(always)]
    fn copysign(number: Vec4, sign: Vec4) -> Vec4 {
        number.copysign(sign)
    }

    #[inline(always)]
    fn above(a: Vec4, b: Vec4) -> BVec4A {
        a.cmpgt(b)
    }

    #[inline(always)]
    fn select(mask: BVec4A, a: Vec4, b: Vec4) -> Vec4 {
        Vec4::select(mask, a, b)
    }

    #[inline(always)]
    fn in_order(number: Vec4, [a, b]: [Vec4; 2]) -> [Vec4; 2] {
        let mask = number.cmpgt(Vec4::ZERO);
        [Vec4::select(mask, a, b), Vec4::select(mask, b, a)]
    }

    #[inline(always)]
    fn components(vector: Vectors) -> [Vec4; 4] {
        [vector.x, vector.y, vector.z, vector.w]
    }

    /// The last component is 0, as the difference of equal products is in [`One`].
    #[inline(always)]
    fn cross(a: Vectors, b: Vectors) -> Vectors {
        Vectors::new([a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x])
    }

    /// The product of the last components is +0, which is added for the sign of a zero.
    #[inline(always)]
    fn dot(a: Vectors, b: Vectors) -> Vec4 {
        (a.x * b.x + a.y * b.y) + (a.z * b.z + Vec4::ZERO)
    }

    #[inline(always)]
    fn rotate(q: Vectors, v: Vectors) -> Vectors {
        let half = Self::cross(q, v);
        let t = half + half;
        v + t * q.w + Self::cross(q, t)
    }

    #[inline(always)]
    fn rotate_back(q: Vectors, v: Vectors) -> Vectors {
        let half = Self::cross(v, q);
        let t = half + half;
        v + t * q.w + Self::cross(t, q)
    }

    #[inline(always)]
    fn product(a: Vectors, b: Vectors) -> Vectors {
        Vectors {
            x: a.w * b.x + (a.x * b.w + a.y * b.z) - a.z * b.y,
            y: a.w * b.y + (a.y * b.w + a.z * b.x) - a.x * b.z,
            z: a.w * b.z + (a.z * b.w + a.x * b.y) - a.y * b.x,
            w: a.w * b.w - (a.x * b.x + a.y * b.y) - a.z * b.z,
        }
    }

    #[inline(always)]
    fn quaternion(v: Vectors, scalar: Vec4) -> Vectors {
        v + Self::vector(Vec4::W) * scalar
    }

    #[inline(always)]
    fn nearly_normalized(q: Vectors) -> Vectors {
        q * (Vec4::splat(1.5) - squared_quaternion(q) * 0.5)
    }
}

/// The square of a quaternion's length.
#[inline(always)]
fn squared_quaternion(q: Vectors) -> Vec4 {
    (q.x * q.x + q.y * q.y) + (q.z * q.z + q.w * q.w)
}

/// Lanes as a rotation.
#[inline(always)]
pub(crate) fn rot(q: Vec4) -> Rot {
    Rot::new(q.x, q.y, q.z, q.w)
}
