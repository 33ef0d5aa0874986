//! Formats messages with their arguments.

use super::catalogue::{Language, english};
use super::facts::fact;
use super::fluent::{Choice, Piece};
use super::visible::visible;
use base::{Arg, Message, SimSpan, SimTime};
use trace::text::Namer;
use trace::{Phrase, Subject, Value};

/// Formats an instant of a run: as an offset, or as date and time.
pub type Clock<'a> = &'a dyn Fn(SimTime) -> String;

/// `+00:17:50`
pub fn offset(at: SimTime) -> String {
    at.to_string()
}

/// A language, a clock, and a run's names if there is one.
#[derive(Clone, Copy)]
pub struct Speaker<'a> {
    pub language: Language,
    pub clock: Clock<'a>,
    pub names: Option<Namer<'a>>,
}

/// English without a run: command line, tests.
pub fn plain() -> Speaker<'static> {
    Speaker::new(english())
}

/// A message that doesn't name parts of a run: labels, buttons, counts.
pub fn message(language: Language, key: &str, args: &[(&'static str, Value)]) -> String {
    Speaker::new(language).message(key, args)
}

/// Limits messages that refer to each other in a circle.
const DEPTH: u32 = 8;

impl Speaker<'_> {
    /// A speaker without a run.
    pub fn new(language: Language) -> Self {
        Self { language, clock: &offset, names: None }
    }

    pub fn say(&self, phrase: &Phrase) -> String {
        self.message(phrase.key, &phrase.args)
    }

    /// The text of a message.
    pub fn text(&self, message: &Message) -> String {
        self.message(&message.key, &self.arguments(message))
    }

    /// An attribute of a message, `hint` or `title`; empty if missing.
    pub fn attribute(&self, message: &Message, name: &str) -> String {
        let key = format!("{}.{name}", message.key);
        match self.language.find(&key) {
            Some(_) => self.message(&key, &self.arguments(message)),
            None => String::new(),
        }
    }

    fn arguments<'m>(&self, message: &'m Message) -> Vec<(&'m str, Value)> {
        let all = message.args.iter();
        all.map(|(name, arg)| match arg {
            Arg::Number(n) => (&**name, Value::Count(*n)),
            other => (&**name, Value::Text(self.arg(other))),
        })
        .collect()
    }

    /// The text of an argument.
    pub fn arg(&self, arg: &Arg) -> String {
        match arg {
            Arg::Number(n) => self.number(*n),
            Arg::Text(text) => visible(text.clone()),
            Arg::Message(message) => self.text(message),
            Arg::List(list) => {
                let parts: Vec<String> = list.iter().map(|one| self.arg(one)).collect();
                parts.join(&self.message("list-separator", &[]))
            }
        }
    }

    pub fn message(&self, key: &str, args: &[(&str, Value)]) -> String {
        let mut text = String::new();
        match self.language.find(key) {
            Some(pieces) => self.pieces(&mut text, pieces, args, 0),
            // A missing message must be visible, but not crash the program.
            None => text.push_str(key),
        }
        text
    }

    fn pieces(&self, text: &mut String, pieces: &[Piece], args: &[(&str, Value)], depth: u32) {
        if depth > DEPTH {
            return;
        }
        let arg =
            |name: &str| args.iter().find(|(other, _)| *other == name).map(|(_, value)| value);
        for piece in pieces {
            match piece {
                Piece::Text(part) => text.push_str(part),
                Piece::Arg(name) => match arg(name) {
                    Some(value) => text.push_str(&self.value(value)),
                    None => {
                        text.push('$');
                        text.push_str(name);
                    }
                },
                Piece::Message(key) => {
                    if let Some(pieces) = self.language.find(key) {
                        self.pieces(text, pieces, args, depth + 1);
                    }
                }
                Piece::Select(choice) => {
                    let chosen = arg(choice.arg).and_then(|value| self.choose(value, choice));
                    self.pieces(text, chosen.unwrap_or(&choice.other), args, depth + 1);
                }
            }
        }
    }

    /// Tries the exact value first, then its plural category.
    fn choose<'c>(&self, value: &Value, choice: &'c Choice) -> Option<&'c [Piece]> {
        let named = |name: &str| {
            let mut arms = choice.arms.iter();
            arms.find(|(value, _)| *value == name).map(|(_, pieces)| pieces.as_slice())
        };
        match value {
            Value::Count(n) => named(&n.to_string()).or_else(|| named(&self.plural(*n))),
            Value::Text(text) => named(text),
            _ => None,
        }
    }

    /// The plural category of a number, which may depend on its last digits.
    fn plural(&self, n: i64) -> String {
        let digits = |n: u64| Value::Text(n.to_string());
        let n = n.unsigned_abs();
        let args = [("n", n), ("tens", n % 100), ("ones", n % 10)];
        self.message("plural", &args.map(|(name, n)| (name, digits(n))))
    }

    /// `15,000`, `−1,234`
    pub fn number(&self, n: i64) -> String {
        let digits = n.unsigned_abs().to_string();
        let mut text = String::with_capacity(digits.len() + 7);
        if n < 0 {
            text.push('−');
        }
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                text.push_str(&self.message("number-separator", &[]));
            }
            text.push(digit);
        }
        text
    }

    pub fn value(&self, value: &Value) -> String {
        match value {
            Value::Count(n) => self.number(*n),
            Value::At(at) => (self.clock)(*at),
            Value::Span(span) => self.span(*span),
            Value::Timer(span) => timer(*span),
            Value::Name(subject) => self.name(*subject),
            Value::Names(subjects) => {
                self.list(subjects.iter().map(|subject| self.name(*subject)).collect())
            }
            Value::Text(text) => visible(text.clone()),
            Value::Fact(change) => self
                .names
                .as_ref()
                .map_or_else(String::new, |names| self.say(&fact(names.plan, *change))),
            Value::Phrase(phrase) => self.say(phrase),
            Value::List(phrases) => {
                let parts: Vec<String> = phrases.iter().map(|phrase| self.say(phrase)).collect();
                parts.join(&self.message("list-separator", &[]))
            }
        }
    }

    /// `web-1`, without the kind; with the namespace if it isn't `default`: `shop/web-pdb`.
    pub fn name(&self, subject: Subject) -> String {
        let full = self.subject(subject);
        match full.split_once('/') {
            Some((_, name)) => name.to_owned(),
            None => full,
        }
    }

    /// `pod/web-1`.
    pub fn subject(&self, subject: Subject) -> String {
        self.names.as_ref().map_or_else(String::new, |names| visible(names.subject(subject)))
    }

    /// `a and b`; `a, b, and c`.
    fn list(&self, mut names: Vec<String>) -> String {
        let Some(last) = names.pop() else {
            return self.message("none", &[]);
        };
        if names.is_empty() {
            return last;
        }
        let key = match names.len() {
            1 => "list-two",
            _ => "list-many",
        };
        let first = names.join(&self.message("list-separator", &[]));
        self.message(key, &[("first", Value::Text(first)), ("last", Value::Text(last))])
    }

    /// `3 min 56 s`, `1 h 2 min`, `5 d 3 h`: every unit that isn't zero.
    pub fn span(&self, span: SimSpan) -> String {
        let all = span.ms().max(0) / 1000;
        let parts = [
            ("span-day", all / 86_400),
            ("span-hour", all / 3600 % 24),
            ("span-minute", all / 60 % 60),
            ("span-second", all % 60),
        ];
        let texts: Vec<String> = parts
            .iter()
            .filter(|(_, n)| *n > 0)
            .map(|(key, n)| self.message(key, &[("n", Value::Count(*n))]))
            .collect();
        if texts.is_empty() {
            return self.message("span-second", &[("n", Value::Count(0))]);
        }
        texts.join(" ")
    }
}

