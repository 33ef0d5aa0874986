//! The page's texts: returns the messages of the page's language by their keys.

use base::Message;
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
        let derived = |slots: i64, high: i64| {
            let numbers = [("low", 4_i64), ("high", high), ("slots", slots)];
            tn("ui-derived", &numbers.map(|(name, number)| (name, number.into())))
        };
        let times = [("at", "02:08:14".into()), ("now", "02:08:13".into())];
        expect![[r#"
            During the run, the whole cluster has 4 to 7 registered nodes. In a zone of this pool, nodes are upgraded one at a time.
            During the run, the whole cluster has 4 registered nodes. In a zone of this pool, 3 nodes are upgraded at once.
            Takes effect at 02:08:14, one second later, because another event happens at 02:08:13 and comes first."#]]
        .assert_eq(&[derived(1, 7), derived(3, 0), tn("op-acts-later", &times)].join("\n"));
    }
}
