//! The result of a call: a code, and a message in the caller's buffer.

use std::{
    ffi::CStr,
    panic::{AssertUnwindSafe, catch_unwind},
};

use kansetsu::Error;

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $code:ident = $number:literal, $name:literal;)*) => {
        /// `ks_code`: the reason why a call failed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(i32)]
        pub enum Code { $($(#[doc = $doc])* $code = $number,)* }

        impl Code {
            /// All codes, in the order of the header.
            pub const ALL: [Self; [$($number),*].len()] = [$(Self::$code),*];

            /// The name in the header.
            #[must_use]
            pub const fn name(self) -> &'static CStr {
                match self { $(Self::$code => $name,)* }
            }
        }
    };
}

codes! {
    /// No failure.
    Ok = 0, c"KS_OK";
    /// A pointer that must not be null is null.
    Null = 1, c"KS_ERROR_NULL";
    /// The handle was freed, was never created, or is of another kind.
    Handle = 2, c"KS_ERROR_HANDLE";
    /// Another thread is using the handle.
    Busy = 3, c"KS_ERROR_BUSY";
    /// The `size` of a struct is not known to this version.
    Size = 4, c"KS_ERROR_SIZE";
    /// An array has the wrong length.
    Length = 5, c"KS_ERROR_LENGTH";
    /// A text is not UTF-8.
    Utf8 = 6, c"KS_ERROR_UTF8";
    /// A number, a flag or a choice is outside its range, or not finite.
    Value = 7, c"KS_ERROR_VALUE";
    /// A joint does not exist, or its name is not unique.
    Joint = 8, c"KS_ERROR_JOINT";
    /// A target is invalid.
    Target = 9, c"KS_ERROR_TARGET";
    /// A transform of a pose is not finite, or its rotation has zero length.
    Pose = 10, c"KS_ERROR_POSE";
    /// Joints do not form a skeleton.
    Rig = 11, c"KS_ERROR_RIG";
    /// A file cannot be read.
    File = 12, c"KS_ERROR_FILE";
    /// JSON text is invalid.
    Json = 13, c"KS_ERROR_JSON";
    /// The selected solver does not support the request.
    Unsupported = 14, c"KS_ERROR_UNSUPPORTED";
    /// A bug in the library. The handle can only be freed.
    Internal = 15, c"KS_ERROR_INTERNAL";
}

/// A failed call.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// The kind of failure.
    pub code: Code,
    /// A message for people, without a full stop.
    pub message: String,
}

impl Failure {
    /// A failure with its message.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    /// A null pointer, with its name.
    #[must_use]
    pub fn null(what: &str) -> Self {
        Self::new(Code::Null, format!("{what} is null"))
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let code = match &error {
            Error::JointOutOfRange { .. }
            | Error::UnknownJoint { .. }
            | Error::AmbiguousJoint { .. }
            | Error::NoRole { .. }
            | Error::ForeignJoint { .. } => Code::Joint,
            Error::InvalidTarget { .. } | Error::InTarget { .. } => Code::Target,
            Error::InvalidTransform { .. } => Code::Pose,
            Error::PoseMismatch { .. } | Error::LengthMismatch { .. } => Code::Length,
            Error::NoJoints | Error::TwoParents { .. } | Error::Cycle { .. } => Code::Rig,
            Error::InvalidNumber { .. } | Error::OutOfRange { .. } => Code::Value,
            _ => Code::Unsupported,
        };
        Self::new(code, error.to_string())
    }
}

impl From<kansetsu_formats::Error> for Failure {
    fn from(error: kansetsu_formats::Error) -> Self {
        Self::new(Code::File, error.to_string())
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::new(Code::Json, error.to_string())
    }
}

/// Bytes of the text of a [`KsError`], with the final zero.
pub const MESSAGE: usize = 508;

/// `ks_error`: the code and the message of a failure.
#[repr(C)]
pub struct KsError {
    /// A [`Code`].
    pub code: i32,
    /// UTF-8 that ends with a zero byte. A longer message is truncated.
    pub message: [u8; MESSAGE],
}

impl KsError {
    fn write(&mut self, failure: Option<&Failure>) {
        let (code, text) =
            failure.map_or((Code::Ok, ""), |failure| (failure.code, failure.message.as_str()));
        let mut length = text.len().min(MESSAGE - 1);
        while !text.is_char_boundary(length) {
            length -= 1;
        }
        self.code = code as i32;
        self.message[..length].copy_from_slice(&text.as_bytes()[..length]);
        self.message[length] = 0;
    }
}

/// Runs a call, catches its panic, and writes the result. Returns the code.
pub fn call(error: Option<&mut KsError>, action: impl FnOnce() -> Result<(), Failure>) -> i32 {
    let panicked = |_| {
        Err(Failure::new(
            Code::Internal,
            "internal error of the library; please report it with the call",
        ))
    };
    // Data that a panic left half-changed is not used again: a session stays locked, and everything
    // else is read-only.
    let failure = catch_unwind(AssertUnwindSafe(action)).unwrap_or_else(panicked).err();
    if let Some(error) = error {
        error.write(failure.as_ref());
    }
    failure.map_or(Code::Ok as i32, |failure| failure.code as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn buffer() -> KsError {
        KsError { code: -1, message: [b'x'; MESSAGE] }
    }

    #[test]
    fn a_panic_is_a_code() {
        let mut error = buffer();
        let code = call(Some(&mut error), || panic!("on purpose"));
        assert_eq!((code, error.code), (Code::Internal as i32, Code::Internal as i32));
        assert_eq!(call(None, || Ok(())), 0);
    }

    #[test]
    fn long_messages_are_cut_between_characters() {
        let mut error = buffer();
        call(Some(&mut error), || Err(Failure::new(Code::File, "é".repeat(400))));
        let length = error.message.iter().position(|&byte| byte == 0).unwrap();
        assert_eq!(std::str::from_utf8(&error.message[..length]), Ok("é".repeat(253).as_str()));
    }
}
