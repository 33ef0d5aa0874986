//! The page's view: files and how to get them on the left; the sentences, the strip, and the tables on the right.

mod input;
mod reasons;
mod side;
mod strip;
mod table;

pub use self::reasons::reasons;

use super::answer::{LogAnswer, LogCluster};
use super::rows::{self, Column, Listing, LogTab};
use super::state::{LogState, LogStep};
use crate::import::source::ImportSource;
use crate::shell::address::route;
use crate::shell::state::{Action, Shared, Store};
use crate::shell::web::{clipboard, files};
use crate::shell::widgets::rows_in_view::{AROUND_PX, show};
use crate::shell::words::{t, tm, tn};
use gloo_timers::callback::Timeout;
use scenario::instant;
use std::cell::RefCell;
use wasm_bindgen::JsValue;
use web_sys::DataTransfer;
use words::autoscaler_log::autoscaler_log;
use yew::prelude::*;

/// How long typing must pause before the text is read.
const READ_MS: u32 = 300;

thread_local! {
    /// How the page was last left.
    static LEFT: RefCell<LogView> = RefCell::default();
}

/// What is chosen on the page.
#[derive(Clone, Debug, Default, PartialEq)]
struct LogView {
    text: String,
    cluster: usize,
    listing: Listing,
    /// The position of a hold in its cluster.
    chosen: Option<usize>,
}

#[derive(Default)]
pub struct LogReader {
    look: LogView,
    /// The rows of the table, and how its names are cut; listed once for each change, as it may have very many rows.
    rows: Vec<usize>,
    cuts: Vec<(String, usize)>,
    strip: Html,
    /// Pixels above the rows in view.
    scrolled: i32,
    timer: Option<Timeout>,
    copied: bool,
}

#[derive(PartialEq, Properties)]
pub struct Props {
    pub log: Option<Shared<LogState>>,
    /// There is a run of a cluster with an autoscaler, beside which a log can be read.
    pub run: bool,
}

pub enum Msg {
    Typed(String),
    Read,
    Step(LogStep),
    Taken(DataTransfer),
    Example,
    /// Adds what the open run would log.
    OfRun,
    Cluster(usize),
    Tab(LogTab),
    Filter(String),
    Sort(Column),
    Choose(usize),
    Move(i32),
    Scrolled(i32),
    Copy,
    Copied(bool),
    Save,
}

impl Component for LogReader {
    type Message = Msg;
    type Properties = Props;

    fn create(ctx: &Context<Self>) -> Self {
        route::take_all(Some(ctx.link().callback(Msg::Taken)));
        let mut page = Self { look: LEFT.with_borrow(Clone::clone), ..Self::default() };
        page.list(ctx);
        page
    }

    fn update(&mut self, ctx: &Context<Self>, msg: Msg) -> bool {
        let link = ctx.link();
        match msg {
            Msg::Typed(text) => {
                self.look.text = text;
                let link = link.clone();
                self.timer = Some(Timeout::new(READ_MS, move || link.send_message(Msg::Read)));
            }
            Msg::Read => {
                self.timer = None;
                let text = &self.look.text;
                let typed = (!text.trim().is_empty()).then(|| files::pasted(&JsValue::from(text)));
                send(ctx, LogStep::Type(typed.flatten()));
            }
            Msg::Step(step) => {
                if step == LogStep::Clear {
                    self.look = LogView::default();
                }
                send(ctx, step);
            }
            Msg::Taken(data) => {
                let sources = files::of_transfer(&data);
                if !sources.is_empty() {
                    send(ctx, LogStep::Add(sources));
                }
            }
            Msg::Example => {
                self.look.text = input::EXAMPLE.to_owned();
                link.send_message(Msg::Read);
            }
            Msg::OfRun => self.add_run(ctx),
            Msg::Cluster(no) => {
                self.look.cluster = no;
                self.look.chosen = None;
                self.list(ctx);
            }
            Msg::Tab(tab) => {
                self.look.listing.tab = tab;
                self.look.chosen = None;
                self.list(ctx);
                self.scroll_up();
            }
            Msg::Filter(text) => {
                self.look.listing.filter = text;
                self.list(ctx);
                self.scroll_up();
            }
            Msg::Sort(by) => {
                let listing = &mut self.look.listing;
                listing.descending = listing.by == by && !listing.descending;
                listing.by = by;
                self.list(ctx);
            }
            Msg::Choose(no) => {
                self.look.chosen = (self.look.chosen != Some(no)).then_some(no);
            }
            Msg::Move(by) => self.walk(by),
            Msg::Scrolled(top) => {
                // Within this distance the rows around those in view are there.
                let is_far = (top - self.scrolled).abs() >= AROUND_PX;
                self.scrolled = if is_far { top } else { self.scrolled };
                return is_far;
            }
            Msg::Copy => return self.copy(ctx),
            Msg::Copied(done) => self.copied = done,
            Msg::Save => return self.save(ctx),
        }
        true
    }

