//! Where a run executes.
