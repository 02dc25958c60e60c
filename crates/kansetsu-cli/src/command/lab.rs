//! `kansetsu lab`: pictures and films of the lab's pages, without the studio.

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use kansetsu_lab::{
    Page, about, follow, open,
    picture::{self, Format},
    text::Language,
};

use crate::{
    message,
    outbox::{self, Outbox},
    report,
    standard::is_standard,
    status::Status,
};

const LONG_ABOUT: &str = "\
Draw a page of the lab: a method of inverse kinematics with its formula and its current values.

The pages are those of the studio's lab (`kansetsu studio`, then Lab). A page runs for --frames frames, a \
sixtieth of a second each; a picture shows the last frame, a film every second frame. The same arguments produce the same bytes on every run. \
Without a NAME the pages are listed, with a NAME alone the values that can be set.";

const AFTER: &str = "\
Examples:
  kansetsu lab
  kansetsu lab elbow
  kansetsu lab elbow -o elbow.png
  kansetsu lab elbow --set end_x=720 --set end_y=500 -o elbow.svg
  kansetsu lab tentacle --frames 240 --lang ja -o tentacle.gif
  kansetsu lab elbow --worksheet -o elbow.svg
  kansetsu lab 'lab/tentacle?joints=32' -o tentacle.png";

/// Draw a lab page, or list the pages
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER)]
pub(crate) struct Args {
    /// The name of a page, or the part behind # in a link to a page
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// The number of frames that a page runs before the picture, or in the film
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=3600), allow_hyphen_values = true)]
    frames: Option<u32>,
    /// Set a value of the lab page, by its key
    #[arg(long, value_name = "KEY=VALUE", allow_hyphen_values = true)]
    set: Vec<String>,
    /// Draw a sheet to print, with three steps to try and lines for the answers
    #[arg(long)]
    worksheet: bool,
    /// The language of the text
    #[arg(long, value_name = "ja|en", default_value = "en", value_parser = ["en", "ja"])]
    lang: String,
    /// The output file: .png, .svg or .gif; - for PNG on standard output
    #[arg(short, long = "out", value_name = "OUT.png|OUT.svg|OUT.gif")]
    out: Option<PathBuf>,
}

/// The default number of frames: of a film, and before a picture.
const FILM: u32 = 240;

/// Runs `kansetsu lab`.
pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let language = Language::from_tag(&args.lang);
    let Some(name) = &args.name else {
        if args.out.is_some() {
            bail!("no page is named; the pages are {}", kansetsu_lab::NAMES.join(", "));
        }
        message::result(&list(language))?;
        return Ok(Status::Done);
    };
    let mut page = args.page(name)?;
    let Some(out) = &args.out else {
        message::result(&describe(page.as_ref(), language))?;
        return Ok(Status::Done);
    };
    let format = Target::of(out)?;
    outbox::check(out)?;
    let bytes = args
        .draw(page.as_mut(), format, language)
        .map_err(|reason| anyhow!("this page cannot be drawn: {reason}"))?;
    let mut outbox = Outbox::default();
    outbox.add(out, &bytes)?;
    outbox.send()?;
    message::result_beside([out.as_path()], &report::wrote(out))?;
    Ok(Status::Done)
}

/// The format of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Still(Format),
    Film,
}

impl Target {
    fn of(path: &Path) -> anyhow::Result<Self> {
        if is_standard(path) {
            return Ok(Self::Still(Format::Png));
        }
        match path
            .extension()
            .map(|ending| ending.to_string_lossy().to_ascii_lowercase())
            .as_deref()
        {
            Some("png") => Ok(Self::Still(Format::Png)),
            Some("svg") => Ok(Self::Still(Format::Svg)),
            Some("gif") => Ok(Self::Film),
            _ => bail!(
                "\"{}\": a lab page is drawn as .png, .svg or .gif (film); use one of these extensions",
                path.display()
            ),
        }
    }
}

impl Args {
    fn page(&self, name: &str) -> anyhow::Result<Box<dyn Page>> {
        let found = open(name).map(Ok).or_else(|| follow(name));
        let mut page = match found {
            Some(Ok(page)) => page,
            Some(Err(reason)) => bail!("{reason}"),
            None => {
                bail!(
                    "there is no page \"{name}\"; the pages are {}",
                    kansetsu_lab::NAMES.join(", ")
                )
            }
        };
        for pair in &self.set {
            let Some((key, value)) = pair.split_once('=') else {
                bail!("--set {pair}: expected KEY=VALUE, for example --set joints=12")
            };
            page.set(key, value).map_err(|reason| anyhow!("--set {pair}: {reason}"))?;
        }
        Ok(page)
    }

    fn draw(
        &self,
        page: &mut dyn Page,
        target: Target,
        language: Language,
    ) -> Result<Vec<u8>, String> {
        match target {
            Target::Film if self.worksheet => {
                Err("a worksheet is a picture; use .svg or .png".to_owned())
            }
            Target::Film => picture::film(
                page,
                self.frames.unwrap_or(FILM).div_ceil(2).max(1) as usize,
                language,
            ),
            Target::Still(format) => {
                // Overridden values are fixed, so the picture shows them unchanged.
                let frames = self.frames.unwrap_or(if self.set.is_empty() { FILM / 4 } else { 0 });
                (0..frames as usize).for_each(|frame| page.demonstrate(frame));
                let draw = if self.worksheet { picture::worksheet } else { picture::still };
                draw(page, language, format)
            }
        }
    }
}

fn list(language: Language) -> String {
    let line = |name: &&str| {
        about(name).map(|about| format!("{name:<10} {}\n", about.title.get(language)))
    };
    kansetsu_lab::NAMES.iter().filter_map(line).collect()
}

/// The values that can be set on a page.
fn describe(page: &dyn Page, language: Language) -> String {
    let about = page.about();
    let mut text = format!("{}\n\n{}\n\n", about.title.get(language), about.idea.get(language));
    for field in page.values().fields() {
        let [min, max] = field.range();
        text.push_str(&format!(
            "{:<12} {} ({min} to {max}, default {})\n",
            field.key,
            field.name.get(language),
            field.start
        ));
    }
    text
}
