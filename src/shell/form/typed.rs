//! Values of the document as people type them: amounts, durations, lists, labels, taints and tolerations.

use scenario::json::Json;

pub fn as_text(json: &Json) -> String {
    match json {
        Json::Text(text) => text.clone(),
        Json::Int(n) => n.to_string(),
        Json::Bool(value) => value.to_string(),
        Json::Null => String::new(),
        Json::Float(_) | Json::List(_) | Json::Object(_) => json.compact(),
    }
}

/// How a field's value is typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextKind {
    Text,
    /// A whole number, or a text such as `25%` or `500m`.
    Amount,
    /// A duration; a bare number is seconds.
    Duration,
    /// `a, b`
    List,
    /// `key=value, key=value`
    Labels,
    /// `key=value:NoSchedule, …`, as `--node-taints` takes them.
    Taints,
    /// The same; without a value, any value is tolerated, and without an effect, every effect.
    Tolerations,
}

impl TextKind {
    /// The value of a typed text.
    pub fn json(self, text: &str) -> Json {
        let parts = || text.split(',').map(str::trim).filter(|part| !part.is_empty());
        match self {
            Self::Text => text.into(),
            Self::Amount => number_or_text(text),
            Self::Duration if text.bytes().all(|byte| byte.is_ascii_digit()) => {
                format!("{text}s").as_str().into()
            }
            Self::Duration => date_time(text).as_deref().unwrap_or(text).into(),
            Self::List => Json::List(parts().map(Json::from).collect()),
            Self::Labels => Json::object(parts().map(|part| {
                let (key, value) = part.split_once('=').unwrap_or((part, ""));
                (key, value.into())
            })),
            Self::Taints => Json::List(parts().map(|part| taint(part, false)).collect()),
            Self::Tolerations => Json::List(parts().map(|part| taint(part, true)).collect()),
        }
    }

    /// The value of a typed text that takes the place of another: an item whose text is unchanged keeps what the text doesn't say.
    pub fn json_instead_of(self, text: &str, old: &Json) -> Json {
        let mut json = self.json(text);
        if let (Self::Taints | Self::Tolerations, Json::List(items)) = (self, &mut json) {
            for item in items {
                let same = |other: &&Json| taint_text(other) == taint_text(item);
                if let Some(old) = old.items().iter().find(same) {
                    *item = old.clone();
                }
            }
        }
        json
    }

    /// The text of a value.
    pub fn text(self, json: &Json) -> String {
        let joined = |parts: Vec<String>| parts.join(", ");
        match (self, json) {
            (Self::Labels, Json::Object(labels)) => joined(
                labels.iter().map(|(key, value)| format!("{key}={}", as_text(value))).collect(),
            ),
            (Self::List, Json::List(items)) => joined(items.iter().map(as_text).collect()),
            (Self::Taints | Self::Tolerations, Json::List(items)) => {
                joined(items.iter().map(taint_text).collect())
            }
            (_, json) => as_text(json),
        }
    }
}

/// The instant of a date with or without a time, in UTC: `2026-12-21`, `2026-12-21 14:00`.
fn date_time(text: &str) -> Option<String> {
    let (date, time) = text.trim().split_once([' ', 'T']).unwrap_or((text.trim(), "00:00"));
    let is_like = |text: &str, like: &str| {
        text.len() == like.len()
            && text.bytes().zip(like.bytes()).all(|(byte, like)| match like {
                b'0' => byte.is_ascii_digit(),
                other => byte == other,
            })
    };
    (is_like(date, "0000-00-00") && is_like(time, "00:00")).then(|| format!("{date}T{time}:00Z"))
}

/// A toleration of every taint.
const EVERYTHING: &str = "*";

/// Typed numbers become numbers in the document.
pub fn number_or_text(text: &str) -> Json {
    text.parse().map_or_else(|_| text.into(), Json::Int)
}

fn taint(part: &str, tolerated: bool) -> Json {
    let part = if tolerated && part == EVERYTHING { "" } else { part };
    let (rest, effect) = part.rsplit_once(':').unwrap_or((part, ""));
    let (key, value) = rest.split_once('=').map_or((rest, None), |(key, value)| (key, Some(value)));
    let set = |text: &str| Some(Json::from(text)).filter(|_| !text.is_empty());
    Json::object_of_set([
        ("key", set(key)),
        ("operator", (tolerated && value.is_none()).then(|| "Exists".into())),
        ("value", value.and_then(set)),
        ("effect", set(effect)),
    ])
}

fn taint_text(json: &Json) -> String {
    let of = |key: &str| json.get(key).and_then(Json::text).filter(|text| !text.is_empty());
    let value = of("value").map(|value| format!("={value}")).unwrap_or_default();
    let effect = of("effect").map(|effect| format!(":{effect}")).unwrap_or_default();
    let text = format!("{}{value}{effect}", of("key").unwrap_or_default());
    if text.is_empty() { EVERYTHING.to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_the_instant_at_which_it_begins_in_utc() {
        for (text, json) in [
            ("2026-12-21", r#""2026-12-21T00:00:00Z""#),
            ("2026-12-21 14:30", r#""2026-12-21T14:30:00Z""#),
            ("21.12.2026", r#""21.12.2026""#),
        ] {
            assert_eq!(TextKind::Duration.json(text).compact(), json);
        }
    }

    #[test]
    fn what_is_typed_comes_back() {
        for (kind, text, json) in [
            (TextKind::Amount, "25%", r#""25%""#),
            (TextKind::Amount, "3", "3"),
            (TextKind::Duration, "90", r#""90s""#),
            (TextKind::List, "r-a, r-b", r#"["r-a","r-b"]"#),
            (TextKind::Labels, "app=web, tier=", r#"{"app":"web","tier":""}"#),
            (
                TextKind::Taints,
                "gpu=true:NoSchedule, old:NoExecute",
                r#"[{"key":"gpu","value":"true","effect":"NoSchedule"},{"key":"old","effect":"NoExecute"}]"#,
            ),
            (
                TextKind::Tolerations,
                "gpu:NoSchedule, team=a",
                r#"[{"key":"gpu","operator":"Exists","effect":"NoSchedule"},{"key":"team","value":"a"}]"#,
            ),
        ] {
            assert_eq!(kind.json(text).compact(), json);
            let again = kind.text(&kind.json(text));
            let typed =
                if kind == TextKind::Duration { format!("{text}s") } else { text.to_owned() };
            assert_eq!(again, typed);
        }
        assert_eq!(TextKind::List.json(" , ").compact(), "[]");
    }

    /// `tolerationSeconds` has no text.
    #[test]
    fn an_unchanged_toleration_stays_as_it_was() {
        let old =
            r#"[{"key":"gpu","operator":"Exists","tolerationSeconds":30},{"operator":"Exists"}]"#;
        let old = Json::parse(old).expect("JSON");
        assert_eq!(TextKind::Tolerations.text(&old), "gpu, *");
        let new = TextKind::Tolerations.json_instead_of("gpu, *, team=a", &old);
        assert_eq!(
            new.compact(),
            r#"[{"key":"gpu","operator":"Exists","tolerationSeconds":30},{"operator":"Exists"},{"key":"team","value":"a"}]"#
        );
    }
}
