//! `check`: the findings alone.

use std::io::Write as _;

use super::{Done, ExitStatus, input, output};
use scenario::Diagnostic;
use scenario::json::Json;

pub(super) fn check(name: &str, json: bool) -> Done {
    let opened = input::open(name)?;
    output::print(|out| {
        if json {
            let list = opened.diagnostics.iter().map(Diagnostic::json).collect();
            return writeln!(out, "{}", Json::List(list).pretty());
        }
        for one in &opened.diagnostics {
            writeln!(out, "{one}")?;
        }
        Ok(())
    })?;
    Ok(ExitStatus::of(&opened.diagnostics))
}