    fn changed(&mut self, ctx: &Context<Self>, _: &Props) -> bool {
        self.copied = false;
        if let Some(cluster) = self.cluster(ctx) {
            // A table without rows isn't shown first.
            let counts = LogTab::ALL.map(|(tab, _)| (tab, table::count(cluster, tab)));
            let empty = counts.iter().any(|(tab, n)| *tab == self.look.listing.tab && *n == 0);
            if let Some((tab, _)) = counts.iter().find(|(_, n)| *n > 0).filter(|_| empty) {
                self.look.listing.tab = *tab;
            }
        }
        self.list(ctx);
        true
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let link = ctx.link();
        let log = ctx.props().log.as_deref();
        html! {
            <main class="checker log" id="main" tabindex="-1">
                <header class="ask-what">
                    <h1>{ t("ui-log-title") }</h1>
                    <p>{ t("ui-log-lead") }</p>
                </header>
                <aside class="side" aria-label={t("autolog-files")}>{ input::input(self, log, ctx.props().run, link) }</aside>
                <div class="work">
                    <p class="vh" role="status">{ said(log) }</p>
                    { self.answer(ctx) }
                    <section class="card">{ reasons() }</section>
                </div>
            </main>
        }
    }

    fn destroy(&mut self, _: &Context<Self>) {
        route::take_all(None);
        LEFT.replace(self.look.clone());
    }
}

fn send(ctx: &Context<LogReader>, step: LogStep) {
    if let Some((store, _)) = ctx.link().context::<Store>(Callback::noop()) {
        store.send(Action::Log(step));
    }
}

/// For screen readers: that it is read, or the first sentence.
fn said(log: Option<&LogState>) -> String {
    if log.is_some_and(|log| log.reading.is_some()) {
        return t("autolog-reading");
    }
    let first = log.and_then(|log| log.answer.as_ref()?.clusters.first()?.says.first());
    first.map(tm).unwrap_or_default()
}

impl LogReader {
    fn copy(&self, ctx: &Context<Self>) -> bool {
        if let Some((says, lines)) = self.listed(ctx) {
            let tell = ctx.link().callback(Msg::Copied);
            clipboard::copy(&rows::markdown(&says, &lines), move |done| tell.emit(done));
        }
        false
    }

    fn save(&self, ctx: &Context<Self>) -> bool {
        if let Some((_, lines)) = self.listed(ctx) {
            files::save("autoscaler.csv", "text/csv", files::csv(&lines).as_bytes());
        }
        false
    }

    /// The events of the open run beside those of the files: what was predicted beside what has happened.
    fn add_run(&self, ctx: &Context<Self>) {
        let Some((store, _)) = ctx.link().context::<Store>(Callback::noop()) else {
            return;
        };
        let state = store.state();
        let Some(run) = &state.run else {
            return;
        };
        let name = tn("autolog-run", &[("name", run.plan.name.as_str().into())]);
        let mut text = Vec::new();
        // A vector takes everything.
        let _ = autoscaler_log(&mut text, &run.trace, &name, &instant::format);
        let text = String::from_utf8_lossy(&text).into_owned();
        let source = files::pasted(&JsValue::from(text));
        let added = source.map(|source| ImportSource { name, ..source }).into_iter().collect();
        store.send(Action::Log(LogStep::Add(added)));
    }

