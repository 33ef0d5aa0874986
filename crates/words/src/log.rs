//! The records of a run as JSON Lines and as a table, for files and other programs.
//!
//! Rows are written one by one: a long run is many megabytes as text.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;

use super::data::data;
use super::format::Clock;
use trace::text::Namer;
use trace::{Record, Trace};

#[derive(Serialize)]
struct Header<'a> {
    nodetide: u32,
    scenario: &'a str,
    seed: u64,
    start: &'a str,
}

#[derive(Serialize)]
struct RecordLine<'a> {
    no: u32,
    at_ms: i64,
    subject: String,
    change: &'a str,
    slug: &'a str,
    rules: &'a [&'a str],
    cause: Option<u32>,
    data: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<String>,
}

/// Which records are written, and with which times besides the milliseconds since the start.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    pub keep: &'a dyn Fn(&Record) -> bool,
    /// Of the last field, `time`.
    pub clock: Option<Clock<'a>>,
}

impl Shown<'_> {
    /// All records, without times.
    pub const ALL: Shown<'static> = Shown { keep: &|_| true, clock: None };
}

/// Calls `tell` for each record.
fn each(
    trace: &Trace,
    shown: Shown<'_>,
    mut tell: impl FnMut(&RecordLine<'_>) -> io::Result<()>,
) -> io::Result<()> {
    let last = trace.last();
    let namer = Namer { plan: trace.plan(), cluster: last };
    for (no, record) in trace.records().filter(|(_, record)| (shown.keep)(record)) {
        let rule = trace.rule(&record);
        tell(&RecordLine {
            no: no.0,
            at_ms: record.at.ms(),
            subject: namer.subject(record.subject),
            change: record.change.name(),
            slug: rule.slug,
            rules: rule.ids,
            cause: record.cause.map(|cause| cause.0),
            data: data(&namer, &record),
            time: shown.clock.map(|clock| clock(record.at)),
        })?;
    }
    Ok(())
}

/// A header, then one line per record. `start` is the instant of time 0 in RFC 3339.
pub fn json(out: &mut dyn Write, trace: &Trace, start: &str, shown: Shown<'_>) -> io::Result<()> {
    let plan = trace.plan();
    let header = Header { nodetide: 1, scenario: &plan.name, seed: plan.seed, start };
    serde_json::to_writer(&mut *out, &header)?;
    writeln!(out)?;
    each(trace, shown, |row| {
        serde_json::to_writer(&mut *out, row)?;
        writeln!(out)
    })
}

/// RFC 4180: lines end in CR LF; cells with a comma, a quote or a line break are quoted.
pub fn csv(out: &mut dyn Write, trace: &Trace, shown: Shown<'_>) -> io::Result<()> {
    out.write_all(b"no,at_ms,subject,change,slug,rules,cause,data")?;
    out.write_all(if shown.clock.is_some() { b",time\r\n" } else { b"\r\n" })?;
    each(trace, shown, |row| {
        let cells = [
            row.no.to_string(),
            row.at_ms.to_string(),
            row.subject.clone(),
            row.change.to_owned(),
            row.slug.to_owned(),
            row.rules.join(" "),
            row.cause.map_or_else(String::new, |no| no.to_string()),
            row.data.to_string(),
        ];
        for (at, text) in cells.iter().chain(&row.time).enumerate() {
            if at > 0 {
                out.write_all(b",")?;
            }
            out.write_all(cell(text).as_bytes())?;
        }
        out.write_all(b"\r\n")
    })
}

/// A cell of a table as a file; one that a spreadsheet would run as a formula is prefixed.
pub fn cell(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']);
    let text = if formula { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\r', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::cell;

    #[test]
    fn cells_that_begin_like_formulas_are_prefixed_and_quotes_doubled() {
        let cells = ["=1+1", "+a", "-5", "@x", "a,b", "say \"hi\"", "", "web-1"];
        assert_eq!(
            cells.map(cell),
            ["'=1+1", "'+a", "'-5", "'@x", "\"a,b\"", "\"say \"\"hi\"\"\"", "", "web-1"]
        );
    }
}
