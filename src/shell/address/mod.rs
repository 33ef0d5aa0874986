//! The page's address: which page it names, and what it opens.

pub mod entries;
pub mod fragment;
pub mod route;
pub mod shown;
pub mod visit;
