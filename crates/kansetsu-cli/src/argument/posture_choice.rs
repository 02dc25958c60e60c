//! `--posture off|light|full|FILE`.

use std::{path::Path, sync::Arc};

use kansetsu::session::StatisticalPrior;
use kansetsu_humanoid::prior::Prior;

/// How a body holds itself. Bodies that are not human have no posture.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum PostureChoice {
    /// All joints are alike.
    Off,
    /// Arms before trunk and hips, from the relaxed stance.
    #[default]
    Light,
    /// The pose that people most likely take, by the prior of a file or by that of the library.
    Full(Option<Arc<Prior>>),
}

/// How people move, for commands that pose people.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PostureArg {
    /// How people move: full for what is built in, or a table that `cargo xtask posture` has made
    #[arg(long, value_name = "full|FILE", default_value = "full", value_parser = PostureChoice::parse)]
    pub(crate) posture: PostureChoice,
}

impl PostureChoice {
    /// The prior of a file, otherwise that of the library.
    pub(crate) fn prior(of_file: Option<&Arc<Prior>>) -> Arc<dyn StatisticalPrior> {
        match of_file {
            Some(prior) => prior.clone(),
            None => Arc::new(Prior::people()),
        }
    }

    /// What a word says.
    pub(crate) fn parse(word: &str) -> Result<Self, String> {
        match word {
            "off" => Ok(Self::Off),
            "light" => Ok(Self::Light),
            "full" => Ok(Self::Full(None)),
            _ if Path::new(word).is_file() => {
                let bytes = std::fs::read(word)
                    .map_err(|problem| format!("it cannot be read: {problem}"))?;
                let is_json = bytes.trim_ascii_start().starts_with(b"{");
                let prior = if is_json {
                    serde_json::from_slice(&bytes).map_err(|problem| problem.to_string())
                } else {
                    Prior::from_bytes(&bytes).map_err(|problem| problem.to_string())
                };
                let prior = prior.map_err(|problem| {
                    format!("{problem}; cargo xtask posture --learn FOLDER makes such files")
                })?;
                Ok(Self::Full(Some(Arc::new(prior))))
            }
            _ => {
                Err("give off, light, full or a file that cargo xtask posture has made".to_owned())
            }
        }
    }
}
