//! The mannequin walks over rough ground and steps: a clip for a level floor, adapted to the ground
//! frame by frame.
//!
//! The call of [`FootSolver::step`] is the code of a game; the rest is a clip, a ground and the
//! measurement.
#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::time::Instant;

use glam::{Quat, Vec3};
use kansetsu::{
    Error,
    d3::{
        Pose, Skeleton,
        ground::{Foot, FootSolver, Ground, Heights, Phase, PlacementState, Surface},
    },
};

const FRAMES: usize = 300;
const SECONDS: f32 = 1.0 / 60.0;

fn main() -> Result<(), Error> {
    let rig = kansetsu_figures::mannequin().rig;
    let clip = Walk::new(&rig.skeleton)?;
    for (name, is_rough) in [("level floor", false), ("rough ground", true)] {
        let ground =
            move |place: Vec3| if is_rough { rough(place) } else { Some(Surface::level(0.0)) };
        let mut walker = FootSolver::new(&rig, 0.0)?;
        let mut measured = Measured::default();
        let (mut pose, mut wanted) = (rig.skeleton.rest_pose(), rig.skeleton.rest_pose());
        for frame in 0..FRAMES {
            clip.pose(frame as f32 * SECONDS, &mut wanted);
            pose.clone_from(&wanted);
            let start = Instant::now();
            walker.step(&mut pose, (0.0, SECONDS), &ground)?;
            measured.micros.push(start.elapsed().as_secs_f32() * 1e6);
            measured.frame(
                &rig.skeleton,
                walker.feet(),
                (walker.state(), &ground),
                (&pose, &wanted),
            );
        }
        measured.print(name);
    }
    Ok(())
}

/// Sines of a few metres, and steps of 5, 7 and 12 cm up and down on top of them.
fn rough(place: Vec3) -> Option<Surface> {
    let waves = [(0.020, 2.1, 0.7, 0.3), (0.014, -1.3, 3.1, 1.9), (0.006, 5.3, -4.7, 4.0)];
    let height = |x: f32, z: f32| {
        waves.iter().map(|(height, a, b, phase)| height * (a * x + b * z + phase).sin()).sum()
    };
    let steps = [(0.6, 0.05), (1.4, 0.12), (2.1, -0.07), (2.9, -0.10), (3.6, 0.08)];
    let step: f32 = steps.iter().filter(|(z, _)| place.z > *z).map(|(_, up)| up).sum();
    let surface = Heights { height, sample_distance: 0.02 }.surface_at(place)?;
    Some(Surface { height: surface.height + step, ..surface })
}

/// A walk on a level floor, without a file: feet stand, roll over the ball and swing; arms and
/// chest swing in opposition.
struct Walk<'a> {
    skeleton: &'a Skeleton,
    hips: usize,
    legs: [[usize; 4]; 2],
    arms: [[usize; 2]; 2],
    chest: usize,
}

const CYCLE: f32 = 1.2;
const SPEED: f32 = 0.75;
/// The fraction of a cycle in which a foot is in contact, and in which it is flat.
const STANDS: f32 = 0.62;
const FLAT: f32 = 0.30;

impl<'a> Walk<'a> {
    fn new(skeleton: &'a Skeleton) -> Result<Self, Error> {
        let leg = |side: &str| -> Result<[usize; 4], Error> {
            let find = |part: &str| skeleton.find(&format!("{side}{part}"));
            Ok([find("UpperLeg")?, find("LowerLeg")?, find("Foot")?, find("Toes")?])
        };
        let arm = |side: &str| -> Result<[usize; 2], Error> {
            Ok([
                skeleton.find(&format!("{side}UpperArm"))?,
                skeleton.find(&format!("{side}LowerArm"))?,
            ])
        };
        Ok(Self {
            skeleton,
            hips: skeleton.find("Hips")?,
            legs: [leg("Left")?, leg("Right")?],
            arms: [arm("Left")?, arm("Right")?],
            chest: skeleton.find("Chest")?,
        })
    }

    fn pose(&self, time: f32, pose: &mut Pose) {
        let turn = std::f32::consts::TAU * time / CYCLE;
        pose.locals[self.hips].translation = Vec3::new(
            0.0,
            0.900 + 0.014 * (2.0 * turn - 2.0 * STANDS * std::f32::consts::PI).cos(),
            SPEED * time,
        );
        pose.locals[self.chest].rotation = Quat::from_rotation_y(-0.08 * turn.sin());
        for (index, [upper, lower]) in self.arms.iter().enumerate() {
            let side = if index == 0 { 1.0 } else { -1.0 };
            let swing = Quat::from_rotation_x(side * 0.35 * (turn - 0.6).cos());
            pose.locals[*upper].rotation = swing * Quat::from_rotation_z(-side * 1.25);
            pose.locals[*lower].rotation = Quat::from_rotation_y(-side * 0.30);
        }
        for (index, leg) in self.legs.iter().enumerate() {
            self.step(*leg, time / CYCLE + 0.5 * index as f32, 0.5 * index as f32, pose);
        }
    }

