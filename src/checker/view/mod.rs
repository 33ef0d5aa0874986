//! The policy checker's view: one component; its parts are functions of its state.

mod answer;
mod clusters;
mod dropped;
mod input;
mod message;
mod months;
mod query;
mod reading;
mod side;
mod verdict;
mod weeks;

pub use self::message::{CheckerView, CopyFormat, Msg};

use self::query::{Query, context, pasted, read_policies};
use self::verdict::{ClusterRow, verdict_title};
use super::address::CheckerAddress;
use super::dates::day_of;
use super::examples::{COMMANDS, EXAMPLES};
use super::openings::Openings;
use super::{fix, partial_report};
use crate::shell::address::entries::replace_fragment;
use crate::shell::address::route;
use crate::shell::state::Shared;
use crate::shell::web::time_zone::BrowserZone;
use crate::shell::web::{browser, clipboard, files, time_zone};
use crate::shell::words::{t, tm};
use base::civil::DAY;
use base::say;
use gloo_timers::callback::Timeout;
use scenario::calendar::export::{self, Target};
use scenario::calendar::text::{Pasted, plain};
use scenario::calendar::{Report, Utc, Zone, report};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::wasm_bindgen;
use yew::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// How long typing must pause before the text is read.
const READ_MS: u32 = 150;
/// Browsers refuse addresses that change too often.
const ADDRESS_MS: u32 = 400;

thread_local! {
    /// The query when the page was last left.
    static LEFT: RefCell<Option<Query>> = const { RefCell::new(None) };
}

pub struct Checker {
    query: Query,
    zone: Rc<dyn Zone>,
    /// The browser's zone, unless it is UTC.
    here: Option<String>,
    /// The typed text of the field for other zones.
    zone_typed: Option<String>,
    /// All zones, once the list was opened.
    zones: Vec<String>,
    /// Midnight UTC of today, by the browser's clock.
    today: i64,
    report: Report,
    /// Unreadable exclusions, which the calendar omits.
    left_out: Vec<String>,
    /// The text's clusters, if there are several.
    rows: Vec<ClusterRow>,
    sheet: Option<Openings>,
    /// The position of the view: the first day of its rows, a day of its month, or of its year.
    at: i64,
    reading: bool,
    said: Option<(CopyFormat, bool)>,
    timer: Option<Timeout>,
    address_timer: Option<Timeout>,
    hear: Closure<dyn Fn()>,
}

#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    /// The importer's last result.
    pub policy: Option<Shared<Result<String, String>>>,
}

impl Component for Checker {
    type Message = Msg;
    type Properties = Props;

    fn create(ctx: &Context<Self>) -> Self {
        let link = ctx.link();
        let hear = Closure::<dyn Fn()>::new({
            let link = link.clone();
            move || link.send_message(Msg::Visit)
        });
        if let Some(window) = web_sys::window() {
            let heard = hear.as_ref().unchecked_ref();
            let _ = window.add_event_listener_with_callback("hashchange", heard);
        }
        route::take_all(Some({
            let link = link.clone();
            Callback::from(move |data| dropped::take(&data, link.callback(Msg::Taken)))
        }));
        let now = (js_sys::Date::now() / 1000.0) as i64;
        let today = now.div_euclid(DAY) * DAY;
        let query = LEFT.take().unwrap_or_else(Query::new);
        let report = report(&query.pasted.policy, context(&query, &query.pasted, today), &Utc);
        let mut checker = Self {
            query,
            zone: Rc::new(Utc),
            here: time_zone::here(),
            zone_typed: None,
            zones: Vec::new(),
            today,
            report,
            left_out: Vec::new(),
            rows: Vec::new(),
            sheet: None,
            at: 0,
            reading: false,
            said: None,
            timer: None,
            address_timer: None,
            hear,
        };
        checker.visit();
        checker
    }

