//! The result of a rule.

use std::fmt;

/// A place in the checkout that breaks a rule.
#[derive(Debug, PartialEq)]
pub(crate) struct Finding {
    path: String,
    /// 1-based; `None` for the whole file.
    line: Option<usize>,
    message: String,
}

impl Finding {
    /// About the whole file.
    pub(crate) fn in_file(path: &str, message: impl Into<String>) -> Self {
        Self { path: path.into(), line: None, message: message.into() }
    }

    /// About one line, 1-based.
    pub(crate) fn at(path: &str, line: usize, message: impl Into<String>) -> Self {
        Self { path: path.into(), line: Some(line), message: message.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.path, self.message),
            None => write!(f, "{}: {}", self.path, self.message),
        }
    }
}
