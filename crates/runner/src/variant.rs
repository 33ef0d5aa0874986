//! Variants: another strategy for the same pools, or another traffic policy for the same Services, as edits of the scenario
//! document. They are kept only if the user opens the variant.

mod autoscaled;
mod blue_green;
mod surge;

use base::{Map, PoolId, SimTime};
use model::{RunKind, Strategy, Surge};
use scenario::edit::{self, Edit};
use scenario::fixed::fixed;
use scenario::json::Json;
use trace::Trace;

/// A strategy that users may choose: its form in a document and in an address.
struct StrategyFormat {
    /// Its prefix in an address.
    prefix: &'static str,
    default: Strategy,
    /// Writes and reads the settings in an address.
    write: fn(Strategy) -> String,
    read: fn(&[&str]) -> Option<Strategy>,
    /// Writes and reads the fields of `upgradeSettings`; `None` if they can't be simulated.
    fields: fn(Strategy) -> Vec<(&'static str, Json)>,
    own: fn(&Settings<'_>) -> Option<Strategy>,
}

/// One line per strategy.
const FORMS: [(RunKind, &StrategyFormat); 3] = [
    (RunKind::Surge, &surge::FORM),
    (RunKind::BlueGreen, &blue_green::FORM),
    (RunKind::AutoscaledBlueGreen, &autoscaled::FORM),
];

/// The prefix of a traffic policy in an address.
const POLICY: &str = "policy-";

fn form(kind: Option<RunKind>) -> Option<&'static StrategyFormat> {
    let mut forms = FORMS.into_iter();
    forms.find(|(own, _)| Some(*own) == kind).map(|(_, form)| form)
}

/// `upgradeSettings` of a pool.
struct Settings<'a>(&'a Json);

impl<'a> Settings<'a> {
    fn at(&self, pointer: &str) -> Option<&'a Json> {
        edit::at(self.0, &format!("/upgradeSettings/{pointer}"))
    }

    fn int(&self, pointer: &str) -> Option<u32> {
        match self.at(pointer) {
            Some(Json::Int(n)) => u32::try_from(*n).ok(),
            _ => None,
        }
    }
}

/// The strategy of all pools of a scenario, or the traffic policy of all its load balancers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StrategyChoice {
    /// As the document says.
    AsIs,
    By(Strategy),
    /// `externalTrafficPolicy`: `Local`, or `Cluster`.
    Policy(bool),
}

/// The name of a traffic policy in the API.
pub fn policy_name(local: bool) -> &'static str {
    if local { "Local" } else { "Cluster" }
}

/// The traffic policies that Services with a load balancer have, by their index in the document.
fn policies(document: &Json) -> impl Iterator<Item = (usize, bool)> {
    let services = document.get("services").map_or(&[][..], Json::items);
    let is = |one: &Json, field, value| one.get(field).and_then(Json::text) == Some(value);
    let all = services.iter().enumerate();
    let balanced = all.filter(move |(_, one)| is(one, "type", "LoadBalancer"));
    balanced.map(move |(no, one)| (no, is(one, "externalTrafficPolicy", "Local")))
}

impl StrategyChoice {
    /// Every strategy that can be chosen, with GKE's default settings.
    pub fn all() -> impl Iterator<Item = Strategy> {
        FORMS.iter().map(|(_, form)| form.default)
    }

    /// The document's choice, if all pools with one share a strategy that can be simulated.
    pub fn of(document: &Json) -> Option<Self> {
        let mut choices = chosen(document).map(|(_, pool)| own(pool));
        let first = choices.next()??;
        choices.all(|choice| choice == Some(first)).then_some(Self::By(first))
    }

    pub fn kind(self) -> RunKind {
        match self {
            Self::AsIs | Self::Policy(_) => RunKind::default(),
            Self::By(strategy) => strategy.kind(),
        }
    }

    /// The strategies that some pool of the document can have, with GKE's default settings.
    pub fn of_any(document: &Json) -> impl Iterator<Item = Strategy> {
        let can = |kind| chosen(document).any(|(_, pool)| can_take(pool, kind));
        Self::all().filter(move |one| can(one.kind()))
    }

