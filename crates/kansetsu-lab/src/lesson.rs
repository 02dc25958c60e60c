//! Three steps to try on each page.

use crate::{Page, text::Phrase};

/// A step of a lesson: what to try, with the settings for the start.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What to do, and what to look for.
    pub task: Phrase,
    /// Settings by their keys; the other values are those of the lab page.
    pub settings: &'static [(&'static str, &'static str)],
}

impl Step {
    /// Resets the lab page, then sets the values of this step.
    ///
    /// # Errors
    /// The reason why a value cannot be set.
    pub fn prepare(&self, page: &mut dyn Page) -> Result<(), Phrase> {
        page.act("reset");
        self.settings.iter().try_for_each(|(key, value)| page.set(key, value))
    }
}

const fn step(
    settings: &'static [(&'static str, &'static str)],
    english: &'static str,
    japanese: &'static str,
) -> Step {
    Step { task: Phrase::new(english, japanese), settings }
}

/// The steps of a page.
#[must_use]
pub fn lesson(page: &str) -> &'static [Step] {
    match page {
        "tentacle" => &TENTACLE,
        "elbow" => &ELBOW,
        "limbs" => &LIMBS,
        "character" => &CHARACTER,
        "editor" => &EDITOR,
        "lens" => &LENS,
        "race" => &RACE,
        "reach" => &REACH,
        "swivel" => &SWIVEL,
        _ => &[],
    }
}

static TENTACLE: [Step; 3] = [
    step(
        &[("step_deg", "10")],
        "Move the player with a step v of 10°, then with one of 0.3°. Which tentacle arrives first? \
         Which one rests at its goal?",
        "一歩 v が 10° のときと 0.3° のときで、プレイヤーを動かしてください。先に着くのはどちらですか。目標で静かに止まるのはどちらですか。",
    ),
    step(
        &[("limit_deg", "5")],
        "Compare the limits l of 5°, 30° and 180°. How does the shape of the tentacle change?",
        "制限 l を 5°、30°、180° に変えて、触手の形を比べてください。",
    ),
    step(
        &[("taper", "0.8")],
        "With a ratio of 0.8 each link is shorter than the one before. How long is the whole \
         tentacle? Use the sum of a geometric series.",
        "比を 0.8 にすると、リンクは先へ行くほど短くなります。触手全体の長さを、等比数列の和で求めてください。",
    ),
];

static ELBOW: [Step; 3] = [
    step(
        &[("a", "150"), ("b", "150")],
        "Move the end away until the arm is straight. How far is the end from the start? Compare \
         the distance with a + b.",
        "腕が伸び切るまで終点を遠ざけてください。始点からの距離はいくつですか。a + b と比べてください。",
    ),
    step(
        &[("a", "80"), ("b", "150")],
        "Move the end toward the start. Which distances cannot be reached? Compare them with b − a.",
        "終点を始点に近づけてください。届かない距離はどこですか。b − a と比べてください。",
    ),
    step(
        &[("a", "150"), ("b", "150"), ("original", "1")],
        "Move the end onto the start in the published method. Which division fails?",
        "元の方法のまま、終点を始点に重ねてください。どの割り算ができなくなりますか。",
    ),
];

static LIMBS: [Step; 3] = [
    step(
        &[("step", "0")],
        "Press \"Next step\" several times. At which step has the root left its place, and which \
         step puts it back?",
        "「一つ進む」を何度か押してください。根元がずれるのはどのステップですか。元に戻るのはどのステップですか。",
    ),
    step(
        &[("limbs", "2")],
        "Compare 2, 6 and 20 links with the same goal. Which chain needs the most iterations?",
        "同じ目標で、リンクを 2 本、6 本、20 本にして比べてください。反復が最も多いのはどれですか。",
    ),
    step(
        &[("straight", "1")],
        "The links start in a straight line. Put the goal on that line, inside the reach. Why does \
         the chain not bend?",
        "リンクは一直線から始まります。その直線上の、届く距離に目標を置いてください。なぜ曲がらないのでしょうか。",
    ),
];

