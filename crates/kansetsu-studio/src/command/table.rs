//! The table of all commands: menus, the command palette and the help are made from it.

// size: one row per command; a reader looks for a row, not for a file.

use super::Category::{
    self, Camera, Edit, File, Help, Motion, Pin, Playback, Pose, Select, Tool, View,
};
use crate::text::Phrase;

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Which command.
    pub command: Command,
    /// Its name in files and for scripts; never changes.
    pub id: &'static str,
    /// Its menu, and its section of the help.
    pub category: Category,
    /// What it is called.
    pub name: Phrase,
    /// What it does, in a sentence or two.
    pub tooltip: Phrase,
    /// Its shortcuts in the presets of [`Preset::ALL`](super::Preset::ALL): none, one, or several
    /// with `|` between them.
    pub shortcuts: [&'static str; 4],
}

/// Makes the enum and the table from one list.
macro_rules! commands {
    ($($command:ident, $id:literal, $category:ident, $shortcuts:expr,
        $name:literal, $name_ja:literal, $tip:literal, $tip_ja:literal;)*) => {
        /// A command of the studio without further input.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Command {
            $(#[doc = $tip] $command,)*
        }

        /// Every command, in the order of the menus.
        pub const TABLE: &[Row] = &[$(Row {
            command: Command::$command,
            id: $id,
            category: $category,
            name: Phrase::new($name, $name_ja),
            tooltip: Phrase::new($tip, $tip_ja),
            shortcuts: $shortcuts,
        },)*];
    };
}

/// No shortcut in any preset.
const NONE: [&str; 4] = [""; 4];
/// The same in every preset.
const fn all(shortcut: &'static str) -> [&'static str; 4] {
    [shortcut; 4]
}

