//! The verdict, possible fixes, the next openings, and the exports.

use super::verdict::{seal, verdict_title};
use super::{Checker, CopyFormat, Msg};
use crate::checker::dates::{day_of, in_column, moment};
use crate::checker::diff::{DiffKind, changes};
use crate::shell::dates::{date_of_year, length};
use crate::shell::web::time_zone::{BrowserZone, city};
use crate::shell::widgets::{icon, rule_link, value_of};
use crate::shell::words::{hint, t, tm, tn};
use draw::icons;
use model::maintenance;
use scenario::calendar::fix::Fix;
use scenario::calendar::report::SHOWN_DAYS;
use scenario::calendar::{Edition, Utc, Zone};
use scenario::diagnostic::{Diagnostic, Severity};
use scenario::instant;
use web_sys::HtmlInputElement;
use words::capital::capitalized;
use yew::html::Scope;
use yew::prelude::*;

/// The open time that GKE requires in each period.
const NEEDED: i64 = 48 * 3600;

pub(super) fn side(checker: &Checker, link: &Scope<Checker>) -> Html {
    html! {
        <>
            { verdict(checker, link) }
            { fixes(checker, link) }
            { openings(checker, link) }
            { copies(checker, link) }
        </>
    }
}

/// The verdict in one line, for narrow screens.
pub(super) fn brief(checker: &Checker) -> Html {
    let (report, unknown) = (&checker.report, checker.query.pasted.window_unknown);
    let (class, d) = seal(report, unknown);
    html! { <p class={classes!("brief", class)}>{ icon(d, "i14") }{ verdict_title(report, unknown) }</p> }
}

fn verdict(checker: &Checker, link: &Scope<Checker>) -> Html {
    let (report, unknown) = (&checker.report, checker.query.pasted.window_unknown);
    let (class, d) = seal(report, unknown);
    let understood = report.understood.as_ref();
    // The effect of an unreadable exclusion is unknown.
    let worst = report.worst().filter(|_| checker.left_out.is_empty());
    let worst = worst.map(|worst| worst.with_exclusions);
    let lead = worst.map(|worst| {
        let key = if worst.is_enough() { "win-enough" } else { "win-too-little" };
        let from = worst.from + checker.zone.offset(worst.from);
        tn(
            key,
            &[
                ("days", worst.days.into()),
                ("from", format!("{} {}", moment(from), year(from)).into()),
                ("length", length(worst.open).into()),
            ],
        )
    });
    let most = understood.map_or(1, |one| {
        one.worst.iter().map(|worst| worst.with_exclusions.open).max().unwrap_or(1)
    });
    let full = most.max(NEEDED * 5 / 4);
    let percent = |secs: i64| format!("{:.1}%", secs as f64 / full as f64 * 100.0);
    let gauge = |days: i64, open: i64| {
        let own = days == report.context.edition.period_days();
        html! {
            <>
                <span class={(!own).then_some("dim")}>{ tn("win-worst-days", &[("days", days.into())]) }</span>
                <svg class={classes!("gauge", (!own).then_some("dim"), (open < NEEDED).then_some("short"))} height="14" aria-hidden="true">
                    <rect class="track" y="3" width="100%" height="8" rx="4" />
                    <rect class="value" y="3" width={percent(open)} height="8" rx="4" />
                    <rect class="needed" width="2" height="14" x={percent(NEEDED)} />
                </svg>
                <b class={(!own).then_some("dim")}>{ tn("win-needs", &[("length", length(open).into())]) }</b>
            </>
        }
    };
    html! {
        <section class="card sec" aria-label={t("win-verdict")}>
            <div class={classes!("verd", class)}>
                <span class="g">{ icon(d, "") }</span>
                <div>
                    <h3>{ verdict_title(report, unknown) }</h3>
                    { for lead.map(|lead| html! { <p>{ lead }</p> }) }
                </div>
            </div>
            { for understood.map(|one| html! {
                <div class="gauges">
                    { for one.worst.iter().map(|worst| gauge(worst.with_exclusions.days, worst.with_exclusions.open)) }
                </div>
            }) }
            if !report.findings.is_empty() {
                <ul class="broken">{ for report.findings.iter().map(finding) }</ul>
            }
            { edition(checker, link) }
            { channel(checker, link) }
        </section>
    }
}

