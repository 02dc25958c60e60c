//! The constraints of a figure's joints.

use std::{collections::BTreeSet, sync::Arc};

use kansetsu::d3::{Limit, Rig};

use super::{Pin, sharing::same};

/// The constraints of a figure's joints.
#[derive(Clone, Debug)]
pub struct Constraints {
    /// The limit of each joint, at first the rig's. As long as the skeleton.
    pub limits: Arc<Vec<Option<Limit>>>,
    /// Joints that are held in model space.
    pub pins: Vec<Pin>,
    /// Joints that end a chain (M5's FLOAT bones, "stop joints").
    pub stops: BTreeSet<usize>,
}

impl Constraints {
    /// Those of a rig, without pins.
    pub(super) fn of(rig: &Rig) -> Self {
        Self {
            limits: Arc::new(rig.limits.clone()),
            pins: Vec::new(),
            stops: rig.ik_stops.iter().copied().collect(),
        }
    }
}

impl PartialEq for Constraints {
    fn eq(&self, other: &Self) -> bool {
        same(&self.limits, &other.limits) && self.pins == other.pins && self.stops == other.stops
    }
}
