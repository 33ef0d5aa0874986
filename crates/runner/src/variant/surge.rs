//! Surge settings in a document and in an address.

use super::{Settings, StrategyFormat};
use model::{Strategy, Surge};
use scenario::json::Json;

pub(super) const FORM: StrategyFormat = StrategyFormat {
    prefix: "surge",
    default: Strategy::Surge(Surge::DEFAULT),
    write: |strategy| {
        let surge = strategy.surge();
        format!("{}-{}", surge.max_surge, surge.max_unavailable)
    },
    read,
    fields: |strategy| {
        let surge = strategy.surge();
        vec![
            ("maxSurge", Json::Int(surge.max_surge.into())),
            ("maxUnavailable", Json::Int(surge.max_unavailable.into())),
        ]
    },
    own,
};

fn read(parts: &[&str]) -> Option<Strategy> {
    let [max_surge, max_unavailable] = parts else {
        return None;
    };
    Some(Strategy::Surge(Surge {
        max_surge: max_surge.parse().ok()?,
        max_unavailable: max_unavailable.parse().ok()?,
    }))
}

fn own(settings: &Settings<'_>) -> Option<Strategy> {
    let (surge, unavailable) = (settings.int("maxSurge"), settings.int("maxUnavailable"));
    Some(Strategy::Surge(Surge {
        // One of the two is enough.
        max_surge: surge.unwrap_or(u32::from(unavailable.is_none())),
        max_unavailable: unavailable.unwrap_or(0),
    }))
}
