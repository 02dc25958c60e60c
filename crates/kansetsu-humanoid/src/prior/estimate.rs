//! The most likely pose of a body.

use kansetsu::{
    Error,
    d3::{Goal, Pose, rotation_of, solve::Root},
    math::Rot,
};

use super::{
    body::{PriorBody, goal_of},
    known::Known,
    layout::{SEEN_SEGMENTS, TURN, from_columns, heading, noise, segment},
    meet::{Meeting, Open, Sought},
    pelvis::{Pelvis, Said},
    table::Prior,
};

/// A body and a pose prior: the conditional pose for goals.
#[derive(Clone, Debug)]
pub struct PosePrior<'a> {
    body: &'a PriorBody,
    prior: &'a Prior,
    /// The known numbers of the last call: most often those of the next call too.
    known: Known,
    /// Whether the pelvis keeps the heading of the start pose.
    faces: bool,
}

impl PriorBody {
    /// The conditional poses of this body under a prior.
    #[must_use]
    pub fn pose_prior<'a>(&'a self, prior: &'a Prior) -> PosePrior<'a> {
        PosePrior { body: self, prior, known: Known::default(), faces: false }
    }
}

impl PosePrior<'_> {
    /// With a fixed heading: the pelvis tilts and leans, and keeps the heading of the start pose.
    /// Use it for a character that a controller rotates, or for a person before a camera.
    #[must_use]
    pub fn with_heading(self) -> Self {
        Self { faces: true, ..self }
    }

    /// The most likely pose of a person, given the goals of hips, chest, head, hands and feet. Hips
    /// without a position goal stay as in `base`. If `root` lets them move and rotate, they have
    /// their likeliest placement, not far from there. Other joints, fingers and toes, stay as in
    /// `base`. Goals that are relative to other joints and look-at goals are ignored. The first
    /// call for another set of goals prepares for it, and takes longer.
    ///
    /// # Errors
    /// [`Error::PoseMismatch`] for a pose of another skeleton.
    pub fn map_estimate(&mut self, goals: &[Goal], base: &Pose, root: Root) -> Result<Pose, Error> {
        let (sought, said, start, open) = self.begun(goals, base, root)?;
        let meeting =
            Meeting { body: self.body, prior: self.prior, said: &said, open, start, base };
        Ok(self.body.posed(&meeting.meet(sought), base))
    }

    /// The conditional mean, for crowds: it takes a tenth of the time of the most likely pose, is 5
    /// to 10 cm off the goals, and never far from real poses.
    ///
    /// # Errors
    /// As [`Self::map_estimate`].
    pub fn conditional_mean(
        &mut self,
        goals: &[Goal],
        base: &Pose,
        root: Root,
    ) -> Result<Pose, Error> {
        let (sought, ..) = self.begun(goals, base, root)?;
        Ok(self.body.posed(&sought, base))
    }

    /// The mean, the goals, the start of the pelvis, and its degrees of freedom.
    fn begun(
        &mut self,
        goals: &[Goal],
        base: &Pose,
        root: Root,
    ) -> Result<(Sought, Said, Pelvis, Open), Error> {
        let Self { body, prior, .. } = *self;
        if base.locals.len() != body.skeleton.len() {
            return Err(Error::PoseMismatch {
                pose: base.locals.len(),
                skeleton: body.skeleton.len(),
            });
        }
        let maps = body.skeleton.forward(base);
        let hips = body.humanoid.hips;
        let (place, turn) = goal_of(goals, hips);
        let is_open =
            [place.is_none() && root == Root::Free, turn.is_none() && root != Root::Fixed];
        let turn =
            body.turned(hips, turn.unwrap_or_else(|| rotation_of(&maps[hips])), Rot::IDENTITY);
        let mut said = Said { pelvis: (!is_open[1]).then_some(turn), ..Said::default() };
        for (index, (&joint, &own)) in body.parts.iter().zip(&SEEN_SEGMENTS).enumerate() {
            let (place, turn) = goal_of(goals, joint);
            said.places[index] = place.map(|place| body.in_body(place));
            said.turns[index] =
                turn.map(|turn| body.turned(joint, turn, body.segments[own].rest_from_t));
        }
        let places = said.numbers();
        if self.known.places != places {
            self.known = Known::new(|a, b| prior.covariance(a, b), places, noise);
        }
        let start = Pelvis {
            place: body.in_body(place.unwrap_or(maps[hips].translation)),
            heading: heading(turn),
        };
        let open = Open { tilt: is_open[1], place: is_open[0], heading: is_open[1] && !self.faces };
        let pelvis = said.likeliest(prior, &self.known, start, [open.place, open.heading]);
        let numbers = self.known.likeliest(&prior.means, &said.seen_from(pelvis).0);
        let tilt =
            if open.tilt { from_columns(&numbers[..TURN]) } else { heading(turn).inverse() * turn };
        let turns = std::array::from_fn(|index| from_columns(&numbers[segment(index)]));
        Ok((Sought { pelvis, tilt, turns }, said, start, open))
    }
}
