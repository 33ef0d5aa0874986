//! Tables of nodes and Pods at the playhead, in place of the stage.

pub mod lines;
pub mod painter;
mod view;

pub use view::Tables;
