//! One wasm for the page and its worker; `static/boot.js` calls one of the two.

use wasm_bindgen::prelude::*;

fn main() {
    console_error_panic_hook::set_once();
}

/// Starts the page. `boot` and `script` are the addresses that the worker is started from.
#[wasm_bindgen]
pub fn page(boot: &str, script: &str) {
    nodetide::ui::start(boot, script);
}

/// Starts the runner, in a worker.
#[wasm_bindgen]
pub fn worker() {}
