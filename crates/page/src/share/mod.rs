//! Links, pictures and data to hand on.

pub mod parts;
pub mod view;
