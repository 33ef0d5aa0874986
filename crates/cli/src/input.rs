//! Reads scenarios and files named on the command line.

use std::fs::File;
use std::io::Read;

use super::{Failure, english, output};
use base::{SimTime, say};
use scenario::json::Json;
use scenario::units::At;
use scenario::{self, Compiled, Diagnostic, Opened, link};

/// One byte more than any reader accepts: an endless file is cut off and then refused for its size.
const LIMIT: u64 = 128 * 1024 * 1024 + 1;

/// The bytes of a file, or of standard input for `-`.
pub(super) fn bytes(name: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = match name {
        "-" => std::io::stdin().lock().take(LIMIT).read_to_end(&mut bytes),
        _ => File::open(name).and_then(|file| file.take(LIMIT).read_to_end(&mut bytes)),
    };
    match read {
        Ok(_) => Ok(bytes),
        Err(error) => Err(Failure(say!("cli-cannot-read", name = name, error = error.to_string()))),
    }
}

/// The bytes of a scenario.
fn source(name: &str) -> Result<Vec<u8>, Failure> {
    if let Some(link) = name.strip_prefix("link:").or_else(|| link::find(name)) {
        let text = link::decode(link).map_err(|fault| {
            let fault = english::text(&(&fault).into());
            Failure(say!("cli-cannot-use-link", fault = fault))
        })?;
        return Ok(text.into_bytes());
    }
    let Some(preset) = name.strip_prefix("preset:") else {
        return bytes(name);
    };
    let found = scenario::preset_text(preset)
        .ok_or_else(|| Failure(say!("cli-no-preset", preset = preset)))?;
    Ok(found.into_owned().into_bytes())
}

/// Opens a scenario, even with findings. A text that isn't a scenario is a failure.
pub(super) fn open(name: &str) -> Result<Opened, Failure> {
    read(name, &source(name)?)
}

fn read(name: &str, source: &[u8]) -> Result<Opened, Failure> {
    let opened = scenario::open_bytes(source);
    if opened.document.is_none() {
        let first = opened.diagnostics.first().map(english::finding);
        return Err(Failure(say!(
            "cli-cannot-use",
            name = name,
            problem = first.unwrap_or_default()
        )));
    }
    Ok(opened)
}

/// A scenario to run, and its findings, which are printed; `None` if there are errors among them.
pub(super) fn runnable(name: &str) -> Result<(Option<Compiled>, Vec<Diagnostic>), Failure> {
    let opened = open(name)?;
    output::diagnostics(&opened.diagnostics);
    Ok((opened.compiled, opened.diagnostics))
}

/// Opens a scenario and keeps its document as written.
pub(super) fn document(name: &str) -> Result<(Json, Option<Compiled>), Failure> {
    let source = source(name)?;
    let opened = read(name, &source)?;
    output::diagnostics(&opened.diagnostics);
    let json = Json::parse_bytes(&source).unwrap_or_default();
    Ok((json, opened.compiled))
}

/// A TIME, in milliseconds since the scenario's start.
pub(super) fn time(text: &str, option: &str, compiled: &Compiled) -> Result<SimTime, Failure> {
    let at = At::parse(text)
        .ok_or_else(|| Failure(say!("cli-no-time", option = option, text = text)))?;
    let ms = at.since(compiled.plan.start_unix_ms);
    if ms < 0 {
        return Err(Failure(say!("cli-time-before-start", option = option, text = text)));
    }
    Ok(SimTime::from_ms(ms).min(SimTime::MAX))
}
