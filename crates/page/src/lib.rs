//! Floor 6: the page. Yew draws its regions; what moves while a run plays is drawn by the [`deck`].
//!
//! `state`, `action`, `update`, `trials`, `compare`, `steps`, `history`, `fragment`, `import`, `clock`, `commands`, `palette`, `matching`,
//! `planner` and `times` are plain Rust and tested natively; `effect`, `saved`, `files`, `clipboard`, `importer`, `growth`, `deck` and
//! `live` touch the browser.

#![allow(
    clippy::float_cmp,
    reason = "pixels and times are compared with what they were copied from"
)]

pub mod alternatives;
pub mod checker;
pub mod compare;
pub mod import;
pub mod inspector;
pub mod maintenance;
pub mod operations;
pub mod palette;
pub mod player;
pub mod setup;
pub mod share;
pub mod shell;
pub mod stage;
pub mod timeline;

pub use shell::crash::incomplete;
pub use shell::effect::ready;

/// Mounts the page. `spawn` makes a worker, `script` is the address of the page's script, `read` is how
/// `static/boot.js` imports where there is no worker.
pub fn start(spawn: js_sys::Function, script: String, read: js_sys::Function) {
    let props = shell::app::AppProps {
        spawn,
        script: script.into(),
        read,
    };
    yew::Renderer::<shell::app::App>::with_props(props).render();
}
