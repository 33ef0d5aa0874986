//! The settings and results of blue-green upgrades.

use super::{Derived, StrategyForm, autoscaled};
use crate::shell::form::{Fields, names, number_or_text};
use crate::shell::state::Action;
use crate::shell::widgets::{Choice, TextInput};
use crate::shell::words::{t, tn};
use model::strategy::blue_green::{SOAK_LIMIT, forecast};
use model::strategy::{BatchSize, BlueGreen};
use scenario::edit::Edit;
use scenario::json::Json;
use trace::{Phrase, Value};
use yew::prelude::*;

/// `standardRolloutPolicy` and the soak of the pool.
pub(super) fn form(fields: &Fields<'_>, derived: Option<&Derived>, _: bool) -> StrategyForm {
    let own = "upgradeSettings/blueGreenSettings";
    let policy = |field: &str| fields.path(&format!("{own}/standardRolloutPolicy/{field}"));
    let comes = derived.and_then(|derived| {
        let settings = derived.strategy.blue_green()?;
        Some(BatchSizes::of(settings, &derived.zones, derived.room))
    });
    let settings = html! {
        <>
            { autoscaled::rollout(fields, false) }
            { batch(fields, &policy(COUNT), &policy(PART), comes.as_ref()) }
            { fields.setting(&format!("{own}/standardRolloutPolicy/batchSoakDuration")) }
            { fields.setting(&format!("{own}/nodePoolSoakDuration")) }
            { for comes.as_ref().map(BatchSizes::show) }
        </>
    };
    StrategyForm { settings, can_upgrade: true, ..StrategyForm::default() }
}

const COUNT: &str = "batchNodeCount";
const PART: &str = "batchPercentage";

/// The batch size, as a number of nodes or a part of the pool.
fn batch(fields: &Fields<'_>, count: &str, part: &str, derived: Option<&BatchSizes>) -> Html {
    let doc = fields.doc;
    let in_parts = doc.at(part).is_some_and(|part| *part != Json::Null)
        && !matches!(doc.at(count), Some(Json::Int(1..)));
    let (pointer, api) = match in_parts {
        true => (part, PART),
        false => (count, COUNT),
    };
    let error = doc.error(count).or_else(|| doc.error(part));
    let pointer = pointer.to_owned();
    let set = fields.store.on(move |text: String| {
        let text = text.trim();
        Action::Edit(if text.is_empty() {
            Edit::Remove(pointer.clone())
        } else {
            Edit::Set(pointer.clone(), number(text))
        })
    });
    let size = TextInput {
        id: "pool-batch".to_owned(),
        value: doc.text(if in_parts { part } else { count }),
        placeholder: if in_parts { "0" } else { "1" }.to_owned(),
        short: true,
        onchange: set,
        ..TextInput::default()
    };
    let (count, part) = (count.to_owned(), part.to_owned());
    let both = derived.map(|comes| (comes.size, comes.blue));
    let unit = Choice {
        id: "pool-batch-unit".to_owned(),
        options: vec![
            (COUNT.to_owned(), t("ui-batch-in-nodes")),
            (PART.to_owned(), t("ui-batch-in-parts")),
        ],
        value: if in_parts { PART } else { COUNT }.to_owned(),
        onchange: fields.store.on(move |unit: String| {
            let (from, name, to) = match unit == PART {
                true => (&count, PART, as_part(both)),
                false => (&part, COUNT, as_count(both)),
            };
            Action::Edit(Edit::Rename(from.clone(), name.to_owned(), to))
        }),
        ..Choice::default()
    };
    let names_of_size = names("ui-batch-size-field", api, "--standard-rollout-policy");
    html! { <>{ size.field(names_of_size, error) }{ unit.field(names("ui-batch-unit", "", ""), None) }</> }
}

/// Typed numbers become numbers; the checks report others.
fn number(text: &str) -> Json {
    match number_or_text(text) {
        Json::Text(text) => text.parse().map_or(Json::Text(text), Json::Float),
        other => other,
    }
}

/// The same batch as a part of the pool, in hundredths, rounded up so that it has the same size.
fn as_part(both: Option<(u32, u32)>) -> Json {
    let (size, blue) = both.unwrap_or((1, 1));
    let hundredths = (size * 100).div_ceil(blue.max(1)).min(100);
    Json::Float(f64::from(hundredths) / 100.0)
}

fn as_count(both: Option<(u32, u32)>) -> Json {
    Json::Int(both.map_or(1, |(size, _)| size).into())
}

/// The result of the settings for the pool's nodes at the start.
struct BatchSizes {
    blue: u32,
    /// Nodes per batch.
    size: u32,
    lines: Vec<(&'static str, Phrase, &'static str)>,
}

