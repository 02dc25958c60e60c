//! The table of all commands: menus, the command palette and the help are made from it.

// size: one row per command; a reader looks for a row, not for a file.

use super::Category::{self, Edit, File, Help, Hold, Motion, Pose, Select, Tool, View};
use crate::text::Phrase;

/// What a row of the table says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Which command.
    pub command: Command,
    /// Its name in files and for scripts; never changes.
    pub id: &'static str,
    /// Where it stands in menus and in the help.
    pub category: Category,
    /// What it is called.
    pub name: Phrase,
    /// What it does, in a sentence or two.
    pub tooltip: Phrase,
    /// Its shortcuts in the presets of [`Preset::ALL`](super::Preset::ALL): none, one, or several
    /// with `|` between them.
    pub shortcuts: [&'static str; 3],
}

/// Makes the enum and the table from one list.
macro_rules! commands {
    ($($command:ident, $id:literal, $category:ident, $shortcuts:expr,
        $name:literal, $name_ja:literal, $tip:literal, $tip_ja:literal;)*) => {
        /// Something that people can tell the studio to do, without further questions.
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
const NONE: [&str; 3] = [""; 3];
/// The same in every preset.
const fn all(shortcut: &'static str) -> [&'static str; 3] {
    [shortcut; 3]
}

// Shortcuts: Kansetsu's own, Blender's, MikuMikuDance's.
commands! {
    NewDocument, "file.new", File, all("Ctrl+Alt+N"), "New", "新規作成",
        "Begins again with the mannequin.", "素体だけの新しいドキュメントを作ります。";
    Open, "file.open", File, all("Ctrl+O"), "Open…", "開く…",
        "Opens a project or a figure from a file.", "プロジェクトまたはモデルのファイルを開きます。";
    AddFigure, "file.add_figure", File, ["", "Shift+A", ""], "Add figure…", "フィギュアを追加…",
        "Adds one of the built-in figures.", "内蔵フィギュアを追加します。";
    AddFile, "file.add_file", File, NONE, "Add from file…", "ファイルから追加…",
        "Adds a figure from a file to those that are there.", "ファイルのモデルを、今あるものに加えて読み込みます。";
    Save, "file.save", File, all("Ctrl+S"), "Save", "上書き保存",
        "Saves the project.", "プロジェクトを保存します。";
    SaveAs, "file.save_as", File, all("Ctrl+Shift+S"), "Save as…", "名前を付けて保存…",
        "Saves the project under another name.", "プロジェクトを別の名前で保存します。";
    ExportGlb, "file.export_glb", File, all("Ctrl+E"), "Export GLB…", "GLB を書き出す…",
        "Saves the chosen figure in its pose, with its motions, for other programs.",
        "選択中のフィギュアを、今のポーズとモーション付きの GLB ファイルに書き出します。";
    ExportBaked, "file.export_baked", File, NONE, "Export with the pose baked…", "ポーズを焼き込んで書き出す…",
        "As Export GLB, but a VRM loses its T-pose: other programs show the pose and play motions wrongly.",
        "GLB と同じですが、VRM では T ポーズが今のポーズに変わります。ほかのソフトではモーションが正しく再生されません。";
    ExportVrma, "file.export_vrma", File, NONE, "Export VRM animation…", "VRM アニメーションを書き出す…",
        "Saves the current motion, or else the pose, as a VRM animation (.vrma) for programs that play VRM.",
        "今のモーション（なければポーズ）を VRM アニメーション（.vrma）として書き出します。";
    ExportPose, "file.export_pose", File, NONE, "Export pose…", "ポーズを書き出す…",
        "Saves the pose of the chosen figure as a file of its own.", "選択中のフィギュアのポーズをファイルに書き出します。";
    ExportPoses, "file.export_poses", File, NONE, "Export my poses…", "マイポーズを書き出す…",
        "Saves all poses that you have kept as one file; opened elsewhere, it adds them there.",
        "保存したポーズを 1 つのファイルに書き出します。別の環境で開くと、そのまま追加されます。";
    ImportPose, "file.import_pose", File, NONE, "Import pose…", "ポーズを読み込む…",
        "Applies a pose that was saved as a file.", "ファイルに保存したポーズを適用します。";
    ExportValues, "file.export_values", File, NONE, "Export joint values (JSON)…", "関節値を書き出す（JSON）…",
        "Saves the joint values of a robot, radians and metres: those of the pose, or of every frame of the motion that plays.",
        "ロボットの関節値（ラジアン、メートル）を書き出します。再生中のモーションがあれば全フレームを書き出します。";
    ExportValuesTable, "file.export_values_table", File, NONE, "Export joint values (CSV)…", "関節値を書き出す（CSV）…",
        "Saves the same as a table.", "同じ内容を表（CSV）として書き出します。";
    ExportPicture, "file.export_picture", File, ["F12", "F12", ""], "Export picture…", "画像を書き出す…",
        "Saves what is seen as a PNG picture; the background may be transparent.", "今の表示を PNG 画像に書き出します。背景は透明にもできます。";
    ExportPictures, "file.export_pictures", File, NONE, "Export picture sequence…", "連番画像を書き出す…",
        "Saves every frame of the motion as a picture.", "モーションの全フレームを連番の画像に書き出します。";
    ExportFilm, "file.export_film", File, NONE, "Export film…", "動画を書き出す…",
        "Saves the motion as an animated GIF; the background may be transparent.", "モーションをアニメーション GIF に書き出します。背景は透明にもできます。";
    ExportForTools, "file.export_for_tools", File, NONE, "Export for image tools…", "画像生成向けに書き出す…",
        "Saves the pose as image tools read it: OpenPose as picture and JSON, depth, normals.",
        "OpenPose（画像と JSON）、深度、法線の画像を ZIP にまとめて書き出します。";
    CopyLink, "file.copy_link", File, NONE, "Copy link to this pose", "このポーズのリンクをコピー",
        "Copies a link that shows this pose from this side; nothing is uploaded.",
        "このポーズと視点を開くリンクをコピーします。データの送信はしません。";
    Quit, "file.quit", File, ["Ctrl+Q", "Ctrl+Q", "Ctrl+Q"], "Quit", "終了",
        "Closes the window.", "ウィンドウを閉じます。";

    Undo, "edit.undo", Edit, all("Ctrl+Z"), "Undo", "元に戻す",
        "Takes the last change back.", "直前の操作を取り消します。";
    Redo, "edit.redo", Edit, all("Ctrl+Shift+Z|Ctrl+Y"), "Redo", "やり直し",
        "Makes the change again that was taken back.", "取り消した操作をもう一度行います。";
    CopyPose, "edit.copy", Edit, all("Ctrl+C"), "Copy pose", "ポーズをコピー",
        "Copies the whole pose; when several joints are chosen, only those.",
        "全身のポーズをコピーします。関節を複数選択しているときは、その関節だけをコピーします。";
    PastePose, "edit.paste", Edit, all("Ctrl+V"), "Paste pose", "ポーズを貼り付け",
        "Poses the figure as copied; on another figure, by the roles and names of the joints.",
        "コピーしたポーズを適用します。別のフィギュアには、関節の役割と名前を対応させて貼り付けます。";
    PasteFlipped, "edit.paste_flipped", Edit, all("Ctrl+Shift+V"), "Paste flipped", "左右反転して貼り付け",
        "Poses the other side of the body as copied, mirrored.", "コピーしたポーズを左右反転して貼り付けます。";
    DuplicateFigure, "edit.duplicate_figure", Edit, ["Ctrl+D", "Shift+D", ""], "Duplicate figure", "フィギュアを複製",
        "Puts a copy of the chosen figure beside it.", "選択中のフィギュアの複製を隣に置きます。";
    RenameFigure, "edit.rename_figure", Edit, all("F2"), "Rename figure…", "フィギュアの名前を変更…",
        "Gives the chosen figure another name.", "選択中のフィギュアの名前を変えます。";
    RemoveFigure, "edit.remove_figure", Edit, NONE, "Remove figure", "フィギュアを削除",
        "Takes the chosen figure out of the document.", "選択中のフィギュアをドキュメントから取り除きます。";

    SelectAll, "select.all", Select, ["Ctrl+A", "A", "Ctrl+A"], "Select all joints", "すべての関節を選択",
        "Chooses every joint of the figure.", "フィギュアのすべての関節を選択します。";
    SelectNone, "select.none", Select, ["Ctrl+Shift+A", "Alt+A", "Ctrl+Shift+A"], "Select nothing", "選択を解除",
        "Chooses no joint.", "関節の選択を解除します。";
    SelectInverse, "select.inverse", Select, ["Ctrl+I", "Ctrl+I", "Ctrl+I"], "Invert selection", "選択を反転",
        "Chooses the joints that are not chosen.", "選択していない関節を選択します。";
    SelectParent, "select.parent", Select, all("OpenBracket"), "Select parent", "親の関節を選択",
        "Goes to the joint above.", "一つ上の関節に移ります。";
    SelectChild, "select.child", Select, all("CloseBracket"), "Select child", "子の関節を選択",
        "Goes to the first joint below.", "一つ下の関節に移ります。";
    SelectBelow, "select.below", Select, all("Shift+CloseBracket"), "Select all below", "下位の関節をすべて選択",
        "Chooses the chosen joints and everything that hangs on them.", "選択中の関節と、その先の関節をすべて選択します。";
    SelectLimb, "select.limb", Select, NONE, "Select limb", "手足全体を選択",
        "Chooses the whole arm, leg or other chain that the joint belongs to.", "その関節を含む腕や脚などの全体を選択します。";
    SelectMirror, "select.mirror", Select, all("Ctrl+Shift+M"), "Select the other side", "反対側の関節を選択",
        "Chooses the same joints on the other side of the body.", "体の反対側の同じ関節を選択します。";
    NextFigure, "select.next_figure", Select, all("Ctrl+Tab"), "Next figure", "次のフィギュア",
        "Chooses the next figure.", "次のフィギュアを選択します。";

    ResetJoint, "pose.reset_joint", Pose, all("Alt+R"), "Reset joints", "関節を初期状態に戻す",
        "Brings the chosen joints back to rest.", "選択中の関節を初期状態に戻します。";
    ResetLimb, "pose.reset_limb", Pose, all("Shift+Alt+R"), "Reset limb", "手足を初期状態に戻す",
        "Brings the whole limb of the joint back to rest.", "その関節を含む腕や脚を初期状態に戻します。";
    ResetAll, "pose.reset_all", Pose, all("Ctrl+Alt+R"), "Reset all", "全身を初期状態に戻す",
        "Brings the whole figure back to rest.", "フィギュア全体を初期ポーズに戻します。";
    MirrorToRight, "pose.mirror_to_right", Pose, NONE, "Mirror left to right", "左を右へミラー",
        "The right side does what the left side does.", "左半身のポーズを右半身に写します。";
    MirrorToLeft, "pose.mirror_to_left", Pose, NONE, "Mirror right to left", "右を左へミラー",
        "The left side does what the right side does.", "右半身のポーズを左半身に写します。";
    FlipPose, "pose.flip", Pose, all("Shift+M"), "Flip pose", "ポーズを左右反転",
        "Exchanges left and right.", "ポーズの左右を入れ替えます。";
    StandOnFloor, "pose.floor", Pose, NONE, "Stand on the floor", "床に立たせる",
        "Moves the figure up or down until its lowest point is on the floor.", "一番低いところが床に付くまで、全体を上下に動かします。";
    DiscardUnkeyed, "pose.discard_unkeyed", Pose, NONE, "Discard un-keyed changes", "未登録の変更を破棄",
        "Shows the motion again where joints (the chosen ones, else all) were changed and not keyed.",
        "キーに登録していない変更を捨てて、モーションの動きに戻します。関節を選択していれば、その関節だけが対象です。";
    SavePose, "pose.save", Pose, NONE, "Save pose…", "ポーズを保存…",
        "Keeps the pose under a name, with a picture, for all projects.",
        "ポーズに名前を付け、サムネイル付きで保存します。どのプロジェクトでも使えます。";

    PinPosition, "hold.pin_position", Hold, ["Alt+P", "Alt+P", "Shift+Alt+P"], "Pin position", "位置を固定",
        "Holds the chosen joints where they are, or lets go of them.", "選択中の関節の位置を固定します。もう一度で解除します。";
    PinOrientation, "hold.pin_orientation", Hold, ["Shift+P", "Shift+P", "Alt+P"], "Pin orientation", "向きを固定",
        "Keeps the chosen joints turned as they are, or lets go of them.", "選択中の関節の向きを固定します。もう一度で解除します。";
    PinBoth, "hold.pin_both", Hold, ["P", "P", "Shift+P"], "Pin position and orientation", "位置と向きを固定",
        "Holds the chosen joints where and as they are, or lets go of them.", "選択中の関節の位置と向きを両方固定します。もう一度で解除します。";
    Unpin, "hold.unpin", Hold, NONE, "Unpin", "固定を解除",
        "Lets go of the chosen joints.", "選択中の関節の固定を解除します。";
    UnpinAll, "hold.unpin_all", Hold, NONE, "Unpin all", "固定をすべて解除",
        "Lets go of every joint of the figure.", "フィギュアの固定をすべて解除します。";
    ToggleStop, "hold.stop", Hold, all("T"), "Stop joint", "IK 停止関節",
        "Chains that are dragged end at the chosen joints, or no longer do.",
        "ドラッグしたときの IK の連鎖を、選択中の関節で止めます。もう一度で解除します。";
    ClearStops, "hold.clear_stops", Hold, NONE, "Clear stop joints", "IK 停止関節をすべて解除",
        "No joint of the figure ends a chain any more.", "フィギュアの IK 停止関節をすべて解除します。";

    Key, "motion.key", Motion, ["K", "I", "Enter"], "Key", "キーを登録",
        "Keys what was changed, at this time; when nothing was, the chosen joints. The first key holds the whole pose.",
        "変更した関節のキーを現在の時刻に登録します。変更がなければ選択中の関節を登録します。最初のキーは全身に登録します。";
    KeySelected, "motion.key_selected", Motion, ["Shift+K", "Shift+I", "Shift+Enter"], "Key chosen joints", "選択した関節のキーを登録",
        "Keys the chosen joints at this time.", "選択中の関節のキーを現在の時刻に登録します。";
    KeyAll, "motion.key_all", Motion, ["Alt+K", "Ctrl+Alt+I", "Ctrl+Enter"], "Key whole pose", "全身のキーを登録",
        "Keys every joint at this time.", "すべての関節のキーを現在の時刻に登録します。";
    DeleteKey, "motion.delete_key", Motion, ["Delete", "Alt+I", "Delete"], "Delete keys here", "この時刻のキーを削除",
        "Takes the keys at this time away, those of the chosen joints or all.",
        "現在の時刻のキーを削除します。関節を選択していれば、その関節だけが対象です。";
    ToggleAutoKey, "motion.auto_key", Motion, NONE, "Auto-key", "自動キー",
        "Every change of a pose is keyed at once.", "ポーズを変更するたびに自動でキーを登録します。";
    NewMotion, "motion.new", Motion, NONE, "New motion", "モーションを追加",
        "Adds an empty motion to the figure.", "フィギュアに空のモーションを追加します。";
    DuplicateMotion, "motion.duplicate", Motion, NONE, "Duplicate motion", "モーションを複製",
        "Adds a copy of the motion.", "モーションの複製を追加します。";
    DeleteMotion, "motion.delete", Motion, NONE, "Delete motion", "モーションを削除",
        "Takes the motion away; the figure stays as it stands.", "モーションを削除します。フィギュアの姿勢はそのまま残ります。";
    NoMotion, "motion.none", Motion, NONE, "Without motion", "モーションなしにする",
        "Puts the motion away; the figure stands as it was posed before.", "モーションを外し、モーションを付ける前の姿勢に戻します。";
    Play, "motion.play", Motion, ["Space", "Space", "P|Space"], "Play", "再生",
        "Plays the motion, or stops it.", "モーションを再生します。もう一度で停止します。";
    ToggleLoop, "motion.loop", Motion, ["L", "", "L"], "Loop", "ループ再生",
        "Begins again at the end.", "最後まで再生したら最初に戻ります。";
    NextKey, "motion.next_key", Motion, ["Up", "Up", "Ctrl+Right"], "Next key", "次のキーへ",
        "Goes to the next key, of the chosen joints when they have any.", "次のキーに移ります。選択中の関節にキーがあれば、そのキーに移ります。";
    PreviousKey, "motion.previous_key", Motion, ["Down", "Down", "Ctrl+Left"], "Previous key", "前のキーへ",
        "Goes to the key before, of the chosen joints when they have any.", "前のキーに移ります。選択中の関節にキーがあれば、そのキーに移ります。";
    NextFrame, "motion.next_frame", Motion, all("Right"), "Next frame", "次のフレーム",
        "Goes one frame on.", "1 フレーム進みます。";
    PreviousFrame, "motion.previous_frame", Motion, all("Left"), "Previous frame", "前のフレーム",
        "Goes one frame back.", "1 フレーム戻ります。";
    FirstFrame, "motion.first_frame", Motion, ["Home", "Shift+Left", "Home"], "First frame", "最初のフレーム",
        "Goes to the start.", "最初のフレームに移ります。";
    LastFrame, "motion.last_frame", Motion, ["End", "Shift+Right", "End"], "Last frame", "最後のフレーム",
        "Goes to the end.", "最後のフレームに移ります。";
    BakeIk, "motion.bake", Motion, NONE, "Bake IK to keys…", "IK をキーに焼き込む…",
        "Keys what pins and solvers do in every frame of a range.", "指定した範囲の各フレームについて、IK の結果をキーに登録します。";
    BlendIntoMotion, "motion.blend", Motion, NONE, "Blend into motion…", "モーションになじませる…",
        "Adds what was changed and not keyed to the keys around this time, less with distance: for dense motion, where one new key would be a jump.",
        "未登録の変更を、前後のキーに少しずつ弱めながら加えます。キーの多いモーション（モーションキャプチャなど）を自然に直せます。";
    CloseLoop, "motion.close_loop", Motion, NONE, "Make it loop", "ループにする",
        "The motion ends as it begins: the keys at the start are put at the end as well.",
        "最初のキーを最後にも置いて、繰り返しがつながるようにします。";
    LimitsFromMotion, "motion.limits", Motion, NONE, "Limits from this motion", "モーションから可動域を作成",
        "Sets the limits of the keyed joints (of the chosen ones, when there are any) to what the motion uses, and 1° more.",
        "モーションで使われている範囲に 1° の余裕を加えて、関節の可動域にします。関節を選択していれば、その関節だけが対象です。";

    ToolReach, "tool.reach", Tool, ["Q", "G", "C"], "Reach", "IK で動かす",
        "Drag a joint: it goes there and the chain follows.", "関節をドラッグすると、つながる関節が追従します。";
    ToolRotate, "tool.rotate", Tool, ["W", "R", "X"], "Rotate", "回転",
        "Drag a joint: it turns alone.", "関節だけを回転します。";
    ToolMove, "tool.move", Tool, ["E", "Shift+G", "Z"], "Move", "移動",
        "Drag a joint: it leaves its place, its bone changes its length.", "関節だけを移動します。骨の長さが変わります。";
    ToggleWholeBody, "tool.whole_body", Tool, all("B"), "Whole body", "全身 IK",
        "The whole body follows a drag; what is pinned stays.", "全身で追従します。固定した関節は動きません。";
    ToggleLiveMirror, "tool.live_mirror", Tool, all("M"), "Live mirror", "左右対称編集",
        "The other side of the body does the same during a drag.", "ドラッグ中に、体の反対側も対称に動かします。";
    ToggleLimits, "tool.limits", Tool, NONE, "Keep limits", "可動域を守る",
        "Joints stay inside their limits during drags.", "ドラッグ中に関節の可動域を守ります。";
    ToggleSoftReach, "tool.soft_reach", Tool, NONE, "Soft reach", "ソフトリーチ",
        "A limb slows down near full reach instead of snapping straight.", "腕や脚が伸びきる手前で滑らかに減速します。";
    ToggleKeepTurn, "tool.keep_turn", Tool, NONE, "Keep orientation", "向きを保つ",
        "The dragged joint keeps the way it is turned, as far as it can: a hand carries a cup.",
        "ドラッグした関節の向きを、できるだけ変えずに動かします（コップを持った手など）。";
    ToggleContact, "tool.contact", Tool, NONE, "Stop at the body", "体の表面で止める",
        "Hands and feet that are dragged stop at the body's own surface and on the floor, and slide along it.",
        "ドラッグした手や足が体や床にめり込まず、表面に沿って動きます。";
    ToggleNatural, "tool.natural", Tool, NONE, "Natural", "自然な動き",
        "People move as people do: the arm goes first; collar bone, trunk and pelvis wait until they are needed.",
        "人らしく動かします。まず腕が動き、鎖骨・胴・腰は必要になるまで動きません。";
    ToggleDepth, "tool.depth", Tool, NONE, "Drag in depth", "奥行き方向にドラッグ",
        "Drags up and down lead away from you and nearer, as with Alt; with Alt they go across again. During a drag: D.",
        "上下のドラッグが奥行き方向の移動になります（Alt を押したときと同じ）。ドラッグ中は D キーでも切り替えられます。";
    ToggleClassic, "tool.classic", Tool, NONE, "Published pose editor", "文献のポーズエディタ方式",
        "Reach and Move work as in the published pose editor (OpenRDB, chapter 7), to the letter and without limits: the middle of the manipulator turns or moves freely, its arrows go about or along one axis of the bone.",
        "「IK で動かす」と「移動」が、文献（OpenRDB 7 章）のポーズエディタと同じ動きになります。可動域は効きません。中央は自由に、矢印はボーンの 1 軸について動きます。";
    AxesLocal, "tool.axes_local", Tool, NONE, "Local axes", "ローカル軸",
        "The manipulator stands along the joint's own axes, Z along the bone.", "操作軸を関節自身の向きに合わせます。Z 軸は骨に沿います。";
    AxesParent, "tool.axes_parent", Tool, NONE, "Parent axes", "親の軸",
        "The manipulator stands along the axes of the joint above.", "操作軸を親の関節の向きに合わせます。";
    AxesWorld, "tool.axes_world", Tool, NONE, "World axes", "グローバル軸",
        "The manipulator stands along the axes of the world.", "操作軸をワールド座標に合わせます。";
    ToggleFloorSnap, "tool.snap_floor", Tool, NONE, "Snap to the floor", "床にスナップ",
        "A joint that comes near the floor is put on it.", "床に近づいた関節を床の上に置きます。";
    ToggleStepSnap, "tool.snap_steps", Tool, ["", "Shift+Tab", ""], "Snap to steps", "一定量ずつスナップ",
        "Drags go in steps of an angle or a distance.", "ドラッグを一定の角度や距離ごとに区切ります。";
    MoreLevels, "tool.more_levels", Tool, all("PageUp"), "More segments", "IK の階層を増やす",
        "One more segment above the dragged joint follows.", "ドラッグに追従する階層を一つ増やします。";
    FewerLevels, "tool.fewer_levels", Tool, all("PageDown"), "Fewer segments", "IK の階層を減らす",
        "One segment fewer above the dragged joint follows.", "ドラッグに追従する階層を一つ減らします。";
    SolverAuto, "tool.solver_auto", Tool, NONE, "Solver: automatic", "ソルバー：自動",
        "Follows the pointer smoothly with everything that may move, inside limits and with pins. The best choice for posing.",
        "可動域と固定を守りながら、動かせる関節すべてで滑らかに追従します。通常はこれを使います。";
    SolverTwoBone, "tool.solver_two_bone", Tool, NONE, "Solver: two bones", "ソルバー：2 ボーン",
        "Two segments in closed form, for arms and legs; any other chain is left to the automatic solver.", "腕や脚の 2 本の骨を解析的に解きます。それ以外は自動ソルバーになります。";
    SolverCcd, "tool.solver_ccd", Tool, NONE, "Solver: CCD", "ソルバー：CCD",
        "Cyclic coordinate descent: one joint after the other.", "CCD 法。関節を一つずつ順に回して近づけます。";
    SolverFabrik, "tool.solver_fabrik", Tool, NONE, "Solver: FABRIK", "ソルバー：FABRIK",
        "Forward and backward reaching.", "FABRIK 法。先端と根元から交互に伸ばして近づけます。";
    SolverDls, "tool.solver_dls", Tool, NONE, "Solver: damped least squares", "ソルバー：減衰最小二乗",
        "All joints at once; finds what there is inside the limits.", "減衰最小二乗法。可動域の中ですべての関節を同時に解きます。";
    SolverFabrikTree, "tool.solver_fabrik_tree", Tool, NONE, "Solver: FABRIK for the body", "ソルバー：全身 FABRIK",
        "Forward and backward reaching over the whole body, with pins.", "FABRIK 法を全身に広げたものです。固定も効きます。";
    SolverWholeBody, "tool.solver_whole_body", Tool, NONE, "Solver: whole body", "ソルバー：全身最小二乗",
        "Damped least squares over the whole body, with pins; tries other starts where it ends short.",
        "減衰最小二乗法を全身に広げたものです。固定も効き、届かないときは別の姿勢からも試します。";
    SolverAim, "tool.solver_aim", Tool, NONE, "Solver: look", "ソルバー：注視",
        "Turns one joint to look at a place.", "一つの関節を目標の方へ向けます。";
    SolverAimChain, "tool.solver_aim_chain", Tool, NONE, "Solver: look with several joints", "ソルバー：複数関節で注視",
        "Turns the joints of a chain together to look at a place.", "つながる関節を一緒に目標の方へ向けます。";

    FrameSelection, "view.frame_selection", View, ["F", "Period", "F"], "Frame selection", "選択部分を表示",
        "Brings the chosen joints into the middle of the view.", "選択中の関節が画面の中央に収まるようにします。";
    FrameAll, "view.frame_all", View, ["Shift+F", "Home", "Shift+F"], "Frame all", "全体を表示",
        "Brings every figure into view.", "すべてのフィギュアが収まるようにします。";
    ViewFront, "view.front", View, ["1", "1", "2"], "From the front", "正面から見る",
        "Looks from the front.", "正面から見ます。";
    ViewBack, "view.back", View, ["Ctrl+1", "Ctrl+1", "8"], "From behind", "背面から見る",
        "Looks from behind.", "背面から見ます。";
    ViewRight, "view.right", View, ["3", "3", "6"], "From its right", "右側面から見る",
        "Looks at the figure's right side.", "フィギュアの右側から見ます。";
    ViewLeft, "view.left", View, ["Ctrl+3", "Ctrl+3", "4"], "From its left", "左側面から見る",
        "Looks at the figure's left side.", "フィギュアの左側から見ます。";
    ViewTop, "view.top", View, ["7", "7", "5"], "From above", "上面から見る",
        "Looks straight down.", "真上から見ます。";
    ViewBottom, "view.bottom", View, ["Ctrl+7", "Ctrl+7", ""], "From below", "下面から見る",
        "Looks straight up.", "真下から見ます。";
    ToggleProjection, "view.projection", View, ["5", "5", ""], "Perspective", "遠近法",
        "Far things are small, or as large as near ones.", "透視投影と平行投影を切り替えます。";
    ToggleGrid, "view.grid", View, NONE, "Grid", "グリッド",
        "Shows the ground.", "床のグリッドを表示します。";
    ToggleSurfaces, "view.surfaces", View, NONE, "Surfaces", "メッシュ",
        "Shows the figures' surfaces.", "フィギュアの表面を表示します。";
    ToggleSkeleton, "view.skeleton", View, NONE, "Skeleton", "骨格",
        "Shows joints and bones.", "関節と骨を表示します。";
    ToggleOthers, "view.others", View, NONE, "Other nodes", "補助ノード",
        "Shows what is no part of the body: control bones, nodes of meshes, weapons.",
        "体を動かさないノード（制御用ボーン、メッシュ、武器など）も表示します。";
    ToggleLimitsShown, "view.limits", View, NONE, "Limits on the body", "体に可動域を表示",
        "Shows what the chosen joint may do all the time, with handles that change it.",
        "選択中の関節の可動域と、それを変えるハンドルを常に表示します。";
    ToggleComfort, "view.comfort", View, NONE, "Strain", "無理な関節を色で表示",
        "Colours the joints of a person that are far from where they rest: the redder, the farther.",
        "楽な姿勢から離れている関節ほど赤く表示します。";
    ToggleNames, "view.names", View, NONE, "Names", "関節名",
        "Shows the joints' names.", "関節の名前を表示します。";
    ToggleOnionSkin, "view.onion_skin", View, NONE, "Onion skin", "オニオンスキン",
        "Shows the poses of the keys before and after.", "前後のキーのポーズを半透明で表示します。";
    ToggleMotionPath, "view.motion_path", View, NONE, "Motion path", "モーションの軌跡",
        "Shows the way of the chosen joint through the motion.", "選択中の関節がたどる軌跡を表示します。";
    ToggleTriangles, "view.triangles", View, NONE, "Bone triangles", "ボーンの三角形",
        "Shows the triangles of an MQO file that are bones: red the edge at the beginning, thick the one along the bone, grey the longest; ambiguous ones as a whole in red.",
        "MQO のボーン用三角形を表示します。赤は根元の辺、太い線はボーンに沿う辺、灰色は最長の辺です。曖昧な三角形は全体を赤で示します。";
    ToggleSideView, "view.side_view", View, NONE, "Side view", "横からの小窓",
        "Shows a small view from the side, for depth.", "奥行きを確かめる小さな横の視点を表示します。";
    Backdrop, "view.backdrop", View, NONE, "Picture behind…", "背景画像…",
        "Shows a picture (PNG, JPEG) behind the figures, to pose after. It can also be dropped on the window.",
        "ポーズの参考に、画像（PNG・JPEG）を後ろに表示します。ウィンドウへのドロップでも開けます。";
    NoBackdrop, "view.no_backdrop", View, NONE, "Without backdrop", "背景画像を外す",
        "Takes the picture behind the figures away.", "後ろに表示した画像を消します。";
    ToggleTheme, "view.theme", View, NONE, "Light or dark", "ライト／ダーク",
        "Changes between light and dark colours.", "明るい配色と暗い配色を切り替えます。";
    ToggleLanguage, "view.language", View, NONE, "日本語で表示", "Show in English",
        "日本語の表示に切り替えます。", "Changes the language to English.";

    Lab, "help.lab", Help, NONE, "Lab", "ラボ",
        "Methods of inverse kinematics to touch, step by step, with their formulas.",
        "逆運動学の各手法を、式の数値を見ながら動かして学べます。";
    Palette, "help.palette", Help, all("F3|Slash"), "Search commands…", "コマンドを検索…",
        "Finds every command by its name.", "すべてのコマンドを名前で探して実行します。";
    Shortcuts, "help.shortcuts", Help, all("F1"), "Help and shortcuts", "ヘルプとショートカット",
        "Shows what the mouse and the keys do.", "マウスとキーの操作一覧を表示します。";
    FirstSteps, "help.first_steps", Help, NONE, "First steps", "はじめかた",
        "Shows in a few steps how to pose, key and save.", "ポーズ付けから保存までを順に案内します。";
    About, "help.about", Help, NONE, "About Kansetsu", "Kansetsu について",
        "Shows the version and the licences.", "バージョンとライセンスを表示します。";
}

impl Command {
    /// The command of this name in files and scripts.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        TABLE.iter().find(|row| row.id == id).map(|row| row.command)
    }

    /// Where it stands in menus and in the help.
    #[must_use]
    pub const fn category(self) -> Category {
        TABLE[self as usize].category
    }

    /// What the table says about it.
    #[must_use]
    pub fn row(self) -> &'static Row {
        // The enum and the table come from one list, in one order.
        &TABLE[self as usize]
    }
}
