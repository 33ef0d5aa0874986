//! The presentation: the stage with its caption in large type, one chart, and a transport from moment to moment.

mod painter;
pub mod view;
