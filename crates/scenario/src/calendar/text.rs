//! Reads a window from free text: a time of day, or a rule with its start and end, in any order.
//!
//! Commands, Terraform and descriptions are read by the importer.

use super::zone::{Zone, to_utc};
use crate::document::maintenance::{
    DailyMaintenanceWindow, MaintenancePolicy, MaintenanceWindow, RecurringTimeWindow, TimeWindow,
};
use crate::document::read;
use crate::field::Field;
use crate::instant;
use crate::json::Json;
use crate::primitive::integer;
use base::{Arg, Message, muted, say};

/// A policy found in a text.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Pasted {
    /// The kind of the text, `recurrence rule`.
    pub kind: Message,
    pub policy: MaintenancePolicy,
    /// The parts of the text that count, verbatim.
    pub used: Vec<String>,
    /// Parts that aren't about windows and exclusions.
    pub ignored: Vec<Arg>,
    /// The times that the zone has turned into instants.
    pub local_times: Vec<String>,
    /// The cluster's `releaseChannel`, if it is in the text.
    pub channel: String,
    /// The cluster's name, if it is in the text.
    pub cluster: String,
    /// When support of the cluster's minor version ends, in seconds since 1970, if it is in the text.
    pub end_of_support: Option<i64>,
    /// Commands that change a cluster don't say which window it has.
    pub window_unknown: bool,
    /// What of the policy couldn't be read, in a sentence with its places.
    pub not_evaluated: Option<Message>,
}

/// A longer text isn't a window.
const LONGEST: usize = 4096;

/// Reads a time of day, or a rule with its bounds. `None`: the text has another form; an error says what is missing.
/// Times without an offset are in the zone (MW-10); a time of day alone is in UTC (MW-09).
pub fn plain(text: &str, zone: &dyn Zone) -> Option<Result<Pasted, Message>> {
    let text = text.trim();
    if text.is_empty() || text.len() > LONGEST || text.starts_with(['{', '[']) {
        return None;
    }
    if is_time(text) {
        return Some(Ok(daily(text, zone)));
    }
    let upper = text.to_ascii_uppercase();
    let foreign = ["GCLOUD", "--", "{", "MAINTENANCE", "\"", "TIME:"];
    let is_rule = ["FREQ=", "INTERVAL=", "BYDAY="].iter().any(|part| upper.contains(part));
    if !is_rule && !upper.starts_with("RRULE") || foreign.iter().any(|mark| upper.contains(mark)) {
        return None;
    }
    Some(words(text, zone))
}

/// `16:00`: digits around one colon, valid or not.
fn is_time(text: &str) -> bool {
    let digits =
        |part: &str| (1..=2).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    text.split_once(':').is_some_and(|(hours, minutes)| digits(hours) && digits(minutes))
}

fn daily(text: &str, zone: &dyn Zone) -> Pasted {
    let zone = zone.name();
    let text = if muted("MW-09") && zone != "UTC" { zone } else { text };
    let daily =
        DailyMaintenanceWindow { start_time: text.to_owned(), ..DailyMaintenanceWindow::default() };
    Pasted {
        kind: say!("window-daily"),
        policy: MaintenancePolicy {
            window: MaintenanceWindow { daily: Some(daily), ..MaintenanceWindow::default() },
            ..MaintenancePolicy::default()
        },
        used: vec![text.to_owned()],
        ..Pasted::default()
    }
}

