//! Records as a story.

use std::io::{self, Write};

use super::output::Out;
use query::events::story as told;
use trace::{Record, Trace};
use words::catalogue::english;
use words::{Clock, Words};

pub(super) fn story(
    out: &mut Out,
    trace: &Trace,
    clock: Clock<'_>,
    keep: &dyn Fn(&Record) -> bool,
) -> io::Result<()> {
    let words = Words::new(english(), clock, trace.plan(), trace.last());
    for one in told(trace).filter(|one| keep(&one.record)) {
        let rule = trace.rule(&one.record);
        writeln!(out, "{}", words.story_line(one.no, &one.record, rule))?;
    }
    Ok(())
}
