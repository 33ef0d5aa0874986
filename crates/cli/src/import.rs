//! `import`: dumps and manifests in, a scenario out.

use super::option::{TextOrJson, edition};
use super::{Done, ExitStatus, Failure, english, input, output};
use base::say;
use clap::Args;
use import::{File, FileReport};
use scenario::Diagnostic;
use scenario::calendar::Edition;
use scenario::json::Json;

/// Create a scenario from dumps, manifests, Terraform, and gcloud commands
///
/// Reads manifests, and JSON or YAML output of
///   kubectl get nodes,pods,pdb,deploy,sts,ds,rs,jobs,svc -A -o json
///   gcloud container clusters describe CLUSTER --format json
///   gcloud container node-pools describe POOL --cluster CLUSTER --format json
///   gcloud container clusters get-upgrade-info CLUSTER (or node-pools get-upgrade-info POOL) --format json
/// and Terraform blocks, terraform show -json output, and gcloud container commands.
/// Prints a scenario, or writes it to OUT. A report of what was recognized, used, ignored, and assumed goes to
/// standard error; --format json applies to that report.
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(super) struct ImportArgs {
    /// Files, or - for standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// Write the scenario to this file.
    #[arg(short, long = "output", value_name = "OUT")]
    out: Option<String>,
    /// Write this edition of the rulebook into the scenario.
    #[arg(long, value_name = "YEAR", value_parser = edition)]
    edition: Option<Edition>,
    /// Time 0, in RFC 3339. Default: the newest instant in the files, or the clock of the machine if they have a maintenance policy
    /// and no instant of the cluster's state.
    #[arg(long, value_name = "TIME")]
    now: Option<String>,
    /// The format of the report.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    format: TextOrJson,
}

pub(super) fn import(asked: &ImportArgs) -> Done {
    let json = asked.format.is_json();
    let mut read = Vec::new();
    for name in &asked.files {
        match input::bytes(name) {
            Ok(bytes) => read.push((name.as_str(), bytes)),
            // Scripts read the reasons in the JSON.
            Err(Failure(reason)) if json => {
                let reason = [("file", name.as_str().into()), ("reason", english::json(&reason))];
                output::note(&(Json::List(vec![Json::object(reason)]).compact() + "\n"));
                return Ok(ExitStatus::Unusable);
            }
            Err(failure) => return Err(failure),
        }
    }
    let files: Vec<File<'_>> = read.iter().map(|(name, bytes)| File { name, bytes }).collect();
    let found = input::imported(&files, asked.now.as_deref(), None)?;
    output::note(&report(&found.reports, json));
    if !json {
        input::one_cluster(&found.reports)?;
    }
    let Some(mut document) = found.document else {
        // Scripts read the reasons in the JSON.
        return match json {
            true => Ok(ExitStatus::Unusable),
            false => Err(Failure(say!("cli-nothing-usable"))),
        };
    };
    document.edition = asked.edition.or(document.edition);
    let text = document.to_pretty_text();
    output::to(asked.out.as_deref(), |out| out.write_all(text.as_bytes()))?;
    let (diagnostics, _) = scenario::check_and_compile(&document);
    let diagnostics: Vec<_> = diagnostics.iter().map(Diagnostic::of_a_run).collect();
    if !json {
        output::diagnostics(&diagnostics);
    }
    Ok(ExitStatus::of(&diagnostics))
}

fn report(reports: &[FileReport], json: bool) -> String {
    if json {
        let reports = reports.iter().map(|one| one.json(&english::json));
        return Json::List(reports.collect()).compact() + "\n";
    }
    reports.iter().map(english::report).collect()
}
