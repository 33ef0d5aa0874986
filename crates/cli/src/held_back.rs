//! `autoscaler` of a cluster: its run without an upgrade says who is held back, by what, since when.

use super::asked_upgrade::without;
use super::finished_run::{dates, to_the_end};
use super::{Done, ExitStatus, english, output};
use base::{Arg, Message, SimTime, say};
use query::held_back::{HeldBack, HeldInRun, held_back};
use query::{Index, Reason};
use scenario::json::Json;
use trace::{Subject, Trace};
use words::capital::capitalized;
use words::visible::visible;
use words::{Clock, Words, catalogue};

/// Subjects that a line names.
const NAMED: usize = 5;

const NODE_STAYS: &str = "why-node-stays";
const POOL_STAYS: &str = "why-pool-stays";

/// Answers for the cluster of a scenario.
pub(super) fn of_cluster(json: &Json, is_json: bool) -> Done {
    let opened = scenario::open_json(Ok(&without(json)));
    let Some(compiled) = opened.compiled else {
        output::diagnostics(opened.diagnostics.iter().filter(|one| one.is_error()));
        return Ok(ExitStatus::Unusable);
    };
    let name = opened.document.map(|document| document.name).unwrap_or_default();
    let trace = &to_the_end(compiled, None, None).trace;
    let found = &held_back(trace, &Index::of(trace));
    let clock: Clock<'_> = &dates(trace, None);
    let words = &Words::new(catalogue::english(), clock, trace.plan(), trace.last());
    let answer = Answer { trace, words, name: visible(name), found };
    output::text(&match is_json {
        true => answer.json().pretty() + "\n",
        false => answer.text(),
    })?;
    let mut all = found.nodes.iter().chain(&found.pods);
    let is_held = all.any(|one| one.until.is_none());
    Ok(if is_held { ExitStatus::Findings } else { ExitStatus::Fine })
}

struct Answer<'a> {
    trace: &'a Trace,
    words: &'a Words<'a>,
    name: String,
    found: &'a HeldInRun,
}

/// What holds, and of each reason more what it says and what helps. The last: it holds to the end of the run.
type HeldBy = (String, Vec<String>, bool);

