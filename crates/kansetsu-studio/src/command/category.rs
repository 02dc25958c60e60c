//! Where commands stand in menus and in the help.

use crate::text::Phrase;

/// Where a command stands in menus and in the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// Documents and other files.
    File,
    /// Taking back, copying, figures.
    Edit,
    /// What is chosen.
    Select,
    /// How the figure stands.
    Pose,
    /// What stays where it is.
    Hold,
    /// Keys and time.
    Motion,
    /// What drags do.
    Tool,
    /// What is seen.
    View,
    /// What there is to know.
    Help,
}

impl Category {
    /// Every category, in the order of the menus.
    pub const ALL: [Self; 9] = [
        Self::File,
        Self::Edit,
        Self::Select,
        Self::Pose,
        Self::Hold,
        Self::Motion,
        Self::Tool,
        Self::View,
        Self::Help,
    ];

    /// What its menu is called.
    #[must_use]
    pub const fn name(self) -> Phrase {
        match self {
            Self::File => Phrase::new("File", "ファイル"),
            Self::Edit => Phrase::new("Edit", "編集"),
            Self::Select => Phrase::new("Select", "選択"),
            Self::Pose => Phrase::new("Pose", "ポーズ"),
            Self::Hold => Phrase::new("Hold", "固定"),
            Self::Motion => Phrase::new("Motion", "モーション"),
            Self::Tool => Phrase::new("Tools", "ツール"),
            Self::View => Phrase::new("View", "表示"),
            Self::Help => Phrase::new("Help", "ヘルプ"),
        }
    }
}