    /// The other traffic policy, if all load balancers have the same one.
    pub fn other_policy(document: &Json) -> Option<Self> {
        let mut all = policies(document).map(|(_, local)| local);
        let first = all.next()?;
        all.all(|local| local == first).then_some(Self::Policy(!first))
    }

    /// Choices to compare it with: other strategies, its own with GKE's default settings, and one more surge node.
    pub fn beside(document: &Json) -> impl Iterator<Item = Self> {
        let own = Self::of(document);
        let kind = own.unwrap_or(Self::AsIs).kind();
        let is_other = move |one: &Strategy| one.kind() != kind;
        let others = Self::of_any(document).filter(is_other);
        let defaults = Self::of_any(document)
            .filter(move |one| own.is_some_and(|own| own != Self::By(*one)) && !is_other(one));
        let more = match own {
            Some(Self::By(Strategy::Surge(surge))) => {
                let max_surge = surge.max_surge.saturating_add(1);
                Some(Strategy::Surge(Surge { max_surge, ..surge }))
            }
            _ => None,
        };
        others.chain(defaults).chain(more).map(Self::By)
    }

    /// The edits that set it in the document, for the pools that can have it.
    pub fn edits(self, document: &Json) -> Vec<Edit> {
        if let Self::Policy(local) = self {
            let path = |no| format!("/services/{no}/externalTrafficPolicy");
            let set = |no| Edit::Set(path(no), policy_name(local).into());
            return policies(document).map(|(no, _)| set(no)).collect();
        }
        chosen(document)
            .filter(|(_, pool)| can_take(pool, self.kind()))
            .flat_map(|(n, _)| self.edits_at(&settings_at(n)))
            .collect()
    }

    /// The document with it set for these pools.
    pub fn apply_to(self, document: &Json, pools: &[usize]) -> Json {
        let edits = pools.iter().flat_map(|n| self.edits_at(&settings_at(*n)));
        edit::apply_all(document, &edits.collect::<Vec<_>>())
    }

    /// The edits that set it for one pool, whose `upgradeSettings` are at the pointer.
    pub(crate) fn edits_at(self, settings: &str) -> Vec<Edit> {
        let (Self::By(strategy), Some(form)) = (self, form(Some(self.kind()))) else {
            return Vec::new();
        };
        let fields = fields(form, strategy).into_iter();
        fields.map(|(field, value)| Edit::Set(format!("{settings}/{field}"), value)).collect()
    }

    /// The document with it set for every pool.
    pub fn apply(self, document: &Json) -> Json {
        edit::apply_all(document, &self.edits(document))
    }

    /// Its form in an address: `surge-2-1`, `blue-green-2-600-3600`, `blue-green-p0.4-600-3600`, `policy-Local`.
    pub fn write(self) -> String {
        match (self, form(Some(self.kind()))) {
            (Self::Policy(local), _) => format!("{POLICY}{}", policy_name(local)),
            (Self::By(strategy), Some(form)) => {
                format!("{}-{}", form.prefix, (form.write)(strategy))
            }
            _ => "as-is".to_owned(),
        }
    }

    pub fn read(text: &str) -> Option<Self> {
        if let Some(name) = text.strip_prefix(POLICY) {
            let known = [false, true].into_iter().find(|local| policy_name(*local) == name);
            return known.map(Self::Policy);
        }
        FORMS.iter().find_map(|(_, form)| {
            let settings = text.strip_prefix(form.prefix)?.strip_prefix('-')?;
            let parts: Vec<&str> = settings.split('-').collect();
            (form.read)(&parts).map(Self::By)
        })
    }
}

fn fields(form: &StrategyFormat, strategy: Strategy) -> Vec<(&'static str, Json)> {
    let mut fields = vec![("strategy", strategy.name().into())];
    fields.extend((form.fields)(strategy));
    fields
}

/// Pools whose strategy can be chosen, with their index in the document.
pub fn chosen(document: &Json) -> impl Iterator<Item = (usize, &Json)> {
    let pools = document.get("pools").map_or(&[][..], Json::items);
    let pools = pools.iter().enumerate();
    pools.filter(move |(_, pool)| fixed(document, pool).is_none())
}