    fn update(&mut self, ctx: &Context<Self>, msg: Msg) -> bool {
        let link = ctx.link();
        match msg {
            Msg::Typed(text) | Msg::Taken(Ok(text)) => {
                self.query.text = text;
                self.reading = false;
                let link = link.clone();
                self.timer = Some(Timeout::new(READ_MS, move || link.send_message(Msg::Read)));
            }
            Msg::Taken(Err(problem)) => self.query.problem = Some(problem),
            Msg::Suppose => return self.suppose(ctx),
            Msg::Read => self.read(ctx),
            Msg::Example(no) => {
                if let Some(example) = EXAMPLES.get(no) {
                    let pasted = example.pasted().unwrap_or_default();
                    self.put(example.text.to_owned(), vec![pasted]);
                }
            }
            Msg::Use(no) => self.use_fix(ctx, no),
            Msg::Cluster(no) => {
                if let Some(pasted) = self.query.clusters.get(no) {
                    self.query.pasted = pasted.clone();
                    self.look();
                }
            }
            Msg::ZoneTyped(text) => {
                self.zone_typed = Some(text);
                return false;
            }
            Msg::Zone(name) => self.change_zone(&name),
            Msg::Edition(edition) => self.change(|query| query.edition = edition),
            Msg::From(from) => {
                let from = from.filter(|from| *from != self.today);
                self.change(|query| query.from = from);
            }
            Msg::Channel(is_in) => self.change(|query| query.channel = Some(is_in)),
            Msg::View(view) => {
                self.query.view = view;
                self.at = self.begin();
            }
            Msg::Go(steps) => self.go(steps),
            Msg::Zones if self.zones.is_empty() => self.zones = time_zone::all(),
            Msg::Zones => {}
            Msg::Copy(form) => {
                let tell = link.callback(move |done| Msg::Copied(form, done));
                clipboard::copy(&self.written(form), move |done| tell.emit(done));
                return false;
            }
            Msg::Copied(form, done) => self.said = Some((form, done)),
            Msg::Save => {
                self.save();
                return false;
            }
            Msg::Visit => {
                let fragment = browser::fragment();
                if !route::is_other(&fragment) {
                    return false;
                }
                self.visit();
            }
            Msg::WriteAddress => {
                self.address_timer = None;
                replace_fragment(&self.query.address());
                return false;
            }
        }
        self.write_address_later(ctx);
        true
    }

    fn changed(&mut self, ctx: &Context<Self>, _: &Props) -> bool {
        if self.reading
            && let Some(read) = &ctx.props().policy
        {
            self.reading = false;
            match read_policies(read) {
                Ok(clusters) => self.understood(clusters),
                Err(problem) => self.query.problem = Some(problem),
            }
            self.write_address_later(ctx);
        }
        true
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let link = ctx.link();
        let stale = self.query.problem.is_some();
        html! {
            <main class="checker" id="main" tabindex="-1">
                { weeks::patterns() }
                { input::head(self, link) }
                <div class="work">
                    { input::area(self, link) }
                    <p class="vh" role="status">{ self.announced() }</p>
                    <div class={classes!("answer", stale.then_some("stale"))}>
                        { clusters::clusters(self, link) }
                        { answer::answer(self, link) }
                    </div>
                    { answer::notes() }
                </div>
                <aside class={classes!("side", stale.then_some("stale"))} aria-label={t("win-side")}>
                    { side::side(self, link) }
                </aside>
            </main>
        }
    }

    fn destroy(&mut self, _: &Context<Self>) {
        route::take_all(None);
        LEFT.replace(Some(self.query.clone()));
        if let Some(window) = web_sys::window() {
            let heard = self.hear.as_ref().unchecked_ref();
            let _ = window.remove_event_listener_with_callback("hashchange", heard);
        }
    }
}

impl Checker {
    fn write_address_later(&mut self, ctx: &Context<Self>) {
        if self.address_timer.is_none() {
            let link = ctx.link().clone();
            let write = move || link.send_message(Msg::WriteAddress);
            self.address_timer = Some(Timeout::new(ADDRESS_MS, write));
        }
    }

    /// Adopts the address, unless it is the query already.
    fn visit(&mut self) {
        let fragment = browser::fragment();
        let fragment = fragment.trim_start_matches('#');
        let known = [self.query.address(), self.query.link()];
        if !known.iter().any(|address| address == fragment) {
            let (asked, problem) = CheckerAddress::read(fragment);
            let first = Query::new();
            self.query.clusters.clear();
            self.query.edition = asked.edition;
            self.query.from = asked.from.filter(|from| *from != self.today);
            self.query.channel = asked.no_channel.then_some(false);
            self.query.zone = asked.zone.unwrap_or(first.zone);
            match asked.policy {
                Some(policy) => {
                    self.query.text =
                        export::gcloud(&policy, Target::default()).trim_end().to_owned();
                    self.query.pasted =
                        pasted(say!(COMMANDS), &self.query.text, policy, String::new());
                }
                None => (self.query.text, self.query.pasted) = (first.text, first.pasted),
            }
            self.query.problem = problem;
        }
        let zone = self.query.zone.clone();
        self.choose_zone(&zone);
        self.look();
    }

