//! kansetsu-draw
