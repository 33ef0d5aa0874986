//! The rows of the tables: what is listed, in which order, and as a file.

use super::answer::{HeldKind, HeldState, LogCluster, LogHold, LogReason, place};
use crate::shell::words::{attribute, t, tm};
use scenario::instant;
use std::cmp::Ordering;
use words::codes::{self, Code};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogTab {
    #[default]
    Nodes,
    Pods,
    Pools,
    Events,
}

impl LogTab {
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::Nodes, "autolog-tab-nodes"),
        (Self::Pods, "autolog-tab-pods"),
        (Self::Pools, "autolog-tab-pools"),
        (Self::Events, "autolog-tab-events"),
    ];

    /// Is the hold in this table? What holds back the whole cluster stands with the pools.
    pub fn has(self, kind: HeldKind) -> bool {
        match self {
            Self::Nodes => kind == HeldKind::Node,
            Self::Pods => kind == HeldKind::Pods,
            Self::Pools => matches!(kind, HeldKind::Group | HeldKind::Cluster),
            Self::Events => false,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Column {
    Name,
    Code,
    #[default]
    Since,
    Logged,
}

/// How the tables are sorted and filtered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Listing {
    pub tab: LogTab,
    pub filter: String,
    pub by: Column,
    pub descending: bool,
}

impl Listing {
    /// The positions of the holds in the table, what is held at the end first.
    pub fn holds(&self, cluster: &LogCluster) -> Vec<usize> {
        let words: Vec<String> = self.filter.split_whitespace().map(str::to_lowercase).collect();
        let holds = cluster.holds.iter().enumerate();
        let is_wanted = |one| words.is_empty() || fits(one, &words);
        let listed = holds.filter(|(_, one)| self.tab.has(one.kind) && is_wanted(one));
        let mut listed: Vec<usize> = listed.map(|(no, _)| no).collect();
        base::order::sort_by(&mut listed, |a, b| {
            self.order(&cluster.holds[*a], &cluster.holds[*b])
        });
        listed
    }

    fn order(&self, a: &LogHold, b: &LogHold) -> Ordering {
        let own = match self.by {
            Column::Name => a.name.cmp(&b.name),
            Column::Code => a.code().cmp(b.code()),
            Column::Since => a.since.cmp(&b.since),
            Column::Logged => a.logged.cmp(&b.logged),
        };
        let own = if self.descending { own.reverse() } else { own };
        (a.state != HeldState::Held).cmp(&(b.state != HeldState::Held)).then(own)
    }
}

/// Does each word occur in its name, place, codes or parameters?
fn fits(one: &LogHold, words: &[String]) -> bool {
    let reasons = one.reasons.iter();
    let texts = reasons.flat_map(|one| std::iter::once(&one.code).chain(&one.parameters));
    let texts = [&one.name, &one.pool, &one.zone].into_iter().chain(texts);
    let all = texts.map(|text| text.to_lowercase()).collect::<Vec<_>>().join(" ");
    words.iter().all(|word| all.contains(word.as_str()))
}

/// What is known of a reason: what it means, what to do, its rules.
pub fn explained(one: &LogReason) -> Option<(String, String, Vec<&'static str>)> {
    let code = codes::of(&one.code, &one.parameters)?;
    let says = code.says(&one.parameters);
    Some((tm(&says), attribute(&says, Code::REMEDY), code.rules.split(',').collect()))
}

/// How much all names begin with, up to a dash.
pub fn shared(names: &[&str]) -> usize {
    let [first, rest @ ..] = names else {
        return 0;
    };
    let alike = |a: &str| a.bytes().zip(first.bytes()).take_while(|(a, b)| a == b).count();
    let least = rest.iter().map(|name| alike(name)).min().unwrap_or(0);
    first.get(..least).and_then(|text| text.rfind('-')).map_or(0, |at| at + 1)
}

/// The instant with its day, in UTC.
pub fn written(at: i64) -> String {
    match at {
        0 => "–".to_owned(),
        _ => instant::format(at * 1000).replace('T', " ").replace('Z', ""),
    }
}

/// The instant without its day, if it is the day of the log's end.
pub fn clock(cluster: &LogCluster, at: i64) -> String {
    let (text, end) = (written(at), written(cluster.until));
    match text.split_once(' ') {
        Some((day, clock)) if end.starts_with(day) => clock.to_owned(),
        _ => text,
    }
}

/// The table as lines of fields.
pub fn lines(cluster: &LogCluster, holds: &[usize]) -> Vec<Vec<String>> {
    let heads = [
        "autolog-col-name",
        "autolog-col-place",
        "autolog-col-state",
        "autolog-col-since",
        "autolog-col-last",
        "autolog-col-logged",
        "autolog-col-code",
        "autolog-col-parameter",
        "autolog-col-means",
        "autolog-col-remedy",
        "autolog-col-rule",
    ];
    let mut lines = vec![heads.iter().map(|key| t(key)).collect()];
    for hold in holds.iter().filter_map(|no| cluster.holds.get(*no)) {
        for reason in &hold.reasons {
            let (means, remedy, rules) = explained(reason).unwrap_or_default();
            let own = place(&hold.pool, &hold.zone);
            let own = (!own.is_empty() && !reason.groups.contains(&own)).then_some(own);
            lines.push(vec![
                hold.name.clone(),
                own.iter().chain(&reason.groups).cloned().collect::<Vec<_>>().join(", "),
                t(hold.state.key()),
                written(hold.since),
                written(hold.last),
                hold.logged.to_string(),
                reason.code.clone(),
                reason.parameters.join(", "),
                means,
                remedy,
                rules.join(" "),
            ]);
        }
    }
    lines
}

/// As a table in Markdown, below the first sentences.
pub fn markdown(says: &[String], lines: &[Vec<String>]) -> String {
    let field = |text: &String| text.replace('|', "\\|").replace('<', "&lt;").replace('\n', " ");
    let line = |line: &Vec<String>| {
        format!("| {} |\n", line.iter().map(field).collect::<Vec<_>>().join(" | "))
    };
    let mut out = format!("{}\n\n", says.join(" "));
    for (no, one) in lines.iter().enumerate() {
        out += &line(one);
        if no == 0 {
            out += &format!("|{}\n", " --- |".repeat(one.len()));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::web::files::csv;

    fn hold(name: &str, code: &str, since: i64, state: HeldState) -> LogHold {
        LogHold {
            kind: HeldKind::Node,
            state,
            name: name.to_owned(),
            count: 1,
            pool: "main".to_owned(),
            zone: "z".to_owned(),
            used: None,
            since,
            last: since,
            until: None,
            again: None,
            logged: 1,
            reasons: vec![LogReason {
                code: code.to_owned(),
                parameters: Vec::new(),
                groups: Vec::new(),
            }],
        }
    }

    #[test]
    fn what_is_held_comes_first_and_each_word_filters() {
        let holds = vec![
            hold("b", "x.pdb", 20, HeldState::Held),
            hold("a", "x.min", 30, HeldState::Held),
            hold("c", "x.min", 10, HeldState::Silent),
        ];
        let cluster = LogCluster { holds, ..LogCluster::default() };
        let mut listing = Listing::default();
        assert_eq!(listing.holds(&cluster), [0, 1, 2]);
        listing.descending = true;
        assert_eq!(listing.holds(&cluster), [1, 0, 2]);
        listing.by = Column::Name;
        assert_eq!(listing.holds(&cluster), [0, 1, 2]);
        listing.filter = "MIN main".to_owned();
        assert_eq!(listing.holds(&cluster), [1, 2]);
        listing.tab = LogTab::Pods;
        assert!(listing.holds(&cluster).is_empty());
    }

    #[test]
    fn names_are_split_where_they_begin_to_differ() {
        let names = ["gke-a-main-0a1b-1111", "gke-a-main-0a1b-2222"];
        assert_eq!(names[1].split_at(shared(&names)), ("gke-a-main-0a1b-", "2222"));
        assert_eq!(shared(&["a", "b"]), 0);
        assert_eq!(shared(&[]), 0);
    }

    #[test]
    fn files_are_safe_to_open() {
        let lines = vec![vec!["a,b".to_owned(), "=1+1".to_owned(), "<b>|\"".to_owned()]];
        assert_eq!(csv(&lines), "\"a,b\",'=1+1,\"<b>|\"\"\"\r\n");
        assert_eq!(
            markdown(&["S.".to_owned()], &lines),
            "S.\n\n| a,b | =1+1 | &lt;b>\\|\" |\n| --- | --- | --- |\n"
        );
    }
}
