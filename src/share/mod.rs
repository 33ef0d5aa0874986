//! Links, pictures and data to share.

pub mod parts;
pub mod view;