fn words(text: &str, zone: &dyn Zone) -> Result<Pasted, Message> {
    let mut pasted = Pasted { kind: say!("window-rule"), ..Pasted::default() };
    let (mut rule, mut bounds, mut length) = (String::new(), Vec::new(), None);
    let text = text.replace("; ", ";").replace(" ;", ";").replace(", ", ",");
    for word in text.split([' ', '\t', '\n', '\r', '&', '?', '|']) {
        let word = word.trim_matches(['\'', '"', '`', '(', ')', ',', '#']);
        if word.is_empty() {
            continue;
        }
        if word.to_ascii_uppercase().contains("FREQ=") {
            let value = value(word, &["R", "RECURRENCE", "RRULE"]);
            rule = value.to_owned();
            pasted.used.push(value.to_owned());
            continue;
        }
        let word = value(
            word,
            &["S", "E", "D", "START", "END", "DTSTART", "DTEND", "DURATION", "FROM", "TO", "FOR"],
        );
        for part in word.split('/') {
            if let Some(at) = moment(part, zone) {
                bounds.push(at);
                pasted.used.push(part.to_owned());
                pasted.local_times.extend(local(part));
            } else if let Some(secs) = duration(part) {
                length = Some(secs);
                pasted.used.push(part.to_owned());
            } else if !matches!(
                part.to_ascii_lowercase().as_str(),
                "" | "to"
                    | "-"
                    | "–"
                    | "until"
                    | "for"
                    | "from"
                    | "start"
                    | "end"
                    | "window"
                    | "start:"
                    | "end:"
                    // The frame of a calendar event.
                    | "begin:vevent"
                    | "begin:vcalendar"
                    | "vevent"
                    | "vcalendar"
            ) {
                pasted.ignored.push(part.into());
            }
        }
    }
    let (start, end) = match (bounds.as_slice(), length) {
        ([start, end, ..], _) => (*start, *end),
        ([start], Some(length)) => (*start, start.saturating_add(length)),
        ([_], None) => {
            return Err(say!("window-without-end"));
        }
        ([], _) => {
            return Err(say!("window-without-bounds"));
        }
    };
    let said = |secs: i64| instant::format(secs.saturating_mul(1000));
    pasted.policy.window.recurring = Some(RecurringTimeWindow {
        window: TimeWindow { start_time: said(start), end_time: said(end) },
        recurrence: rule,
    });
    Ok(pasted)
}

/// The value after a known name: `start=…`, `DTSTART;TZID=…:…`.
fn value<'a>(word: &'a str, names: &[&str]) -> &'a str {
    let end = word.find(['=', ':', ';']).unwrap_or(0);
    let (name, rest) = word.split_at(end);
    let known = names.iter().any(|known| known.eq_ignore_ascii_case(name));
    match rest.get(1..) {
        Some(rest) if known => rest,
        _ => word,
    }
}

/// An instant: RFC 3339, without an offset in the zone, or in calendar format, `20250405T050000Z`.
fn moment(text: &str, zone: &dyn Zone) -> Option<i64> {
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let spread = match text.split_once(['T', 't']) {
        Some((day, time)) if day.len() == 8 && digits(day) => {
            let zulu = time.ends_with(['Z', 'z']);
            let time = time.trim_end_matches(['Z', 'z']);
            if !digits(time) || !matches!(time.len(), 4 | 6) {
                return None;
            }
            let seconds = time.get(4..).filter(|secs| !secs.is_empty()).unwrap_or("00");
            let z = if zulu { "Z" } else { "" };
            format!(
                "{}-{}-{}T{}:{}:{seconds}{z}",
                &day[..4],
                &day[4..6],
                &day[6..],
                &time[..2],
                &time[2..4]
            )
        }
        Some((_, time)) if time.len() == 5 || time.len() == 6 && time.ends_with(['Z', 'z']) => {
            format!("{}:00{}", &text[..text.find(['T', 't'])? + 6], time.get(5..).unwrap_or(""))
        }
        Some(_) => text.to_owned(),
        None => return None,
    };
    if let Some(ms) = instant::parse(&spread) {
        return Some(ms.div_euclid(1000));
    }
    let local = instant::parse(&format!("{spread}Z"))?.div_euclid(1000);
    Some(to_utc(zone, local))
}

/// The text, if it is an instant but for its offset.
fn local(text: &str) -> Option<String> {
    let is_local = instant::parse(text).is_none() && instant::parse(&format!("{text}Z")).is_some();
    is_local.then(|| text.to_owned())
}

/// `38h`, `4h30m`, `PT38H`.
fn duration(text: &str) -> Option<i64> {
    let text = text.to_ascii_lowercase();
    let plain = text.replace(['p', 't'], "");
    let ms = crate::units::Duration::typed(&plain)?.0;
    (ms > 0).then_some(ms / 1000)
}

