//! Autoscaled blue-green settings in a document and in an address.

use super::{Settings, StrategyFormat};
use base::SimSpan;
use model::strategy::autoscaled::{LONGEST, WAIT};
use model::{Strategy, Surge};
use scenario::json::Json;
use scenario::units::Duration;

pub(super) const FORM: StrategyFormat =
    StrategyFormat { prefix: "autoscaled", default: strategy(WAIT), write, read, fields, own };

const fn strategy(wait: SimSpan) -> Strategy {
    Strategy::AutoscaledBlueGreen { wait, surge: Surge::DEFAULT }
}

fn wait(strategy: Strategy) -> SimSpan {
    strategy.wait().unwrap_or(WAIT)
}

fn write(strategy: Strategy) -> String {
    wait(strategy).secs().to_string()
}

fn read(parts: &[&str]) -> Option<Strategy> {
    let [wait] = parts else {
        return None;
    };
    let secs = wait.parse::<u32>().ok()?;
    Some(strategy(SimSpan::from_secs(secs.into()).min(LONGEST)))
}

fn fields(strategy: Strategy) -> Vec<(&'static str, Json)> {
    let wait = Json::Text(format!("{}s", wait(strategy).secs()));
    let policy = Json::object([("waitForDrainDuration", wait)]);
    vec![("blueGreenSettings", Json::object([("autoscaledRolloutPolicy", policy)]))]
}

fn own(settings: &Settings<'_>) -> Option<Strategy> {
    let given = settings.at("blueGreenSettings/autoscaledRolloutPolicy/waitForDrainDuration");
    let given = given.and_then(Json::text).and_then(Duration::parse);
    Some(strategy(given.map_or(WAIT, Duration::span).min(LONGEST)))
}
