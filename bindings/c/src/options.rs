//! Options of a session as plain data.

use kansetsu::{
    Options,
    d3::Skeleton,
    session::{Balance, Feet, Limits, Posture, Root, SelfCollision},
};

use crate::{
    failure::{Code, Failure},
    pointer::{Array, Text, sized},
};

/// `ks_options`: see the header.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct KsOptions {
    /// Bytes of the struct.
    pub size: u32,
    /// 0 on, 1 off.
    pub limits: i32,
    /// 0 auto, 1 fixed, 2 rotates, 3 free.
    pub root: i32,
    /// 0 auto, 1 given, 2 uniform, 3 likely.
    pub posture: i32,
    /// 0 planted, 1 free.
    pub feet: i32,
    /// 0 on, 1 off.
    pub balance: i32,
    /// 0 on, 1 off.
    pub self_collision: i32,
    /// The most joints above a target's joint that follow it; -1 for all.
    pub chain_length: i32,
    /// Position tolerance, as a fraction of the path from the root.
    pub tolerance: f32,
    /// Rotation tolerance, radians.
    pub angle_tolerance: f32,
    /// The strength of a target against the posture.
    pub strength: f32,
    /// The number of restarts of a solve.
    pub restarts: u32,
    /// Joints that keep their rotation.
    pub locked: Array<u32>,
    /// One factor for each joint, or null.
    pub stiffness: Array<f32>,
    /// A solver as JSON, or null.
    pub solver: Text,
    /// Elements of `locked`.
    pub locked_count: u32,
    /// Elements of `stiffness`.
    pub stiffness_count: u32,
    /// Joint velocity limit of `ks_session_follow`, radians per frame; negative is none.
    pub velocity_limit: f32,
}

/// `ks_options_default`: the defaults of [`Options`].
#[unsafe(no_mangle)]
pub extern "C" fn ks_options_default() -> KsOptions {
    let Options { tolerance, angle_tolerance, strength, restarts, .. } = Options::default();
    KsOptions {
        size: size_of::<KsOptions>() as u32,
        limits: 0,
        root: 0,
        posture: 0,
        feet: 0,
        balance: 0,
        self_collision: 0,
        chain_length: -1,
        tolerance,
        angle_tolerance,
        strength,
        restarts,
        locked: Array::NONE,
        stiffness: Array::NONE,
        solver: Text::NONE,
        locked_count: 0,
        stiffness_count: 0,
        velocity_limit: -1.0,
    }
}

impl KsOptions {
    /// Converts to the options of the library.
    pub(crate) fn read(&self, skeleton: &Skeleton) -> Result<Options, Failure> {
        sized::<Self>(self.size, "the options")?;
        let chain_length = match self.chain_length {
            -1 => None,
            length => Some(u32::try_from(length).map_err(|_| out_of("chain_length", length))?),
        };
        let mut options = Options {
            limits: choice("limits", self.limits, [Limits::On, Limits::Off])?,
            root: choice("root", self.root, [Root::Auto, Root::Fixed, Root::Rotates, Root::Free])?,
            posture: choice(
                "posture",
                self.posture,
                [Posture::Auto, Posture::Given, Posture::Uniform, Posture::Likely],
            )?,
            feet: choice("feet", self.feet, [Feet::Planted, Feet::Free])?,
            balance: choice("balance", self.balance, [Balance::On, Balance::Off])?,
            self_collision: choice(
                "self_collision",
                self.self_collision,
                [SelfCollision::On, SelfCollision::Off],
            )?,
            chain_length,
            tolerance: self.tolerance,
            angle_tolerance: self.angle_tolerance,
            strength: self.strength,
            restarts: self.restarts,
            // The library refuses NaN.
            velocity_limit: Some(self.velocity_limit)
                .filter(|limit| !limit.is_sign_negative() || limit.is_nan()),
            ..Options::default()
        };
        for joint in self.locked.read(self.locked_count as usize, "locked")? {
            options.locked.push(crate::joint::joint_id(skeleton, *joint)?);
        }
        if let Some(factors) =
            self.stiffness.read_optional(self.stiffness_count as usize, "stiffness")?
        {
            if factors.len() != skeleton.len() {
                let message = format!(
                    "there are {} stiffness factors; there must be {}, one for each joint",
                    factors.len(),
                    skeleton.len()
                );
                return Err(Failure::new(Code::Length, message));
            }
            let stated = factors.iter().enumerate().filter(|(_, factor)| **factor != 1.0);
            options.stiffness =
                stated.map(|(joint, factor)| (skeleton.id(joint), *factor)).collect();
        }
        options.solver =
            self.solver.read_optional("the solver")?.map(serde_json::from_str).transpose()?;
        kansetsu_humanoid::prior::set_default_prior(&mut options);
        Ok(options)
    }
}

/// The choice with this number.
pub(crate) fn choice<T: Copy, const N: usize>(
    field: &str,
    number: i32,
    choices: [T; N],
) -> Result<T, Failure> {
    let found = usize::try_from(number).ok().and_then(|number| choices.get(number));
    found.copied().ok_or_else(|| out_of(field, number))
}

fn out_of(field: &str, number: i32) -> Failure {
    Failure::new(Code::Value, format!("{field} is {number}, which is not one of its values"))
}
