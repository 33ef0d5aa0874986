//! Fills the arguments into a message.

use super::catalogue::{Language, Piece, english};
use super::facts::fact;
use super::port::{Plain, Port};
use base::{Arg, Message, SimSpan};
use trace::text::Namer;
use trace::{Phrase, Subject, Value};

/// A language, a reader, and the names of a run if there is one.
#[derive(Clone, Copy)]
pub struct Speaker<'a> {
    pub language: Language,
    pub port: &'a dyn Port,
    pub names: Option<Namer<'a>>,
}

/// English without a run: command line, tests.
pub fn plain() -> Speaker<'static> {
    Speaker {
        language: english(),
        port: &Plain,
        names: None,
    }
}

/// A message that names nothing of a run: labels, buttons, counts.
pub fn message(
    language: Language,
    port: &dyn Port,
    key: &str,
    args: &[(&'static str, Value)],
) -> String {
    let speaker = Speaker {
        language,
        port,
        names: None,
    };
    speaker.message(key, args)
}

/// Messages that refer to each other in a circle end here.
const DEPTH: u32 = 8;

impl Speaker<'_> {
    pub fn say(&self, phrase: &Phrase) -> String {
        self.message(phrase.key, &phrase.args)
    }

    /// What a message says.
    pub fn text(&self, message: &Message) -> String {
        self.message(&message.key, &self.arguments(message))
    }

    /// The same with a capital at its beginning.
    pub fn sentence(&self, message: &Message) -> String {
        let text = self.text(message);
        let mut letters = text.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        first.chain(letters).collect()
    }

    /// An attribute of a message, `hint` or `title`; empty where it has none.
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

    /// An argument by itself.
    pub fn arg(&self, arg: &Arg) -> String {
        match arg {
            Arg::Number(n) => self.port.number(*n),
            Arg::Text(text) => text.clone(),
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
            // A missing message must be seen, and must not end the program.
            None => text.push_str(key),
        }
        text
    }

    fn pieces(&self, text: &mut String, pieces: &[Piece], args: &[(&str, Value)], depth: u32) {
        if depth > DEPTH {
            return;
        }
        let arg = |name: &str| {
            args.iter()
                .find(|(other, _)| *other == name)
                .map(|(_, value)| value)
        };
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
                    let chosen = arg(choice.arg).and_then(|value| self.choose(value, choice.arms));
                    self.pieces(text, chosen.unwrap_or(choice.other), args, depth + 1);
                }
            }
        }
    }

    /// The exact value first, then its plural category.
    fn choose(
        &self,
        value: &Value,
        arms: &[(&'static str, &'static [Piece])],
    ) -> Option<&'static [Piece]> {
        let named = |name: &str| {
            arms.iter()
                .find(|(key, _)| *key == name)
                .map(|(_, pieces)| *pieces)
        };
        match value {
            Value::Count(n) => named(&n.to_string()).or_else(|| named(self.port.plural(*n).name())),
            Value::Text(text) => named(text),
            _ => None,
        }
    }

    pub fn value(&self, value: &Value) -> String {
        match value {
            Value::Count(n) => self.port.number(*n),
            Value::At(at) => self.port.time(*at),
            Value::Span(span) => self.span(*span),
            Value::Timer(span) => timer(*span),
            Value::Name(subject) => self.name(*subject),
            Value::Names(subjects) => {
                self.list(subjects.iter().map(|subject| self.name(*subject)).collect())
            }
            Value::Text(text) => text.clone(),
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

    /// `web-1`, without the kind; a Pod or a budget of another namespace with it: `shop/web-pdb`.
    pub fn name(&self, subject: Subject) -> String {
        let full = self.subject(subject);
        match full.split_once('/') {
            Some((_, name)) => name.to_owned(),
            None => full,
        }
    }

    /// `pod/web-1`.
    pub fn subject(&self, subject: Subject) -> String {
        self.names
            .as_ref()
            .map_or_else(String::new, |names| names.subject(subject))
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
        self.message(
            key,
            &[("first", Value::Text(first)), ("last", Value::Text(last))],
        )
    }

    /// `3 min 56 s`, `1 h 2 min`, `5 d 3 h`; every unit that is not zero.
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

/// `58:47`, `1:02:03`: what runs down on a tile.
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
        message(english(), &Plain, key, args)
    }

    #[test]
    fn spans_name_every_unit_that_is_not_zero() {
        let speaker = plain();
        let spans = [0, 18, 236, 811, 3600, 3723, 90_000, 442_800];
        let texts: Vec<String> = spans
            .iter()
            .map(|secs| speaker.span(SimSpan::from_secs(*secs)))
            .collect();
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
        let texts: Vec<String> = [0, 9, 3527, 3723]
            .iter()
            .map(|secs| timer(SimSpan::from_secs(*secs)))
            .collect();
        assert_eq!(texts, ["0:00", "0:09", "58:47", "1:02:03"]);
    }

    #[test]
    fn selections_take_the_exact_value_before_the_plural() {
        let nodes = |n: u32, creating: u32| {
            say(
                "zone-nodes",
                &[("nodes", n.into()), ("creating", creating.into())],
            )
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
