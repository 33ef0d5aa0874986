//! Another way to upgrade the same pools: edits of the scenario document, made for a comparison and kept only when
//! a person opens the variant.

use base::{Decimal, IdVec, PoolId, SimSpan, SimTime};
use model::strategy::{BatchSize, BlueGreen, Surge};
use query::Period;
use scenario::edit::{self, Edit};
use scenario::fixed::fixed;
use scenario::json::Json;
use scenario::units::Duration;
use trace::{Subject, Trace};

/// How the pools of a scenario are upgraded, all in one way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// As the document says.
    AsIs,
    Surge(Surge),
    BlueGreen(BlueGreen),
}

/// One more node at a time, which is what GKE does where nothing is said.
pub const SURGE: Surge = Surge {
    max_surge: 1,
    max_unavailable: 0,
};

impl Way {
    /// The way of the document, if all pools with a choice have the same one and it can be simulated.
    pub fn of(document: &Json) -> Option<Self> {
        let mut ways = chosen(document).map(|(_, pool)| own(pool));
        let first = ways.next()??;
        ways.all(|way| way == Some(first)).then_some(first)
    }

    /// What this is worth to be compared with.
    pub fn other(self) -> Self {
        match self {
            Self::AsIs | Self::Surge(_) => Self::BlueGreen(BlueGreen::DEFAULT),
            Self::BlueGreen(_) => Self::Surge(SURGE),
        }
    }

    /// The edits that make the document so.
    pub fn edits(self, document: &Json) -> Vec<Edit> {
        let pools = chosen(document).map(|(n, _)| format!("/pools/{n}/upgradeSettings"));
        pools
            .flat_map(|settings| self.settings(&settings))
            .collect()
    }

    /// The document with every pool so.
    pub fn apply(self, document: &Json) -> Json {
        edit::apply_all(document, &self.edits(document))
    }

    fn settings(self, at: &str) -> Vec<Edit> {
        let set = |field: &str, value: Json| Edit::Set(format!("{at}/{field}"), value);
        match self {
            Self::AsIs => Vec::new(),
            Self::Surge(surge) => vec![
                set("strategy", "SURGE".into()),
                set("maxSurge", Json::Int(surge.max_surge.into())),
                set("maxUnavailable", Json::Int(surge.max_unavailable.into())),
            ],
            Self::BlueGreen(rollout) => {
                let size = match rollout.batch {
                    BatchSize::Nodes(nodes) => ("batchNodeCount", Json::Int(nodes.into())),
                    BatchSize::Part(part) => ("batchPercentage", number(part)),
                };
                let policy = [size, ("batchSoakDuration", seconds(rollout.batch_soak))];
                let both = [
                    ("standardRolloutPolicy", object(policy)),
                    ("nodePoolSoakDuration", seconds(rollout.pool_soak)),
                ];
                vec![
                    set("strategy", "BLUE_GREEN".into()),
                    set("blueGreenSettings", object(both)),
                ]
            }
        }
    }

    /// As an address says it: `surge-2-1`, `blue-green-2-600-3600`, `blue-green-p0.4-600-3600`.
    pub fn write(self) -> String {
        match self {
            Self::AsIs => "as-is".to_owned(),
            Self::Surge(Surge {
                max_surge,
                max_unavailable,
            }) => format!("surge-{max_surge}-{max_unavailable}"),
            Self::BlueGreen(rollout) => {
                let batch = match rollout.batch {
                    BatchSize::Nodes(nodes) => nodes.to_string(),
                    BatchSize::Part(part) => format!("p{part}"),
                };
                let (soak, pool) = (rollout.batch_soak.secs(), rollout.pool_soak.secs());
                format!("blue-green-{batch}-{soak}-{pool}")
            }
        }
    }

    pub fn read(text: &str) -> Option<Self> {
        let parts = |rest: &str| rest.split('-').map(str::to_owned).collect::<Vec<_>>();
        let span = |text: &str| {
            let secs = text.parse::<u32>().ok()?;
            Some(SimSpan::from_secs(secs.into()))
        };
        if let Some(rest) = text.strip_prefix("surge-") {
            let [max_surge, max_unavailable] = parts(rest).try_into().ok()?;
            return Some(Self::Surge(Surge {
                max_surge: max_surge.parse().ok()?,
                max_unavailable: max_unavailable.parse().ok()?,
            }));
        }
        let [batch, soak, pool] = parts(text.strip_prefix("blue-green-")?).try_into().ok()?;
        let batch = match batch.strip_prefix('p') {
            Some(part) => BatchSize::Part(Decimal::parse(part)?),
            None => BatchSize::Nodes(batch.parse().ok()?),
        };
        Some(Self::BlueGreen(BlueGreen {
            batch,
            batch_soak: span(&soak)?,
            pool_soak: span(&pool)?,
        }))
    }
}

