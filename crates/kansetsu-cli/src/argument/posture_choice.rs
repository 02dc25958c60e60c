//! `--posture off|light|full|FILE`.

use std::{path::Path, sync::Arc};

use kansetsu::session::StatisticalPrior;
use kansetsu_humanoid::prior::Prior;

/// The posture of a body. Bodies that are not human have no posture.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum PostureChoice {
    /// All joints are alike.
    Off,
    /// Arms before trunk and hips, from the relaxed stance.
    #[default]
    Light,
    /// The most likely pose, by the prior of a file or of the library.
    Full(Option<Arc<Prior>>),
}

/// The pose prior, for commands that pose people.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PostureArg {
    /// The pose prior: full for the built-in one, or a table that `cargo xtask posture` has made
    #[arg(long, value_name = "full|FILE", default_value = "full", value_parser = PostureChoice::parse)]
    pub(crate) posture: PostureChoice,
}

impl PostureChoice {
    /// The prior of the file, otherwise that of the library.
    pub(crate) fn prior(of_file: Option<&Arc<Prior>>) -> Arc<dyn StatisticalPrior> {
        match of_file {
            Some(prior) => prior.clone(),
            None => Arc::new(Prior::people()),
        }
    }

    /// Parses the argument.
    pub(crate) fn parse(word: &str) -> Result<Self, String> {
        match word {
            "off" => Ok(Self::Off),
            "light" => Ok(Self::Light),
            "full" => Ok(Self::Full(None)),
            _ if Path::new(word).is_file() => {
                let bytes = std::fs::read(word)
                    .map_err(|problem| format!("the file cannot be read: {problem}"))?;
                let is_json = bytes.trim_ascii_start().starts_with(b"{");
                let prior = if is_json {
                    serde_json::from_slice(&bytes).map_err(|problem| problem.to_string())
                } else {
                    Prior::from_bytes(&bytes).map_err(|problem| problem.to_string())
                };
                let prior = prior.map_err(|problem| {
                    format!("{problem}; `cargo xtask posture --learn FOLDER` makes such files")
                })?;
                Ok(Self::Full(Some(Arc::new(prior))))
            }
            _ => Err("use off, light, full or a file that cargo xtask posture has made".to_owned()),
        }
    }
}
