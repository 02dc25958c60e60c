//! What can be set on a page: numbers, switches, choices.

use crate::{About, Field, Held};

/// The values of all fields of a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Values {
    about: &'static About,
    numbers: Vec<f64>,
}

impl Values {
    /// The start values of a page.
    pub(crate) fn of(about: &'static About) -> Self {
        Self { about, numbers: about.fields.iter().map(|field| field.start).collect() }
    }

    /// The lab page that they belong to.
    #[must_use]
    pub const fn about(&self) -> &'static About {
        self.about
    }

    /// What can be set.
    #[must_use]
    pub fn fields(&self) -> &'static [Field] {
        self.about.fields
    }

    /// The field of this name.
    #[must_use]
    pub fn field(&self, key: &str) -> Option<&'static Field> {
        self.about.fields.iter().find(|field| field.key == key)
    }

    /// The value of a field; 0 when there is none of this name.
    #[must_use]
    pub fn number(&self, key: &str) -> f64 {
        self.index(key).map_or(0.0, |index| self.numbers[index])
    }

    pub(crate) fn single(&self, key: &str) -> f32 {
        self.number(key) as f32
    }

    pub(crate) fn count(&self, key: &str) -> usize {
        self.number(key) as usize
    }

    pub(crate) fn is_on(&self, key: &str) -> bool {
        self.number(key) != 0.0
    }

    /// Sets a value that the lab page has computed: it is kept inside its range.
    pub(crate) fn put(&mut self, key: &str, value: f64) {
        if let Some(index) = self.index(key) {
            let [min, max] = self.about.fields[index].range();
            self.numbers[index] =
                if value.is_finite() { value.clamp(min, max) } else { self.numbers[index] };
        }
    }

    /// Turns a view by the keys that are held; returns whether one is.
    pub(crate) fn turn_view(&mut self, held: Held) -> bool {
        /// Degrees in a frame.
        const PACE: f64 = 2.0;
        let [right, up] = held.way();
        self.put("view_deg", self.number("view_deg") - PACE * f64::from(right));
        self.put("tilt_deg", self.number("tilt_deg") + PACE * f64::from(up));
        (right, up) != (0.0, 0.0)
    }

    /// Sets everything back.
    pub(crate) fn reset(&mut self) {
        *self = Self::of(self.about);
    }

    /// What differs from the start, as `key=value&…`.
    #[must_use]
    pub fn to_query(&self) -> String {
        let changed = self
            .about
            .fields
            .iter()
            .zip(&self.numbers)
            .filter(|(field, value)| field.start != **value);
        changed.map(|(field, value)| format!("{}={value}", field.key)).collect::<Vec<_>>().join("&")
    }

    fn index(&self, key: &str) -> Option<usize> {
        self.about.fields.iter().position(|field| field.key == key)
    }
}
