//! What happened, in columns.

mod chunk;

pub use chunk::Chunk;
