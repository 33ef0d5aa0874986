//! Background jobs: what they compute, their order, and who runs them.

pub mod dispatcher;
pub mod job;
pub mod queue;
