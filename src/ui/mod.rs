//! Floor 6: the page. Yew draws its regions; what moves while a run plays is drawn by the [`deck`].
//!
//! `state`, `action`, `update`, `edit`, `clock` and `commands` are plain Rust and tested natively; `effect`,
//! `files`, `deck` and `live` touch the browser.

#![allow(
    clippy::float_cmp,
    reason = "pixels and times are compared with what they were copied from"
)]

pub mod action;
pub mod app;
pub mod browser;
pub mod clock;
pub mod commands;
pub mod crash;
pub mod deck;
pub mod dom;
pub mod edit;
pub mod effect;
pub mod files;
pub mod live;
pub mod panels;
pub mod parts;
pub mod state;
pub mod store;
pub mod update;
pub mod words;

/// Mounts the page. `boot` and `script` are the addresses that its worker is started from.
pub fn start(boot: String, script: String) {
    let (boot, script) = (boot.into(), script.into());
    yew::Renderer::<app::App>::with_props(app::AppProps { boot, script }).render();
}