/// `58:47`, `1:02:03`: a countdown on a tile.
pub fn timer(span: SimSpan) -> String {
    let all = span.ms().max(0) / 1000;
    let (hours, minutes, seconds) = (all / 3600, all / 60 % 60, all % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn say(key: &str, args: &[(&'static str, Value)]) -> String {
        message(english(), key, args)
    }

    #[test]
    fn thousands_are_grouped() {
        let speaker = Speaker::new(english());
        let numbers = [0, 7, 999, 1000, 15_000, 2_400_000, -1234];
        assert_eq!(
            numbers.map(|n| speaker.number(n)),
            ["0", "7", "999", "1,000", "15,000", "2,400,000", "−1,234"]
        );
    }

    #[test]
    fn a_language_says_what_its_plurals_are() {
        let text = "plural = { $tens ->
                [11] many
                [12] many
               *[other] { $ones ->
                    [1] one
                    [2] few
                   *[other] many
                }
            }
            nodes = { $n } { $n ->
                [one] узел
                [few] узла
                [0] нет
               *[other] узлов
            }
            number-separator = { \" \" }";
        let language = Language::read(text);
        let said =
            [0, 1, 2, 11, 1021, 112].map(|n| message(language, "nodes", &[("n", Value::Count(n))]));
        assert_eq!(said, ["0 нет", "1 узел", "2 узла", "11 узлов", "1 021 узел", "112 узлов"]);
    }

    #[test]
    fn spans_name_every_unit_that_is_not_zero() {
        let speaker = plain();
        let spans = [0, 18, 236, 811, 3600, 3723, 90_000, 442_800];
        let texts: Vec<String> =
            spans.iter().map(|secs| speaker.span(SimSpan::from_secs(*secs))).collect();
        assert_eq!(
            texts,
            [
                "0 s",
                "18 s",
                "3 min 56 s",
                "13 min 31 s",
                "1 h",
                "1 h 2 min 3 s",
                "1 d 1 h",
                "5 d 3 h"
            ]
        );
    }

    #[test]
    fn timers_run_down_in_minutes_or_hours() {
        let texts: Vec<String> =
            [0, 9, 3527, 3723].iter().map(|secs| timer(SimSpan::from_secs(*secs))).collect();
        assert_eq!(texts, ["0:00", "0:09", "58:47", "1:02:03"]);
    }

    #[test]
    fn selections_take_the_exact_value_before_the_plural() {
        let nodes = |n: u32, creating: u32| {
            say("zone-nodes", &[("nodes", n.into()), ("creating", creating.into())])
        };
        assert_eq!(nodes(1, 0), "1 node");
        assert_eq!(nodes(6, 1), "6 nodes + 1 creating");
    }

    #[test]
    fn a_missing_message_shows_its_key_and_a_missing_value_its_name() {
        assert_eq!(say("no-such-message", &[]), "no-such-message");
        assert_eq!(say("zone-since", &[]), "since $at");
    }
}
