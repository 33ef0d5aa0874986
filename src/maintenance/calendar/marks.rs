//! The marks of changes on the strip, and the preview of a drag.

use super::dates::day_of;
use super::drag::Ghost;
use super::said::upgrade_of;
use super::strip::{LANES, Strip, hatch};
use crate::maintenance::policy::DAY;
use crate::maintenance::policy::changes::DueChange;
use crate::shell::words::{t, tn};
use base::order;
use scenario::calendar::report::SHOWN_DAYS;
use scenario::calendar::zone::to_local;
use yew::prelude::*;

/// Width of a change's mark, and the place of its icon.
const MARK: f64 = 17.0;
const GLYPH: &str = "translate(-5.500 110) scale(.7)";

impl Strip<'_> {
    /// The marks of changes, each a slider that moves its change; those of one day stand beside each other.
    pub(super) fn changes(&self) -> Html {
        let mut free = f64::MIN;
        let mut shown = Vec::new();
        for (n, one) in self.planner.due.iter().enumerate() {
            if self.within.contains(one.at) {
                let px = self.part(one.at) * self.a_percent();
                let at = px.max(free);
                free = at + MARK;
                shown.push((n, one, at - px));
            }
        }
        // Elements that stay in their order keep the focus.
        order::sort_by_key(&mut shown, |(_, one, _)| one.entry);
        html! { <>{ for shown.into_iter().map(|(n, one, by)| self.change(n, one, by)) }</> }
    }

    fn change(&self, n: usize, one: &DueChange, by: f64) -> Html {
        let (class, d, word) = one.mark();
        let args = [
            ("what", upgrade_of(one)),
            ("kind", t(one.key())),
            ("day", day_of(one.at, self.zone)),
            ("state", t(word)),
        ];
        let args = args.map(|(name, text)| (name, text.into()));
        let (name, value) = (tn("ui-cal-change", &args), tn("ui-cal-change-is", &args));
        let title = format!("{} · {name} · {value}", n + 1);
        let day = |at: i64| to_local(self.zone, at).div_euclid(DAY);
        let since = day(one.at) - day(self.planner.start_ms.div_euclid(1000));
        html! {
            <g key={one.entry} class="chg" tabindex="0" role="slider" data-change={one.entry.to_string()}
                aria-label={name} aria-valuetext={value}
                aria-valuemin="0" aria-valuemax={since.max(SHOWN_DAYS).to_string()} aria-valuenow={since.max(0).to_string()}>
                <title>{ title }</title>
                <svg x={self.x(one.at)} overflow="visible" class={class}>
                    <g transform={format!("translate({by:.1} 0)")}>
                        <rect class="grip" x="-8" y="108" width="16" height="28" rx="4" />
                        <path class="glyph" {d} transform={GLYPH} />
                        <text class="number" y="132" text-anchor="middle">{ n + 1 }</text>
                    </g>
                </svg>
            </g>
        }
    }

    pub(super) fn ghost(&self) -> Html {
        let (span, y, height, class) = match self.ghost {
            None => return html! {},
            Some(Ghost::Exclusion(scope, span)) => {
                let y = LANES.iter().find(|(lane, _)| *lane == scope).map_or(0, |(_, y)| *y);
                (span, y, 18, hatch(scope))
            }
            Some(Ghost::Window(span)) => (span, 24, 14, "win"),
            Some(Ghost::Change(entry, at)) => {
                let mark =
                    self.planner.due.iter().find(|one| one.entry == entry).map(DueChange::mark);
                let Some((class, d, _)) = mark else {
                    return html! {};
                };
                return html! {
                    <svg x={self.x(at)} overflow="visible" class={classes!("moving", class)}>
                        <line y1="20" y2="136" />
                        <path class="glyph" {d} transform={GLYPH} />
                    </svg>
                };
            }
        };
        html! {
            <svg x={self.x(span.from)} y={y.to_string()} overflow="visible" width={self.wide(span)} height={height.to_string()}>
                <rect class={classes!("ghost", class)} width="100%" height={height.to_string()} rx="4" />
            </svg>
        }
    }
}
