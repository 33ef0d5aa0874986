//! The works of `work.rs` as a wasm that node runs, built as the page is; `node.mjs` calls it.

#[cfg(target_arch = "wasm32")]
mod plain;
#[cfg(target_arch = "wasm32")]
mod work;

/// Does a work, and says what it came to.
#[cfg(target_arch = "wasm32")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn work(name: &str) -> Result<String, String> {
    work::done(name).map_err(|error| error.to_string())
}

fn main() {}
