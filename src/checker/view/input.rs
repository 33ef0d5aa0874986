//! The page's head, and the box with the pasted text.

use super::{Checker, CopyFormat, Msg};
use crate::checker::examples::{COMMANDS, EXAMPLES};
use crate::checker::marks::{TextMark, pieces};
use crate::shell::dates::length;
use crate::shell::web::time_zone::city;
use crate::shell::widgets::{icon, value_of};
use crate::shell::words::{t, tm, tn};
use base::Arg;
use draw::icons;
use scenario::calendar::{Utc, Zone};
use web_sys::HtmlSelectElement;
use yew::html::Scope;
use yew::prelude::*;

pub(super) fn head(checker: &Checker, link: &Scope<Checker>) -> Html {
    let query = &checker.query;
    let choose = |name: &str| {
        let name = name.to_owned();
        link.callback(move |_: MouseEvent| Msg::Zone(name.clone()))
    };
    let mut offered = vec![Utc.name().to_owned()];
    offered.extend(checker.here.clone());
    let own = !offered.contains(&query.zone);
    let shown = if own { query.zone.as_str() } else { "" };
    let shown = checker.zone_typed.clone().unwrap_or_else(|| shown.to_owned());
    let typing = link.callback(|event: InputEvent| Msg::ZoneTyped(value_of(&event)));
    let typed = link.callback(|event: Event| Msg::Zone(value_of(&event).trim().to_owned()));
    html! {
        <header class="ask-what">
            <h1>{ t("ui-checker-title") }</h1>
            <p>{ t("ui-checker-lead") }</p>
                <span class="zones" role="group" aria-label={t("win-show-in")}>
                    <span aria-hidden="true">{ t("win-show-in") }</span>
                    <span class="seg">
                        { for offered.iter().map(|name| {
                            let here = *name == query.zone;
                            html! { <button type="button" aria-pressed={here.to_string()} title={name.clone()} onclick={choose(name)}>{ city(name) }</button> }
                        }) }
                        <input class={own.then_some("on")} list="zones" aria-label={t("win-zone-other")} placeholder={t("win-zone-other")} autocomplete="off" spellcheck="false"
                            value={shown} oninput={typing} onfocus={link.callback(|_: FocusEvent| Msg::Zones)} onchange={typed} />
                    </span>
                    <datalist id="zones">
                        { for checker.zones.iter().map(|name| html! { <option value={name.clone()} /> }) }
                    </datalist>
                </span>
        </header>
    }
}

pub(super) fn area(checker: &Checker, link: &Scope<Checker>) -> Html {
    let query = &checker.query;
    let typed = link.callback(|event: InputEvent| Msg::Typed(value_of(&event)));
    // Nothing is known yet of a text that hasn't been read.
    let settled = query.problem.is_none() && checker.timer.is_none() && !checker.reading;
    let used: &[String] = if settled { &query.pasted.used } else { &[] };
    let marked = pieces(&query.text, used, Some(&checker.report));
    let wrong = query.problem.is_some();
    html! {
        <section class={classes!("card", "in", wrong.then_some("wrong"))} aria-label={t("win-text")}>
            <div class="paper-box">
                <div class="stack">
                    <pre aria-hidden="true">
                        { for marked.into_iter().map(|(mark, part)| match mark {
                            TextMark::None => html! { { part } },
                            TextMark::Used => html! { <u>{ part }</u> },
                            TextMark::Trap => html! { <u class="w">{ part }</u> },
                            TextMark::Broken => html! { <u class="x">{ part }</u> },
                        }) }
                        { "\n" }
                    </pre>
                    <textarea id="window-text" aria-label={t("win-text")} aria-invalid={wrong.to_string()} aria-describedby="window-read" autocomplete="off" autocapitalize="off" spellcheck="false"
                        value={query.text.clone()} oninput={typed} />
                </div>
            </div>
            <div class="read">
                <div class="read" id="window-read">{ read(checker, link) }</div>
                { examples(link) }
            </div>
        </section>
    }
}

/// Example windows.
fn examples(link: &Scope<Checker>) -> Html {
    let example = link.callback(|event: Event| {
        let field: HtmlSelectElement = event.target_unchecked_into();
        let chosen = field.selected_index().saturating_sub(1);
        field.set_selected_index(0);
        Msg::Example(usize::try_from(chosen).unwrap_or(usize::MAX))
    });
    html! {
        <span class="sel">
            <select aria-label={t("win-examples")} onchange={example}>
                <option selected=true>{ t("win-examples") }</option>
                { for EXAMPLES.iter().map(|one| html! { <option>{ t(one.title) }</option> }) }
            </select>
            { icon(icons::CHEVRON_DOWN, "i12") }
        </span>
    }
}

/// What was recognized in the text.
fn read(checker: &Checker, link: &Scope<Checker>) -> Html {
    let query = &checker.query;
    if let Some(problem) = &query.problem {
        return html! {
            <>
                <p class="error">{ icon(icons::CROSS, "i14") }{ problem }</p>
                { for checker.supposed().map(|text| html! {
                    <button type="button" class="btn line" onclick={link.callback(|_: MouseEvent| Msg::Suppose)}>
                        { tn("win-suppose", &[("rest", text[query.text.trim().len()..].trim().into())]) }
                    </button>
                }) }
                <p>{ t("win-last") }</p>
            </>
        };
    }
    if checker.reading || checker.timer.is_some() {
        return html! { <p>{ t("win-reading") }</p> };
    }
    let pasted = &query.pasted;
    let kind = match &*pasted.kind.key {
        COMMANDS => t("win-kind-gcloud"),
        _ => tm(&pasted.kind),
    };
    let names = pasted.ignored.iter().take(3).cloned().collect::<Vec<Arg>>();
    let names = crate::shell::words::speaker().arg(&names.into());
    let values = match pasted.ignored.len() {
        0 => tn("win-used", &[("n", pasted.used.len().into())]),
        ignored => tn(
            "win-used-ignored",
            &[("n", pasted.used.len().into()), ("m", ignored.into()), ("names", names.into())],
        ),
    };
    let policy = checker.report.understood.as_ref().map(|one| &one.policy);
    let each = policy.and_then(|policy| policy.window.length());
    let address = query.link();
    let short: String = address.chars().take(64).collect();
    let more = short.len() < address.len();
    html! {
        <>
            <span class="kind">{ icon(icons::CHECK, "i14 ok") }{ kind }</span>
            <span>{ values }</span>
            { for each.map(|secs| html! { <span>{ tn("win-each", &[("length", length(secs).into())]) }</span> }) }
            <a class="here" href={format!("#{address}")} title={t("win-address")}>{ icon(icons::SHARE, "i14") }<span>{ "#" }{ short }{ if more { "…" } else { "" } }</span></a>
            <button type="button" class="link" onclick={link.callback(|_: MouseEvent| Msg::Copy(CopyFormat::Link))}>
                { if checker.said == Some((CopyFormat::Link, true)) { t("win-copied") } else { t("win-copy-link") } }
            </button>
        </>
    }
}