impl Pasted {
    /// Encodes the result for the importer's answer.
    pub fn json(&self) -> Json {
        let used = self.used.iter().map(|one| one.as_str().into());
        let fields = [
            ("kind", Json::of_message(&self.kind)),
            ("policy", self.policy.write()),
            ("used", Json::List(used.collect())),
            ("ignored", Json::List(self.ignored.iter().map(Json::of_arg).collect())),
            ("channel", self.channel.as_str().into()),
            ("cluster", self.cluster.as_str().into()),
            ("endOfSupport", self.end_of_support.map_or(Json::Null, Json::Int)),
            ("windowUnknown", Json::Bool(self.window_unknown)),
        ];
        Json::object(fields)
    }

    /// Decodes it.
    pub fn of_json(json: &Json) -> Option<Self> {
        let text = |name: &str| Some(json.get(name)?.text()?.to_owned());
        let list = |name: &str| json.get(name).map(Json::items).unwrap_or_default().iter();
        Some(Self {
            kind: json.get("kind")?.message()?,
            policy: read(json.get("policy")?).0?,
            used: list("used").filter_map(Json::text).map(str::to_owned).collect(),
            ignored: list("ignored").filter_map(Json::arg).collect(),
            local_times: Vec::new(),
            channel: text("channel")?,
            cluster: text("cluster")?,
            end_of_support: json.get("endOfSupport").and_then(integer),
            window_unknown: json.get("windowUnknown") == Some(&Json::Bool(true)),
            not_evaluated: None,
        })
    }

    /// A policy from the three texts of a recurring window.
    pub fn of_bounds(start: &str, end: &str, rule: &str, zone: &dyn Zone) -> Result<Self, Message> {
        let bound = |text: &str| {
            moment(text.trim(), zone)
                .map(|secs| instant::format(secs.saturating_mul(1000)))
                .ok_or_else(|| say!("window-no-instant", text = text))
        };
        let (start_time, end_time) = (bound(start)?, bound(end)?);
        let recurring = RecurringTimeWindow {
            window: TimeWindow { start_time, end_time },
            recurrence: rule.to_owned(),
        };
        Ok(Self {
            kind: say!("window-rule"),
            policy: MaintenancePolicy {
                window: MaintenanceWindow {
                    recurring: Some(recurring),
                    ..MaintenanceWindow::default()
                },
                ..MaintenancePolicy::default()
            },
            used: vec![start.to_owned(), end.to_owned(), rule.to_owned()],
            local_times: [start, end].into_iter().filter_map(local).collect(),
            ..Self::default()
        })
    }
}

/// Converts times without an offset, as gcloud reads them in flags: in the user's zone. Returns them as they were.
///
/// Rulebook: MW-10. Source: Configure maintenance windows and exclusions.
pub fn local_times_to_utc(policy: &mut MaintenancePolicy, zone: &dyn Zone) -> Vec<String> {
    let mut converted = Vec::new();
    let mut convert = |text: &mut String| {
        let local = instant::parse(text).is_none();
        if let Some(secs) = moment(text, zone).filter(|_| local) {
            converted.push(core::mem::replace(text, instant::format(secs.saturating_mul(1000))));
        }
    };
    if let Some(recurring) = &mut policy.window.recurring {
        convert(&mut recurring.window.start_time);
        convert(&mut recurring.window.end_time);
    }
    policy.window.exclusions.each_mut(|_, one| {
        convert(&mut one.start_time);
        convert(&mut one.end_time);
    });
    converted
}

/// The policy's values that occur verbatim in the text.
pub fn values(policy: &MaintenancePolicy, text: &str) -> Vec<String> {
    let window = &policy.window;
    let mut all: Vec<&str> = Vec::new();
    all.extend(window.daily.iter().map(|daily| daily.start_time.as_str()));
    if let Some(window) = &window.recurring {
        all.extend([&*window.window.start_time, &window.window.end_time, &window.recurrence]);
    }
    all.extend(window.recurring_maintenance.iter().map(|window| window.recurrence.as_str()));
    for (name, one) in &window.exclusions {
        all.extend([&**name, &one.start_time, &one.end_time, &one.options.scope]);
    }
    all.retain(|value| !value.is_empty() && text.contains(value));
    all.into_iter().map(str::to_owned).collect()
}
