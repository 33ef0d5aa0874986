//! One wasm for the page and its worker; `static/boot.js` calls one of the two.

use wasm_bindgen::prelude::*;

fn main() {
    console_error_panic_hook::set_once();
}

/// Starts the page. `boot` and `script` are the addresses that its worker is started from, `read` loads the importer.
#[wasm_bindgen]
pub fn page(boot: String, script: String, read: js_sys::Function) {
    nodetide::ui::start(boot, script, read);
}

/// Starts the runner, in a worker.
#[wasm_bindgen]
pub fn worker() -> Result<(), JsValue> {
    nodetide::runner::serve()
}
