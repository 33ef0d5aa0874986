//! Links, pictures and data to hand on.

pub mod view;