fn settings_at(pool: usize) -> String {
    format!("/pools/{pool}/upgradeSettings")
}

/// Can the pool be upgraded so? An upgrade keeps the strategy in which it began, and one strategy needs the autoscaler (AB-23).
pub fn can_take(pool: &Json, kind: RunKind) -> bool {
    let own = || named_kind(pool) == Some(kind);
    let scaled = || edit::at(pool, "/autoscaling/enabled") == Some(&Json::Bool(true));
    let fits = kind != RunKind::AutoscaledBlueGreen || scaled();
    own() || pool.get("upgradingFrom").is_none() && fits
}

/// The kind of the strategy in a pool's settings.
fn named_kind(pool: &Json) -> Option<RunKind> {
    let policy = || Settings(pool).at("blueGreenSettings/autoscaledRolloutPolicy");
    match Settings(pool).at("strategy").and_then(Json::text).unwrap_or_default() {
        "" => Some(RunKind::default()),
        name => match RunKind::named(name)? {
            RunKind::BlueGreen if policy().is_some() => Some(RunKind::AutoscaledBlueGreen),
            kind => Some(kind),
        },
    }
}

/// The strategy in a pool's settings; `None` if it can't be simulated.
fn own(pool: &Json) -> Option<Strategy> {
    (form(named_kind(pool))?.own)(&Settings(pool))
}

/// The outcome of a rollback halfway.
#[derive(Clone, PartialEq, Debug)]
pub enum HalfwayRollback {
    /// No pool is upgraded.
    Nothing,
    /// The strategy has no rollback.
    NoWay,
    /// The document with a cancel and a rollback of each upgraded pool after half of its upgrade's duration, and the first of
    /// these instants.
    Asked(Box<Json>, SimTime),
}

/// Finds out what a rollback halfway through a run of this document needs.
pub fn back(document: &Json, trace: &Trace) -> HalfwayRollback {
    let upgrades = upgrades(trace);
    if upgrades.is_empty() {
        return HalfwayRollback::Nothing;
    }
    let pools = &trace.plan().pools;
    let returns = |pool: PoolId| {
        let traits = pools[pool].strategy.kind().traits();
        traits.replaces_nodes && (traits.rolls_back)()
    };
    if !upgrades.iter().any(|(pool, ..)| returns(*pool)) {
        return HalfwayRollback::NoWay;
    }
    let mut document = document.clone();
    let mut first: Option<SimTime> = None;
    for (pool, from, to) in upgrades {
        let half = from.ms().midpoint(to.ms()) / 1000;
        let at = SimTime::from_secs(half);
        first = Some(first.map_or(at, |first| first.min(at)));
        for action in ["cancel", "rollback"] {
            let entry = Json::object([
                ("at", Json::Text(format!("{half}s"))),
                ("do", action.into()),
                ("pool", pools[pool].name.as_str().into()),
            ]);
            document = edit::apply(&document, &Edit::Append("/script".to_owned(), entry));
        }
    }
    HalfwayRollback::Asked(Box::new(document), first.unwrap_or(SimTime::ZERO))
}

