//! Example windows, each with one point to show. They are stored parsed, so that no parser has to be loaded.

use base::say;
use scenario::calendar::Utc;
use scenario::calendar::text::{Pasted, plain, values};

/// The importer's name for a text of gcloud commands.
pub const COMMANDS: &str = "import-kind-gcloud";

#[derive(Debug)]
pub struct Example {
    /// The message key of its title.
    pub title: &'static str,
    pub text: &'static str,
    /// Start, end and rule, if the text is a command.
    bounds: Option<[&'static str; 3]>,
}

pub const EXAMPLES: &[Example] = &[
    Example {
        title: "win-example-monday",
        text: "gcloud container clusters update prod --region us-central1 \\\n  --maintenance-window-start 2025-04-05T05:00:00Z --maintenance-window-end 2025-04-06T19:00:00Z \\\n  --maintenance-window-recurrence 'FREQ=WEEKLY;BYDAY=SA,SU'",
        bounds: Some(["2025-04-05T05:00:00Z", "2025-04-06T19:00:00Z", "FREQ=WEEKLY;BYDAY=SA,SU"]),
    },
    Example { title: "win-example-daily", text: "16:00", bounds: None },
    Example {
        title: "win-example-weekday",
        text: "FREQ=WEEKLY;BYDAY=SAT,SUN from 2026-01-03T02:00:00Z to 2026-01-03T10:00:00Z",
        bounds: None,
    },
    Example {
        title: "win-example-end",
        text: "FREQ=WEEKLY;BYDAY=SA from 2026-01-03T02:00:00Z to 2030-01-01T00:00:00Z",
        bounds: None,
    },
    Example {
        title: "win-example-short",
        text: "FREQ=DAILY from 2026-01-05T01:00:00Z for 2h",
        bounds: None,
    },
];

impl Example {
    pub fn pasted(&self) -> Option<Pasted> {
        let Some([start, end, rule]) = self.bounds else {
            return plain(self.text, &Utc)?.ok();
        };
        let read = Pasted::of_bounds(start, end, rule, &Utc).ok()?;
        Some(Pasted {
            kind: say!(COMMANDS),
            used: values(&read.policy, self.text),
            ignored: vec!["--region".into()],
            ..read
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_example_is_what_would_be_read_of_it() {
        for example in EXAMPLES {
            // The checker has no use for the cluster's name.
            let read = import::policy(example.text, &Utc);
            let read = read.ok().map(|read| Pasted { cluster: String::new(), ..read });
            assert_eq!(example.pasted(), read, "{}", example.title);
        }
    }
}
