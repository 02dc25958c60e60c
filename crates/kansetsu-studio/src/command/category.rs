//! Categories of commands, in menus and in the help.

use crate::text::Phrase;

/// The category of a command, in menus and in the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// Projects and other files.
    File,
    /// Undo, copying, figures.
    Edit,
    /// Selecting joints and figures.
    Select,
    /// The figure's pose.
    Pose,
    /// Pins and IK stops.
    Pin,
    /// Keys and time.
    Motion,
    /// Playing, and going to frames.
    Playback,
    /// Tools and settings of drags.
    Tool,
    /// Where the view is seen from.
    Camera,
    /// What the view shows.
    View,
    /// Help and information.
    Help,
}

impl Category {
    /// Every category, in the order of the menus.
    pub const ALL: [Self; 11] = [
        Self::File,
        Self::Edit,
        Self::Select,
        Self::Pose,
        Self::Pin,
        Self::Motion,
        Self::Playback,
        Self::Tool,
        Self::Camera,
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
            Self::Pin => Phrase::new("Pins", "固定"),
            Self::Motion => Phrase::new("Motion", "モーション"),
            Self::Playback => Phrase::new("Playback", "再生"),
            Self::Tool => Phrase::new("Tools", "ツール"),
            Self::Camera => Phrase::new("Camera", "カメラ"),
            Self::View => Phrase::new("View", "表示"),
            Self::Help => Phrase::new("Help", "ヘルプ"),
        }
    }
}
