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
    title(ui, words.say("Fingers", "指での操作"));
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
        [words.say("Drag a joint", "関節をドラッグ"), words.say("Pose", "ポーズを付ける")],
        [
            words.say("Tap a joint", "関節をタップ"),
            words.say("Choose it; again: the one behind", "選択。もう一度で奥の関節"),
        ],
        [
            words.say("Hold a joint", "関節を長押し"),
            words.say("What can be done with it", "その関節のメニュー"),
        ],
        [words.say("Drag elsewhere", "余白をドラッグ"), words.say("Look around", "視点を回す")],
        [
            words.say("Two fingers", "二本指"),
            words.say("Look around, nearer, farther", "視点を回す、拡大・縮小"),
        ],
        [words.say("Three fingers", "三本指"), words.say("Move the view", "視点を平行移動")],
        [
            words.say("Drag, Depth", "「操作」→「奥行き」"),
            words.say("Drags go away from you and nearer", "奥行き方向にドラッグ"),
        ],
    ]
}

fn title(ui: &mut Ui, text: &str) {
    ui.add_space(8.0);
    ui.label(RichText::new(text).heading());
}

fn mouse(words: Words, preset: Preset) -> Vec<[&'static str; 2]> {
    let left = words.say("Left drag elsewhere", "余白を左ドラッグ");
    let middle = words.say("Middle drag", "中ドラッグ");
    let orbit = words.say("Look around", "視点を回す");
    let pan = words.say("Move the view", "視点を平行移動");
    let mut rows = vec![
        [
            words.say("Left drag on a joint", "関節を左ドラッグ"),
            words.say("Pose", "ポーズを付ける"),
        ],
        [
            words.say("Click on a joint", "関節をクリック"),
            words.say("Choose it; again: the one behind", "選択。もう一度で奥の関節"),
        ],
        [
            words.say("Left drag on an elbow or knee", "肘・膝を左ドラッグ"),
            words.say("Swing it; hand or foot stays", "手足の先を残して向きを変える"),
        ],
        [
            words.say("Left drag on a pole", "ポールを左ドラッグ"),
            words.say("The same, from farther out", "肘・膝の向きを変える"),
        ],
        [
            words.say("Left drag on a dot of a limit", "可動域の点を左ドラッグ"),
            words.say("Change what the joint may do", "可動域を変える"),
        ],
    ];
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
    }
    rows.push([words.say("Wheel", "ホイール"), words.say("Nearer, farther", "拡大・縮小")]);
    rows
}

fn while_dragging(words: Words) -> [[&'static str; 2]; 6] {
    [
        [words.say("Wheel", "ホイール"), words.say("How many joints follow", "追従する関節の数")],
        ["Shift", words.say("A tenth as fast", "10 分の 1 の速さ")],
        ["Alt  D", words.say("Away from you and nearer", "奥行き方向")],
        ["X  Y  Z", words.say("Along one axis", "軸に固定")],
        ["M", words.say("The other side does the same", "反対側も対称に")],
        ["Esc", words.say("Take the drag back", "ドラッグを取り消す")],
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
        words
            .say(
                "Drag beside the figure: you look from elsewhere.",
                "余白をドラッグすると、視点が回ります。",
            )
            .to_owned(),
        words
            .say(
                "Click a foot and press Pin: it stays when you drag the hips.",
                "足をクリックして「固定」を押すと、腰を動かしても足はその場に残ります。",
            )
            .to_owned(),
        match words.0 {
            crate::text::Language::English => format!("Press {k}: the pose is keyed at this time."),
            crate::text::Language::Japanese => {
                format!("{k} キーで、今の時刻にポーズのキーを登録します。")
            }
        },
        words
            .say(
                "Click another time on the time line, pose again, key again.",
                "タイムラインで別の時刻をクリックし、ポーズを変えて、またキーを登録します。",
            )
            .to_owned(),
        match words.0 {
            crate::text::Language::English => format!("Press {space}: it moves."),
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

/// Shows the version and the licences.
pub fn about(ui: &mut Ui, cx: &Context<'_>) {
    let words = cx.words();
    ui.set_min_width(ui.available_width().min(400.0));
    ui.heading(format!("Kansetsu {}", env!("CARGO_PKG_VERSION")));
    ui.label(words.say("Inverse kinematics made whole.", "インバースキネマティクスを、まるごと。"));
    ui.add_space(6.0);
    ui.label("MIT OR Apache-2.0");
    ui.label(words.say(
        "Interface font: Noto Sans JP, SIL Open Font License 1.1",
        "画面のフォント：Noto Sans JP（SIL Open Font License 1.1）",
    ));
}
