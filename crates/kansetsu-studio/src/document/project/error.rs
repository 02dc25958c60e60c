//! Why a project cannot be read.

use crate::document::Refusal;

/// Why a project cannot be read. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProjectError {
    /// The text is no JSON, or JSON of something else.
    #[error("not a Kansetsu project: {0}")]
    NotAProject(String),
    /// A newer version of Kansetsu wrote it.
    #[error(
        "the project has format version {found}; this program supports up to version {known}. Use a newer Kansetsu"
    )]
    TooNew {
        /// Its version.
        found: u64,
        /// Ours.
        known: u32,
    },
    /// Something in it is not as it must be.
    #[error("cannot read the project, {place}: {problem}")]
    Malformed {
        /// A JSON path such as `figures[0].pins[2].joint`.
        place: String,
        /// What is wrong.
        problem: String,
    },
    /// A file that it refers to cannot be had. Give it and try again.
    #[error("cannot read \"{path}\", which the project needs ({place}): {reason}")]
    Missing {
        /// The file's path, as the project names it.
        path: String,
        /// A JSON path such as `figures[0].source`.
        place: String,
        /// Why it cannot be had.
        reason: String,
    },
}

impl From<ProjectError> for Refusal {
    fn from(error: ProjectError) -> Self {
        let japanese = match &error {
            ProjectError::NotAProject(reason) => {
                format!("Kansetsu のプロジェクトではありません: {reason}")
            }
            ProjectError::TooNew { found, known } => format!(
                "このプロジェクトの形式バージョンは {found} です。このプログラムが対応しているのは {known} までです。新しい Kansetsu をお使いください。"
            ),
            ProjectError::Malformed { place, problem } => {
                format!("プロジェクトを読み込めません。{place}: {problem}")
            }
            ProjectError::Missing { path, reason, .. } => {
                format!("プロジェクトに必要なファイル「{path}」を読み込めません: {reason}")
            }
        };
        Self::made(error.to_string(), japanese)
    }
}
