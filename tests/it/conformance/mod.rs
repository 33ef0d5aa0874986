//! The engine's own functions against results computed by real Kubernetes code.

mod sched;
