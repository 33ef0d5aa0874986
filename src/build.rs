//! The version of the importer's wasm.

use std::fs;
use std::path::PathBuf;

/// The sources of the importer's wasm.
const IMPORTER: [&str; 7] = [
    "Cargo.lock",
    "Cargo.toml",
    "crates/importer",
    "crates/import",
    "crates/base",
    "crates/model",
    "crates/scenario",
];

fn main() -> Result<(), String> {
    importer()?;
    println!("cargo::rerun-if-changed=src/build.rs");
    Ok(())
}

/// The importer's file names are fixed: the page requests them with the version of their sources.
fn importer() -> Result<(), String> {
    let mut files = Vec::new();
    for path in IMPORTER {
        println!("cargo::rerun-if-changed={path}");
        visit(PathBuf::from(path), &mut files).map_err(|e| format!("{path}: {e}"))?;
    }
    files.sort();
    // FNV-1a; identifies versions and needs no security.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for path in files {
        let bytes = fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        for byte in bytes {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    println!("cargo::rustc-env=NODETIDE_IMPORTER={hash:016x}");
    Ok(())
}

fn visit(path: PathBuf, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if !path.is_dir() {
        files.push(path);
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        visit(entry?.path(), files)?;
    }
    Ok(())
}