    fn change(&mut self, change: impl FnOnce(&mut Query)) {
        change(&mut self.query);
        self.look();
    }

    fn change_zone(&mut self, name: &str) {
        self.zone_typed = None;
        self.choose_zone(name);
        // Times without an offset are in the selected zone.
        if let Some(Ok(pasted)) = plain(&self.query.text, &*self.zone) {
            self.understood(vec![pasted]);
        } else {
            self.look();
        }
    }

    fn save(&self) {
        if let Some(understood) = &self.report.understood {
            let text = export::ics(&understood.open, self.report.context.now, &t("ics-open"));
            files::save("maintenance-windows.ics", "text/calendar", text.as_bytes());
        }
    }

    fn choose_zone(&mut self, name: &str) {
        let found = BrowserZone::find(name).filter(|_| name != Utc.name());
        self.zone = match found {
            Some(zone) => Rc::new(zone),
            None => Rc::new(Utc),
        };
        self.query.zone = self.zone.name().to_owned();
    }

    fn look(&mut self) {
        let context = context(&self.query, &self.query.pasted, self.today);
        let before = now();
        (self.report, self.left_out) =
            partial_report::report_of(&self.query.pasted.policy, context, &*self.zone);
        if self.query.pasted.window_unknown {
            self.report.understood = None;
        }
        // For measurements: how long the verdict took.
        browser::mark("data-verdict-ms", &format!("{:.1}", now() - before));
        self.rows = ClusterRow::all(&self.query, self.today, &*self.zone);
        self.sheet = Openings::of(&self.report, &*self.zone);
        self.at = self.begin();
        self.said = None;
    }

    /// The start of the view.
    fn begin(&self) -> i64 {
        self.sheet.as_ref().map_or(0, |sheet| match self.query.view {
            CheckerView::Weeks => sheet.start(),
            // West of UTC the first day may be the last of a month without openings.
            CheckerView::Month => {
                (sheet.open.first()).map_or(sheet.days.0, |span| day_of(span.from))
            }
            CheckerView::Year => sheet.days.0,
        })
    }

    fn go(&mut self, steps: i64) {
        let Some(sheet) = &self.sheet else { return };
        let (first, last) = (sheet.days.0, sheet.days.1 - 1);
        self.at = match (steps, self.query.view) {
            (0, _) => self.begin(),
            (_, CheckerView::Weeks) => {
                let rows = sheet.row_of(last) - 7 * (sheet.weeks() - 1);
                (self.at + 7 * 4 * steps).clamp(sheet.row_of(first), rows.max(sheet.row_of(first)))
            }
            (_, CheckerView::Month | CheckerView::Year) => {
                months::moved(self.at, steps).clamp(first, last)
            }
        };
    }

    fn written(&self, form: CopyFormat) -> String {
        let Pasted { policy, cluster, .. } = &self.query.pasted;
        match form {
            CopyFormat::Gcloud => export::gcloud(policy, fix::target(cluster)),
            CopyFormat::Terraform => export::terraform(policy),
            CopyFormat::Api => export::api(policy),
            CopyFormat::Link => format!("{}#{}", browser::here(), self.query.link()),
        }
    }

    /// The text announced to screen readers.
    fn announced(&self) -> String {
        if let Some(problem) = &self.query.problem {
            return problem.clone();
        }
        let says = self.report.understood.as_ref();
        let says = says.map_or_else(String::new, |one| tm(&one.sentence.says));
        let title = verdict_title(&self.report, self.query.pasted.window_unknown);
        let several = self.query.clusters.len() > 1;
        let name = if several { self.query.pasted.cluster.as_str() } else { "" };
        format!("{name} {title} {says}").trim_start().to_owned()
    }
}
