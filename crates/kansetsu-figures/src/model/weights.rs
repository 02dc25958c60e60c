//! Skin weights: the joints that move a vertex.

use kansetsu::math::smoothstep;

/// At most four joints and their weights, which sum to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Weights {
    pub(crate) entries: [(usize, f32); 4],
}

/// A joint in a sequence of joints that share a surface: its weight starts around `start`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub(crate) joint: usize,
    /// The start of the joint along the sequence.
    pub(crate) start: f32,
    /// The length over which its weight rises.
    pub(crate) blend: f32,
}

impl Weights {
    /// One joint alone.
    pub(crate) const fn rigid(joint: usize) -> Self {
        Self { entries: [(joint, 1.0), (joint, 0.0), (joint, 0.0), (joint, 0.0)] }
    }

    /// Moves `share` of the weight to `joint`.
    pub(crate) fn mixed(self, joint: usize, share: f32) -> Self {
        let share = share.clamp(0.0, 1.0);
        if share == 0.0 {
            return self;
        }
        let mut weights = self;
        weights.entries.iter_mut().for_each(|(_, weight)| *weight *= 1.0 - share);
        let slot = if let Some(same) =
            weights.entries.iter().position(|&(j, weight)| j == joint && weight > 0.0)
        {
            same
        } else {
            // The smallest of the four is replaced.
            (0..4).fold(
                0,
                |least, i| if weights.entries[i].1 < weights.entries[least].1 { i } else { least },
            )
        };
        weights.entries[slot] = (
            joint,
            share + if weights.entries[slot].0 == joint { weights.entries[slot].1 } else { 0.0 },
        );
        weights.normalised()
    }

    /// The weights at `along` in a sequence of joints; blends may overlap up to four joints deep.
    pub(crate) fn in_row(row: &[Span], along: f32) -> Self {
        let mut weights = Self::rigid(row[0].joint);
        for span in &row[1..] {
            let taken = smoothstep((along - span.start) / span.blend + 0.5);
            if taken > 0.0 {
                weights = weights.mixed(span.joint, taken);
            }
        }
        weights
    }

    fn normalised(mut self) -> Self {
        let sum: f32 = self.entries.iter().map(|(_, weight)| weight).sum();
        self.entries.iter_mut().for_each(|(_, weight)| *weight /= sum);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_hands_over_smoothly_and_sums_to_one() {
        let row =
            [(7, 0.0), (8, 1.0), (9, 2.0)].map(|(joint, start)| Span { joint, start, blend: 0.8 });
        for i in 0..300 {
            let weights = Weights::in_row(&row, i as f32 * 0.01);
            let sum: f32 = weights.entries.iter().map(|(_, weight)| weight).sum();
            assert!((sum - 1.0).abs() < 1e-6);
        }
        assert_eq!(Weights::in_row(&row, 0.5), Weights::rigid(7));
        let half = Weights::in_row(&row, 1.0);
        assert!(half.entries.contains(&(8, 0.5)) && half.entries.contains(&(7, 0.5)));
    }
}
