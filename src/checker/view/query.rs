//! The query: the text, what was recognized in it, and the display settings.

use super::CheckerView;
use crate::checker::address::CheckerAddress;
use crate::checker::examples::EXAMPLES;
use crate::shell::words::{t, tm};
use base::Message;
use scenario::calendar::text::{Pasted, values};
use scenario::calendar::{Edition, PolicyContext, Utc, Zone};
use scenario::document::MaintenancePolicy;
use scenario::json::Json;

/// The box's text, and the last valid result.
#[derive(Clone)]
pub(super) struct Query {
    pub(super) text: String,
    pub(super) pasted: Pasted,
    /// The clusters in the text, one of which is shown.
    pub(super) clusters: Vec<Pasted>,
    /// Why the text is invalid; the result of the previous one stays visible.
    pub(super) problem: Option<String>,
    pub(super) zone: String,
    pub(super) edition: Edition,
    pub(super) from: Option<i64>,
    pub(super) channel: Option<bool>,
    pub(super) view: CheckerView,
}

impl Query {
    pub(super) fn new() -> Self {
        let first = &EXAMPLES[0];
        Self {
            text: first.text.to_owned(),
            pasted: first.pasted().unwrap_or_default(),
            clusters: Vec::new(),
            problem: None,
            zone: Utc.name().to_owned(),
            edition: Edition::default(),
            from: None,
            channel: None,
            view: CheckerView::Weeks,
        }
    }

    pub(super) fn address(&self) -> String {
        let policy = &self.pasted.policy;
        let is_first = *policy == EXAMPLES[0].pasted().unwrap_or_default().policy;
        self.written(Some(policy.clone()).filter(|_| !is_first))
    }

    /// The complete link: includes even the first example.
    pub(super) fn link(&self) -> String {
        self.written(Some(self.pasted.policy.clone()))
    }

    fn written(&self, policy: Option<MaintenancePolicy>) -> String {
        let asked = CheckerAddress {
            policy,
            zone: Some(self.zone.clone()).filter(|zone| zone != Utc.name()),
            edition: self.edition,
            from: self.from,
            no_channel: self.channel == Some(false),
        };
        asked.write()
    }

    pub(super) fn in_channel(&self, pasted: &Pasted) -> bool {
        self.channel.unwrap_or(pasted.channel != "UNSPECIFIED")
    }
}

/// The result of a text that was generated from a policy.
pub(super) fn pasted(
    kind: Message,
    text: &str,
    policy: MaintenancePolicy,
    channel: String,
) -> Pasted {
    Pasted { kind, used: values(&policy, text), policy, channel, ..Pasted::default() }
}

pub(super) fn context(query: &Query, pasted: &Pasted, today: i64) -> PolicyContext {
    PolicyContext {
        edition: query.edition,
        now: query.from.unwrap_or(today),
        in_channel: query.in_channel(pasted),
        end_of_support: pasted.end_of_support,
    }
}

/// The policies of the clusters that the importer read, at least one, or its error.
pub(super) fn read_policies(read: &Result<String, String>) -> Result<Vec<Pasted>, String> {
    let text = read.as_ref().map_err(Clone::clone)?;
    let json = Json::parse(text).ok();
    let error = json.as_ref().and_then(|json| json.get("error")?.message());
    let all = json.as_ref().map_or(&[][..], Json::items);
    let all: Vec<Pasted> = all.iter().filter_map(Pasted::of_json).collect();
    match error {
        None if !all.is_empty() => Ok(all),
        error => Err(error.map_or_else(|| t("ui-import-broken"), |error| tm(&error))),
    }
}