fn year(local: i64) -> i64 {
    base::civil::civil_from_days(day_of(local)).0
}

fn finding(one: &Diagnostic) -> Html {
    let (d, class) = match one.severity {
        Severity::Error => (icons::CROSS, "i14 bad"),
        Severity::Warning => (icons::WARN, "i14 warn"),
        Severity::Info => (icons::INFO, "i14"),
    };
    html! {
        <li>
            { icon(d, class) }
            <div>
                <p>{ tm(&one.message) }</p>
                <p class="hint">{ hint(&one.message) }{ " " }{ rule_link::chips(one.rules, "") }</p>
            </div>
        </li>
    }
}

/// The edition of the rules, and its requirements.
fn edition(checker: &Checker, link: &Scope<Checker>) -> Html {
    let now = checker.query.edition;
    let pick = |edition: Edition| {
        let chosen = link.callback(move |_: MouseEvent| Msg::Edition(edition));
        html! { <button type="button" aria-pressed={(edition == now).to_string()} onclick={chosen}>{ edition.name() }</button> }
    };
    let days = now.period_days();
    html! {
        <div class="rules">
            <span>{ t("win-edition") }</span>
            <span class="seg" role="group" aria-label={t("win-edition")}>
                { for Edition::ALL.into_iter().map(pick) }
            </span>
            <p class="quiet">{ rule_link::chips(&["MW-15"], "") }{ " " }{ tn("win-edition-says", &[("days", days.into()), ("freeze", now.longest_freeze_days().into()), ("name", now.name().into())]) }</p>
        </div>
    }
}

/// Only asked if it affects the verdict.
fn channel(checker: &Checker, link: &Scope<Checker>) -> Html {
    let exclusions = &checker.query.pasted.policy.window.exclusions;
    let narrow = |scope: &str| {
        maintenance::Scope::named(scope)
            .is_some_and(|scope| scope != maintenance::Scope::NoUpgrades)
    };
    let matters = exclusions
        .values()
        .any(|one| narrow(&one.options.scope) || !one.options.end_time_behavior.is_empty());
    if !matters {
        return Html::default();
    }
    let chosen = link.callback(|event: Event| {
        let field: HtmlInputElement = event.target_unchecked_into();
        Msg::Channel(field.checked())
    });
    html! {
        <label class="check"><input type="checkbox" checked={checker.query.in_channel(&checker.query.pasted)} onchange={chosen} />{ t("win-channel") }</label>
    }
}

fn fixes(checker: &Checker, link: &Scope<Checker>) -> Html {
    let fixes = &checker.report.fixes;
    if fixes.is_empty() {
        return Html::default();
    }
    html! {
        <section class="card sec" aria-label={t("win-fix")}>
            <h3>{ t("win-fix") }</h3>
            <ul class="fixes">{ for fixes.iter().enumerate().map(|(no, one)| fix(checker, no, one, link)) }</ul>
        </section>
    }
}

fn fix(checker: &Checker, no: usize, fix: &Fix, link: &Scope<Checker>) -> Html {
    let all = changes(&checker.query.pasted.policy, fix);
    let [seed, current] = fix.open.map(length);
    let numbers = tn("win-fix-worst", &[("seed", seed.into()), ("current", current.into())]);
    let change = capitalized(&tm(&fix.message));
    let name = tn("win-use-name", &[("text", change.as_str().into())]);
    html! {
        <li>
            <div>
                <p>{ for all.iter().map(|change| html! {
                    <code>
                        if !change.name.is_empty() {
                            { change.name }{ " " }
                        }
                        { for change.words.iter().map(|(kind, words)| match kind {
                            DiffKind::Same => html! { { words } },
                            DiffKind::Gone => html! { <del>{ words }</del> },
                            DiffKind::New => html! { <ins>{ words }</ins> },
                        }) }
                    </code>
                }) }</p>
                <p>{ change }</p>
                <p class="quiet">{ numbers }</p>
            </div>
            <button type="button" class="btn line" aria-label={name} onclick={link.callback(move |_: MouseEvent| Msg::Use(no))}>{ t("win-use") }</button>
        </li>
    }
}