/// When each pool's first upgrade began and its last ended; one that didn't end lasts as long as the run.
fn upgrades(trace: &Trace) -> Vec<(PoolId, SimTime, SimTime)> {
    let mut pools: Map<PoolId, (SimTime, SimTime)> = Map::default();
    for one in query::upgrades::upgrades(trace).each {
        let Some(pool) = one.pool() else { continue };
        let to = one.to.unwrap_or(trace.end());
        pools.entry(pool).or_insert((one.from, to)).1 = to;
    }
    pools.into_iter().map(|(pool, (from, to))| (pool, from, to)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Session;
    use expect_test::{Expect, expect};

    fn document(pools: &str) -> Json {
        Json::parse(&format!(r#"{{"version":1,"pools":[{pools}]}}"#)).expect("JSON")
    }

    /// The edits of a variant, one pool per line, and its address.
    fn check(pools: &str, choices: &[&str], expected: &Expect) {
        let mut text = String::new();
        let document = document(pools);
        let said = |document: &Json| {
            StrategyChoice::of(document).map_or("none".to_owned(), StrategyChoice::write)
        };
        text += &format!("is {}\n", said(&document));
        for choice in choices {
            let after = StrategyChoice::read(choice).expect("a choice").apply(&document);
            text += &format!("{choice}: {}\n", said(&after));
            for pool in after.get("pools").expect("pools").items() {
                text += &format!("    {}\n", pool.compact());
            }
        }
        expected.assert_eq(&text);
    }

    #[test]
    fn a_choice_edits_every_pool_with_a_free_strategy() {
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
    fn an_upgrade_under_way_keeps_its_strategy() {
        let half =
            r#"{"name":"a","upgradingFrom":"1.31.1-gke.1","upgradeSettings":{"maxSurge":1}}"#;
        check(
            half,
            &["blue-green-2-600-3600", "surge-4-0"],
            &expect![[r#"
            is surge-1-0
            blue-green-2-600-3600: surge-1-0
                {"name":"a","upgradingFrom":"1.31.1-gke.1","upgradeSettings":{"maxSurge":1}}
            surge-4-0: surge-4-0
                {"name":"a","upgradingFrom":"1.31.1-gke.1","upgradeSettings":{"maxSurge":4,"strategy":"SURGE","maxUnavailable":0}}
        "#]],
        );
        let beside = |pools: &str| {
            let document = document(pools);
            let beside = StrategyChoice::beside(&document).map(StrategyChoice::write);
            beside.collect::<Vec<_>>().join(" ")
        };
        expect!["surge-2-0 | blue-green-1-0-3600 surge-2-0"].assert_eq(&format!(
            "{} | {}",
            beside(half),
            beside(r#"{"name":"a"}"#)
        ));
    }

    #[test]
    fn pools_with_different_or_fixed_strategies_share_no_choice() {
        let choices = [
            r#"{"name":"a"},{"name":"b","upgradeSettings":{"maxSurge":3}}"#,
            r#"{"name":"a","autopilotManaged":true}"#,
            r#"{"name":"a","upgradeSettings":{"strategy":"BLUE_GREEN","blueGreenSettings":{"autoscaledRolloutPolicy":{}}}}"#,
            r#"{"name":"a","upgradeSettings":{"strategy":"BLUE_GREEN"}}"#,
            r#"{"name":"a","upgradeSettings":{"maxUnavailable":2}}"#,
        ];
        let said = choices.map(|pools| {
            let document = document(pools);
            let choice = StrategyChoice::of(&document).map(StrategyChoice::write);
            let count = chosen(&document).count();
            format!("{count} {}", choice.unwrap_or_default())
        });
        expect![[r#"
            [
                "2 ",
                "0 ",
                "1 autoscaled-259200",
                "1 blue-green-1-0-3600",
                "1 surge-0-2",
            ]
        "#]]
        .assert_debug_eq(&said);
        assert_eq!(StrategyChoice::read("blue-green-x-1-2"), None);
        assert_eq!(StrategyChoice::read("surge-1"), None);
    }

    #[test]
    fn a_rollback_begins_at_half_of_the_time() {
        let text = scenario::preset("docs-5-nodes").expect("a preset").text();
        let session = Session::new(text, None).expect("it runs");
        let mut trace = session.trace();
        session.finish(|chunk| trace.push(chunk));
        let document = Json::parse(text).expect("JSON");
        let HalfwayRollback::Asked(asked, at) = back(&document, &trace) else {
            panic!("a pool is upgraded");
        };
        assert_eq!(at, SimTime::from_secs(241));
        let script = asked.get("script").expect("a script");
        expect![[r#"[{"at":"0s","do":"upgrade","pool":"default-pool"},{"at":"241s","do":"cancel","pool":"default-pool"},{"at":"241s","do":"rollback","pool":"default-pool"}]"#]]
        .assert_eq(&script.compact());
    }
}
