//! A page of the lab.

use kansetsu::glam::Vec2;
use kansetsu_formats::Figure;

use crate::{
    About, Action, Drawing, Held, Press, Values,
    text::{Language, Phrase},
};

/// The width and height of every page, in its own unit: pixels of the app window in which the two
/// bones were published.
pub const SIZE: Vec2 = Vec2::new(1280.0, 700.0);

/// A figure that is open beside the lab.
#[derive(Clone, Debug)]
pub struct OpenFigure {
    /// The figure, with the limits that it has now.
    pub figure: Figure,
    /// Its joints that are pinned.
    pub pins: Vec<usize>,
}

/// The methods of a [`Page`] that return its field `values`.
macro_rules! values {
    () => {
        fn values(&self) -> &$crate::Values {
            &self.values
        }

        fn values_mut(&mut self) -> &mut $crate::Values {
            &mut self.values
        }
    };
}
pub(crate) use values;

/// A page of the lab: a small world that takes input, moves on and shows itself.
pub trait Page {
    /// What is set.
    fn values(&self) -> &Values;

    /// What is set, to be changed; the caller reports it by [`Self::changed`].
    #[doc(hidden)]
    fn values_mut(&mut self) -> &mut Values;

    /// Follows a change of the field of this name.
    #[doc(hidden)]
    fn changed(&mut self, key: &str);

    /// The description of the method.
    fn about(&self) -> &'static About {
        self.values().about()
    }

    /// The buttons.
    fn actions(&self) -> &'static [Action] {
        self.about().actions
    }

    /// Does what a button says; other names do nothing.
    fn act(&mut self, action: &str);

    /// The pointer is here.
    fn point(&mut self, at: Vec2, press: Press);

    /// Moves on by a frame, a sixtieth of a second. Returns whether anything moves, so that the
    /// next frame is needed.
    fn tick(&mut self, held: Held) -> bool;

    /// Moves on by a frame of the lab page's own demonstration: the same every time.
    fn demonstrate(&mut self, frame: usize);

    /// What is to be seen.
    fn draw(&self, language: Language) -> Drawing;

    /// The numbers that tests and scripts read.
    fn state(&self) -> Vec<(&'static str, f64)>;

    /// Sets the clock, in seconds, that the lab page measures solves with. Without one a page says
    /// nothing of times, so that its pictures are the same on every run.
    fn take_clock(&mut self, _clock: fn() -> f64) {}

    /// Sets the figure that is open beside the lab page. A page that shows no figures, or none
    /// of this kind, leaves it.
    fn take_figure(&mut self, _open: &OpenFigure) {}

    /// Sets a field to what a text says.
    ///
    /// # Errors
    /// Why it cannot be set, as a sentence; then nothing changes.
    fn set(&mut self, key: &str, text: &str) -> Result<(), Phrase> {
        let Some(field) = self.values().field(key) else {
            let keys: Vec<&str> = self.values().fields().iter().map(|field| field.key).collect();
            let known = keys.join(", ");
            return Err(Phrase::made(
                format!("there is no field \"{key}\" here; fields: {known}"),
                format!("「{key}」という項目はありません。項目：{known}。"),
            ));
        };
        let value = field.parse(text)?;
        self.values_mut().put(key, value);
        self.changed(key);
        Ok(())
    }

    /// The lab page with its settings, as the part of a link behind `#`.
    fn link(&self) -> String {
        let (name, query) = (self.about().name, self.values().to_query());
        if query.is_empty() { format!("lab/{name}") } else { format!("lab/{name}?{query}") }
    }
}
