//! kansetsu-figures
