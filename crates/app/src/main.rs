//! One wasm for the page and its worker; `static/boot.js` calls one of the two.

use wasm_bindgen::prelude::*;

fn main() {
    console_error_panic_hook::set_once();
}

/// Starts the page. `spawn` makes a worker, `script` is the address of this program's script, `read` does the importer's work
/// if there is no worker for it, `need` calls back when the later part is loaded.
#[wasm_bindgen]
pub fn page(
    spawn: js_sys::Function,
    script: String,
    read: js_sys::Function,
    need: js_sys::Function,
) {
    page::start(spawn, script, read, need);
}

/// Sets the messages of the page's language, as far as they are loaded.
#[wasm_bindgen]
pub fn speak(messages: String) {
    page::speak(messages);
}

/// A message, for texts that `static/boot.js` shows.
#[wasm_bindgen]
pub fn message(key: &str) -> String {
    page::message(key)
}

/// Everything that a run needs is loaded. `rest` is what its worker needs besides the first part of a split program;
/// `missing` is the page's language, if its messages couldn't be loaded.
#[wasm_bindgen]
pub fn ready(rest: &JsValue, missing: Option<String>) {
    page::ready(rest, missing);
}

/// Starts the runner in a worker.
#[wasm_bindgen]
pub fn worker() -> Result<(), JsValue> {
    runner::serve()
}
