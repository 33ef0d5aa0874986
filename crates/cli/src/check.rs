//! `check`: the findings only.

use std::io::Write as _;

use super::{Done, ExitStatus, english, input, output};
use scenario::json::Json;

pub(super) fn check(name: &str, json: bool) -> Done {
    let opened = input::open(name)?;
    output::print(|out| {
        if json {
            let list = opened.diagnostics.iter().map(english::finding_json).collect();
            return writeln!(out, "{}", Json::List(list).pretty());
        }
        for one in &opened.diagnostics {
            writeln!(out, "{}", english::finding(one))?;
        }
        Ok(())
    })?;
    Ok(ExitStatus::of(&opened.diagnostics))
}
