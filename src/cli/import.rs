//! `import`: dumps and manifests in, a scenario out.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Done, Failure, Verdict, input, output};
use crate::scenario;
use crate::scenario::import::{self, File, FileReport};

pub(super) struct Import {
    pub(super) files: Vec<String>,
    pub(super) out: Option<String>,
    pub(super) json: bool,
}

pub(super) fn import(asked: &Import) -> Done {
    let mut read = Vec::new();
    for name in &asked.files {
        read.push((name.as_str(), input::bytes(name)?));
    }
    let files: Vec<File<'_>> = read
        .iter()
        .map(|(name, bytes)| File { name, bytes })
        .collect();
    let found = import::read(&files);
    output::note(&report(&found.reports, asked.json));
    let Some(document) = found.document else {
        return Err(Failure::new("none of the files holds anything usable."));
    };
    let text = document.to_pretty_text();
    match &asked.out {
        Some(out) => replace(Path::new(out), text.as_bytes())
            .map_err(|error| Failure(format!("{out} cannot be written: {error}.")))?,
        None => {
            output::text(&text)?;
        }
    }
    let (diagnostics, _) = scenario::check_and_compile(&document);
    if !asked.json {
        output::diagnostics(&diagnostics);
    }
    Ok(Verdict::of(&diagnostics))
}

fn report(reports: &[FileReport], json: bool) -> String {
    if json {
        let mut text = serde_json::to_string(reports).unwrap_or_default();
        text.push('\n');
        return text;
    }
    reports.iter().map(FileReport::text).collect()
}

/// Puts the whole text in the place of a file at once: a failure leaves the old one as it was.
fn replace(out: &Path, text: &[u8]) -> std::io::Result<()> {
    // Devices and pipes are written to, not replaced.
    if fs::metadata(out).is_ok_and(|kind| !kind.is_file()) {
        return fs::write(out, text);
    }
    let mut name = out.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.part", std::process::id()));
    let part: PathBuf = out.with_file_name(name);
    let written = fs::write(&part, text).and_then(|()| fs::rename(&part, out));
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
    written
}
