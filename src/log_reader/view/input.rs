//! The box for a text, the files, how to get a log, and which kinds of events were recognized.

use super::{LogReader, Msg};
use crate::log_reader::state::{LogState, LogStep};
use crate::shell::web::files;
use crate::shell::widgets::{icon, icon_button, value_of};
use crate::shell::words::{number, t, tn};
use draw::icons;
use yew::html::Scope;
use yew::prelude::*;

/// The command that prints the events of two hours.
const COMMAND: &str = "gcloud logging read 'log_id(\"container.googleapis.com/cluster-autoscaler-visibility\")' --freshness 2h --format json";

/// The command that prints the status.
const STATUS: &str = "kubectl get configmap cluster-autoscaler-status -n kube-system -o yaml";

/// An hour of a small cluster.
pub(super) const EXAMPLE: &str = include_str!("example.jsonl");

pub(super) fn input(
    page: &LogReader,
    log: Option<&LogState>,
    run: bool,
    link: &Scope<LogReader>,
) -> Html {
    let typed = link.callback(|event: InputEvent| Msg::Typed(value_of(&event)));
    let chosen = link.batch_callback(|event: Event| {
        let files = files::of_input(&event);
        (!files.is_empty()).then_some(Msg::Step(LogStep::Add(files)))
    });
    let clear = link.callback(|_: MouseEvent| Msg::Step(LogStep::Clear));
    let is_there = log.is_some_and(|log| !log.files.is_empty());
    html! {
        <>
            <p class="quiet stays">{ icon(icons::LOCK, "i14") }{ t("ui-stays-here") }</p>
            <label class="vh" for="log-text">{ t("autolog-text") }</label>
            <textarea id="log-text" class="log-text" placeholder={t("autolog-paste")} autocomplete="off" autocapitalize="off" spellcheck="false"
                value={page.look.text.clone()} oninput={typed} />
            <span class="choose">
                <input id="log-choose" class="vh" type="file" multiple=true onchange={chosen} />
                <label class="btn line" for="log-choose">{ icon(icons::FILE, "i14") }{ t("ui-import-choose") }</label>
                <button type="button" class="btn line" onclick={link.callback(|_: MouseEvent| Msg::Example)}>{ t("autolog-example") }</button>
                if run {
                    <button type="button" class="btn line" onclick={link.callback(|_: MouseEvent| Msg::OfRun)}>{ t("autolog-of-run") }</button>
                }
                if is_there {
                    <button type="button" class="btn line" onclick={clear}>{ t("autolog-clear") }</button>
                }
            </span>
            { for log.map(|log| read(log, link)) }
            <h2>{ t("autolog-get") }</h2>
            <pre class="cmd"><code>{ COMMAND }</code></pre>
            <pre class="cmd"><code>{ STATUS }</code></pre>
            { for log.and_then(|log| log.answer.as_deref()).map(|answer| html! {
                <>
                    <h2>{ t("autolog-recognized") }</h2>
                    <dl class="log-kinds">
                        { for answer.kinds.iter().map(|(kind, n)| html! { <div><dt title={kind.clone()}>{ kind }</dt><dd>{ number(*n) }</dd></div> }) }
                    </dl>
                </>
            }) }
        </>
    }
}

/// The files, and how far they are read.
fn read(log: &LogState, link: &Scope<LogReader>) -> Html {
    html! {
        <>
            <ul class="log-files">
                { for log.files.iter().filter(|file| !file.name.is_empty() || file.no > 0).map(|file| {
                    let no = file.no;
                    let name = if file.name.is_empty() { t("autolog-pasted") } else { file.name.clone() };
                    let drop = link.callback(move |_: MouseEvent| Msg::Step(LogStep::Remove(no)));
                    html! {
                        <li>
                            { icon(icons::FILE, "i14") }
                            <span class="name" title={name.clone()}>{ &name }</span>
                            { for file.problem.map(|problem| html! { <span class="error">{ t(problem) }</span> }) }
                            { icon_button(icons::CROSS, tn("autolog-remove", &[("name", name.into())]), "", None, drop) }
                        </li>
                    }
                }) }
            </ul>
            if let Some(progress) = &log.reading {
                <p>{ tn("autolog-read-so-far", &[("n", progress.objects.into()), ("kb", ((progress.bytes / 1024.0) as i64).into())]) }</p>
            }
            if let Some(problem) = &log.problem {
                <p class="error">{ icon(icons::CROSS, "i14") }{ problem }</p>
            }
        </>
    }
}

/// What the page is for, before there is a log.
pub(super) fn nothing(link: &Scope<LogReader>) -> Html {
    html! {
        <section class="card" id="log-answer">
            <h2>{ t("autolog-nothing-yet") }</h2>
            <p>{ t("autolog-nothing-lead") }</p>
            <button type="button" class="btn pri" onclick={link.callback(|_: MouseEvent| Msg::Example)}>{ t("autolog-example") }</button>
        </section>
    }
}
