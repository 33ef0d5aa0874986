//! Tables of nodes and Pods at the playhead, in place of the stage.

mod lines;
mod painter;
mod view;

pub use view::Tables;
