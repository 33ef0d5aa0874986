//! Scenarios and files, as they are named on the command line.

use std::fs::File;
use std::io::Read;

use super::{Failure, output};
use base::SimTime;
use scenario::json::Json;
use scenario::units::At;
use scenario::{self, Compiled, Diagnostic, Opened, link};

/// One more than any reader accepts: a file that never ends is cut off and then refused for its size.
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
        Err(error) => Err(Failure(format!("can't read {name}: {error}."))),
    }
}

/// The bytes of a scenario.
fn source(name: &str) -> Result<Vec<u8>, Failure> {
    if let Some(link) = name.strip_prefix("link:").or_else(|| link::find(name)) {
        let text =
            link::decode(link).map_err(|fault| Failure(format!("can't use the link: {fault}")))?;
        return Ok(text.into_bytes());
    }
    let Some(preset) = name.strip_prefix("preset:") else {
        return bytes(name);
    };
    let found = scenario::preset_text(preset).ok_or_else(|| {
        Failure(format!(
            "there is no preset {preset}. To list presets, run nodetide presets."
        ))
    })?;
    Ok(found.into_owned().into_bytes())
}

/// Opens a scenario, even with findings. A text that isn't a scenario is a failure.
pub(super) fn open(name: &str) -> Result<Opened, Failure> {
    read(name, &source(name)?)
}

fn read(name: &str, source: &[u8]) -> Result<Opened, Failure> {
    let opened = scenario::open_bytes(source);
    if opened.document.is_none() {
        let first = opened.diagnostics.first().map(ToString::to_string);
        return Err(Failure(format!(
            "can't use {name}: {}",
            first.unwrap_or_else(|| "it isn't a scenario.".to_owned())
        )));
    }
    Ok(opened)
}

/// A scenario that can be run, and its findings, which are told; `None` when errors are among them.
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
    let at = At::parse(text).ok_or_else(|| {
        Failure(format!(
            "{option} {text} isn't a valid time: use 90s, 1h2m3s, 01:02:03, or RFC 3339."
        ))
    })?;
    let ms = at.since(compiled.plan.start_unix_ms);
    if ms < 0 {
        return Err(Failure(format!(
            "{option} {text} is before the start of the scenario."
        )));
    }
    Ok(SimTime::from_ms(ms).min(SimTime::MAX))
}
