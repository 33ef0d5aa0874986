//! The fragment of the page's address: the scenario or a preset, and the view.
//!
//! `#s=1.…&view=calendar&t=17m50s&moment=3&play=1&theme=dark&select=node/web-3&tab=why&compare=surge-2-1`. Browsers send a fragment
//! to no server, but keep it in their history, and people copy it: a scenario is only in it if a link put it there.
//! Unknown parts are skipped; `lang` is for `static/boot.js`.

use super::route::is_other;
use crate::shell::state::{Center, Tab, ThemeChoice};
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use runner::StrategyChoice;
use scenario::units::Duration;
use std::fmt::Write;

/// Some programs refuse or truncate longer links.
pub const LONG: usize = 2_000;

/// Characters that would end a part of the fragment, or an address in a text.
const RESERVED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'&')
    .add(b'<')
    .add(b'>')
    .add(b'\\')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// The content of an address.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Address {
    pub source: Option<AddressSource>,
    pub view: AddressView,
    pub theme: Option<ThemeChoice>,
}

/// The source of the scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AddressSource {
    /// A packed scenario, see [`scenario::link`].
    Link(String),
    Preset(String),
    /// The scenario that this browser saved: it was edited, imported or built here.
    Own,
}

/// The view of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AddressView {
    /// In the centre, without the comparison.
    pub center: Center,
    pub at_ms: Option<i64>,
    /// At a moment of the run, from 1; before `at_ms`.
    pub moment: Option<usize>,
    pub play: bool,
    /// A subject by its name, `node/web-3`.
    pub selected: Option<String>,
    pub tab: Option<Tab>,
    /// Compared with these variants, or with the suggested one if empty.
    pub compare: Option<Vec<StrategyChoice>>,
    /// Also with a former state, which no address has.
    pub former: bool,
}

/// Stands for a former state among the variants.
const FORMER: &str = "former";

impl Address {
    /// Reads a fragment, with or without `#`. If a part occurs twice, the last one counts.
    pub fn read(fragment: &str) -> Self {
        let mut address = Self::default();
        if is_other(fragment) {
            return address;
        }
        for part in fragment.trim_start_matches('#').split('&') {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let value = percent_decode_str(value).decode_utf8_lossy();
            let view = &mut address.view;
            match name {
                "s" => address.source = Some(AddressSource::Link(value.into_owned())),
                "preset" => address.source = Some(AddressSource::Preset(value.into_owned())),
                "own" => address.source = Some(AddressSource::Own),
                "view" => view.center = Center::named(&value),
                "t" => view.at_ms = time(&value),
                "moment" => view.moment = value.parse().ok().filter(|n| *n > 0),
                "play" => view.play = value == "1",
                "theme" => address.theme = Some(ThemeChoice::read(&value)),
                "select" => view.selected = Some(value.into_owned()),
                "compare" => {
                    view.former = value.split(',').any(|one| one == FORMER);
                    view.compare =
                        Some(value.split(',').filter_map(StrategyChoice::read).collect());
                }
                "tab" => view.tab = Tab::named(&value),
                _ => {}
            }
        }
        address
    }

    /// The fragment, without `#`.
    pub fn write(&self) -> String {
        let mut text = match &self.source {
            Some(AddressSource::Link(link)) => format!("s={link}"),
            Some(AddressSource::Preset(name)) => format!("preset={}", escaped(name)),
            Some(AddressSource::Own) => "own".to_owned(),
            None => String::new(),
        };
        let mut part = |name: &str, value: &str| {
            let and = if text.is_empty() { "" } else { "&" };
            // Writing to a string never fails.
            let _ = write!(text, "{and}{name}={}", escaped(value));
        };
        if let Some(name) = self.view.center.name() {
            part("view", name);
        }
        if let Some(at_ms) = self.view.at_ms {
            part("t", &Duration(at_ms.max(0)).to_string());
        }
        if let Some(n) = self.view.moment {
            part("moment", &n.to_string());
        }
        if self.view.play {
            part("play", "1");
        }
        if let Some(selected) = &self.view.selected {
            part("select", selected);
        }
        if let Some(tab) = self.view.tab {
            part("tab", tab.name());
        }
        if let Some(choices) = &self.view.compare {
            part("compare", &compared(choices, self.view.former));
        }
        if let Some(theme) = self.theme {
            part("theme", theme.name());
        }
        text
    }
}

/// Keeps the language that a fragment chooses.
pub fn with_language_of(fragment: &str, address: &str) -> String {
    let parts = fragment.trim_start_matches('#').split('&');
    let language = parts.filter(|part| part.starts_with("lang="));
    let parts: Vec<&str> =
        [address].into_iter().chain(language).filter(|part| !part.is_empty()).collect();
    parts.join("&")
}

/// The variants, or the word for the suggested one.
fn compared(choices: &[StrategyChoice], former: bool) -> String {
    let choices = choices.iter().map(|choice| choice.write());
    let choices: Vec<String> = choices.chain(former.then(|| FORMER.to_owned())).collect();
    if choices.is_empty() { "1".to_owned() } else { choices.join(",") }
}

pub(crate) fn escaped(text: &str) -> String {
    utf8_percent_encode(text, RESERVED).to_string()
}

/// `17m50s`, or seconds.
fn time(text: &str) -> Option<i64> {
    let Duration(ms) = Duration::typed(text)?;
    (ms >= 0).then_some(ms)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(fragment: &str, wanted: &str) {
        assert_eq!(Address::read(fragment).write(), wanted, "{fragment:?}");
    }

    #[test]
    fn an_address_is_read_as_it_is_written() {
        for fragment in [
            "",
            "s=1.q1bK-_8W",
            "preset=docs-5-nodes&t=17m50s&play=1&theme=dark",
            "s=1.AA&t=1h2m3s500ms&select=pod/shop/web-1&tab=why&theme=auto",
            "preset=a%20b&t=0s",
            "select=node/%26%23%25&tab=story",
            "own",
            "own&view=calendar&t=2m&tab=maintenance",
            "preset=pdb-never-moves&moment=3&play=1",
            "preset=a&compare=1&theme=dark",
            "preset=a&view=present&t=5m",
            "preset=a&t=5m&compare=surge-2-1,blue-green-p0.4-600-3600",
        ] {
            check(fragment, fragment);
        }
    }

    #[test]
    fn what_the_checker_checks_is_no_scenario() {
        check("/window?r=WEEKLY&s=1.AA&preset=docs-5-nodes&t=5m", "");
    }

    #[test]
    fn the_language_of_an_address_stays() {
        for (before, address, after) in [
            ("#preset=a&lang=xx&t=5m", "preset=b", "preset=b&lang=xx"),
            ("#lang=xx", "", "lang=xx"),
            ("#own&t=5m", "own", "own"),
            ("", "", ""),
        ] {
            assert_eq!(with_language_of(before, address), after);
        }
    }

    #[test]
    fn what_is_not_understood_is_passed_over() {
        check("#main", "");
        check("#s=1.AA&lang=xx&t=soon&play=yes&tab=none&&=&=x", "s=1.AA");
        check("t=90&t=", "");
        check("moment=0&moment=x&moment=-1", "");
        check("t=-5s", "");
        check("t=99999999999999999999", "");
        check("t=90", "t=1m30s");
        check("preset=a&s=1.B", "s=1.B");
        check("own=1&view=stage", "own");
        check("preset=%FF%00", "preset=%EF%BF%BD%00");
    }
}
