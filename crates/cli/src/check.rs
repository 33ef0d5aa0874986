//! `check`: the findings only.

use std::io::Write as _;

use clap::Args;

use super::input::{Input, Source, WhichFindings};
use super::option::TextOrJson;
use super::{Done, ExitStatus, english, input, notes, order, output, support};
use base::say;
use runner::window_fit::Fit;
use scenario::Document;
use scenario::calendar::compile;
use scenario::json::Json;

/// Check a scenario.
///
/// Prints errors and risks, and as text what the files ask for and a run doesn't have, how a run ends unless all goes well, and the
/// order of upgrades with their dates and windows, if some are automatic or several. Exits with 1 if there are errors.
#[derive(Args)]
pub(super) struct CheckArgs {
    #[command(flatten)]
    source: Source,
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    format: TextOrJson,
}

pub(super) fn check(asked: &CheckArgs) -> Done {
    let Input { json, opened, reports, upgrade, zone, .. } =
        input::open(&asked.source, WhichFindings::None)?;
    let status = ExitStatus::of(&opened.diagnostics);
    let dated =
        asked.source.instead.start.is_some() || zone.is_some() || json.get("start").is_some();
    let document = opened.document.as_ref();
    let unknown = document.and_then(|document| {
        support::unknown(&compile::policy(document)?, compile::context(document))
    });
    let findings: Vec<_> = opened.diagnostics.iter().chain(&unknown).collect();
    if asked.format.is_json() {
        let list = findings.iter().map(|one| english::finding_json(one)).collect();
        output::print(|out| writeln!(out, "{}", Json::List(list).pretty()))?;
        return Ok(status);
    }
    let is_run = opened.compiled.is_some();
    let mut first = notes::first(&reports);
    first.extend(upgrade.filter(|_| is_run));
    let mut lines: Vec<String> = if is_run { notes::open(&reports, &[]) } else { Vec::new() };
    lines.extend(findings.iter().map(|one| english::finding(one)));
    lines.extend(document.and_then(by_hand));
    lines.extend(document.and_then(|one| support::enforced(one, zone.as_ref())));
    let mut order = Vec::new();
    if let Some(compiled) = opened.compiled {
        lines.extend(notes::assumed(&reports));
        let run = order::one_run(compiled, dated, zone.as_ref());
        lines.extend(run.ends);
        order = run.order;
    }
    if lines.is_empty() {
        lines.push(english::text(&say!("cli-no-findings")));
    }
    let scopes = document.map_or_else(Vec::new, |one| support::scopes(one, zone.as_ref()));
    let all = first.iter().chain(&lines).chain(&scopes).chain(&order);
    output::print(|out| all.into_iter().try_for_each(|line| writeln!(out, "{line}")))?;
    Ok(status)
}

/// The pools that GKE never upgrades, though they trail the control plane.
fn by_hand(document: &Document) -> Option<String> {
    let pools = Fit::by_hand(document).join(", ");
    (!pools.is_empty()).then(|| english::text(&say!("cli-fit-by-hand", pools = pools)))
}
