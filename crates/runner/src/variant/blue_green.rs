//! Blue-green settings in a document and in an address.

use super::{Settings, StrategyFormat};
use base::{Decimal, SimSpan};
use model::strategy::{BatchSize, BlueGreen};
use model::{Strategy, Surge};
use scenario::json::Json;
use scenario::units::Duration;

pub(super) const FORM: StrategyFormat = StrategyFormat {
    prefix: "blue-green",
    default: strategy(BlueGreen::DEFAULT),
    write,
    read,
    fields,
    own,
};

const fn strategy(settings: BlueGreen) -> Strategy {
    Strategy::BlueGreen { settings, surge: Surge::DEFAULT }
}

fn write(strategy: Strategy) -> String {
    let settings = strategy.blue_green().unwrap_or(BlueGreen::DEFAULT);
    let batch = match settings.batch {
        BatchSize::Nodes(nodes) => nodes.to_string(),
        BatchSize::Part(part) => format!("p{part}"),
    };
    let (soak, pool) = (settings.batch_soak.secs(), settings.pool_soak.secs());
    format!("{batch}-{soak}-{pool}")
}

fn read(parts: &[&str]) -> Option<Strategy> {
    let [batch, soak, pool] = parts else {
        return None;
    };
    let span = |text: &str| {
        let secs = text.parse::<u32>().ok()?;
        Some(SimSpan::from_secs(secs.into()))
    };
    let batch = match batch.strip_prefix('p') {
        Some(part) => BatchSize::Part(Decimal::parse(part)?),
        None => BatchSize::Nodes(batch.parse().ok()?),
    };
    Some(strategy(BlueGreen { batch, batch_soak: span(soak)?, pool_soak: span(pool)? }))
}

fn fields(strategy: Strategy) -> Vec<(&'static str, Json)> {
    let settings = strategy.blue_green().unwrap_or(BlueGreen::DEFAULT);
    let seconds = |span: SimSpan| Json::Text(format!("{}s", span.secs()));
    let size = match settings.batch {
        BatchSize::Nodes(nodes) => ("batchNodeCount", Json::Int(nodes.into())),
        BatchSize::Part(part) => {
            let number = Json::parse(&part.to_string()).unwrap_or_default();
            ("batchPercentage", number)
        }
    };
    let policy = [size, ("batchSoakDuration", seconds(settings.batch_soak))];
    let both = [
        ("standardRolloutPolicy", Json::object(policy)),
        ("nodePoolSoakDuration", seconds(settings.pool_soak)),
    ];
    vec![("blueGreenSettings", Json::object(both))]
}

fn own(settings: &Settings<'_>) -> Option<Strategy> {
    let own = |name: &str| format!("blueGreenSettings/{name}");
    let policy = |name: &str| own(&format!("standardRolloutPolicy/{name}"));
    let span = |pointer: &str, otherwise: SimSpan| {
        let given = settings.at(pointer).and_then(Json::text);
        let given = given.and_then(Duration::parse);
        given.map_or(otherwise, Duration::span)
    };
    let part = settings.at(&policy("batchPercentage"));
    let part = part.and_then(|part| Decimal::parse(part.compact().trim_matches('"')));
    let count = settings.int(&policy("batchNodeCount"));
    let default = BlueGreen::DEFAULT;
    Some(strategy(BlueGreen {
        batch: match (count, part) {
            (Some(0) | None, Some(part)) => BatchSize::Part(part),
            (Some(count), _) => BatchSize::Nodes(count),
            (None, None) => default.batch,
        },
        batch_soak: span(&policy("batchSoakDuration"), default.batch_soak),
        pool_soak: span(&own("nodePoolSoakDuration"), default.pool_soak),
    }))
}
