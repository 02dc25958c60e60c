//! A hash of numbers by their bits.

use kansetsu::{Pose, d2, glam::DVec2};

/// G. Fowler, L. C. Noll, K.-P. Vo, D. Eastlake, "The FNV non-cryptographic hash algorithm", 2019
/// (FNV-1a, 64 bits).
pub(super) struct Hash(u64);

impl Default for Hash {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    pub(super) fn value(&self) -> u64 {
        self.0
    }

    pub(super) fn add_pose(&mut self, pose: &Pose) {
        for local in &pose.locals {
            self.add(&local.translation.to_array());
            self.add(&local.rotation.to_array());
            self.add(&local.scale.to_array());
        }
    }

    pub(super) fn add_plane_pose(&mut self, pose: &d2::Pose) {
        for local in &pose.locals {
            self.add(&local.translation.to_array());
            self.add(&[local.rotation]);
            self.add(&local.scale.to_array());
        }
    }

    pub(super) fn add(&mut self, numbers: &[f32]) {
        numbers.iter().for_each(|number| self.add_bytes(&number.to_bits().to_le_bytes()));
    }

    pub(super) fn add_point(&mut self, point: DVec2) {
        point.to_array().iter().for_each(|number| self.add_bytes(&number.to_bits().to_le_bytes()));
    }

    pub(super) fn add_text(&mut self, text: &str) {
        self.add_bytes(text.as_bytes());
    }

    fn add_bytes(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
    }
}
