//! Context menus: how they open, their lines, and the subject at the pointer.

pub mod callbacks;
pub mod gestures;
pub mod items;
mod opener;
pub mod pointer_target;
pub mod view;
