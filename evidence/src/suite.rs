//! A run: sections of rows, printed as they are measured.

use std::time::Instant;

use crate::{
    entry::{Entry, Verdict},
    in_use::Control,
    kept::Kept,
    scale::Scale,
};

/// The largest number of printed characters of a detail.
const DETAIL: usize = 1_200;

/// A table with its explanation.
pub struct Section {
    pub title: &'static str,
    pub text: &'static str,
    pub columns: &'static [&'static str],
    pub entries: Vec<Entry>,
}

/// A run.
pub struct Suite {
    pub scale: Scale,
    /// The solver whose rows are measured.
    pub control: Control,
    /// Only rows whose section and name contain this text are measured.
    pub filter: String,
    pub is_verbose: bool,
    /// Rows of an interrupted run, and the file for new ones.
    pub kept: Option<Kept>,
    pub sections: Vec<Section>,
    /// The names of all rows, measured or not.
    pub names: Vec<String>,
}

impl Suite {
    pub fn new(scale: Scale, filter: String, is_verbose: bool) -> Self {
        Self {
            scale,
            control: Control::Library,
            filter,
            is_verbose,
            kept: None,
            sections: Vec::new(),
            names: Vec::new(),
        }
    }

    /// Starts a table.
    pub fn section(
        &mut self,
        title: &'static str,
        text: &'static str,
        columns: &'static [&'static str],
    ) {
        self.sections.push(Section { title, text, columns, entries: Vec::new() });
    }

    /// Measures a row of the current table and prints it.
    pub fn entry(&mut self, name: &str, measure: impl FnOnce(Scale) -> Entry) {
        let section = self.sections.last_mut().expect("a table was begun");
        let full_name = format!("{}: {name}", section.title);
        let is_wanted = full_name.contains(&self.filter);
        self.names.push(full_name);
        if !is_wanted {
            return;
        }
        let start = Instant::now();
        let before = self.kept.as_ref().and_then(|kept| kept.take(section.title, name, self.scale));
        let is_new = before.is_none();
        let entry = before.unwrap_or_else(|| measure(self.scale));
        if is_new
            && let Some(kept) = &self.kept
            && let Err(error) = kept.add(section.title, self.scale, &entry)
        {
            println!("{name} could not be stored: {error}");
        }
        let cells: Vec<String> = section
            .columns
            .iter()
            .zip(&entry.cells)
            .map(|(column, cell)| format!("{column} {cell}"))
            .collect();
        let verdict = match entry.verdict {
            Verdict::Holds => "holds      ",
            Verdict::FallsShort => "FALLS SHORT",
            Verdict::Told => "told       ",
        };
        println!(
            "{verdict} | {}: {} | {} | {:.1} s",
            section.title,
            entry.name,
            cells.join(" | "),
            start.elapsed().as_secs_f32()
        );
        if self.is_verbose {
            entry
                .details
                .iter()
                .for_each(|line| println!("    {}", line.chars().take(DETAIL).collect::<String>()));
        }
        section.entries.push(entry);
    }

    /// The message if no row matches the filter, with the names of all.
    pub fn nothing_chosen(&self) -> Option<String> {
        let is_empty = self.sections.iter().all(|section| section.entries.is_empty());
        is_empty.then(|| {
            format!(
                "no row's section and name contain {:?}; there are\n  {}",
                self.filter,
                self.names.join("\n  ")
            )
        })
    }

    /// The number of rows that keep their promise, and the number of rows with one.
    pub fn held(&self) -> (usize, usize) {
        let verdicts =
            || self.sections.iter().flat_map(|section| &section.entries).map(|entry| entry.verdict);
        let promised = verdicts().filter(|verdict| *verdict != Verdict::Told).count();
        (verdicts().filter(|verdict| *verdict == Verdict::Holds).count(), promised)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_of_nothing_is_told_with_the_names() {
        let measured = |filter: &str| {
            let mut suite = Suite::new(Scale::TEST, filter.to_owned(), false);
            suite.section("Chains", "", &[]);
            let entry = Entry {
                name: "a".to_owned(),
                cells: vec![],
                verdict: Verdict::Holds,
                dots: None,
                details: vec![],
            };
            suite.entry("a", |_| entry);
            suite.nothing_chosen()
        };
        assert_eq!(measured("ains: a"), None);
        let told = measured("chains").unwrap_or_default();
        assert!(told.contains("\"chains\"") && told.ends_with("\n  Chains: a"), "{told}");
    }
}
