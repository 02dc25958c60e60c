//! Where attempts that missed have ended: the nearest few, each in another place.

use glam::Vec3;

use super::links::Links;
use crate::math::Rot;

/// So many are kept.
const MOST: usize = 4;

/// Ends whose tips are no farther apart than this, in chain lengths, count as one: an attempt stops before the last digits.
const SAME_PLACE: f32 = 3e-3;

/// The ends, nearest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ends {
    ends: Vec<End>,
    /// The rotations of all ends' links, one end after another.
    turns: Vec<Rot>,
    /// Of ends in the same place the first is kept, unless a later one leaves less than this part of its squared error.
    nearer: f32,
}

#[derive(Clone, Copy, Debug)]
struct End {
    squared: f32,
    tip: Vec3,
    /// Which attempt it is of.
    attempt: usize,
    /// Which part of the rotations is its own.
    place: usize,
}

impl Ends {
    pub(super) fn clear(&mut self, links: &Links, nearer: f32) {
        self.nearer = nearer;
        self.ends.clear();
        self.turns.clear();
        self.turns.resize(MOST * links.links.len(), Rot::IDENTITY);
    }

    /// Keeps where an attempt left the links, with this squared error, if it is one of the nearest.
    pub(super) fn keep(&mut self, links: &Links, squared: f32, attempt: usize) {
        let tip = links.tip;
        let same = self.ends.iter().position(|end| end.tip.distance_squared(tip) < SAME_PLACE * SAME_PLACE);
        let place = match same {
            Some(same) if squared >= self.nearer * self.ends[same].squared => return,
            Some(same) => self.ends.remove(same).place,
            None if self.ends.len() < MOST => self.ends.len(),
            None => match self.ends.pop_if(|last| squared < last.squared) {
                Some(farthest) => farthest.place,
                None => return,
            },
        };
        let rank = self.ends.iter().take_while(|end| end.squared <= squared).count();
        self.ends.insert(rank, End { squared, tip, attempt, place });
        let count = links.links.len();
        self.turns[place * count..][..count].iter_mut().zip(&links.links).for_each(|(turn, link)| *turn = link.q);
    }

    /// Leaves those whose squared error is at most this part above the least, the first attempt's first. Gives how many they are.
    pub(super) fn leave_nearest(&mut self, part: f32) -> usize {
        let least = self.ends.first().map_or(0.0, |end| end.squared);
        self.ends.retain(|end| end.squared <= (1.0 + part) * least);
        self.ends.sort_unstable_by_key(|end| end.attempt);
        self.ends.len()
    }

    /// The rotations of the links at an end.
    pub(super) fn turns(&self, index: usize) -> &[Rot] {
        let count = self.turns.len() / MOST;
        &self.turns[self.ends[index].place * count..][..count]
    }
}
