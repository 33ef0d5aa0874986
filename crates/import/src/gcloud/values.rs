//! Values of flags.

use scenario::document::setting::Take;
use scenario::field::StructType;
use scenario::instant;
use scenario::json::Json;
use scenario::units::Duration;

/// Is the flag used without a value, or with `=true` or `=false`?
pub(super) fn is_switch(take: Take) -> bool {
    matches!(take, Take::Switch | Take::Value(_) | Take::Clear)
}

/// The value of a flag in the API's form; `None` if invalid. `parts_of`: the struct whose parts it may set.
pub(super) fn value(take: Take, text: &str, parts_of: Option<&StructType>) -> Option<Json> {
    let text = text.trim();
    match take {
        Take::Text => Some(Json::from(text)),
        Take::Int => text.parse().ok().map(Json::Int),
        Take::Part => fraction(text),
        Take::Upper => Some(Json::Text(word(text))),
        Take::List => Some(Json::List(parts(text).map(Json::from).collect())),
        Take::Map => Some(Json::object(pairs(text).map(|(key, value)| (key, value.into())))),
        Take::Taints => parts(text)
            .map(|taint| {
                let (pair, effect) = taint.rsplit_once(':')?;
                let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
                let fields = [("key", key), ("value", value), ("effect", effect)];
                let set = fields.into_iter().filter(|(_, value)| !value.is_empty());
                Some(Json::object(set.map(|(name, value)| (name, value.into()))))
            })
            .collect::<Option<Vec<Json>>>()
            .map(Json::List),
        Take::Accelerator => {
            let get =
                |name: &str| pairs(text).find(|(key, _)| *key == name).map(|(_, value)| value);
            let kind = get("type")?;
            let count = get("count").unwrap_or("1").parse().ok()?;
            let entry = [("acceleratorType", kind.into()), ("acceleratorCount", Json::Int(count))];
            Some(Json::List(vec![Json::object(entry)]))
        }
        Take::Parts => pairs(text)
            .map(|(key, text)| {
                let fields = parts_of.map_or(&[][..], |spec| spec.fields).iter();
                let mut flags = fields.flat_map(|field| {
                    let flags = field.setting.flags.iter().flatten();
                    flags.map(|flag| (field.key, *flag))
                });
                let (name, flag) = flags.find(|(_, flag)| flag.name == key)?;
                Some((name.to_owned(), value(flag.take, text, None)?))
            })
            .collect::<Option<Vec<(String, Json)>>>()
            .map(Json::Object),
        Take::Size => {
            let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
            let number: i64 = digits.trim().parse().ok()?;
            let factor = if text.to_ascii_uppercase().contains('T') { 1024 } else { 1 };
            number.checked_mul(factor).map(Json::Int)
        }
        Take::Seconds => seconds(text),
        Take::Switch => Some(Json::Bool(true)),
        Take::Value(word) => Some(Json::from(word)),
        Take::Lasts | Take::Clear | Take::Remove => None,
    }
}

/// A duration in the API's form: `3600s` from `3600`, `3600s` and `1h`.
fn seconds(text: &str) -> Option<Json> {
    let duration = Duration::typed(text)?;
    // Fractions round up to the next second, as in every document.
    let whole = duration.0 / 1000 + i64::from(duration.0 % 1000 > 0);
    (duration.0 >= 0).then(|| Json::Text(format!("{whole}s")))
}

/// The value after a switch: `--spot=false`.
pub(super) fn truth(text: &str) -> Option<bool> {
    let is = |words: [&str; 5]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    if is(["true", "yes", "on", "1", "y"]) {
        return Some(true);
    }
    is(["false", "no", "off", "0", "n"]).then_some(false)
}

/// `optimize-utilization` becomes `OPTIMIZE_UTILIZATION`; the channel `None` becomes `UNSPECIFIED`.
pub(super) fn word(text: &str) -> String {
    match text.to_ascii_uppercase().replace('-', "_") {
        word if word == "NONE" => "UNSPECIFIED".to_owned(),
        word => word,
    }
}

/// `specific` of gcloud is `SPECIFIC_RESERVATION` of the API (SU-16).
pub(super) fn reserving(text: &str) -> Json {
    let kind = match text {
        "none" => "NO".to_owned(),
        kind => kind.to_ascii_uppercase(),
    };
    Json::Text(format!("{kind}_RESERVATION"))
}

/// The items of a list, separated by commas, or by a declared delimiter as in `^;^a;b`.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let named = text.strip_prefix('^').and_then(|text| text.split_once('^'));
    let (between, list) = named.filter(|(between, _)| !between.is_empty()).unwrap_or((",", text));
    list.split(between).map(str::trim).filter(|part| !part.is_empty())
}

fn pairs(text: &str) -> impl Iterator<Item = (&str, &str)> {
    parts(text).map(|part| part.split_once('=').unwrap_or((part, "")))
}

/// `0.25`; whole numbers stay as they are.
fn fraction(text: &str) -> Option<Json> {
    if let Ok(whole) = text.parse() {
        return Some(Json::Int(whole));
    }
    let value: f64 = text.parse().ok()?;
    value.is_finite().then_some(Json::Float(value))
}

/// The end of a window with this start and duration.
pub(super) fn end(start: &str, lasts: &str) -> Option<String> {
    let start = instant::parse(start)?;
    // Also in ISO 8601: PT4H.
    let lasts = lasts.trim_start_matches("PT").to_ascii_lowercase();
    let end = start.checked_add(Duration::parse(&lasts)?.0)?;
    Some(instant::format(end))
}
