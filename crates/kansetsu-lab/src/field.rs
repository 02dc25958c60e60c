//! Something that can be set on a page.

use crate::text::Phrase;

/// Something that can be set.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name in links and on the command line.
    pub key: &'static str,
    /// What it is called.
    pub name: Phrase,
    /// What may be set.
    pub kind: Kind,
    /// What it is at first.
    pub start: f64,
}

/// What may be set.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A number.
    Number {
        /// The least.
        min: f64,
        /// The greatest.
        max: f64,
        /// Digits after the point; 0 for whole numbers, which are then the only ones.
        digits: usize,
        /// What it counts, such as °.
        unit: &'static str,
    },
    /// 0 is off, 1 is on.
    Switch,
    /// The number of one of these.
    Choice {
        /// What they are called.
        names: &'static [Phrase],
    },
}

impl Field {
    /// A number.
    #[must_use]
    pub const fn number(
        key: &'static str,
        name: Phrase,
        [min, start, max]: [f64; 3],
        (digits, unit): (usize, &'static str),
    ) -> Self {
        Self { key, name, kind: Kind::Number { min, max, digits, unit }, start }
    }

    /// A switch.
    #[must_use]
    pub const fn switch(key: &'static str, name: Phrase, start: f64) -> Self {
        Self { key, name, kind: Kind::Switch, start }
    }

    /// One of several.
    #[must_use]
    pub const fn choice(key: &'static str, name: Phrase, names: &'static [Phrase]) -> Self {
        Self { key, name, kind: Kind::Choice { names }, start: 0.0 }
    }

    /// The least and the greatest value.
    #[must_use]
    pub const fn range(&self) -> [f64; 2] {
        match self.kind {
            Kind::Number { min, max, .. } => [min, max],
            Kind::Switch => [0.0, 1.0],
            Kind::Choice { names } => [0.0, names.len() as f64 - 1.0],
        }
    }

    /// The number that a text says.
    ///
    /// # Errors
    /// Why it cannot be set, as a sentence: it is empty, not a number, out of range, or not an
    /// integer.
    pub fn parse(&self, text: &str) -> Result<f64, Phrase> {
        let text = text.trim();
        if text.is_empty() {
            return Err(Phrase::new("Enter a number.", "数値を入力してください。"));
        }
        // People who write Japanese may have full-width digits.
        let plain: String = text.chars().map(half_width).collect();
        let Ok(value) = plain.parse::<f64>() else {
            return Err(Phrase::made(
                format!("\"{text}\" is not a number."),
                format!("「{text}」は数値ではありません。"),
            ));
        };
        self.check(value)
    }

    /// The number itself, where it can be set.
    ///
    /// # Errors
    /// As [`Self::parse`].
    pub fn check(&self, value: f64) -> Result<f64, Phrase> {
        let [min, max] = self.range();
        let is_whole = !matches!(self.kind, Kind::Number { digits: 1.., .. });
        if !(min..=max).contains(&value) {
            return Err(Phrase::made(
                format!("The value must be from {min} to {max}."),
                format!("{min} から {max} までの値にしてください。"),
            ));
        }
        if is_whole && value.fract() != 0.0 {
            return Err(Phrase::new("The value must be a whole number.", "整数にしてください。"));
        }
        Ok(value)
    }
}

fn half_width(letter: char) -> char {
    match letter {
        '０'..='９' | '．' | '－' | '＋' => {
            char::from_u32(letter as u32 - 0xFEE0).unwrap_or(letter)
        }
        '−' => '-',
        other => other,
    }
}