    /// A leg of two bones in its plane, by the law of cosines, with the ball of the foot at its
    /// position in the step.
    fn step(
        &self,
        [thigh, shin, foot, toes]: [usize; 4],
        cycles: f32,
        ahead: f32,
        pose: &mut Pose,
    ) {
        let rest = |joint: usize| self.skeleton.joints()[joint].rest.translation;
        let phase = cycles.fract();
        let swing = ((phase - STANDS) / (1.0 - STANDS)).max(0.0);
        // In the middle of a contact the foot is under the hips.
        let stood = SPEED * CYCLE * (cycles.floor() - ahead + 0.5 * STANDS);
        let ball_z = stood + SPEED * CYCLE * smooth(swing) + rest(toes).z - 0.02;
        let ball_y = rest(foot).y
            + rest(shin).y
            + rest(thigh).y
            + rest(toes).y
            + rest(self.hips).y
            + 0.06 * arch(swing);
        let roll = 0.5 * smooth((phase - FLAT) / (STANDS - FLAT)) * (1.0 - smooth(swing));
        let toe_up = 0.06 * arch(2.0 * swing - 1.0);
        let pitch = roll - toe_up;

        let hips = pose.locals[self.hips].translation;
        let ankle = Vec3::new(0.0, ball_y, ball_z) - Quat::from_rotation_x(pitch) * rest(toes);
        let (down, forward) = (hips.y + rest(thigh).y - ankle.y, ankle.z - hips.z - rest(thigh).z);
        let (a, b, span) = (-rest(shin).y, -rest(foot).y, down.hypot(forward));
        let knee = std::f32::consts::PI
            - ((a * a + b * b - span * span) / (2.0 * a * b)).clamp(-1.0, 1.0).acos();
        let hip = -(forward.atan2(down) + (b * knee.sin()).atan2(a + b * knee.cos()));
        for (joint, angle) in
            [(thigh, hip), (shin, knee), (foot, pitch - hip - knee), (toes, -roll)]
        {
            pose.locals[joint].rotation = Quat::from_rotation_x(angle);
        }
    }
}

fn smooth(s: f32) -> f32 {
    let s = s.clamp(0.0, 1.0);
    s * s * (3.0 - 2.0 * s)
}

fn arch(s: f32) -> f32 {
    0.5 - 0.5 * (std::f32::consts::TAU * s.clamp(0.0, 1.0)).cos()
}

/// The measurements over all frames.
#[derive(Default)]
struct Measured {
    last: Option<[Pose; 2]>,
    /// The contact of each foot, heel or ball, in the ankle's frame, and its initial position,
    /// metres.
    planted: [Option<(Vec3, Vec3)>; 2],
    stances: usize,
    slide: f32,
    sunk: f32,
    sunk_planted: f32,
    turn: f32,
    clip_turn: f32,
    apart: f32,
    micros: Vec<f32>,
}

impl Measured {
    fn frame(
        &mut self,
        skeleton: &Skeleton,
        feet: &[Foot],
        (stance, ground): (&PlacementState, &impl Ground),
        (pose, clip): (&Pose, &Pose),
    ) {
        let joints = skeleton.forward(pose);
        for (index, (foot, footing)) in feet.iter().zip(&stance.feet).enumerate() {
            for sole in foot.soles(&joints) {
                let under = ground.surface_at(sole).map_or(0.0, |surface| surface.height - sole.y);
                self.sunk = self.sunk.max(under);
                if footing.phase == Phase::Planted {
                    self.sunk_planted = self.sunk_planted.max(under);
                }
            }
            if footing.phase == Phase::Planted {
                self.stances += usize::from(self.planted[index].is_none());
                let contact = joints[foot.ankle].transform_point3(footing.contact_in_ankle);
                // From the heel to the ball the contact changes; otherwise it should not.
                let same = |(in_ankle, _): &(Vec3, Vec3)| {
                    in_ankle.distance(footing.contact_in_ankle) < 1e-3
                };
                let (_, first) =
                    self.planted[index].filter(same).unwrap_or((footing.contact_in_ankle, contact));
                self.planted[index] = Some((footing.contact_in_ankle, first));
                self.slide = self.slide.max(first.distance(contact));
            } else {
                self.planted[index] = None;
            }
        }
        let wanted = skeleton.forward(clip);
        let apart = joints.iter().zip(&wanted).map(|(a, b)| a.translation.distance(b.translation));
        self.apart = apart.fold(self.apart, f32::max);
        if let Some([last, last_clip]) = &self.last {
            self.turn = largest_turn(last, pose).max(self.turn);
            self.clip_turn = largest_turn(last_clip, clip).max(self.clip_turn);
        }
        self.last = Some([pose.clone(), clip.clone()]);
    }

    fn print(mut self, name: &str) {
        self.micros.sort_by(f32::total_cmp);
        println!("{name}: {FRAMES} frames, {} stances", self.stances);
        println!("  slide of planted feet    {:.3} mm", self.slide * 1e3);
        println!(
            "  soles below the ground   {:.2} mm, {:.2} mm planted",
            self.sunk * 1e3,
            self.sunk_planted * 1e3
        );
        println!(
            "  a joint turns in a frame {:.2}°, {:.2}° in the clip",
            self.turn.to_degrees(),
            self.clip_turn.to_degrees()
        );
        println!("  away from the clip       {:.2} mm", self.apart * 1e3);
        println!(
            "  time of a frame          {:.1} µs in the median",
            self.micros[self.micros.len() / 2]
        );
    }
}

fn largest_turn(a: &Pose, b: &Pose) -> f32 {
    let turns = a.locals.iter().zip(&b.locals).map(|(a, b)| a.rotation.angle_between(b.rotation));
    turns.fold(0.0, f32::max)
}
