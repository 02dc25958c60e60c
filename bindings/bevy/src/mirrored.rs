//! Enums of the library that Bevy can reflect.
//!
//! `Reflect` cannot be implemented here for the library's own types, and the wrappers of
//! `reflect_remote` are unsafe code. Conversions list every variant, so that a new one is a
//! compilation error.

use bevy_reflect::Reflect;
use kansetsu::{d3::Outcome, session};

/// Declares an enum with the variants of one of the library.
macro_rules! mirrored {
    ($(#[$docs:meta])* $name:ident of $theirs:ty { $first:ident $(, $variant:ident)* $(,)? }) => {
        $(#[$docs])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
        #[expect(missing_docs, reason = "the library documents the variants")]
        pub enum $name {
            #[default]
            $first,
            $($variant,)*
        }

        impl From<$name> for $theirs {
            fn from(ours: $name) -> Self {
                match ours {
                    $name::$first => Self::$first,
                    $($name::$variant => Self::$variant,)*
                }
            }
        }

        impl From<$theirs> for $name {
            fn from(theirs: $theirs) -> Self {
                match theirs {
                    <$theirs>::$first => Self::$first,
                    $(<$theirs>::$variant => Self::$variant,)*
                }
            }
        }
    };
}

mirrored! {
    /// Whether joints respect their limits: [`session::Limits`].
    IkLimits of session::Limits { On, Off }
}
mirrored! {
    /// The motion of the root: [`session::Root`].
    IkRoot of session::Root { Auto, Fixed, Rotates, Free }
}
mirrored! {
    /// The posture of the body: [`session::Posture`]. `Likely` uses the prior of recorded people.
    IkPosture of session::Posture { Auto, Given, Uniform, Likely }
}
mirrored! {
    /// Whether the feet of a standing humanoid stay planted: [`session::Feet`].
    IkFeet of session::Feet { Planted, Free }
}
mirrored! {
    /// Whether a humanoid keeps its balance: [`session::Balance`].
    IkBalance of session::Balance { On, Off }
}
mirrored! {
    /// Whether arms avoid trunk and head: [`session::SelfCollision`].
    IkSelfCollision of session::SelfCollision { On, Off }
}
mirrored! {
    /// How the solve of a target ended: [`Outcome`].
    IkOutcome of Outcome { Reached, SoftReached, OutOfReach, TooClose, Limited, Stalled }
}
