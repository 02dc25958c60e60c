//! A path of joints from a base to a tip, ready for solving.
