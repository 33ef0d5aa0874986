//! `check`: the findings only.

use std::io::Write as _;

use clap::Args;

use super::clusters::others;
use super::input::{Input, Source, WhichFindings};
use super::option::TextOrJson;
use super::{Done, ExitStatus, english, input, order, output, support};
use scenario::Document;
use scenario::calendar::{Window, compile};
use scenario::json::Json;

/// Check a scenario.
///
/// Prints errors and risks, and as text the order of upgrades with their dates and windows, if some are automatic or several.
/// Exits with 1 if there are errors.
#[derive(Args)]
pub(super) struct CheckArgs {
    #[command(flatten)]
    source: Source,
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    format: TextOrJson,
}

pub(super) fn check(asked: &CheckArgs) -> Done {
    let Input { json, opened, reports, zone, .. } =
        input::open(&asked.source, WhichFindings::None)?;
    let status = ExitStatus::of(&opened.diagnostics);
    let dated =
        asked.source.instead.start.is_some() || zone.is_some() || json.get("start").is_some();
    let unknown = opened.document.as_ref().and_then(|document| {
        support::unknown(&compile::policy(document)?, compile::context(document))
    });
    let findings: Vec<_> = opened.diagnostics.iter().chain(&unknown).collect();
    let cluster = opened.document.as_ref().map_or("", |document| &document.cluster.name);
    let others = others(&reports, cluster);
    let enforced = opened.document.as_ref().and_then(|one| support::enforced(one, zone.as_ref()));
    let mut order = match opened.compiled {
        Some(compiled) if !asked.format.is_json() => {
            let opens_later = opened.document.as_ref().is_some_and(opens_later);
            order::lines(compiled, opens_later, &reports, dated, zone.as_ref())
        }
        _ => Vec::new(),
    };
    order.extend(enforced);
    output::print(|out| {
        if asked.format.is_json() {
            let list = findings.iter().map(|one| english::finding_json(one)).collect();
            return writeln!(out, "{}", Json::List(list).pretty());
        }
        for one in &findings {
            writeln!(out, "{}", english::finding(one))?;
        }
        order.iter().chain(&others).try_for_each(|line| writeln!(out, "{line}"))
    })?;
    Ok(status)
}

/// Is the start of the recurring window, before which none opens (BS-25), yet to come?
fn opens_later(document: &Document) -> bool {
    let start = match compile::policy(document).map(|policy| policy.window) {
        Some(Window::Recurring(window)) => window.start,
        _ => return false,
    };
    start > compile::context(document).now
}
