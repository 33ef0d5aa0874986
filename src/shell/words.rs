//! The page's texts: returns the messages of the page's language by their keys.

use base::{Message, SimTime};
use std::cell::Cell;
use trace::Value;
use words::Language;
use words::format::{Speaker, message};

/// Sets the messages of the page's language, or the part that was loaded.
pub fn speak(messages: String) {
    LANGUAGE.set(Language::read(messages.leak()));
}

pub fn language() -> Language {
    LANGUAGE.get()
}

/// Formats messages that contain no objects of a run.
pub fn speaker() -> Speaker<'static> {
    Speaker::new(language())
}

/// The message of a key.
pub fn t(key: &str) -> String {
    tn(key, &[])
}

/// The message of a key with numbers or names in it.
pub fn tn(key: &str, args: &[(&'static str, Value)]) -> String {
    message(language(), key, args)
}

/// The text of a message.
pub fn tm(message: &Message) -> String {
    speaker().text(message)
}

/// An attribute of a message; empty where it has none.
pub fn attribute(message: &Message, name: &str) -> String {
    speaker().attribute(message, name)
}

/// How to fix the problem that a message reports; empty if unknown.
pub fn hint(message: &Message) -> String {
    attribute(message, "hint")
}

/// The text in lower case, which the browser knows for all languages.
pub fn lowercase(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    #[cfg(target_arch = "wasm32")]
    return js_sys::JsString::from(text).to_lower_case().into();
    #[cfg(not(target_arch = "wasm32"))]
    text.to_lowercase()
}

/// `1,048`
pub fn number(n: impl TryInto<i64>) -> String {
    speaker().number(n.try_into().unwrap_or(i64::MAX))
}

thread_local! {
    /// Empty until the page has loaded its language; English in tests.
    static LANGUAGE: Cell<Language> = Cell::new(match cfg!(test) {
        true => words::catalogue::english(),
        false => Language::default(),
    });
    /// Is the displayed run longer than a day?
    static DAYS: Cell<bool> = const { Cell::new(false) };
}

const DAY_MS: i64 = 86_400_000;

/// Shows dates with all instants of a run that is longer than a day, including those of the first day.
pub fn dates_for(end: Option<SimTime>) {
    DAYS.set(end.is_some_and(|end| end.ms() > DAY_MS));
}

/// `02:17:50`; with the date before it after the first day and in runs of several days.
pub fn day_time(start_unix_ms: i64, at_ms: i64) -> String {
    let unix = start_unix_ms + at_ms;
    let clock = draw::timeline::clock(unix, true);
    let first = unix.div_euclid(DAY_MS) == start_unix_ms.div_euclid(DAY_MS);
    if first && !DAYS.get() {
        return clock;
    }
    format!("{} {clock}", date(unix).get(5..).unwrap_or_default())
}

/// `2026-01-05`
pub fn date(unix_ms: i64) -> String {
    let text = scenario::instant::format(unix_ms);
    text.get(..10).unwrap_or_default().to_owned()
}

/// `1 h 02 min`, `3 min 56 s`, `12 s`.
pub fn span(ms: i64) -> String {
    let secs = ms / 1000;
    let (days, hours, minutes) = (secs / 86_400, secs / 3600 % 24, secs / 60 % 60);
    if days > 0 {
        tn("ui-span-days", &[("d", days.into()), ("h", hours.into())])
    } else if hours > 0 {
        tn("ui-span-hours", &[("h", hours.into()), ("m", minutes.into())])
    } else if minutes > 0 {
        tn("ui-span-minutes", &[("m", minutes.into()), ("s", (secs % 60).into())])
    } else {
        tn("ui-span-seconds", &[("s", secs.into())])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn sentences_fit_their_times_and_numbers() {
        let derived = |slots: i64| {
            tn(
                "ui-derived",
                &[("low", 4_i64.into()), ("high", 7_i64.into()), ("slots", slots.into())],
            )
        };
        let times = [("at", "02:08:14".into()), ("now", "02:08:13".into())];
        expect![[r#"
            During the run, the whole cluster has 4 to 7 registered nodes. In a zone of this pool, nodes are upgraded one at a time.
            During the run, the whole cluster has 4 to 7 registered nodes. In a zone of this pool, 3 nodes are upgraded at once.
            Takes effect at 02:08:14, one second later, because another event happens at 02:08:13 and comes first."#]]
        .assert_eq(&[derived(1), derived(3), tn("op-acts-later", &times)].join("\n"));
    }

    #[test]
    fn times_of_day_name_the_day_when_it_is_another() {
        let start = 1_767_571_200_000;
        assert_eq!(day_time(start, 8_270_000), "02:17:50");
        assert_eq!(day_time(start, 86_400_000), "01-06 00:00:00");
        dates_for(Some(SimTime::from_ms(DAY_MS)));
        assert_eq!(day_time(start, 8_270_000), "02:17:50");
        dates_for(Some(SimTime::from_secs(604_800)));
        assert_eq!(day_time(start, 8_270_000), "01-05 02:17:50");
        dates_for(None);
        assert_eq!(day_time(start, 8_270_000), "02:17:50");
    }
}