// Shortcuts: Kansetsu's own, Blender's, MikuMikuDance's, Maya's.
commands! {
    NewDocument, "file.new", File, all("Ctrl+Alt+N"), "New", "新規作成",
        "New project with the mannequin.", "マネキンだけの新規プロジェクト。";
    Open, "file.open", File, all("Ctrl+O"), "Open…", "開く…",
        "Opens a project or a figure.", "プロジェクトまたはモデルのファイルを開く。";
    AddFigure, "file.add_figure", File, ["", "Shift+A", "", ""], "Add figure…", "モデルを追加…",
        "Adds one of the built-in figures.", "内蔵モデルの追加。";
    AddFile, "file.add_file", File, NONE, "Add from file…", "ファイルから追加…",
        "Adds a figure from a file to the scene.", "ファイルのモデルを今のシーンに追加。";
    Save, "file.save", File, all("Ctrl+S"), "Save", "上書き保存",
        "Saves the project.", "プロジェクトの上書き保存。";
    SaveAs, "file.save_as", File, all("Ctrl+Shift+S"), "Save as…", "名前を付けて保存…",
        "Saves the project under a new name.", "プロジェクトを別名で保存。";
    ExportGlb, "file.export_glb", File, all("Ctrl+E"), "Export GLB…", "GLB を書き出す…",
        "Exports the selected figure with its pose and motions as a GLB file.", "選択中のモデルを、今のポーズとモーション付きの GLB に書き出し。";
    ExportBaked, "file.export_baked", File, NONE, "Export with the pose baked in…", "ポーズをベイクして書き出す…",
        "Like Export GLB, but the pose replaces the T-pose of a VRM: motions play wrongly in other programs.",
        "GLB と同じ。ただし VRM の T ポーズが今のポーズに置き換わり、ほかのソフトではモーションが正しく再生されない。";
    ExportVrma, "file.export_vrma", File, NONE, "Export VRM animation…", "VRM アニメーションを書き出す…",
        "Exports the current motion, or else the pose, as a VRM animation (.vrma).", "今のモーション（なければポーズ）を VRM アニメーション（.vrma）に書き出し。";
    ExportPose, "file.export_pose", File, NONE, "Export pose…", "ポーズを書き出す…",
        "Exports the pose of the selected figure to a file.", "選択中のモデルのポーズをファイルに書き出し。";
    ExportVmd, "file.export_vmd", File, NONE, "Export MikuMikuDance motion (VMD)…", "MikuMikuDance のモーションを書き出す（VMD）…",
        "Exports the current motion with its expressions as VMD, with the bones of the PMX or PMD model.", "今のモーションを表情付きの VMD に書き出し。ボーンは元の PMX・PMD のもの。";
    ExportVpd, "file.export_vpd", File, NONE, "Export MikuMikuDance pose (VPD)…", "MikuMikuDance のポーズを書き出す（VPD）…",
        "Exports the pose of the selected figure as VPD, with the bones of its PMX or PMD model.", "選択中のモデルのポーズを VPD に書き出し。ボーンは元の PMX・PMD のもの。";
    ExportFbx, "file.export_fbx", File, NONE, "Export FBX…", "FBX を書き出す…",
        "Exports the selected figure with the current motion as FBX, for Blender, Maya, Unity and Unreal.", "選択中のモデルを今のモーション付きの FBX に書き出し。Blender、Maya、Unity、Unreal で開ける。";
    ExportBvh, "file.export_bvh", File, NONE, "Export motion (BVH)…", "モーションを書き出す（BVH）…",
        "Exports the current motion, or else the pose, as BVH.", "今のモーション（なければポーズ）を BVH に書き出し。";
    ExportPoses, "file.export_poses", File, NONE, "Export my poses…", "マイポーズを書き出す…",
        "Exports all of My poses to one file. Open it in another Kansetsu to add them.", "マイポーズを 1 つのファイルに書き出し。別の環境で開くと追加される。";
    ImportPose, "file.import_pose", File, NONE, "Import pose (JSON, VPD)…", "ポーズを読み込む（JSON・VPD）…",
        "Applies a pose from a file: of Kansetsu, or VPD of MikuMikuDance.", "ファイルのポーズを適用。Kansetsu のポーズ、または MikuMikuDance の VPD。";
    ExportValues, "file.export_values", File, NONE, "Export joint values (JSON)…", "関節値を書き出す（JSON）…",
        "Exports a robot's joint values (radians, metres) of the pose, or of every frame of the motion.", "ロボットの関節値（ラジアン、メートル）の書き出し。モーションがあれば全フレーム。";
    ExportValuesTable, "file.export_values_table", File, NONE, "Export joint values (CSV)…", "関節値を書き出す（CSV）…",
        "Exports the same values as a CSV table.", "同じ値を CSV の表に書き出し。";
    ExportPicture, "file.export_picture", File, ["F12", "F12", "", "F12"], "Export image…", "画像を書き出す…",
        "Exports the view as a PNG image; the background may be transparent.", "今の表示を PNG 画像に書き出し。背景の透明化も可能。";
    ExportPictures, "file.export_pictures", File, NONE, "Export image sequence…", "連番画像を書き出す…",
        "Exports every frame of the motion as an image.", "モーションの全フレームを連番画像に書き出し。";
    ExportFilm, "file.export_film", File, NONE, "Export video…", "動画を書き出す…",
        "Exports the motion as an animated GIF or a WebM video.", "モーションをアニメーション GIF または WebM 動画に書き出し。";
    ExportForTools, "file.export_for_tools", File, NONE, "Export for AI image tools (ControlNet)…", "画像生成 AI 用に書き出す（ControlNet）…",
        "Exports an OpenPose image and JSON, a depth map and a normal map.", "OpenPose（画像と JSON）・深度・法線の画像を ZIP で書き出し。";
    CopyLink, "file.copy_link", File, NONE, "Copy link to this pose", "このポーズのリンクをコピー",
        "Copies a link to this pose and view. Nothing is uploaded.", "このポーズと視点を開くリンクのコピー。データの送信はなし。";
    Quit, "file.quit", File, ["Ctrl+Q", "Ctrl+Q", "Ctrl+Q", "Ctrl+Q"], "Quit", "終了",
        "Quits Kansetsu.", "Kansetsu を終了。";

    Undo, "edit.undo", Edit, all("Ctrl+Z"), "Undo", "元に戻す",
        "Undoes the last change.", "直前の操作の取り消し。";
    Redo, "edit.redo", Edit, all("Ctrl+Shift+Z|Ctrl+Y"), "Redo", "やり直し",
        "Redoes the undone change.", "取り消した操作のやり直し。";
    CopyPose, "edit.copy", Edit, all("Ctrl+C"), "Copy pose", "ポーズをコピー",
        "Copies the pose of the figure, or of the selected joints if there are several.", "全身のポーズをコピー。複数のボーンを選択中なら、そのボーンだけ。";
    PastePose, "edit.paste", Edit, all("Ctrl+V"), "Paste pose", "ポーズを貼り付け",
        "Applies the copied pose. On another figure, joints are matched by role and name.", "コピーしたポーズを適用。別のモデルには、ボーンの役割と名前で対応付け。";
    PasteFlipped, "edit.paste_flipped", Edit, all("Ctrl+Shift+V"), "Paste flipped", "左右反転して貼り付け",
        "Applies the copied pose with left and right swapped.", "コピーしたポーズを左右反転して適用。";
    DuplicateFigure, "edit.duplicate_figure", Edit, ["Ctrl+D", "Shift+D", "", "Ctrl+D"], "Duplicate figure", "モデルを複製",
        "Adds a copy of the selected figure beside it.", "選択中のモデルの複製を隣に追加。";
    RenameFigure, "edit.rename_figure", Edit, all("F2"), "Rename figure…", "モデルの名前を変更…",
        "Renames the selected figure.", "選択中のモデルの名前の変更。";
    RemoveFigure, "edit.remove_figure", Edit, NONE, "Delete figure", "モデルを削除",
        "Deletes the selected figure from the project.", "選択中のモデルをプロジェクトから削除。";

    SelectAll, "select.all", Select, ["Ctrl+A", "A", "Ctrl+A", "Ctrl+A"], "Select all joints", "すべてのボーンを選択",
        "Selects every joint of the figure.", "モデルのボーンをすべて選択。";
    SelectNone, "select.none", Select, ["Ctrl+Shift+A", "Alt+A", "Ctrl+Shift+A", "Ctrl+Shift+A"], "Deselect all", "選択を解除",
        "Deselects all joints.", "ボーンの選択を解除。";
    SelectInverse, "select.inverse", Select, ["Ctrl+I", "Ctrl+I", "Ctrl+I", "Ctrl+I"], "Invert selection", "選択を反転",
        "Selects the joints that are not selected.", "選択していないボーンを選択。";
    SelectParent, "select.parent", Select, ["OpenBracket", "OpenBracket", "OpenBracket", "Up|OpenBracket"], "Select parent", "親ボーンを選択",
        "Selects the parent joint.", "一つ上のボーンに移動。";
    SelectChild, "select.child", Select, ["CloseBracket", "CloseBracket", "CloseBracket", "Down|CloseBracket"], "Select child", "子ボーンを選択",
        "Selects the first child joint.", "一つ下のボーンに移動。";
    SelectBelow, "select.below", Select, all("Shift+CloseBracket"), "Select all children", "下位のボーンをすべて選択",
        "Adds all joints below the selected ones to the selection.", "選択中のボーンと、その先のボーンをすべて選択。";
    SelectLimb, "select.limb", Select, NONE, "Select chain", "腕・脚全体を選択",
        "Selects the whole arm, leg or other chain of the joint.", "そのボーンを含む腕や脚などの全体を選択。";
    SelectMirror, "select.mirror", Select, all("Ctrl+Shift+M"), "Select the other side", "反対側のボーンを選択",
        "Selects the same joints on the other side of the body.", "体の反対側の同じボーンを選択。";
    NextFigure, "select.next_figure", Select, all("Ctrl+Tab"), "Next figure", "次のモデル",
        "Selects the next figure.", "次のモデルを選択。";

    ResetJoint, "pose.reset_joint", Pose, all("Alt+R"), "Reset joints", "ボーンをリセット",
        "Resets the selected joints to the rest pose.", "選択中のボーンを初期ポーズに戻す。";
    ResetLimb, "pose.reset_limb", Pose, all("Shift+Alt+R"), "Reset chain", "腕・脚をリセット",
        "Resets the whole arm, leg or other chain of the joint to the rest pose.", "そのボーンを含む腕や脚を初期ポーズに戻す。";
    ResetAll, "pose.reset_all", Pose, all("Ctrl+Alt+R"), "Reset all", "全身をリセット",
        "Resets the whole figure to the rest pose.", "モデル全体を初期ポーズに戻す。";
    MirrorToRight, "pose.mirror_to_right", Pose, NONE, "Mirror left to right", "左から右へコピー（ミラー）",
        "Copies the left side to the right.", "左半身のポーズを右半身にコピー。";
    MirrorToLeft, "pose.mirror_to_left", Pose, NONE, "Mirror right to left", "右から左へコピー（ミラー）",
        "Copies the right side to the left.", "右半身のポーズを左半身にコピー。";
    FlipPose, "pose.flip", Pose, all("Shift+M"), "Flip pose", "ポーズを左右反転",
        "Swaps left and right.", "ポーズの左右の入れ替え。";
    NudgeLeft, "pose.nudge_left", Pose, ["Shift+Left", "Shift+Alt+Left", "Shift+Left", "Shift+Left"], "Nudge left", "少し左へ",
        "Drags the selected joint a little to the left in the view.", "選択中のボーンを、画面上で少し左へドラッグ。";
    NudgeRight, "pose.nudge_right", Pose, ["Shift+Right", "Shift+Alt+Right", "Shift+Right", "Shift+Right"], "Nudge right", "少し右へ",
        "Drags the selected joint a little to the right in the view.", "選択中のボーンを、画面上で少し右へドラッグ。";
    NudgeUp, "pose.nudge_up", Pose, ["Shift+Up", "Shift+Alt+Up", "Shift+Up", "Shift+Up"], "Nudge up", "少し上へ",
        "Drags the selected joint a little up in the view.", "選択中のボーンを、画面上で少し上へドラッグ。";
    NudgeDown, "pose.nudge_down", Pose, ["Shift+Down", "Shift+Alt+Down", "Shift+Down", "Shift+Down"], "Nudge down", "少し下へ",
        "Drags the selected joint a little down in the view.", "選択中のボーンを、画面上で少し下へドラッグ。";
    StandOnFloor, "pose.floor", Pose, NONE, "Stand on the floor", "床に立たせる",
        "Moves the figure up or down until its lowest point is on the floor.", "一番低いところが床に付くまで、全体を上下に動かします。";
    DiscardUnkeyed, "pose.discard_unkeyed", Pose, NONE, "Discard un-keyed changes", "未登録の変更を破棄",
        "Resets un-keyed changes to the motion, for the selected joints or all.", "キー未登録の変更を捨て、モーションの動きに戻す。選択中のボーンがあれば、そのボーンだけ。";
    SavePose, "pose.save", Pose, NONE, "Save pose…", "ポーズを保存…",
        "Saves the pose to My poses, with a name and a thumbnail, for all projects.", "名前とサムネイルを付けてマイポーズに保存。どのプロジェクトでも使用可能。";

    PinPosition, "hold.pin_position", Pin, ["Alt+P", "Alt+P", "Shift+Alt+P", "Alt+P"], "Pin position", "位置を固定",
        "Pins the positions of the selected joints. Press again to unpin.", "選択中のボーンの位置の固定。もう一度で解除。";
    PinOrientation, "hold.pin_orientation", Pin, ["Shift+P", "Shift+P", "Alt+P", "Shift+P"], "Pin rotation", "回転を固定",
        "Pins the rotations of the selected joints. Press again to unpin.", "選択中のボーンの回転の固定。もう一度で解除。";
    PinBoth, "hold.pin_both", Pin, ["P", "P", "Shift+P", "P"], "Pin position and rotation", "位置と回転を固定",
        "Pins the positions and rotations of the selected joints. Press again to unpin.", "選択中のボーンの位置と回転の固定。もう一度で解除。";
    Unpin, "hold.unpin", Pin, NONE, "Unpin", "固定を解除",
        "Unpins the selected joints.", "選択中のボーンの固定を解除。";
    UnpinAll, "hold.unpin_all", Pin, NONE, "Unpin all", "固定をすべて解除",
        "Unpins every joint of the figure.", "モデルの固定をすべて解除。";
    ToggleStop, "hold.stop", Pin, all("T"), "IK stop", "ここで IK を止める",
        "IK stops here: joints above the selected one do not move. Press again to clear.", "選択中のボーンを IK の根元にし、それより上を動かさない。もう一度で解除。";
    ClearStops, "hold.clear_stops", Pin, NONE, "Clear IK stops", "IK の根元をすべて解除",
        "Clears every IK stop of the figure.", "モデルの IK の根元をすべて解除。";

    Key, "motion.key", Motion, ["K", "I", "Enter", "S"], "Key", "キーを登録",
        "Inserts a key at this frame for every joint you changed (or the selected joints). The first key stores the whole pose.",
        "現在のフレームに、変更したボーン（なければ選択中のボーン）のキーを登録。最初のキーは全身。";
    KeySelected, "motion.key_selected", Motion, ["Shift+K", "Shift+I", "Shift+Enter", "Shift+S"], "Key selected joints", "選択したボーンのキーを登録",
        "Inserts a key at this frame for the selected joints.", "現在のフレームに、選択中のボーンのキーを登録。";
    KeyAll, "motion.key_all", Motion, ["Alt+K", "Ctrl+Alt+I", "Ctrl+Enter", "Alt+S"], "Key whole pose", "全身のキーを登録",
        "Inserts a key at this frame for every joint.", "現在のフレームに、すべてのボーンのキーを登録。";
    DeleteKey, "motion.delete_key", Motion, ["Delete", "Alt+I", "Delete", "Delete"], "Delete keys at this frame", "このフレームのキーを削除",
        "Deletes the keys at this frame (of the selected joints, or all).", "現在のフレームのキーの削除。選択中のボーンがあれば、そのボーンだけ。";
    ToggleAutoKey, "motion.auto_key", Motion, NONE, "Auto-key", "自動キー",
        "Keys every change of the pose automatically.", "ポーズの変更のたびに自動でキーを登録。";
    NewMotion, "motion.new", Motion, NONE, "New motion", "モーションを追加",
        "Adds an empty motion to the figure.", "モデルに空のモーションを追加。";
    DuplicateMotion, "motion.duplicate", Motion, NONE, "Duplicate motion", "モーションを複製",
        "Adds a copy of the motion.", "モーションの複製を追加。";
    DeleteMotion, "motion.delete", Motion, NONE, "Delete motion", "モーションを削除",
        "Deletes the motion. The figure keeps its current pose.", "モーションの削除。今のポーズはそのまま。";
    NoMotion, "motion.none", Motion, NONE, "Detach motion", "モーションを外す",
        "Detaches the motion: back to the pose you had before it.", "モーションを外し、付ける前のポーズに戻す。";
    Play, "motion.play", Playback, ["Space", "Space", "P|Space", "Alt+V|Space"], "Play", "再生",
        "Plays or stops the motion.", "モーションの再生と停止。";
    ToggleLoop, "motion.loop", Playback, ["L", "", "L", "L"], "Loop", "ループ再生",
        "Restarts the motion at its end.", "最後まで再生したら最初に戻る。";
    NextKey, "motion.next_key", Playback, ["Up", "Up", "Ctrl+Right", "Period"], "Next key", "次のキーへ",
        "Goes to the next key (of the selected joints, if they have keys).", "次のキーに移動。選択中のボーンにキーがあれば、そのキー。";
    PreviousKey, "motion.previous_key", Playback, ["Down", "Down", "Ctrl+Left", "Comma"], "Previous key", "前のキーへ",
        "Goes to the previous key (of the selected joints, if they have keys).", "前のキーに移動。選択中のボーンにキーがあれば、そのキー。";
    NextFrame, "motion.next_frame", Playback, ["Right", "Right", "Right", "Alt+Period|Right"], "Next frame", "次のフレーム",
        "Next frame.", "1 フレーム進む。";
    PreviousFrame, "motion.previous_frame", Playback, ["Left", "Left", "Left", "Alt+Comma|Left"], "Previous frame", "前のフレーム",
        "Previous frame.", "1 フレーム戻る。";
    FirstFrame, "motion.first_frame", Playback, ["Home", "Shift+Left", "Home", "Home"], "First frame", "最初のフレーム",
        "First frame.", "最初のフレームに移動。";
    LastFrame, "motion.last_frame", Playback, ["End", "Shift+Right", "End", "End"], "Last frame", "最後のフレーム",
        "Last frame.", "最後のフレームに移動。";
    StartRange, "motion.start_range", Playback, all("Ctrl+Home"), "Play from this frame", "ここを再生開始に",
        "The play range starts at this frame. Playback, image sequences and videos keep to the range.", "再生範囲の開始。再生、連番画像、動画はこの範囲だけになる。";
    EndRange, "motion.end_range", Playback, all("Ctrl+End"), "Play to this frame", "ここを再生終了に",
        "The play range ends at this frame.", "再生範囲の終了。";
    WholeRange, "motion.whole_range", Playback, NONE, "Play everything", "全体を再生",
        "Removes the play range.", "再生範囲を解除。";
    BakeIk, "motion.bake", Motion, NONE, "Bake IK to keys…", "IK をベイク…",
        "Writes the IK result as keys on every frame of a range.", "指定した範囲の全フレームで、IK の結果をキーに登録。";
    BakeSprings, "motion.bake_springs", Motion, NONE, "Bake spring bones to keys", "揺れものをベイク",
        "Writes the swing of hair and clothes as keys on every frame of the motion.", "髪や服の揺れを、モーションの全フレームにキーとして登録。";
    BlendIntoMotion, "motion.blend", Motion, NONE, "Blend into motion…", "モーションになじませる…",
        "Blends your un-keyed edit into the surrounding frames with a fall-off. For mocap, where a single new key would pop.",
        "キー未登録の変更を、弱めながら前後のキーに加える。モーションキャプチャなどキーの多いモーションの修正用。";
    CloseLoop, "motion.close_loop", Motion, NONE, "Make it loop", "ループにする",
        "Copies the first keys to the end, so the motion loops.", "最初のキーを最後にコピーし、繰り返しをつなげる。";
    LimitsFromMotion, "motion.limits", Motion, NONE, "Limits from this motion", "モーションから可動域を作成",
        "Sets the limits of the keyed (or selected) joints to the range that the motion uses, plus 1°.",
        "モーションで使う範囲に 1° の余裕を加えて可動域に設定。選択中のボーンがあれば、そのボーンだけ。";

    ToolReach, "tool.reach", Tool, ["Q", "G", "C", "Q"], "Reach", "IK で動かす",
        "Drag a joint to move it with IK.", "ボーンをドラッグすると、つながるボーンが IK で追従。";
    ToolRotate, "tool.rotate", Tool, ["W", "R", "X", "E"], "Rotate", "回転",
        "Drag a joint to rotate it alone.", "ドラッグしたボーンだけの回転。";
    ToolMove, "tool.move", Tool, ["E", "Shift+G", "Z", "W"], "Move", "移動",
        "Drag a joint to move it alone. The length of its bone changes.", "ドラッグしたボーンだけの移動。ボーンの長さが変わる。";
    ToggleWholeBody, "tool.whole_body", Tool, all("B"), "Whole-body IK", "全身 IK",
        "The whole body follows a drag. Pinned joints stay in place.", "ドラッグに全身が追従。固定したボーンは動かない。";
    ToggleLiveMirror, "tool.live_mirror", Tool, all("M"), "Mirror editing", "ミラー編集",
        "Mirrors a drag to the other side of the body.", "ドラッグを体の反対側にも左右対称に反映。";
    ToggleLimits, "tool.limits", Tool, NONE, "Respect limits", "可動域を守る",
        "Keeps joints within their limits during a drag.", "ドラッグ中もボーンを可動域内に保つ。";
    ToggleSoftReach, "tool.soft_reach", Tool, NONE, "Soft reach", "ソフトリーチ",
        "Arms and legs slow down near full reach instead of snapping straight.", "腕や脚が伸びきる手前で滑らかに減速。";
    ToggleKeepRotation, "tool.keep_turn", Tool, NONE, "Keep rotation", "回転を保つ",
        "Keeps the rotation of the dragged joint, like a hand that carries a cup.", "ドラッグしたボーンの回転をできるだけ保つ（コップを持つ手など）。";
    ToggleContact, "tool.contact", Tool, NONE, "Body collision", "めり込みを防ぐ",
        "Dragged hands and feet stop at the body and the floor and slide along them.", "ドラッグした手足が体や床にめり込まず、表面に沿って動く。";
    ToggleNatural, "tool.natural", Tool, NONE, "Natural", "自然な動き",
        "The arm moves first; shoulder, spine and hips join in only when needed.", "まず腕が動き、肩・背骨・腰は必要なときだけ動く。";
    ToggleDepth, "tool.depth", Tool, NONE, "Drag in depth", "奥行き方向にドラッグ",
        "Vertical drags move toward or away from you. Hold Alt to do the same for one drag; press D to switch during a drag.",
        "上下のドラッグで奥行き方向に移動。Alt を押すと一回だけ、ドラッグ中の D で切り替え。";
    ToggleClassic, "tool.classic", Tool, NONE, "Classic editor mode (OpenRDB)", "旧式エディター方式（OpenRDB）",
        "Reach and Move work as in the OpenRDB pose editor, without limits. The Lab explains it.",
        "「IK で動かす」と「移動」を OpenRDB のポーズエディターと同じ動きにする。可動域なし。説明はラボに。";
    AxesLocal, "tool.axes_local", Tool, NONE, "Local axes", "ローカル軸",
        "Gizmo follows the joint's own axes, Z along the bone.", "ギズモをボーン自身の軸に合わせる。Z 軸はボーンの方向。";
    AxesParent, "tool.axes_parent", Tool, NONE, "Parent axes", "親の軸",
        "Gizmo follows the parent's axes.", "ギズモを親ボーンの軸に合わせる。";
    AxesWorld, "tool.axes_world", Tool, NONE, "World axes", "グローバル軸",
        "Gizmo follows the world axes.", "ギズモをワールド座標の軸に合わせる。";
    ToggleFloorSnap, "tool.snap_floor", Tool, NONE, "Snap to the floor", "床にスナップ",
        "Snaps a dragged joint to the floor when it is close.", "床に近づいたボーンを床にスナップ。";
    ToggleStepSnap, "tool.snap_steps", Tool, ["", "Shift+Tab", "", ""], "Snap to steps", "一定間隔でスナップ",
        "Snaps drags to steps of angle or distance.", "ドラッグを一定の角度や距離にスナップ。";
    MoreLevels, "tool.more_levels", Tool, all("PageUp"), "Longer IK chain", "追従するボーン数を増やす",
        "Adds one joint to the IK chain of the drag.", "ドラッグに追従するボーンを一つ増やす。";
    FewerLevels, "tool.fewer_levels", Tool, all("PageDown"), "Shorter IK chain", "追従するボーン数を減らす",
        "Removes one joint from the IK chain of the drag.", "ドラッグに追従するボーンを一つ減らす。";
    SolverAuto, "tool.solver_auto", Tool, NONE, "Solver: automatic", "ソルバー：自動",
        "Moves all joints smoothly, with limits and pins. Best for posing.", "可動域と固定を守る標準のソルバー。ポーズ付けに最適。";
    SolverTwoBone, "tool.solver_two_bone", Tool, NONE, "Solver: two bones", "ソルバー：2 ボーン",
        "Closed-form solution for arms and legs. Other chains use the automatic solver.", "腕や脚の 2 本のボーンを解析的に解く。それ以外は自動。";
    SolverCcd, "tool.solver_ccd", Tool, NONE, "Solver: CCD", "ソルバー：CCD",
        "Cyclic coordinate descent: rotates one joint after the other.", "CCD 法。ボーンを一つずつ順に回転。";
    SolverFabrik, "tool.solver_fabrik", Tool, NONE, "Solver: FABRIK", "ソルバー：FABRIK",
        "Forward and backward reaching inverse kinematics.", "FABRIK 法。先端から根元へ、根元から先端へと交互に計算。";
    SolverDls, "tool.solver_dls", Tool, NONE, "Solver: damped least squares", "ソルバー：減衰最小二乗",
        "Solves all joints of the chain at once, within limits.", "減衰最小二乗法。チェーンのすべてのボーンを可動域内で同時に計算。";
    SolverFabrikTree, "tool.solver_fabrik_tree", Tool, NONE, "Solver: FABRIK for the body", "ソルバー：全身 FABRIK",
        "FABRIK for the whole body, with pins.", "全身に広げた FABRIK 法。固定にも対応。";
    SolverWholeBody, "tool.solver_whole_body", Tool, NONE, "Solver: whole body", "ソルバー：全身最小二乗",
        "Damped least squares for the whole body, with pins. Restarts from several poses where it falls short.",
        "全身に広げた減衰最小二乗法。固定に対応し、届かないときは別の姿勢から再計算。";
    SolverAim, "tool.solver_aim", Tool, NONE, "Solver: look", "ソルバー：注視",
        "Rotates one joint to look at a target.", "一つのボーンを目標の方へ向ける。";
    SolverAimChain, "tool.solver_aim_chain", Tool, NONE, "Solver: look with several joints", "ソルバー：注視（複数ボーン）",
        "Rotates several joints of a chain to look at a target.", "つながるボーンを一緒に目標の方へ向ける。";

    FrameSelection, "view.frame_selection", Camera, ["F", "Period", "F", "F"], "Frame selection", "選択を画面中央に",
        "Centres the view on the selected joints.", "選択中のボーンを画面中央に表示。";
    FrameAll, "view.frame_all", Camera, ["Shift+F", "Home", "Shift+F", "A|Shift+F"], "Frame all", "全体を表示",
        "Shows all figures in the view.", "すべてのモデルを画面に収める。";
    ViewFront, "view.front", Camera, ["1", "1", "2", "1"], "Front view", "正面から見る",
        "Shows the figure from the front.", "正面からの表示。";
    ViewBack, "view.back", Camera, ["Ctrl+1", "Ctrl+1", "8", "Ctrl+1"], "Back view", "背面から見る",
        "Shows the figure from behind.", "背面からの表示。";
    ViewRight, "view.right", Camera, ["3", "3", "6", "3"], "Right view", "右側面から見る",
        "Shows the figure's right side.", "モデルの右側からの表示。";
    ViewLeft, "view.left", Camera, ["Ctrl+3", "Ctrl+3", "4", "Ctrl+3"], "Left view", "左側面から見る",
        "Shows the figure's left side.", "モデルの左側からの表示。";
    ViewTop, "view.top", Camera, ["7", "7", "5", "7"], "Top view", "上面から見る",
        "Shows the figure from above.", "真上からの表示。";
    ViewBottom, "view.bottom", Camera, ["Ctrl+7", "Ctrl+7", "", "Ctrl+7"], "Bottom view", "下面から見る",
        "Shows the figure from below.", "真下からの表示。";
    ToggleProjection, "view.projection", Camera, ["5", "5", "", "5"], "Perspective", "透視投影",
        "Perspective / orthographic.", "透視投影／平行投影の切り替え。";
    AddBookmark, "view.add_bookmark", Camera, NONE, "Add camera bookmark", "カメラをブックマークに追加",
        "Keeps this view in the project, in the section Camera.", "今の視点をプロジェクトに保存。一覧はパネルの「カメラ」。";
    ToggleGrid, "view.grid", View, NONE, "Grid", "グリッド",
        "Shows the ground grid.", "床のグリッドの表示。";
    ToggleSurfaces, "view.surfaces", View, NONE, "Meshes", "メッシュ",
        "Shows the meshes of the figures.", "モデルのメッシュの表示。";
    ToggleSkeleton, "view.skeleton", View, NONE, "Skeleton", "ボーン",
        "Shows joints and bones.", "ボーンの表示。";
    ToggleOthers, "view.others", View, NONE, "Hair and helper bones", "髪や補助のボーン",
        "Shows joints besides those of the body: hair, clothes, helper bones, mesh nodes, weapons.", "体以外のボーン（髪、服、補助、メッシュ、武器など）の表示。";
    ToggleLimitsShown, "view.limits", View, NONE, "Always show limits", "可動域を常に表示",
        "Always shows the limits of the selected joint, with handles.", "選択中のボーンの可動域とハンドルを常に表示。";
    ToggleComfort, "view.comfort", View, NONE, "Strain", "無理な姿勢を色で表示",
        "Tints joints far from a relaxed pose red.", "楽な姿勢から離れたボーンほど赤く表示。";
    ToggleNames, "view.names", View, NONE, "Joint names", "ボーン名",
        "Shows the names of the joints.", "ボーンの名前の表示。";
    ToggleOnionSkin, "view.onion_skin", View, NONE, "Onion skin: keys", "オニオンスキン（キー）",
        "Shows the poses of the previous and next keys as ghosts.", "前後のキーのポーズを半透明で表示。";
    ToggleOnionFrames, "view.onion_frames", View, NONE, "Onion skin: frames", "オニオンスキン（フレーム）",
        "Shows the poses of the previous and next frames as ghosts.", "前後のフレームのポーズを半透明で表示。";
    ToggleMotionPath, "view.motion_path", View, NONE, "Motion path", "モーションの軌跡",
        "Shows the trajectory of the selected joint.", "選択中のボーンの軌跡の表示。";
    ToggleSprings, "view.springs", View, NONE, "Spring bones", "揺れもの",
        "Lets hair and clothes swing in the view, in pictures and in videos. Posed and keyed joints do not swing.",
        "髪や服を、画面と画像・動画の中で揺らす。ポーズやキーを付けたボーンは揺れない。";
    ToggleTriangles, "view.triangles", View, NONE, "Bone triangles", "ボーンの三角形",
        "Shows the bone triangles of an MQO file. Red: first edge; thick: along the bone; grey: longest edge; all red: ambiguous.",
        "MQO のボーン用三角形の表示。赤は根元の辺、太線はボーン方向、灰色は最長の辺、全体が赤なら曖昧。";
    ToggleSideView, "view.side_view", View, NONE, "Side view", "側面ビュー",
        "Shows a small side view, to judge depth.", "奥行きを確かめる小さな側面ビューの表示。";
    Backdrop, "view.backdrop", View, NONE, "Reference image…", "背景画像…",
        "Shows an image (PNG, JPEG) behind the figures to pose from. You can also drop it on the viewport.",
        "ポーズの参考にする画像（PNG・JPEG）を背景に表示。ビューへのドロップも可能。";
    NoBackdrop, "view.no_backdrop", View, NONE, "Remove reference image", "背景画像を外す",
        "Removes the reference image.", "背景画像を外す。";
    ToggleTheme, "view.theme", View, NONE, "Light / dark theme", "ライト／ダーク",
        "Switches between the light and the dark theme.", "ライトテーマとダークテーマの切り替え。";
    ToggleLanguage, "view.language", View, NONE, "日本語で表示", "Show in English",
        "日本語表示に切り替え。", "Switches the language to English.";

    Lab, "help.lab", Help, NONE, "Lab", "ラボ",
        "Interactive explanations of inverse-kinematics methods, with their formulas.", "逆運動学の各手法を、動かしながら式と数値で学ぶ。";
    Palette, "help.palette", Help, all("F3|Slash"), "Search commands…", "コマンドを検索…",
        "Finds a command by name.", "名前でコマンドを検索して実行。";
    Shortcuts, "help.shortcuts", Help, all("F1"), "Help and shortcuts", "ヘルプとショートカット",
        "Lists what the mouse and the keys do.", "マウスとキーの操作一覧。";
    FirstSteps, "help.first_steps", Help, NONE, "First steps", "はじめかた",
        "Shows how to pose, key and save in a few steps.", "ポーズ付けから保存までの手順。";
    About, "help.about", Help, NONE, "About Kansetsu", "Kansetsu について",
        "Shows the version and the licences.", "バージョンとライセンス。";
}

impl Command {
    /// The command of this name in files and scripts.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        TABLE.iter().find(|row| row.id == id).map(|row| row.command)
    }

    /// Its menu, and its section of the help.
    #[must_use]
    pub const fn category(self) -> Category {
        TABLE[self as usize].category
    }

    /// Its row of the table.
    #[must_use]
    pub fn row(self) -> &'static Row {
        // The enum and the table come from one list, in one order.
        &TABLE[self as usize]
    }
}