impl Answer<'_> {
    fn text(&self) -> String {
        let HeldInRun { nodes, pods, used, removed } = self.found;
        let open = |all: &[HeldBack]| all.iter().filter(|one| one.until.is_none()).count();
        let [from, until] = [SimTime::ZERO, self.trace.end()].map(|at| self.words.instant(at));
        let named = if self.name.is_empty() { "no" } else { "yes" };
        let head = say!("held-head", named = named, name = &self.name, from = from, until = until);
        let mut lines = vec![head];
        let scaled = if self.trace.plan().is_autoscaled() { "yes" } else { "no" };
        lines.push(match (open(nodes), open(pods)) {
            (0, 0) => say!("held-nothing", scaled = scaled),
            (stay, wait) => say!("held-counts", nodes = stay, pods = wait),
        });
        // By reason; what lasts comes first.
        let mut groups: Vec<(HeldBy, Vec<&HeldBack>)> = Vec::new();
        for one in nodes.iter().chain(pods) {
            let by = self.held_by(one);
            match groups.iter_mut().find(|(other, _)| *other == by) {
                Some((_, members)) => members.push(one),
                None => groups.push((by, vec![one])),
            }
        }
        groups.sort_by_key(|((.., lasts), _)| !lasts);
        lines.extend(groups.iter().map(|(by, members)| self.of_group(by, members)));
        let names = |all: &mut dyn Iterator<Item = String>| self::named(all.collect());
        if !used.is_empty() {
            let mut all = used.iter().map(|node| self.words.subject(Subject::Node(*node)));
            lines.push(say!("held-used", n = used.len(), nodes = names(&mut all)));
        }
        if !removed.is_empty() {
            let mut all = removed.iter().map(|(node, at)| {
                let node = self.words.subject(Subject::Node(*node));
                format!("{node} {}", self.words.instant(*at))
            });
            lines.push(say!("held-removed", n = removed.len(), nodes = names(&mut all)));
        }
        lines.iter().map(|line| visible(english::text(line)) + "\n").collect()
    }

    fn of_group(&self, (by, more, lasts): &HeldBy, members: &[&HeldBack]) -> Message {
        let since = members.iter().map(|one| one.since).min().unwrap_or_default();
        let until = members.iter().filter_map(|one| one.until).max();
        let names = members.iter().map(|one| self.name(one)).collect();
        say!(
            "held-line",
            by = capitalized(by),
            names = named(names),
            since = self.words.instant(since),
            lasts = if *lasts { "yes" } else { "no" },
            until = until.map(|at| self.words.instant(at)).unwrap_or_default(),
            more = more.join(" "),
        )
    }

    /// Its name, and the Pod that keeps it.
    fn name(&self, one: &HeldBack) -> String {
        let name = self.words.subject(one.subject);
        let inputs = one.why.reasons.iter().flat_map(|reason| &reason.inputs);
        let mut keeps = inputs.filter(|input| input.name.key == "input-kept-by");
        match keeps.next() {
            Some(pod) => format!("{name} ({})", self.words.value(&pod.value)),
            None => name,
        }
    }

    /// As its answer says: of a node why it stays, of a Pod the scheduler's event, or its first reason, and why no pool grows.
    fn held_by(&self, one: &HeldBack) -> HeldBy {
        let reasons = || one.why.reasons.iter();
        let (by, more): (Option<String>, Vec<&Reason>) = match one.subject {
            Subject::Node(_) => {
                let own = reasons().find(|reason| reason.sentence.key == NODE_STAYS);
                let why = own.and_then(|reason| {
                    let (_, why) = reason.sentence.args.iter().find(|(name, _)| *name == "why")?;
                    Some(self.words.value(why))
                });
                (why, own.into_iter().collect())
            }
            _ => {
                let event = one.why.say.iter().find(|say| say.place == "event FailedScheduling");
                let event = event.map(|say| say.text.trim_end_matches('.').to_owned());
                let first = usize::from(event.is_none());
                let told = || reasons().next().map(|reason| self.says(reason));
                (event.or_else(told), reasons().skip(first).filter(|one| is_more(one)).collect())
            }
        };
        let by = by.unwrap_or_else(|| self.words.say(&one.why.what));
        (by, self.more(&more), one.until.is_none())
    }

    fn says(&self, reason: &Reason) -> String {
        self.words.say_with_rule(&reason.sentence, reason.rule)
    }

    /// What reasons add: their sentences, what helps, and the rules; pools that don't grow for the same reason together.
    fn more(&self, reasons: &[&Reason]) -> Vec<String> {
        let mut all: Vec<(String, String, Vec<Arg>)> = Vec::new();
        for reason in reasons {
            let arg = |name| reason.sentence.args.iter().find(|(other, _)| *other == name);
            let arg = |name| arg(name).map(|(_, value)| self.words.value(value));
            let (says, pool) = match reason.sentence.key {
                // Its line says it.
                NODE_STAYS => (String::new(), None),
                POOL_STAYS => (arg("why").unwrap_or_default(), arg("pool").map(Arg::Text)),
                _ => (self.says(reason), None),
            };
            let helps = reason.inputs.iter().find(|input| input.name.key == "input-remedy");
            let helps =
                helps.map(|input| say!("held-helps", helps = self.words.value(&input.value)));
            let rules = format!("({})", reason.rule.ids.join(", "));
            let helps = helps.map(|helps| english::text(&helps) + " ").unwrap_or_default() + &rules;
            match all.iter_mut().find(|one| (&one.0, &one.1) == (&says, &helps)) {
                Some((.., pools)) => pools.extend(pool.filter(|pool| !pools.contains(pool))),
                None => all.push((says, helps, pool.into_iter().collect())),
            }
        }
        let told = all.into_iter().map(|(says, helps, pools)| match pools.is_empty() {
            true => format!("{says} {helps}"),
            false => {
                let says = say!("held-no-growth", pools = pools, why = says);
                format!("{} {helps}", english::text(&says))
            }
        });
        told.map(|told| told.trim_start().to_owned()).collect()
    }

    fn json(&self) -> Json {
        let at = |at: SimTime| Json::Text(self.words.instant(at));
        let HeldInRun { nodes, pods, used, removed } = self.found;
        let held = nodes.iter().chain(pods).map(|one| {
            let (by, more, _) = self.held_by(one);
            Json::object([
                ("subject", Json::Text(self.words.subject(one.subject))),
                ("since", at(one.since)),
                ("until", one.until.map_or(Json::Null, at)),
                ("reason", Json::Text(by)),
                ("more", Json::List(more.into_iter().map(Json::Text).collect())),
            ])
        });
        let node = |id: base::NodeId| Json::Text(self.words.subject(Subject::Node(id)));
        let removed = removed
            .iter()
            .map(|(id, when)| Json::object([("subject", node(*id)), ("at", at(*when))]));
        Json::object([
            ("cluster", self.name.as_str().into()),
            ("from", at(SimTime::ZERO)),
            ("until", at(self.trace.end())),
            ("held", Json::List(held.collect())),
            ("used", Json::List(used.iter().map(|id| node(*id)).collect())),
            ("removed", Json::List(removed.collect())),
        ])
    }
}

/// Does a Pod's reason say what holds it, besides the scheduler's event?
fn is_more(reason: &Reason) -> bool {
    let told = [POOL_STAYS, "why-volume-local", "why-volume-zones", "why-autoscaler-ignores"];
    told.contains(&reason.sentence.key)
}

/// The first names, and how many more there are.
fn named(mut names: Vec<String>) -> Vec<Arg> {
    let more = names.len().saturating_sub(NAMED);
    names.truncate(NAMED);
    let more = (more > 0).then(|| Arg::Message(say!("autolog-and-more", n = more)));
    names.into_iter().map(Arg::Text).chain(more).collect()
}