    fn list(&mut self, ctx: &Context<Self>) {
        let cluster = self.cluster(ctx);
        self.rows = cluster.map(|one| self.look.listing.holds(one)).unwrap_or_default();
        self.cuts = cluster.map(table::cuts).unwrap_or_default();
        self.strip = cluster.map(strip::strip).unwrap_or_default();
    }

    fn scroll_up(&mut self) {
        self.scrolled = 0;
        crate::shell::web::browser::to_top(table::SCROLLER);
    }

    fn answer_of<'a>(&self, ctx: &'a Context<Self>) -> Option<&'a LogAnswer> {
        ctx.props().log.as_deref()?.answer.as_deref()
    }

    /// The cluster that is shown.
    fn cluster<'a>(&self, ctx: &'a Context<Self>) -> Option<&'a LogCluster> {
        let clusters = &self.answer_of(ctx)?.clusters;
        clusters.get(self.look.cluster).or_else(|| clusters.first())
    }

    /// The first sentences, and the lines of the table.
    fn listed(&self, ctx: &Context<Self>) -> Option<(Vec<String>, Vec<Vec<String>>)> {
        let cluster = self.cluster(ctx)?;
        let lines = table::lines(cluster, self.look.listing.tab, &self.rows);
        Some((cluster.says.iter().map(tm).collect(), lines))
    }

    /// Chooses the row so many below the chosen one.
    fn walk(&mut self, by: i32) {
        let holds = &self.rows;
        let at = self.look.chosen.and_then(|chosen| holds.iter().position(|no| *no == chosen));
        let last = holds.len().saturating_sub(1);
        let next = at.map_or(0, |at| at.saturating_add_signed(by as isize).min(last));
        self.look.chosen = holds.get(next).copied();
        show(table::SCROLLER, next);
    }

    fn answer(&self, ctx: &Context<Self>) -> Html {
        let link = ctx.link();
        let Some(answer) = self.answer_of(ctx) else {
            return input::nothing(link);
        };
        let Some(cluster) = self.cluster(ctx) else {
            return html! {
                <section class="card" id="log-answer">
                    <h2>{ t("autolog-nothing-of-it") }</h2>
                    { side::unread(answer) }
                </section>
            };
        };
        let mut says = cluster.says.iter().map(tm);
        let first = says.next().unwrap_or_default();
        let named =
            if cluster.name.is_empty() { t("autolog-unnamed") } else { cluster.name.clone() };
        html! {
            <>
                <header class="log-says">
                    <h2>{ first }</h2>
                    { for says.map(|one| html! { <p>{ one }</p> }) }
                    <div class="log-facts">
                        { side::clusters(answer, self.look.cluster, link) }
                        <span>{ tn("autolog-head", &[("cluster", named.into()), ("n", cluster.events.into()), ("from", rows::written(cluster.from).into()), ("until", rows::written(cluster.until).into())]) }</span>
                        <button type="button" class="btn line" onclick={link.callback(|_: MouseEvent| Msg::Copy)}>{ t(if self.copied { "win-copied" } else { "autolog-markdown" }) }</button>
                        <button type="button" class="btn line" onclick={link.callback(|_: MouseEvent| Msg::Save)}>{ t("autolog-csv") }</button>
                    </div>
                </header>
                { self.strip.clone() }
                { table::tables(self, cluster, link) }
                { side::chosen(self.look.chosen.and_then(|no| cluster.holds.get(no)), cluster, ctx) }
                { side::statuses(cluster) }
                { side::unread(answer) }
            </>
        }
    }
}
