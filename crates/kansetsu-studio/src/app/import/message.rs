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
        format!("Cannot read the file: {reason}"),
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
        format!("読み込み時の警告が {count} 件あります。"),
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
        format!("Applied motion {motion} to {figure}."),
        format!("{figure} にモーション {motion} を付けました。"),
    );
    let hint = Phrase::new(
        " Hold Shift while dropping to open it as its own figure.",
        "Shift を押しながらドロップすると、独立したモデルとして開きます。",
    );
    let text = if has_skeleton { joined(&moves, &hint) } else { moves };
    with_warnings(Banner::of(Weight::News, text, None), warnings)
}

/// A pose that a figure has taken.
pub(super) fn pose(figure: &str, file: &str) -> Banner {
    let text = Phrase::made(
        format!("Applied pose {file} to {figure}."),
        format!("{figure} にポーズ {file} を付けました。"),
    );
    Banner::of(Weight::News, text, None)
}

/// The figure that something was for is no longer there.
pub(in crate::app) fn figure_is_gone() -> Refusal {
    Refusal::new(
        "The figure was deleted while the file was loading. Nothing was changed.",
        "読み込み中に対象のモデルが削除されたため、何も変更しませんでした。",
    )
}

/// The document that something was for is no longer open.
pub(super) fn document_is_gone() -> Refusal {
    Refusal::new(
        "Another project was opened while this file was loading. Open it again.",
        "読み込み中に別のプロジェクトが開かれました。もう一度開いてください。",
    )
}

pub(super) fn stopped() -> Unreadable {
    Unreadable::new(Phrase::new("Loading was cancelled.", "読み込みを中止しました。"))
}

pub(super) fn one_project() -> Unreadable {
    Unreadable::new(Phrase::new(
        "Only one project can be open at a time. Open this one by itself.",
        "同時に開けるプロジェクトは 1 つです。このファイルだけを開いてください。",
    ))
}

pub(super) fn one_backdrop() -> Unreadable {
    Unreadable::new(Phrase::new(
        "Not used: there can be only one reference image.",
        "背景画像は 1 枚だけのため、使いませんでした。",
    ))
}

pub(super) fn nobody_refers() -> Unreadable {
    Unreadable::new(Phrase::new(
        "Not used: no model opened with it needs this file.",
        "一緒に開いたモデルに必要ないため、使いませんでした。",
    ))
}

/// A motion with joint names but no rest pose, and no figure that has the joints.
pub(super) fn no_joints_for(format: Option<&str>) -> Unreadable {
    Unreadable::new(match format {
        Some("AMC") => Phrase::new(
            "An AMC file has only motion. Open the ASF file of its skeleton first, then this file.",
            "AMC ファイルにはモーションしか入っていません。先に骨格の ASF ファイルを開いてから、もう一度開いてください。",
        ),
        _ => Phrase::new(
            "The motion matches no joint of the figure. Open its model first, then this file.",
            "このモーションに対応するボーンがありません。先に対応するモデルを開いてから、もう一度開いてください。",
        ),
    })
}

/// A pose without a figure that it fits.
pub(super) fn nobody_to_pose() -> Unreadable {
    Unreadable::new(Phrase::new(
        "No figure has the joints of this pose. Open or select one first.",
        "このポーズに対応するボーンを持つモデルがありません。先にモデルを開くか選択してください。",
    ))
}
