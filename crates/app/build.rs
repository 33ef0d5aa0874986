//! Linker options of the page's program.

use std::env;

fn main() {
    let is = |name: &str, value: &str| env::var(name).as_deref() == Ok(value);
    if is("CARGO_CFG_TARGET_ARCH", "wasm32") && is("PROFILE", "release") {
        // Splitting the linked program requires its relocations.
        println!("cargo::rustc-link-arg-bin=app=--emit-relocs");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
