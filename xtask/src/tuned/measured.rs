//! The measurements of the programs, as a row.

/// The measurements with the original or a scaled constant.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Measured {
    /// Rows of the evidence that hold, and their number.
    holds: [usize; 2],
    /// Drags: joints that rotate by more than 3 degrees in a frame, and ends that are met, percent.
    jumps: usize,
    ends: f64,
    /// One goal too far: the largest joint rotation in a frame, degrees, and the percentage of the
    /// other goals that are met.
    turn: f64,
    others: f64,
    /// Random trees that are solved without a restart, percent.
    trees: f64,
    /// Poses, for targets all around the body, in which arms are in it, and hands that reach.
    arms: [usize; 2],
    /// The time of the evidence, seconds.
    pub(crate) seconds: f64,
}

impl Measured {
    pub(crate) const HEAD: &str = "rows that hold | jumps | ends met | largest rotation | others met | trees | arms in the body | hands there |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n";

    /// From the output of the programs; `None` if something is missing.
    pub(super) fn read(said: &str, seconds: f64) -> Option<Self> {
        let rows: Vec<&str> = said
            .lines()
            .filter(|line| line.starts_with("holds ") || line.starts_with("FALLS SHORT"))
            .collect();
        let held = rows.iter().filter(|row| row.starts_with("holds")).count();
        let all = |section: &str, what: &str| -> Vec<String> {
            let own = rows.iter().filter(|row| row.contains(section));
            own.filter_map(|row| {
                row.split(" | ").find_map(|cell| Some(cell.strip_prefix(what)?.trim().to_owned()))
            })
            .collect()
        };
        let number = |text: &String| text.trim_end_matches(['°', '%', ' ']).parse::<f64>().ok();
        let mean = |texts: Vec<String>| {
            let numbers: Vec<f64> = texts.iter().filter_map(number).collect();
            (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / numbers.len() as f64)
        };
        let met = all("use: drags", "ends met").into_iter().filter_map(|text| {
            let (met, of) = text.split_once(" of ")?;
            Some([met.parse::<f64>().ok()?, of.parse::<f64>().ok()?])
        });
        let [met, of] = met.fold([0.0; 2], |sum: [f64; 2], own| [sum[0] + own[0], sum[1] + own[1]]);
        Some(Self {
            holds: [held, rows.len()],
            jumps: all("use: drags", "jumps").iter().filter_map(number).sum::<f64>() as usize,
            ends: 100.0 * met / of,
            turn: all("use: one goal", "turn at most")
                .iter()
                .filter_map(number)
                .fold(None, |most: Option<f64>, own| {
                    Some(most.map_or(own, |most| most.max(own)))
                })?,
            others: mean(all("use: one goal", "the others within 1 mm"))?,
            trees: mean(all("use: random trees", "without another try"))?,
            arms: arms(said)?,
            seconds,
        })
    }

    /// The row; cells equal to the original ones are `=`.
    pub(crate) fn row(&self, as_it_is: Option<&Self>) -> String {
        let cells = |own: &Self| {
            [
                format!("{} of {}", own.holds[0], own.holds[1]),
                own.jumps.to_string(),
                format!("{:.0} %", own.ends),
                format!("{:.1}°", own.turn),
                format!("{:.1} %", own.others),
                format!("{:.1} %", own.trees),
                own.arms[0].to_string(),
                own.arms[1].to_string(),
            ]
        };
        let base = as_it_is.map(cells);
        let cell = |(index, own): (usize, String)| {
            if base.as_ref().is_some_and(|base| base[index] == own) { "=".to_owned() } else { own }
        };
        cells(self).into_iter().enumerate().map(cell).collect::<Vec<_>>().join(" | ")
    }
}

/// The second of two counts each, of arms in the body and of hands that reach: `[484, 4] [1254,
/// 1254] [173, 18]`.
fn arms(said: &str) -> Option<[usize; 2]> {
    let line = said.lines().find(|line| line.contains("] ["))?;
    let line = &line[line.find('[')?..];
    let mut second = line
        .split("] [")
        .map(|pair| pair.trim_matches(['[', ']']).split(", ").nth(1)?.parse().ok());
    Some([second.next()??, second.next()??])
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAID: &str = "holds       | Bodies in use: drags: a, 1 mm | frames 10 | jumps 2 | ends met 3 of 4 | 0.3 s\n\
        FALLS SHORT | Bodies in use: drags: b, 3 mm | frames 10 | jumps 1 | ends met 0 of 4 | 0.3 s\n\
        holds       | Bodies in use: one goal too far: c | turn at most 5.04° | the others within 1 mm 96.850 % | 0.1 s\n\
        holds       | Bodies in use: random trees: d | promised 97 / 99.95 % | without another try 98.00 % | 0.5 s\n\
        test x ... [484, 4] [1250, 1254] [173, 18]\n";

    #[test]
    fn what_programs_say_is_read() {
        let measured = Measured::read(SAID, 1.0).expect("all is there");
        assert_eq!(measured.row(None), "3 of 4 | 3 | 38 % | 5.0° | 96.8 % | 98.0 % | 4 | 1254");
        assert_eq!(measured.row(Some(&measured)), "= | = | = | = | = | = | = | =");
        assert_eq!(Measured::read("holds | nothing", 1.0), None);
    }
}
