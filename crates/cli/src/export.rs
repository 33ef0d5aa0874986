//! `export` and `link`: a scenario or its run for other tools and other people.

use std::io::{self, Write};

use super::run::{FinishedRun, start, to_the_end};
use super::{Done, ExitStatus, Failure, english, input, output};
use base::{SimTime, say};
use draw::picture::{self, Picture};
use draw::svg::estimate;
use draw::theme::LIGHT;
use query::{self, Index};
use scenario::export::{EXPORTS, export as form};
use scenario::{instant, link, pseudonym};
use words::{Words, log};

pub(super) struct ExportArgs {
    pub(super) scenario: String,
    pub(super) format: String,
    pub(super) at: Option<String>,
    pub(super) out: Option<String>,
}

/// Forms of a run, besides those of the document.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RunExport {
    Csv,
    Json,
    Svg,
}

impl RunExport {
    const ALL: [Self; 3] = [Self::Csv, Self::Json, Self::Svg];

    fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Json => "json",
            Self::Svg => "svg",
        }
    }
}

pub(super) fn export(asked: &ExportArgs) -> Done {
    let out = asked.out.as_deref();
    let of_run = RunExport::ALL.into_iter().find(|form| form.name() == asked.format);
    if asked.at.is_some() && of_run != Some(RunExport::Svg) {
        return Err(Failure(say!("cli-at-of-svg")));
    }
    if let Some(form) = form(&asked.format) {
        let opened = input::open(&asked.scenario)?;
        output::diagnostics(&opened.diagnostics);
        let text = opened.document.as_ref();
        let text = text.map_or_else(String::new, |document| (form.make)(document, &english::text));
        output::to(out, |out| out.write_all(text.as_bytes()))?;
        return Ok(ExitStatus::of(&opened.diagnostics));
    }
    let Some(of_run) = of_run else {
        let names: Vec<&str> = (EXPORTS.iter().map(|form| form.name))
            .chain(RunExport::ALL.map(RunExport::name))
            .collect();
        return Err(Failure(say!(
            "cli-no-export-format",
            format = &asked.format,
            names = names.join(", ")
        )));
    };
    let (compiled, _) = input::runnable(&asked.scenario)?;
    let Some(compiled) = compiled else {
        return Ok(ExitStatus::Findings);
    };
    let at = match &asked.at {
        Some(text) => Some(input::time(text, "--at", &compiled)?),
        None => None,
    };
    let ran = to_the_end(compiled, None, None);
    output::to(out, |out| match of_run {
        RunExport::Csv => log::csv(out, &ran.trace),
        RunExport::Json => log::json(out, &ran.trace, &start(&ran.trace)),
        RunExport::Svg => svg(out, &ran, at),
    })?;
    Ok(ExitStatus::Fine)
}

/// The instant, or the middle of the run.
fn svg(out: &mut dyn Write, ran: &FinishedRun, at: Option<SimTime>) -> io::Result<()> {
    let trace = &ran.trace;
    let index = Index::of(trace);
    let lanes = query::lanes(trace, &index);
    let last = trace.last();
    let date = |unix_ms: i64| {
        let text = instant::format(unix_ms);
        text.get(..10).unwrap_or_default().to_owned()
    };
    let text = picture::svg(&Picture {
        trace,
        index: &index,
        lanes: &lanes,
        at: at.unwrap_or_else(|| SimTime::from_ms(trace.end().ms() / 2)),
        words: &Words::english(trace.plan(), last),
        date: &date,
        theme: &LIGHT,
        width: picture::WIDTH,
        measure: &estimate,
    });
    out.write_all(text.as_bytes())
}

pub(super) struct LinkArgs {
    pub(super) scenario: String,
    pub(super) pseudonyms: bool,
    pub(super) out: Option<String>,
}

pub(super) fn link(asked: &LinkArgs) -> Done {
    let opened = input::open(&asked.scenario)?;
    output::diagnostics(&opened.diagnostics);
    let mut document = opened.document.unwrap_or_default();
    if asked.pseudonyms {
        document = pseudonym::of_document(&document, &english::text(&say!("other-names"))).0;
    }
    let text = document.to_text();
    if text.len() > link::LIMIT_BYTES {
        return Err(Failure(say!("cli-too-large-for-link", scenario = &asked.scenario)));
    }
    output::to(asked.out.as_deref(), |out| writeln!(out, "#s={}", link::encode(&text)))?;
    Ok(ExitStatus::of(&opened.diagnostics))
}