/// Pools whose strategy can be chosen, with their places in the document.
pub fn chosen(document: &Json) -> impl Iterator<Item = (usize, &Json)> {
    let pools = document.get("pools").map_or(&[][..], Json::items);
    let pools = pools.iter().enumerate();
    pools.filter(move |(_, pool)| fixed(document, pool).is_none())
}

/// How a pool's settings say that it is upgraded; `None`: in a way that is not simulated.
fn own(pool: &Json) -> Option<Way> {
    let at = |pointer: &str| edit::at(pool, &format!("/upgradeSettings/{pointer}"));
    let int = |pointer: &str| match at(pointer) {
        Some(Json::Int(n)) => u32::try_from(*n).ok(),
        _ => None,
    };
    match at("strategy").and_then(Json::text).unwrap_or_default() {
        "" | "SURGE" => Some(Way::Surge(Surge {
            max_surge: int("maxSurge").unwrap_or_else(|| {
                // One of the two is enough.
                u32::from(int("maxUnavailable").is_none())
            }),
            max_unavailable: int("maxUnavailable").unwrap_or(0),
        })),
        "BLUE_GREEN" if at("blueGreenSettings/autoscaledRolloutPolicy").is_none() => {
            let policy = "blueGreenSettings/standardRolloutPolicy";
            let span = |pointer: &str, otherwise: SimSpan| {
                let given = at(pointer).and_then(Json::text).and_then(Duration::parse);
                given.map_or(otherwise, Duration::span)
            };
            let part = at(&format!("{policy}/batchPercentage"))
                .and_then(|part| Decimal::parse(part.compact().trim_matches('"')));
            let count = int(&format!("{policy}/batchNodeCount"));
            let default = BlueGreen::DEFAULT;
            Some(Way::BlueGreen(BlueGreen {
                batch: match (count, part) {
                    (Some(0) | None, Some(part)) => BatchSize::Part(part),
                    (Some(count), _) => BatchSize::Nodes(count),
                    (None, None) => default.batch,
                },
                batch_soak: span(&format!("{policy}/batchSoakDuration"), default.batch_soak),
                pool_soak: span("blueGreenSettings/nodePoolSoakDuration", default.pool_soak),
            }))
        }
        _ => None,
    }
}

fn number(part: Decimal) -> Json {
    Json::parse(&part.to_string()).unwrap_or_default()
}

fn seconds(span: SimSpan) -> Json {
    Json::Text(format!("{}s", span.secs()))
}

fn object<const N: usize>(fields: [(&str, Json); N]) -> Json {
    let fields = fields.into_iter();
    Json::Object(
        fields
            .map(|(name, value)| (name.to_owned(), value))
            .collect(),
    )
}

/// What becomes of who turns back in the middle.
#[derive(Clone, PartialEq, Debug)]
pub enum Back {
    /// No pool is upgraded.
    Nothing,
    /// The strategy has no way back.
    NoWay,
    /// The document with a cancel and a rollback of each upgraded pool at half of the time that it takes, and the first of
    /// these instants.
    Asked(Box<Json>, SimTime),
}

/// How the way back from the middle of a run of this document is found out.
pub fn back(document: &Json, trace: &Trace) -> Back {
    let upgrades = upgrades(trace);
    if upgrades.is_empty() {
        return Back::Nothing;
    }
    let pools = &trace.plan().pools;
    let replaces = |pool: PoolId| pools[pool].strategy.replaces_nodes();
    if !upgrades.iter().any(|(pool, ..)| replaces(*pool)) {
        return Back::NoWay;
    }
    let mut document = document.clone();
    let mut first: Option<SimTime> = None;
    for (pool, from, to) in upgrades {
        let half = from.ms().midpoint(to.ms()) / 1000;
        let at = SimTime::from_secs(half);
        first = Some(first.map_or(at, |first| first.min(at)));
        for action in ["cancel", "rollback"] {
            let entry = object([
                ("at", Json::Text(format!("{half}s"))),
                ("do", action.into()),
                ("pool", pools[pool].name.as_str().into()),
            ]);
            document = edit::apply(&document, &Edit::Append("/script".to_owned(), entry));
        }
    }
    Back::Asked(Box::new(document), first.unwrap_or(SimTime::ZERO))
}

