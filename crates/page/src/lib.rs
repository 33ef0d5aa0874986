//! Floor 6: the page. Yew draws its regions; what moves while a run plays is drawn by the [`deck`].
//!
//! `state`, `action`, `update`, `trials`, `compare`, `steps`, `history`, `fragment`, `import`, `clock`, `commands`, `palette`, `matching`,
//! `planner` and `times` are plain Rust and tested natively; `effect`, `saved`, `files`, `clipboard`, `importer`, `growth`, `deck` and
//! `live` touch the browser.

#![allow(
    clippy::float_cmp,
    reason = "pixels and times are compared with what they were copied from"
)]

pub mod action;
mod adopt;
pub mod app;
mod aside;
pub mod browser;
pub mod checker;
pub mod clipboard;
pub mod clock;
pub mod commands;
pub mod compare;
pub mod crash;
pub mod deck;
pub mod dom;
pub mod door;
pub mod effect;
pub mod files;
pub mod fitter;
pub mod found;
pub mod fragment;
mod growth;
pub mod history;
pub mod import;
pub mod importer;
pub mod keys;
pub mod lines;
pub mod live;
pub mod matching;
mod near;
pub mod operations;
pub mod palette;
pub mod panels;
pub mod parts;
pub mod planner;
pub mod pointing;
pub mod saved;
pub mod state;
mod steps;
pub mod store;
pub mod system;
pub mod times;
mod told;
pub mod trials;
pub mod trier;
pub mod update;
pub mod varier;
pub mod words;
mod zone;

pub use crash::incomplete;
pub use effect::ready;

/// Mounts the page. `spawn` makes a worker, `script` is the address of the page's script, `read` is how
/// `static/boot.js` imports where there is no worker.
pub fn start(spawn: js_sys::Function, script: String, read: js_sys::Function) {
    let props = app::AppProps {
        spawn,
        script: script.into(),
        read,
    };
    yew::Renderer::<app::App>::with_props(props).render();
}