fn openings(checker: &Checker, link: &Scope<Checker>) -> Html {
    let Some(understood) = &checker.report.understood else {
        return Html::default();
    };
    let now = checker.report.context.now;
    let zone = &*checker.zone;
    // Beside the displayed zone: the stored times, or the browser's clock.
    let local = checker.here.as_deref().and_then(BrowserZone::find);
    let other: Option<&dyn Zone> = match (zone.name() == Utc.name(), &local) {
        (false, _) => Some(&Utc),
        (true, Some(local)) => Some(local),
        (true, None) => None,
    };
    let end = now + SHOWN_DAYS * 86_400;
    let next: Vec<_> = understood.next(now).collect();
    let head = |key: &str, zone: &str, class: Option<&'static str>| html! { <th scope="col" {class}>{ tn(key, &[("zone", city(zone).into())]) }</th> };
    let chosen = link.callback(|event: Event| {
        let day = instant::parse(&format!("{}T00:00:00Z", value_of(&event)));
        Msg::From(day.map(|ms| ms / 1000))
    });
    let day = instant::format(now * 1000);
    let today = checker.query.from.is_none();
    html! {
        <section class="card sec next" aria-label={t("win-next")}>
            <div class="top">
                <h3>{ t("win-next") }</h3>
                <label class="quiet">{ t("win-from") }{ " " }<input class="txt" type="date" value={day.get(..10).unwrap_or_default().to_owned()} onchange={chosen} /></label>
                <span class="grow" />
                <button type="button" class="btn" title={t("win-ics-title")} onclick={link.callback(|_: MouseEvent| Msg::Save)}>{ icon(icons::CALENDAR, "i14") }{ t("win-ics") }</button>
            </div>
            <p class="quiet">{ if today { t("win-today") } else { tn("win-from-said", &[("day", date_of_year(day_of(now)).into())]) } }</p>
            if next.is_empty() {
                <p>{ t("win-never") }</p>
            } else {
                <div class="scroll" tabindex="0" role="group" aria-label={t("win-next")}>
                <table>
                    <thead><tr>
                        { head("win-opens", zone.name(), None) }
                        { head("win-closes", zone.name(), None) }
                        { for other.map(|other| head("win-closes", other.name(), Some("d"))) }
                        <th scope="col">{ t("win-length") }</th>
                    </tr></thead>
                    <tbody>
                        { for next.iter().map(|span| {
                            let ends = span.to < end;
                            let closes = |zone: &dyn Zone| if ends { in_column(span.to, zone) } else { t("win-no-end") };
                            html! {
                                <tr>
                                    <td>{ in_column(span.from, zone) }</td>
                                    <td>{ closes(zone) }</td>
                                    { for other.map(|other| html! { <td class="d">{ closes(other) }</td> }) }
                                    <td>{ if ends { length(span.secs()) } else { "…".to_owned() } }</td>
                                </tr>
                            }
                        }) }
                    </tbody>
                </table>
                </div>
            }
        </section>
    }
}

fn copies(checker: &Checker, link: &Scope<Checker>) -> Html {
    let one = |form: CopyFormat, name: &'static str| {
        let copied = checker.said == Some((form, true));
        html! {
            <button type="button" class="btn line" aria-label={tn("win-copy-as", &[("form", name.into())])} onclick={link.callback(move |_: MouseEvent| Msg::Copy(form))}>
                { icon(if copied { icons::CHECK } else { icons::COPY }, "i14") }{ name }
            </button>
        }
    };
    let said = match checker.said {
        Some((_, true)) => t("win-copied"),
        Some((_, false)) => t("win-copy-refused"),
        None => String::new(),
    };
    html! {
        <section class="copies" aria-label={t("win-copy")}>
            <span>{ t("win-copy") }</span>
            { one(CopyFormat::Gcloud, "gcloud") }
            { one(CopyFormat::Terraform, "Terraform") }
            { one(CopyFormat::Api, "API JSON") }
            <span class="quiet" role="status">{ said }</span>
        </section>
    }
}
