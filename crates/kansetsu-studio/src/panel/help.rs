//! What the mouse and the keys do: made from the table of commands. And how to begin.

use eframe::egui::{Grid, RichText, Ui};

use crate::{
    app::{Context, Words},
    command::{Category, Preset, TABLE},
};

/// Shows the mouse and every shortcut.
pub fn show(ui: &mut Ui, cx: &Context<'_>) {
    let words = cx.words();
    ui.set_min_width(ui.available_width().min(520.0));
    if cx.view.uses_fingers() {
        fingers_section(ui, words);
    }
    title(ui, words.say("Mouse", "マウス"));
    Grid::new("mouse").num_columns(2).spacing([18.0, 4.0]).show(ui, |ui| {
        for [what, does] in mouse(words, cx.preset()) {
            ui.strong(what);
            ui.label(does);
            ui.end_row();
        }
    });
    title(ui, words.say("While you drag", "ドラッグ中"));
    Grid::new("drag").num_columns(2).spacing([18.0, 4.0]).show(ui, |ui| {
        for [what, does] in while_dragging(words) {
            ui.strong(what);
            ui.label(does);
            ui.end_row();
        }
    });
    for category in Category::ALL {
        title(ui, category.name().get(words.0));
        Grid::new(category).num_columns(2).spacing([18.0, 4.0]).show(ui, |ui| {
            for row in TABLE.iter().filter(|row| row.category == category) {
                let shortcuts: Vec<String> = row
                    .command
                    .shortcuts(cx.preset())
                    .map(|shortcut| shortcut.to_string())
                    .collect();
                ui.strong(shortcuts.join("  "));
                ui.label(row.name.get(words.0)).on_hover_text(row.tooltip.get(words.0));
                ui.end_row();
            }
        });
    }
}

fn fingers_section(ui: &mut Ui, words: Words) {
    title(ui, words.say("Touch", "タッチ操作"));
    Grid::new("fingers").num_columns(2).spacing([18.0, 4.0]).show(ui, |ui| {
        for [what, does] in fingers(words) {
            ui.strong(what);
            ui.label(does);
            ui.end_row();
        }
    });
}

