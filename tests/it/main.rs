//! The native tests, in one binary; modules mirror `src`.
mod import;
