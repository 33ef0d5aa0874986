//! The benchmarks of `work.rs` as a wasm for node, built like the page; `node.mjs` calls it.

#[cfg(target_arch = "wasm32")]
mod work;

/// Runs a benchmark in pieces, like the page's worker: a browser recompiles what is entered repeatedly.
#[cfg(target_arch = "wasm32")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub struct Work(work::Run);

#[cfg(target_arch = "wasm32")]
#[wasm_bindgen::prelude::wasm_bindgen]
impl Work {
    #[wasm_bindgen(constructor)]
    pub fn of(shape: &str, nodes: u32) -> Result<Self, String> {
        let run = work::Run::of(shape, nodes);
        run.map(Self).map_err(|error| error.to_string())
    }

    /// Returns the result, at the end.
    #[wasm_bindgen(js_name = goOn)]
    pub fn go_on(&mut self) -> Option<String> {
        self.0.go_on(1024)
    }
}

fn main() {}
