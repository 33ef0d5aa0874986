//! Questions asked of small runs, answered in words.

use std::fmt::Write as _;

use expect_test::{Expect, expect};

use crate::base::SimTime;
use crate::query::stage::{Detail, Stage, stage};
use crate::query::{Ended, Index, lanes, parse_subject, summary, why};
use crate::sim::testing::run;
use crate::trace::{Subject, Trace};
use crate::words::Words;

struct Run {
    trace: Trace,
    index: Index,
    ended: Ended,
}

fn made(line: &str) -> Run {
    let (trace, ended) = run(line);
    let index = Index::of(&trace);
    let ended = match ended {
        crate::sim::Ended::Quiet => Ended::Quiet,
        crate::sim::Ended::Until => Ended::Until,
        crate::sim::Ended::Overrun => Ended::Overrun,
    };
    Run {
        trace,
        index,
        ended,
    }
}

impl Run {
    fn with_words<T>(&self, ask: impl FnOnce(&Words<'_>) -> T) -> T {
        let last = self.trace.frame_at(self.trace.end());
        ask(&Words::english(self.trace.plan(), &last.cluster))
    }

    fn why(&self, subject: &str, at: i64) -> String {
        let asked = parse_subject(&self.trace, subject).expect("a known subject");
        let answer = why(&self.trace, &self.index, asked, SimTime::from_secs(at));
        let Some(answer) = answer else {
            return "nothing\n".to_owned();
        };
        self.with_words(|words| {
            let mut text = format!("What: {}\n", words.say(&answer.what));
            for reason in &answer.reasons {
                let _ = writeln!(
                    text,
                    "Why: {} ({} {})",
                    words.say_with_rule(&reason.sentence, reason.rule),
                    reason.rule.slug,
                    reason.rule.ids.join(" ")
                );
                for input in &reason.inputs {
                    let _ = writeln!(
                        text,
                        "     {}: {}",
                        words.say(&input.name),
                        words.value(&input.value)
                    );
                }
            }
            if let Some(until) = &answer.until {
                let _ = writeln!(text, "Until: {}", words.say(&until.sentence));
            }
            for say in &answer.say {
                let _ = writeln!(text, "Say: {} [{}]", say.text, say.place);
            }
            let chain: Vec<String> = answer
                .chain
                .iter()
                .filter_map(|no| self.trace.record(*no))
                .map(|record| {
                    format!(
                        "{} {}",
                        words.subject(record.subject),
                        words.fact(record.change)
                    )
                })
                .collect();
            let _ = writeln!(text, "Chain: {}", chain.join(" <- "));
            text
        })
    }

    fn stage(&self, at: i64) -> Stage {
        let frame = self.trace.frame_at(SimTime::from_secs(at));
        stage(&self.trace, &self.index, &frame, Detail::Tiles)
    }

    fn stage_text(&self, at: i64) -> String {
        let stage = self.stage(at);
        self.with_words(|words| {
            let mut text = format!("{}\n", words.say(&stage.caption));
            for pool in &stage.pools {
                let progress = pool.progress.as_ref().map(|phrase| words.say(phrase));
                let _ = writeln!(
                    text,
                    "{} {} {}",
                    pool.name,
                    words.say(&pool.strategy),
                    progress.unwrap_or_default()
                );
                for zone in &pool.zones {
                    let _ = writeln!(text, "  {} {}", zone.name, words.say(&zone.head));
                    for tile in &zone.tiles {
                        let pods: Vec<String> = tile
                            .pods
                            .iter()
                            .map(|dot| format!("{}{:?}", dot.letters.text(), dot.fill))
                            .collect();
                        let line = tile.line.as_ref().map(|phrase| words.say(phrase));
                        let row = format!(
                            "    {:?} {} {} [{}] {}: {} {}",
                            tile.state,
                            tile.name,
                            tile.version,
                            pods.join(" "),
                            words.say(&tile.word),
                            line.unwrap_or_default(),
                            tile.progress.map_or(String::new(), |n| format!("{n}/1000"))
                        );
                        let _ = writeln!(text, "{}", row.trim_end());
                    }
                    for phrase in zone.note.iter().chain(&zone.since) {
                        let _ = writeln!(text, "    {}", words.say(phrase));
                    }
                    if let Some(slots) = &zone.slots {
                        let _ = writeln!(
                            text,
                            "    {}, {}",
                            words.say(&slots.words),
                            words.say(&slots.formula)
                        );
                    }
                }
            }
            for pod in &stage.pending.pods {
                let line = pod.line.as_ref().map(|phrase| words.say(phrase));
                let _ = writeln!(
                    text,
                    "pending {} {} {}",
                    pod.name,
                    words.say(&pod.waits),
                    line.unwrap_or_default()
                );
            }
            text
        })
    }

    fn story(&self) -> String {
        self.with_words(|words| {
            let mut text = String::new();
            for (n, told) in crate::query::events::story(&self.trace).enumerate() {
                let rule = self.trace.rule(&told.record);
                let _ = writeln!(text, "{}", words.story_line(n + 1, &told.record, rule));
            }
            text
        })
    }

    fn summary(&self) -> String {
        let summary = summary(&self.trace, &self.index, self.ended, 0, Default::default());
        format!("{summary:#?}")
    }
}

#[test]
fn explore() {
    let line = "pool a nodes=3 surge=1+0 | app web replicas=2 on=a-0 max-unavailable=1 ready=20 | at=0 upgrade a";
    let run = made(line);
    println!("{}", run.story());
    println!("{}", run.summary());
    for at in [0, 100, 181, 185, 205, 230, 300, 10_000] {
        println!("-- {at}\n{}", run.stage_text(at));
    }
    for (subject, at) in [
        ("node/a-0", 100),
        ("node/a-0", 185),
        ("node/a-1", 100),
        ("pod/web-1", 185),
        ("pool/a", 185),
        ("budget/web", 185),
        ("workload/web", 185),
        ("record/5", 0),
    ] {
        if parse_subject(&run.trace, subject).is_ok() {
            println!("-- {subject} {at}\n{}", run.why(subject, at));
        } else {
            println!("?? {subject}");
        }
    }
    let lanes = lanes(&run.trace, &run.index);
    println!("{lanes:?}");
}