impl BatchSizes {
    /// `zones`: nodes per zone; `room`: the most VMs at once, if in the scenario.
    fn of(settings: BlueGreen, zones: &[u32], room: Option<u32>) -> Self {
        let forecast = forecast(settings, zones);
        let (blue, size) = (forecast.blue, forecast.batch_size);
        let batches = forecast.batches.len() as u32;
        let full = blue.checked_div(size).unwrap_or(0);
        let (part, floor) = match settings.batch {
            BatchSize::Part(part) => (part.to_string(), part.of(blue)),
            BatchSize::Nodes(nodes) => (String::new(), nodes),
        };
        let cut = Phrase::new(match (size, part.is_empty()) {
            (0, _) => "ui-comes-no-batches",
            (_, true) => "ui-comes-batches",
            (_, false) if floor == 0 => "ui-comes-batches-least",
            (_, false) if is_whole(settings.batch, blue, size) => "ui-comes-batches-part",
            (_, false) => "ui-comes-batches-rounded",
        })
        .with("batches", full)
        .with("size", size)
        .with("rest", blue - full * size)
        .with("nodes", blue)
        .with("part", part);
        let soak = Phrase::new("ui-comes-soak")
            .with("pool", settings.pool_soak)
            .with("batches", batches)
            .with("soak", settings.batch_soak)
            .with("all", settings.total_soak(batches));
        let peak = Phrase::new("ui-comes-peak").with("peak", 2 * blue);
        let peak = match room {
            Some(room) => peak.with("room", room),
            None => peak.with("room", "none"),
        };
        let mut lines = vec![
            ("ui-comes-batches-name", cut, "BG-19"),
            ("ui-comes-soak-name", soak, "BG-27"),
            ("ui-comes-peak-name", peak, "BG-02"),
        ];
        if forecast.configured_soak > SOAK_LIMIT {
            let phrase = Phrase::new("ui-comes-cut").with("nodes", forecast.never_drained);
            let phrase = phrase.with("soak", Value::Span(SOAK_LIMIT));
            lines.push(("ui-comes-cut-name", phrase, "BG-26"));
        }
        if size == 0 {
            lines[0].2 = "BG-20";
        }
        Self { blue, size, lines }
    }

    fn show(&self) -> Html {
        html! {
            <div class="derive comes" role="group" aria-labelledby="comes">
                <b id="comes">{ t("ui-comes") }</b>
                <dl>
                    { for self.lines.iter().map(|(name, text, rule)| html! {
                        <>
                            <dt>{ t(name) }</dt>
                            <dd>{ tn(text.key, &text.args) }{ " " }<span class="chip rule">{ *rule }</span></dd>
                        </>
                    }) }
                </dl>
            </div>
        }
    }
}

/// Does the part give a whole number of nodes?
fn is_whole(batch: BatchSize, blue: u32, size: u32) -> bool {
    let BatchSize::Part(part) = batch else {
        return true;
    };
    // True only if batch and nodes stay proportional at 10, 100 and 1,000 times the size.
    [10, 100, 1000].iter().all(|times| part.of(blue * times) == size * times)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::{Decimal, SimSpan};
    use expect_test::{Expect, expect};
    use words::{catalogue::english, format::Speaker};

    fn check(batch: BatchSize, soaks: (i64, i64), zones: &[u32], expected: Expect) {
        let settings = BlueGreen {
            batch,
            batch_soak: SimSpan::from_secs(soaks.0),
            pool_soak: SimSpan::from_secs(soaks.1),
        };
        let speaker = Speaker::new(english());
        let comes = BatchSizes::of(settings, zones, Some(14));
        let lines = comes.lines.iter();
        let lines: Vec<String> = lines
            .map(|(name, text, rule)| {
                let name = speaker.say(&Phrase::new(name));
                format!("{name}: {} ({rule})\n", speaker.say(text))
            })
            .collect();
        expected.assert_eq(&lines.concat());
    }

    fn part(text: &str) -> BatchSize {
        BatchSize::Part(Decimal::parse(text).expect("a part"))
    }

    /// AM-13, BG-02, BG-19, BG-20, BG-26, BG-27
    #[test]
    fn the_card_says_what_the_settings_come_to() {
        check(
            part("0.4"),
            (600, 3600),
            &[6],
            expect![[r#"
            Batches: 3 × 2, as 6 × 0.4 rounds down (BG-19)
            Soak: 1 h + 3 × 10 min = 1 h 30 min (BG-27)
            Nodes: 12 at the peak, room for 14 (BG-02)
        "#]],
        );
        check(
            BatchSize::Nodes(3),
            (0, 3600),
            &[4, 3],
            expect![[r#"
                Batches: 2 × 3 and 1 of 1 (BG-19)
                Soak: 1 h + 3 × 0 s = 1 h (BG-27)
                Nodes: 14 at the peak, room for 14 (BG-02)
            "#]],
        );
        check(
            part("0.5"),
            (60, 0),
            &[4],
            expect![[r#"
            Batches: 2 × 2, as 4 × 0.5 = 2 (BG-19)
            Soak: 0 s + 2 × 1 min = 2 min (BG-27)
            Nodes: 8 at the peak, room for 14 (BG-02)
        "#]],
        );
        check(
            BatchSize::Nodes(0),
            (600, 60),
            &[4],
            expect![[r#"
            Batches: none: size 0 skips the drain (BG-20)
            Soak: 1 min + 0 × 10 min = 1 min (BG-27)
            Nodes: 8 at the peak, room for 14 (BG-02)
        "#]],
        );
        check(
            BatchSize::Nodes(1),
            (259_200, 3600),
            &[4],
            expect![[r#"
                Batches: 4 × 1 (BG-19)
                Soak: 1 h + 4 × 3 d = 12 d 1 h (BG-27)
                Nodes: 8 at the peak, room for 14 (BG-02)
                Limit: after 7 d the blue pool is deleted, 1 node undrained (BG-26)
            "#]],
        );
    }
}
