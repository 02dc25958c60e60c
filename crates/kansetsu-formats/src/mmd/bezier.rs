//! The interpolation curves between keys of a VMD file.

/// A curve from (0, 0) to (1, 1) with two handles, each from 0 to 127.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Curve {
    /// x1, y1, x2, y2.
    pub(super) handles: [u8; 4],
}

/// The handles of a straight line.
pub(super) const STRAIGHT: [u8; 4] = [20, 20, 107, 107];

impl Curve {
    /// The progress of the value after the fraction `time`, both 0 to 1: the cubic Bézier curve at
    /// this time. Bisection finds the parameter and cannot fail, since the times of the curve
    /// ascend.
    pub(super) fn at(self, time: f32) -> f32 {
        let [x1, y1, x2, y2] = self.handles.map(|handle| f64::from(handle.min(127)) / 127.0);
        if (x1 == y1 && x2 == y2) || time <= 0.0 || time >= 1.0 {
            return time.clamp(0.0, 1.0);
        }
        let bezier = |a: f64, b: f64, t: f64| {
            ((1.0 + 3.0 * (a - b)) * t + 3.0 * (b - 2.0 * a)) * t * t + 3.0 * a * t
        };
        let (mut low, mut high) = (0.0_f64, 1.0_f64);
        for _ in 0..40 {
            let middle = 0.5 * (low + high);
            if bezier(x1, x2, middle) < f64::from(time) { low = middle } else { high = middle }
        }
        bezier(y1, y2, 0.5 * (low + high)) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_begin_and_end_where_the_keys_are() {
        for handles in
            [STRAIGHT, [0, 127, 0, 127], [127, 0, 127, 0], [64, 0, 64, 127], [200, 3, 90, 255]]
        {
            let curve = Curve { handles };
            assert!(
                curve.at(0.0).abs() < 1e-6 && (curve.at(1.0) - 1.0).abs() < 1e-6,
                "{handles:?}"
            );
            let way: Vec<f32> = (0..=100).map(|step| curve.at(step as f32 / 100.0)).collect();
            assert!(way.windows(2).all(|pair| pair[1] >= pair[0] - 1e-6), "{handles:?}");
        }
        assert_eq!(Curve { handles: STRAIGHT }.at(0.3), 0.3);
        assert!(
            (Curve { handles: [64, 0, 63, 127] }.at(0.5) - 0.5).abs() < 1e-2,
            "a symmetric curve is half-way in the middle"
        );
    }
}