/// Of each pool when its first upgrade began and its last ended; one that did not end lasts as long as the run.
fn upgrades(trace: &Trace) -> Vec<(PoolId, SimTime, SimTime)> {
    let mut periods: IdVec<PoolId, Period> = IdVec::new();
    periods.resize(trace.plan().pools.len(), Period::default());
    for (_, record) in trace.records() {
        if let Subject::Pool(pool) = record.subject {
            periods[pool].row(&record);
        }
    }
    let end = trace.end();
    let began = periods
        .iter()
        .filter_map(|(pool, period)| Some((pool, period.began?, period.ended)));
    began
        .map(|(pool, from, to)| (pool, from, to.unwrap_or(end)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Session;
    use expect_test::{Expect, expect};

    fn document(pools: &str) -> Json {
        Json::parse(&format!(r#"{{"version":1,"pools":[{pools}]}}"#)).expect("JSON")
    }

    /// What a way makes of pools, one pool a line, and how that reads.
    fn check(pools: &str, ways: &[&str], expected: &Expect) {
        let mut text = String::new();
        let document = document(pools);
        let said = |document: &Json| Way::of(document).map_or("none".to_owned(), Way::write);
        text += &format!("is {}\n", said(&document));
        for way in ways {
            let after = Way::read(way).expect("a way").apply(&document);
            text += &format!("{way}: {}\n", said(&after));
            for pool in after.get("pools").expect("pools").items() {
                text += &format!("    {}\n", pool.compact());
            }
        }
        expected.assert_eq(&text);
    }

    #[test]
    fn a_way_is_edits_of_every_pool_of_which_somebody_may_choose() {
        check(
            r#"{"name":"a"},{"name":"b","config":{"flexStart":true}},{"name":"c","upgradeSettings":{"maxSurge":1,"more":true}}"#,
            &["surge-2-1", "blue-green-2-600-3600", "blue-green-p0.4-0-60"],
            &expect![[r#"
                is surge-1-0
                surge-2-1: surge-2-1
                    {"name":"a","upgradeSettings":{"strategy":"SURGE","maxSurge":2,"maxUnavailable":1}}
                    {"name":"b","config":{"flexStart":true}}
                    {"name":"c","upgradeSettings":{"maxSurge":2,"more":true,"strategy":"SURGE","maxUnavailable":1}}
                blue-green-2-600-3600: blue-green-2-600-3600
                    {"name":"a","upgradeSettings":{"strategy":"BLUE_GREEN","blueGreenSettings":{"standardRolloutPolicy":{"batchNodeCount":2,"batchSoakDuration":"600s"},"nodePoolSoakDuration":"3600s"}}}
                    {"name":"b","config":{"flexStart":true}}
                    {"name":"c","upgradeSettings":{"maxSurge":1,"more":true,"strategy":"BLUE_GREEN","blueGreenSettings":{"standardRolloutPolicy":{"batchNodeCount":2,"batchSoakDuration":"600s"},"nodePoolSoakDuration":"3600s"}}}
                blue-green-p0.4-0-60: blue-green-p0.4-0-60
                    {"name":"a","upgradeSettings":{"strategy":"BLUE_GREEN","blueGreenSettings":{"standardRolloutPolicy":{"batchPercentage":0.4,"batchSoakDuration":"0s"},"nodePoolSoakDuration":"60s"}}}
                    {"name":"b","config":{"flexStart":true}}
                    {"name":"c","upgradeSettings":{"maxSurge":1,"more":true,"strategy":"BLUE_GREEN","blueGreenSettings":{"standardRolloutPolicy":{"batchPercentage":0.4,"batchSoakDuration":"0s"},"nodePoolSoakDuration":"60s"}}}
            "#]],
        );
    }

    #[test]
    fn pools_that_differ_or_that_nobody_chooses_for_have_no_way_in_common() {
        let ways = [
            r#"{"name":"a"},{"name":"b","upgradeSettings":{"maxSurge":3}}"#,
            r#"{"name":"a","autopilotManaged":true}"#,
            r#"{"name":"a","upgradeSettings":{"strategy":"BLUE_GREEN","blueGreenSettings":{"autoscaledRolloutPolicy":{}}}}"#,
            r#"{"name":"a","upgradeSettings":{"strategy":"BLUE_GREEN"}}"#,
            r#"{"name":"a","upgradeSettings":{"maxUnavailable":2}}"#,
        ];
        let said = ways.map(|pools| {
            let document = document(pools);
            let way = Way::of(&document).map(Way::write);
            let count = chosen(&document).count();
            format!("{count} {}", way.unwrap_or_default())
        });
        expect![[r#"
            [
                "2 ",
                "0 ",
                "1 ",
                "1 blue-green-1-0-3600",
                "1 surge-0-2",
            ]
        "#]]
        .assert_debug_eq(&said);
        assert_eq!(Way::read("blue-green-x-1-2"), None);
        assert_eq!(Way::read("surge-1"), None);
    }

    #[test]
    fn who_turns_back_does_so_at_half_of_the_time() {
        let text = scenario::preset("docs-5-nodes").expect("a preset").text();
        let session = Session::new(text, None).expect("it runs");
        let mut trace = session.trace();
        session.finish(|chunk| trace.push(chunk));
        let document = Json::parse(text).expect("JSON");
        let Back::Asked(asked, at) = back(&document, &trace) else {
            panic!("a pool is upgraded");
        };
        assert_eq!(at, SimTime::from_secs(241));
        let script = asked.get("script").expect("a script");
        expect![[r#"[{"at":"0s","do":"upgrade","pool":"default-pool"},{"at":"241s","do":"cancel","pool":"default-pool"},{"at":"241s","do":"rollback","pool":"default-pool"}]"#]]
        .assert_eq(&script.compact());
    }
}
