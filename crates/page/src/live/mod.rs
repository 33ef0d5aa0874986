//! What is drawn at every frame: each part keeps what it showed last and writes only what differs.

pub mod beside;
pub mod change;
pub mod fleet;
pub mod flight;
pub mod grid;
pub mod legend;
pub mod log;
pub mod playhead;
pub mod rule;
pub mod scene;
pub mod sheet;
pub mod sight;
pub mod stage;
pub mod states;
pub mod text;
pub mod timeline;
pub mod track;
pub mod variant;
pub mod why;
