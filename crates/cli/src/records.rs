//! Records as a story.

use std::io::{self, Write};

use super::output::Out;
use query::events::story as told;
use trace::Trace;
use words::Words;

pub(super) fn story(out: &mut Out, trace: &Trace) -> io::Result<()> {
    let last = trace.last();
    let words = Words::english(trace.plan(), last);
    for (n, one) in told(trace).enumerate() {
        let rule = trace.rule(&one.record);
        writeln!(out, "{}", words.story_line(n + 1, &one.record, rule))?;
    }
    Ok(())
}
