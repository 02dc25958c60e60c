//! Where a time is on the timeline.

use eframe::egui::Rangef;

/// Where a time is on the timeline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// Seconds at the left edge.
    pub first: f32,
    /// Points of the screen for a second.
    pub per_second: f32,
}

/// Points that two numbers on the ruler are apart at least.
const NUMBER_GAP: f32 = 52.0;

/// Points for a second: at least and at most.
const RANGE: Rangef = Rangef { min: 4.0, max: 4000.0 };

impl Scale {
    /// All of `duration` seconds in `width` points, with a little room after the end.
    #[must_use]
    pub fn fitting(duration: f32, width: f32) -> Self {
        Self { first: 0.0, per_second: RANGE.clamp(width / (duration.max(0.1) * 1.06)) }
    }

    /// Points from the left edge.
    #[must_use]
    pub fn x_of(&self, time: f32) -> f32 {
        (time - self.first) * self.per_second
    }

    /// Seconds.
    #[must_use]
    pub fn time_at(&self, x: f32) -> f32 {
        self.first + x / self.per_second
    }

    /// Zoomed by `factor`, with the time at `x` staying there.
    #[must_use]
    pub fn zoomed(self, factor: f32, x: f32) -> Self {
        let kept = self.time_at(x);
        let per_second = RANGE.clamp(self.per_second * factor);
        Self { first: (kept - x / per_second).max(0.0), per_second }
    }

    /// Moved by so many points: positive shows what is earlier.
    #[must_use]
    pub fn panned(self, points: f32) -> Self {
        Self { first: (self.first - points / self.per_second).max(0.0), ..self }
    }

    /// How many frames lie between two numbers of the ruler: 1, 2, 5, 10, 20, 50, …
    #[must_use]
    pub fn frames_per_number(&self, frame_rate: f32) -> usize {
        let least = NUMBER_GAP / self.per_second * frame_rate;
        let rounds = (0..)
            .flat_map(|power: u32| [1, 2, 5].map(|digit| digit * 10_usize.saturating_pow(power)));
        rounds.take(20).find(|&step| step as f32 >= least).unwrap_or(usize::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zooming_keeps_the_time_under_the_pointer() {
        let scale = Scale::fitting(2.0, 600.0);
        let zoomed = scale.zoomed(3.0, 250.0);
        assert!((zoomed.time_at(250.0) - scale.time_at(250.0)).abs() < 1e-5);
        assert!((scale.time_at(scale.x_of(1.3)) - 1.3).abs() < 1e-5);
    }

    #[test]
    fn numbers_stand_apart_in_round_steps() {
        for per_second in [5.0, 40.0, 300.0, 2000.0] {
            let scale = Scale { first: 0.0, per_second };
            let step = scale.frames_per_number(30.0);
            let tens = 10_usize.pow(step.ilog10());
            assert!([1, 2, 5].contains(&(step / tens)) && step.is_multiple_of(tens), "{step}");
            assert!(step as f32 / 30.0 * per_second >= NUMBER_GAP, "{step}");
        }
    }
}
