//! The bars of exclusions on the strip, and their names.

use super::dates::days_of;
use super::strip::{Strip, hatch};
use crate::shell::words::tn;
use model::maintenance::Scope;
use scenario::calendar::{Exclusion, Span};
use yew::prelude::*;

/// The name of a bar, and its place: an instant, and pixels from there, to the left if negative.
struct Label {
    text: String,
    at: i64,
    by: i32,
}

impl Strip<'_> {
    pub(super) fn lane(&self, scope: Scope, y: i32) -> Html {
        let all = self.planner.own.policy.exclusions.iter();
        let shown = all.filter(|one| one.scope == scope && one.span.within(self.within).is_some());
        let shown: Vec<&Exclusion> = shown.collect();
        let number = (scope as u8).to_string();
        let labels = self.labels(&shown);
        html! {
            <>
                <rect class="lane" data-scope={number} y={(y - 2).to_string()} width="100%" height="22" />
                { for shown.iter().zip(labels).map(|(one, label)| self.bar(one, y, label)) }
            </>
        }
    }

    fn bar(&self, one: &Exclusion, y: i32, label: Option<Label>) -> Html {
        // A bar that continues outside is cut just beyond the strip, not over the titles.
        let beside = self.within.secs() / 150;
        let around = Span::new(self.within.from - beside, self.within.to + beside);
        let span = one.span.within(around).unwrap_or(one.span);
        let days = days_of(one.span, self.zone);
        let args = [
            ("name", one.name.clone()),
            ("scope", one.scope.name().to_owned()),
            ("days", days.clone()),
        ];
        let name = tn("ui-ex-name", &args.map(|(name, text)| (name, text.into())));
        html! {
            <g class="ex" key={one.name.clone()} tabindex="0" role="button" data-ex={one.name.clone()} aria-label={name}>
                if label.is_none() {
                    <title>{ format!("{} · {} · {days}", one.name, one.scope.name()) }</title>
                }
                <svg x={self.x(span.from)} y={y.to_string()} width={self.wide(span)} height="18" overflow="visible">
                    <rect class={classes!("box", hatch(one.scope))} width="100%" height="18" rx="4" />
                    <rect class="end" data-end="from" x="-5" width="11" height="18" />
                    <svg x="100%" overflow="visible"><rect class="end" data-end="to" x="-6" width="11" height="18" /></svg>
                </svg>
                if let Some(label) = label {
                    <svg x={self.x(label.at)} y={y.to_string()} overflow="visible">
                        <text class="label" x={label.by.to_string()} y="13" text-anchor={if label.by < 0 { "end" } else { "start" }}>{ label.text }</text>
                    </svg>
                }
            </g>
        }
    }

    /// The labels of a lane's bars, inside or beside them, without overlaps; a bar without room has only its title.
    fn labels(&self, shown: &[&Exclusion]) -> Vec<Option<Label>> {
        let px = |at: i64| self.part(at) * self.a_percent();
        let ends = |one: &Exclusion| {
            let seen = one.span.within(self.within).unwrap_or(one.span);
            (seen, px(seen.from), px(seen.to))
        };
        let mut taken: Vec<(f64, f64)> = Vec::new();
        let mut labels = Vec::with_capacity(shown.len());
        for (no, one) in shown.iter().enumerate() {
            let (seen, from, to) = ends(one);
            let others = shown.iter().enumerate().filter(|(other, _)| *other != no);
            let bars: Vec<(f64, f64)> =
                others.map(|(_, other)| ends(other)).map(|(_, from, to)| (from, to)).collect();
            let is_free = |left: f64, right: f64| {
                let mut all = bars.iter().chain(&taken);
                left >= 0.0
                    && right <= px(self.within.to)
                    && all.all(|(from, to)| right <= *from || *to <= left)
            };
            let long = format!("{} · {}", one.name, one.scope.name());
            let forms = [long, one.name.clone()].into_iter().skip(usize::from(self.narrow));
            let label = forms.into_iter().find_map(|text| {
                let room = text.chars().count() as f64 * 6.0 + 14.0;
                let (place, at, by) = if from + room <= to && is_free(from, from + room) {
                    ((from, from + room), seen.from, 8)
                } else if is_free(to, to + room) {
                    ((to, to + room), seen.to, 6)
                } else if is_free(from - room, from) {
                    ((from - room, from), seen.from, -6)
                } else {
                    return None;
                };
                Some((place, Label { text, at, by }))
            });
            taken.extend(label.as_ref().map(|(place, _)| *place));
            labels.push(label.map(|(_, label)| label));
        }
        labels
    }
}