fn fingers(words: Words) -> [[&'static str; 2]; 7] {
    [
        [words.say("Drag a joint", "ボーンをドラッグ"), words.say("Pose", "ポーズを付ける")],
        [
            words.say("Tap a joint", "ボーンをタップ"),
            words.say("Select; tap again for the joint behind", "選択。もう一度で奥のボーン"),
        ],
        [
            words.say("Press and hold a joint", "ボーンを長押し"),
            words.say("Open its menu", "そのボーンのメニュー"),
        ],
        [words.say("Drag the background", "余白をドラッグ"), words.say("Orbit", "視点を回す")],
        [words.say("Two fingers", "二本指"), words.say("Orbit, zoom", "視点を回す、ズーム")],
        [words.say("Three fingers", "三本指"), words.say("Pan", "視点を平行移動")],
        [
            words.say("Drag › Depth", "「操作」→「奥行き」"),
            words.say("Drag toward or away from you", "奥行き方向にドラッグ"),
        ],
    ]
}

fn title(ui: &mut Ui, text: &str) {
    ui.add_space(8.0);
    ui.label(RichText::new(text).heading());
}

fn mouse(words: Words, preset: Preset) -> Vec<[&'static str; 2]> {
    let left = words.say("Left drag on the background", "余白を左ドラッグ");
    let middle = words.say("Middle drag", "中ドラッグ");
    let orbit = words.say("Orbit", "視点を回す");
    let pan = words.say("Pan", "視点を平行移動");
    let mut rows = vec![
        [
            words.say("Left drag on a joint", "ボーンを左ドラッグ"),
            words.say("Pose", "ポーズを付ける"),
        ],
        [
            words.say("Click on a joint", "ボーンをクリック"),
            words.say("Select; click again for the joint behind", "選択。もう一度で奥のボーン"),
        ],
        [
            words.say("Left drag on an elbow or knee", "肘・膝を左ドラッグ"),
            words.say(
                "Rotate it about the line to the hand or foot",
                "手足の先を残して肘・膝の向きを変える",
            ),
        ],
        [
            words.say("Left drag on a pole", "ポールを左ドラッグ"),
            words.say("Aim the elbow or knee", "肘・膝の向きを変える"),
        ],
        [
            words.say("Left drag on a limit handle", "可動域のハンドルを左ドラッグ"),
            words.say("Change the limit", "可動域を変える"),
        ],
    ];
    let area = words.say("Select in a box; Shift adds", "囲んで選択（Shift で追加）");
    rows.push([
        match preset {
            Preset::Blender | Preset::Maya => left,
            Preset::Kansetsu | Preset::Mmd => {
                words.say("Ctrl + left drag on the background", "余白を Ctrl + 左ドラッグ")
            }
        },
        area,
    ]);
    match preset {
        Preset::Blender => rows.extend([
            [middle, orbit],
            [words.say("Shift + middle drag", "Shift + 中ドラッグ"), pan],
        ]),
        Preset::Kansetsu | Preset::Mmd => rows.extend([
            [left, orbit],
            [words.say("Right drag", "右ドラッグ"), orbit],
            [middle, pan],
        ]),
        Preset::Maya => rows.extend([
            [words.say("Alt + left drag", "Alt + 左ドラッグ"), orbit],
            [words.say("Alt + middle drag", "Alt + 中ドラッグ"), pan],
            [words.say("Alt + right drag", "Alt + 右ドラッグ"), words.say("Zoom", "ズーム")],
        ]),
    }
    rows.push([words.say("Wheel", "ホイール"), words.say("Zoom", "ズーム")]);
    rows
}

fn while_dragging(words: Words) -> [[&'static str; 2]; 6] {
    [
        [words.say("Wheel", "ホイール"), words.say("IK chain length", "追従するボーン数")],
        ["Shift", words.say("Fine control", "微調整")],
        ["Alt  D", words.say("Depth", "奥行き方向")],
        ["X  Y  Z", words.say("Lock to one axis", "軸に固定")],
        ["M", words.say("Mirror to the other side", "反対側にもミラー")],
        ["Esc", words.say("Cancel", "ドラッグを中止")],
    ]
}

/// Shows in a few steps how to pose, key and save.
pub fn first_steps(ui: &mut Ui, cx: &Context<'_>) {
    let words = cx.words();
    ui.set_min_width(ui.available_width().min(440.0));
    let key = |command: crate::command::Command| {
        command
            .shortcuts(cx.preset())
            .next()
            .map(|shortcut| shortcut.to_string())
            .unwrap_or_default()
    };
    let k = key(crate::command::Command::Key);
    let space = key(crate::command::Command::Play);
    let steps = [
        words
            .say("Drag a hand: the arm follows.", "手をドラッグすると、腕が追従します。")
            .to_owned(),
        orbit_step(words, cx.preset()).to_owned(),
        words
            .say(
                "Click a foot and press Pin: it stays in place when you drag the hips.",
                "足をクリックして「固定」を押すと、腰を動かしても足はその場に残ります。",
            )
            .to_owned(),
        match words.0 {
            crate::text::Language::English => format!("Press {k} to key the pose at this frame."),
            crate::text::Language::Japanese => {
                format!("{k} キーで、今のフレームにポーズのキーを登録します。")
            }
        },
        words
            .say(
                "Click another frame on the timeline, change the pose, key again.",
                "タイムラインで別のフレームをクリックし、ポーズを変えて、またキーを登録します。",
            )
            .to_owned(),
        match words.0 {
            crate::text::Language::English => format!("Press {space} to play."),
            crate::text::Language::Japanese => format!("{space} キーで再生します。"),
        },
        words
            .say(
                "File › Export GLB… saves it for other programs.",
                "「ファイル」→「GLB を書き出す…」で、ほかのソフトで使えるファイルに保存します。",
            )
            .to_owned(),
    ];
    for (index, step) in steps.into_iter().enumerate() {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(format!("{}", index + 1)).heading().strong());
            ui.label(step);
        });
    }
}

/// How to look around, in the first steps.
pub fn orbit_step(words: Words, preset: Preset) -> &'static str {
    match preset {
        Preset::Kansetsu | Preset::Mmd => {
            words.say("Drag beside the figure to orbit.", "余白をドラッグすると、視点が回ります。")
        }
        Preset::Blender => words.say(
            "Drag with the middle button to orbit.",
            "中ボタンでドラッグすると、視点が回ります。",
        ),
        Preset::Maya => words.say(
            "Hold Alt and drag with the left button to orbit.",
            "Alt を押しながら左ドラッグすると、視点が回ります。",
        ),
    }
}

/// Shows the version and the licences.
pub fn about(ui: &mut Ui, cx: &Context<'_>) {
    let words = cx.words();
    ui.set_min_width(ui.available_width().min(400.0));
    ui.heading(format!("Kansetsu {}", env!("CARGO_PKG_VERSION")));
    ui.label(words.say("Full-body inverse kinematics.", "全身インバースキネマティクス。"));
    ui.add_space(6.0);
    ui.label("MIT OR Apache-2.0");
    ui.label(words.say(
        "Interface font: Noto Sans JP, SIL Open Font License 1.1",
        "画面のフォント：Noto Sans JP（SIL Open Font License 1.1）",
    ));
}
