//! Floor 6: the page. Yew draws its regions; the [`player`] draws what moves while a run plays.
//!
//! One folder per feature, with its state and views; `shell` has what all of them share.

#![allow(
    clippy::float_cmp,
    reason = "pixels and times are compared with what they were copied from"
)]

pub mod alternatives;
pub mod change_list;
pub mod checker;
pub mod compare;
pub mod forecast;
pub mod import;
pub mod inspector;
pub mod log_reader;
pub mod maintenance;
pub mod operations;
pub mod palette;
pub mod player;
pub mod presenter;
pub mod scenario_text;
pub mod setup;
pub mod share;
pub mod shell;
pub mod stage;
pub mod tables;
pub mod timeline;
pub mod transport;

pub use shell::state::effects::ready;
pub use shell::words::{speak, t as message};

/// Mounts the page. `spawn` makes a worker, `script` is the address of the page's script, `read` is how
/// `static/boot.js` imports without a worker, `need` calls back when the later part of the program is loaded.
pub fn start(
    spawn: js_sys::Function,
    script: String,
    read: js_sys::Function,
    need: js_sys::Function,
) {
    let props = shell::frame::app::AppProps { spawn, script: script.into(), read, need };
    yew::Renderer::<shell::frame::app::App>::with_props(props).render();
}
