//! `import`: dumps and manifests in, a scenario out.

use super::{Done, ExitStatus, Failure, english, input, output};
use base::say;
use import::{File, FileReport};
use scenario::json::Json;

pub(super) struct ImportArgs {
    pub(super) files: Vec<String>,
    pub(super) out: Option<String>,
    pub(super) json: bool,
}

pub(super) fn import(asked: &ImportArgs) -> Done {
    let mut read = Vec::new();
    for name in &asked.files {
        read.push((name.as_str(), input::bytes(name)?));
    }
    let files: Vec<File<'_>> = read.iter().map(|(name, bytes)| File { name, bytes }).collect();
    let found = import::read(&files);
    output::note(&report(&found.reports, asked.json));
    let Some(document) = found.document else {
        // Scripts read the reasons in the JSON.
        return match asked.json {
            true => Ok(ExitStatus::Unusable),
            false => Err(Failure(say!("cli-nothing-usable"))),
        };
    };
    let text = document.to_pretty_text();
    output::to(asked.out.as_deref(), |out| out.write_all(text.as_bytes()))?;
    let (diagnostics, _) = scenario::check_and_compile(&document);
    if !asked.json {
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
