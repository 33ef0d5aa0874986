//! Words and questions against the engine.