static CHARACTER: [Step; 3] = [
    step(
        &[("method", "0")],
        "Drag a hand with the published method, then with Kansetsu. How many frames does each \
         need?",
        "元の方法と Kansetsu のそれぞれで手をドラッグしてください。届くまでのフレーム数はどう違いますか。",
    ),
    step(
        &[("upper", "1"), ("shoulder", "1")],
        "Shoulder and upper bone now take the whole rotation. How does the posture differ from \
         shares of 0.2 and 0.05?",
        "肩と上腕が回転のすべてを受け持ちます。0.2 と 0.05 のときと、姿勢はどう違いますか。",
    ),
    step(
        &[("jump", "1")],
        "Drag the hand slowly. At which angle does the arm jump, and why?",
        "手をゆっくりドラッグしてください。どの角度で腕が飛びますか。それはなぜですか。",
    ),
];

static EDITOR: [Step; 3] = [
    step(
        &[],
        "Press \"One circle and back\". Which of the two poses returns to its start?",
        "「一周して戻す」を押してください。二つのうち、最初の姿勢に戻るのはどちらですか。",
    ),
    step(
        &[("levels", "1")],
        "Drag a hand with 1, 2 and 5 levels. Which bones follow?",
        "階層数を 1、2、5 にして手をドラッグしてください。どのボーンが追従しますか。",
    ),
    step(
        &[("mode", "1")],
        "Drag a joint with the move tool. Which length changes?",
        "移動ツールでボーンをドラッグしてください。どこの長さが変わりますか。",
    ),
];

static LENS: [Step; 3] = [
    step(
        &[("rounds", "0")],
        "Raise the iterations one by one. Which solver arrives first, and which one last?",
        "反復回数を一つずつ増やしてください。最初に届くソルバーと最後に届くソルバーはどれですか。",
    ),
    step(
        &[("limit_deg", "20")],
        "Move the target close to the base. Which solvers miss it, and which limit is the reason?",
        "目標を根元に近づけてください。届かないソルバーはどれですか。原因はどの可動域ですか。",
    ),
    step(
        &[("links", "2")],
        "Put the target a little beyond the full length. How does the number of iterations change \
         when the chain is nearly straight?",
        "目標を、伸び切る長さより少し遠くに置いてください。ほぼ真っすぐなとき、反復回数はどう変わりますか。",
    ),
];

static RACE: [Step; 3] = [
    step(
        &[("limits", "0"), ("goals", "200")],
        "Compare the table with and without joint limits. Which solvers lose most by the limits?",
        "可動域あり・なしの表を比べてください。可動域で成績が最も落ちるソルバーはどれですか。",
    ),
    step(
        &[("rounds", "5"), ("goals", "200")],
        "Every solver has five iterations. Which ones still reach most goals?",
        "反復は五回までです。それでも多くの目標に届くソルバーはどれですか。",
    ),
    step(
        &[("seed", "2"), ("goals", "100")],
        "Press \"Other goals\" several times. By how much does the success of one solver vary? How \
         many goals does a result of ±1 % need?",
        "「別の目標」を何度か押してください。同じソルバーの成功率はどれくらい変わりますか。±1 % で比べるには、目標がいくつ必要ですか。",
    ),
];

static REACH: [Step; 3] = [
    step(
        &[("cells", "12")],
        "Find a position that the tip does not reach although it is near. Which limit is the cause?",
        "近いのに届かない位置を探してください。原因はどの可動域ですか。",
    ),
    step(
        &[("limits", "0"), ("cells", "12")],
        "Without joint limits, what shape does the volume have? Which lengths give its radius?",
        "可動域をなくすと、届く範囲はどんな形になりますか。半径は何の長さで決まりますか。",
    ),
    step(
        &[("pins", "1"), ("cells", "8")],
        "The feet are pinned and the whole body moves. Which positions are new?",
        "足を固定し、全身を動かします。新しく届くようになったのはどの位置ですか。",
    ),
];

static SWIVEL: [Step; 3] = [
    step(
        &[("swivel_deg", "0")],
        "Drag the elbow around its circle. Where is it most comfortable? Compare your place with \
         \"Most comfortable position\".",
        "肘を円に沿って動かしてください。最も楽な位置はどこですか。「最も楽な位置へ」と比べてください。",
    ),
    step(
        &[("target_y", "0.3")],
        "The hand is higher than the shoulder. Which rules lift the elbow, and which do not?",
        "手が肩より高くなりました。肘を上げる規則と上げない規則はどれですか。",
    ),
    step(
        &[("target_z", "0.45")],
        "Move the target outwards. What happens to the circle when the arm is straight?",
        "目標を遠ざけてください。腕が伸び切ると、円はどうなりますか。",
    ),
];
