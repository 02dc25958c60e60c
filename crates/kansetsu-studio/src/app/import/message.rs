//! Messages about files that were opened, or were refused.

use super::{given::last_part, unreadable::Unreadable};
use crate::{
    app::{Banner, Remedy, Weight},
    document::{Actor, FigureKey, Refusal},
    text::Phrase,
};

/// A file whose bytes cannot be had.
pub(super) fn not_read(reason: &str) -> Unreadable {
    Unreadable::new(Phrase::made(
        format!("The file cannot be read: {reason}"),
        format!("ファイルを読み込めません：{reason}"),
    ))
}

/// A file that another one has taken.
pub(super) fn used(by: &str) -> Banner {
    Banner::of(
        Weight::News,
        Phrase::made(format!("Used by {by}."), format!("{by} で使われています。")),
        None,
    )
}

/// The text with a number of warnings, if there are any.
fn with_warnings(banner: Banner, warnings: &[String]) -> Banner {
    let count = warnings.len();
    if count == 0 {
        return banner;
    }
    let more = Phrase::made(
        format!(" {count} warning{}.", if count == 1 { "" } else { "s" }),
        format!("このファイルには通常と異なる点が {count} 件あります。"),
    );
    let details = warnings.iter().map(|warning| warning.clone().into()).collect();
    Banner { weight: Weight::Warning, text: joined(&banner.text, &more), details, ..banner }
}

/// One sentence after the other.
pub(super) fn joined(first: &Phrase, second: &Phrase) -> Phrase {
    use crate::text::Language::{English, Japanese};
    let both = |language| format!("{}{}", first.get(language), second.get(language));
    Phrase::made(both(English), both(Japanese))
}

/// A project that was opened.
pub(in crate::app) fn project(name: &str, warnings: &[String]) -> Banner {
    let name = last_part(name);
    let text = Phrase::made(format!("Opened {name}."), format!("{name} を開きました。"));
    with_warnings(Banner::of(Weight::News, text, None), warnings)
}

/// A figure that was opened: alone, or beside what is there. The first of its motions is offered,
/// unless one plays.
pub(in crate::app) fn figure(actor: &Actor, is_alone: bool, warnings: &[String]) -> Banner {
    let (name, count) = (&actor.name, actor.motions.len());
    let text = if is_alone {
        Phrase::made(format!("Opened {name}."), format!("{name} を開きました。"))
    } else {
        Phrase::made(
            format!("Added {name} to the scene."),
            format!("{name} をシーンに追加しました。"),
        )
    };
    let (text, remedy) = match actor.motions.first() {
        Some(first) if actor.motion.is_none() => {
            let has = Phrase::made(
                if count == 1 {
                    " It has a motion.".to_owned()
                } else {
                    format!(" It has {count} motions.")
                },
                format!("モーションが {count} 件あります。"),
            );
            (
                joined(&text, &has),
                Some(Remedy::Play { figure: actor.key, name: first.name.clone() }),
            )
        }
        _ => (text, None),
    };
    with_warnings(Banner::of(Weight::News, text, remedy), warnings)
}

/// The same for a figure in a T-pose: the relaxed stance is offered.
pub(in crate::app) fn stands_in_t_pose(message: Banner, figure: FigureKey) -> Banner {
    let more = Phrase::new(" It is in a T-pose.", "T ポーズです。");
    Banner {
        text: joined(&message.text, &more),
        remedy: Some(Remedy::RelaxStance { figure }),
        ..message
    }
}

/// A motion that a figure has taken.
pub(super) fn motion(
    figure: &str,
    motion: &str,
    has_skeleton: bool,
    warnings: &[String],
) -> Banner {
    let moves = Phrase::made(
        format!("{figure} moves as in {motion}."),
        format!("{figure} に {motion} の動きを付けました。"),
    );
    let hint = Phrase::new(
        " Drop the file with Shift held to see its own skeleton.",
        "Shift を押しながらドロップすると、元の骨格を表示します。",
    );
    let text = if has_skeleton { joined(&moves, &hint) } else { moves };
    with_warnings(Banner::of(Weight::News, text, None), warnings)
}

/// A pose that a figure has taken.
pub(super) fn pose(figure: &str, file: &str) -> Banner {
    let text = Phrase::made(
        format!("{figure} is posed as in {file}."),
        format!("{figure} に {file} のポーズを付けました。"),
    );
    Banner::of(Weight::News, text, None)
}

/// The figure that something was for is no longer there.
pub(in crate::app) fn figure_is_gone() -> Refusal {
    Refusal::new(
        "The figure was removed in the meantime. Nothing was changed.",
        "対象のフィギュアがなくなったため、何も変更しませんでした。",
    )
}

/// The document that something was for is no longer open.
pub(super) fn document_is_gone() -> Refusal {
    Refusal::new(
        "Another document was opened in the meantime, so this file was not used. Open it again.",
        "読み込み中に別のドキュメントが開かれたため、このファイルは使いませんでした。もう一度開いてください。",
    )
}

pub(super) fn stopped() -> Unreadable {
    Unreadable::new(Phrase::new("Reading was stopped.", "読み込みを中止しました。"))
}

pub(super) fn one_project() -> Unreadable {
    Unreadable::new(Phrase::new(
        "Only one project can be open at a time. Open this one by itself.",
        "同時に開けるプロジェクトは 1 つです。このファイルだけを開いてください。",
    ))
}

pub(super) fn one_backdrop() -> Unreadable {
    Unreadable::new(Phrase::new(
        "It was not used: there is one picture behind the figures already.",
        "背景に置ける画像は 1 つのため、使いませんでした。",
    ))
}

pub(super) fn nobody_refers() -> Unreadable {
    Unreadable::new(Phrase::new(
        "It was not used: no model that was opened with it refers to it.",
        "一緒に開いたモデルで必要とされていないため、使いませんでした。",
    ))
}

/// A motion that names joints and says nothing about where they are, and no figure that has them.
pub(super) fn no_joints_for(format: Option<&str>) -> Unreadable {
    Unreadable::new(match format {
        Some("AMC") => Phrase::new(
            "An AMC file holds a motion alone: open the ASF file of its skeleton first, then this one.",
            "AMC ファイルはモーションだけのファイルです。先に骨格の ASF ファイルを開いてから、読み込んでください。",
        ),
        _ => Phrase::new(
            "This motion fits none of the figure's joints: open its model first, then this file.",
            "このモーションに対応する関節がありません。先にモデルを開いてから、読み込んでください。",
        ),
    })
}

/// A pose without a figure that it fits.
pub(super) fn nobody_to_pose() -> Unreadable {
    Unreadable::new(Phrase::new(
        "No figure has the joints of this pose. Open or select one first.",
        "このポーズに対応する関節を持つフィギュアがありません。先にモデルを開いて選んでください。",
    ))
}
