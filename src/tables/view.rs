//! The view of the tables: what is listed, and the lines in view.

use super::lines::{Kinds, Line, Listed, Listing, used};
use super::painter::TablesPainter;
use crate::player::{Player, PlayerContext};
use crate::shell::state::{Action, Center, Store};
use crate::shell::web::browser;
use crate::shell::widgets::rows_in_view::{AROUND_PX, RowsInView, show, sorted_head};
use crate::shell::widgets::{icon, value_of};
use crate::shell::words::{number, t, tn};
use base::PoolId;
use draw::icons;
use query::requests::NodeUse;
use query::tables::{NodeColumn, PodColumn};
use std::cell::RefCell;
use std::rc::Rc;
use web_sys::HtmlElement;
use yew::prelude::*;

const SCROLLER: &str = "table-rows";

thread_local! {
    /// How the tables were last left.
    static LEFT: RefCell<(u32, Listing)> = RefCell::default();
}

pub struct Tables {
    player: Player,
    store: Store,
    painter: Rc<TablesPainter>,
    no: u32,
    listed: Rc<Listed>,
}

pub enum Msg {
    Listed(Rc<Listed>),
    Change(Listing),
    Scrolled(i32),
    Move(i32),
    Save,
}

impl Component for Tables {
    type Message = Msg;
    type Properties = ();

    fn create(ctx: &Context<Self>) -> Self {
        let link = ctx.link();
        let (player, _) =
            link.context::<PlayerContext>(Callback::noop()).expect("the page provides its player");
        let (store, _) =
            link.context::<Store>(Callback::noop()).expect("the page provides its store");
        let left = LEFT.with_borrow(Clone::clone);
        let painter = TablesPainter::new(left, store.clone(), link.callback(Msg::Listed));
        let painter = Rc::new(painter);
        let no = player.0.attach(Rc::<TablesPainter>::clone(&painter));
        Self { player: player.0, store, painter, no, listed: Rc::default() }
    }

    fn update(&mut self, _: &Context<Self>, msg: Msg) -> bool {
        match msg {
            Msg::Listed(listed) => {
                if let Some((at, subject)) = listed.next {
                    show(SCROLLER, at);
                    self.store.ask(subject);
                }
                self.listed = listed;
                return true;
            }
            Msg::Change(listing) => {
                self.painter.listing.replace(listing);
                self.painter.scrolled.set(0);
                browser::element::<HtmlElement>(SCROLLER)
                    .into_iter()
                    .for_each(|list| list.set_scroll_top(0));
            }
            Msg::Scrolled(top) => {
                if (top - self.painter.scrolled.get()).abs() < AROUND_PX {
                    return false;
                }
                self.painter.scrolled.set(top);
            }
            Msg::Move(by) => self.painter.moves.set(self.painter.moves.get() + by),
            Msg::Save => self.painter.saves.set(true),
        }
        // The lines come when they are listed.
        self.player.request();
        true
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let listing = self.painter.listing.borrow();
        let back = self.store.on(|_: MouseEvent| Action::View(Center::Tables, false));
        let bare = self.listed.reasons.is_empty().then_some("bare");
        html! {
            <main class={classes!("stage", "tables", bare)} id="main" tabindex="-1" aria-label={t("ui-tables")}>
                <div class="tables-head">
                    { self.kinds(ctx, &listing) }
                    { self.choices(ctx, &listing) }
                    <button type="button" class="btn line" onclick={ctx.link().callback(|_: MouseEvent| Msg::Save)}>{ t("table-csv") }</button>
                    <button type="button" class="btn line" onclick={back}>{ icon(icons::WHOLE, "i14") }{ t("table-picture") }</button>
                </div>
                { self.rows(ctx, &listing) }
            </main>
        }
    }

    fn destroy(&mut self, _: &Context<Self>) {
        self.player.detach(self.no);
        LEFT.replace(self.painter.left());
    }
}

impl Tables {
    /// Nodes or Pods.
    fn kinds(&self, ctx: &Context<Self>, listing: &Listing) -> Html {
        let button = |pods: bool, key: &'static str| {
            let next = Listing { state: None, reason: None, pods, ..listing.clone() };
            let choose = ctx.link().callback(move |_: MouseEvent| Msg::Change(next.clone()));
            let pressed = (listing.pods == pods).to_string();
            html! { <button type="button" aria-pressed={pressed} onclick={choose}>{ t(key) }</button> }
        };
        html! {
            <span class="seg" role="group" aria-label={t("ui-tables")}>
                { button(false, "table-nodes") }
                { button(true, "table-pods") }
            </span>
        }
    }

    /// What lines are filtered by, and how many are listed.
    fn choices(&self, ctx: &Context<Self>, listing: &Listing) -> Html {
        let link = ctx.link();
        let listed = &self.listed;
        let now = listing.clone();
        let text = link.callback(move |event: InputEvent| {
            Msg::Change(Listing { text: value_of(&event), ..now.clone() })
        });
        let keyed = |kinds: &Kinds, chosen: Option<&'static str>| {
            let gone = chosen.filter(|chosen| kinds.iter().all(|(key, _)| key != chosen));
            let all = kinds.iter().copied().chain(gone.map(|key| (key, 0)));
            let named = |(key, many): (&'static str, usize)| {
                let args = [("what", kind_word(key).into()), ("n", number(many as i64).into())];
                (key.to_owned(), tn("table-kind", &args))
            };
            all.map(named).collect::<Vec<_>>()
        };
        let pools = listed.pools.iter().map(|(id, name)| (id.0.to_string(), name.clone()));
        let names = listed.namespaces.iter().map(|name| (name.clone(), name.clone()));
        let states = listed.states.clone();
        let reasons = listed.reasons.clone();
        let find = |kinds: &Kinds, value: &str| {
            kinds.iter().map(|(key, _)| *key).find(|key| *key == value)
        };
        html! {
            <>
                <input type="search" aria-label={t("table-filter")} placeholder={t("table-filter")} value={listing.text.clone()} oninput={text} />
                { choice(link, listing, ("table-col-state", listing.state.unwrap_or_default()), keyed(&states, listing.state),
                    move |listing, value| listing.state = find(&states, value)) }
                { choice(link, listing, ("table-col-reason", listing.reason.unwrap_or_default()), keyed(&reasons, listing.reason),
                    move |listing, value| listing.reason = find(&reasons, value)) }
                if listed.pools.len() > 1 {
                    { choice(link, listing, ("table-col-pool", &listing.pool.map(|pool| pool.0.to_string()).unwrap_or_default()), pools.collect(),
                        |listing, value| listing.pool = value.parse().ok().map(PoolId)) }
                }
                if listing.pods && listed.namespaces.len() > 1 {
                    { choice(link, listing, ("table-col-namespace", listing.namespace.as_deref().unwrap_or_default()), names.collect(),
                        |listing, value| listing.namespace = Some(value.to_owned()).filter(|value| !value.is_empty())) }
                }
                <span class="quiet" role="status">{ tn("table-count", &[("n", number(listed.len as i64).into())]) }</span>
            </>
        }
    }

    fn rows(&self, ctx: &Context<Self>, listing: &Listing) -> Html {
        let (link, listed) = (ctx.link(), &self.listed);
        let table = RowsInView {
            id: SCROLLER,
            label: t(if listing.pods { "table-pods" } else { "table-nodes" }),
            class: match (listing.pods, listed.autoscaled) {
                (true, _) => "pods",
                (false, true) => "nodes shares",
                (false, false) => "nodes",
            },
            scrolled: self.painter.scrolled.get(),
            len: listed.len,
            onscroll: link.callback(Msg::Scrolled),
            onmove: link.callback(Msg::Move),
        };
        let first = listed.first;
        table.html(head(link, listing, listed.autoscaled), t("table-none"), |at| {
            let line = at.checked_sub(first).and_then(|at| listed.lines.get(at));
            match line {
                Some(line) => self.row(at, line, listing.pods),
                None => html! { <tr key={at}><td /></tr> },
            }
        })
    }

    fn row(&self, at: usize, line: &Line, pods: bool) -> Html {
        let subject = line.subject;
        let choose = {
            let store = self.store.clone();
            Callback::from(move |_: MouseEvent| store.ask(subject))
        };
        let chosen = self.listed.selected == Some(subject);
        let since = tn(
            "table-since",
            &[("at", line.since.as_str().into()), ("for", line.lasted.as_str().into())],
        );
        let short = line.code.strip_prefix("no.scale.down.node.").unwrap_or(line.code);
        let means = match line.code {
            "" => line.reason.clone(),
            code => format!("{code}: {}", line.reason),
        };
        html! {
            <tr key={at} class={chosen.then_some("on")} aria-rowindex={(at + 2).to_string()} aria-selected={chosen.to_string()} onclick={choose}>
                <th scope="row" title={line.name.clone()}><bdi>{ &line.name }</bdi></th>
                if pods { <td title={line.namespace.clone()}>{ &line.namespace }</td> }
                <td title={line.state.clone()}>{ &line.state }</td>
                if self.listed.autoscaled && !pods { <td class="n">{ for line.used.map(bars) }</td> }
                <td title={means}>
                    if !short.is_empty() { <code>{ short }</code>{ " " } }
                    { &line.reason }
                </td>
                <td class="n" title={since}>{ &line.since }{ " " }<span class="quiet">{ &line.lasted }</span></td>
                <td title={line.place.clone()}>{ &line.place }</td>
                <td class="n">{ &line.age }</td>
            </tr>
        }
    }
}

/// The word of a state or of a kind of reason: the sentences of some reasons have names in them.
fn kind_word(key: &'static str) -> String {
    match key {
        "tile-blocked-budget" => t("table-reason-budget"),
        "tile-goes-in" => t("table-reason-goes"),
        "tile-limit-in" => t("table-reason-limit"),
        "tile-for-pod" => t("tile-for-pods"),
        "pending-grows" => t("table-reason-grows"),
        "pending-no-growth" => t("table-reason-no-growth"),
        "scheduling-failed" | "scheduling-no-nodes" => t("table-reason-unschedulable"),
        key => t(key),
    }
}

/// A choice of one of several values, or all.
fn choice(
    link: &html::Scope<Tables>,
    listing: &Listing,
    (key, chosen): (&str, &str),
    values: Vec<(String, String)>,
    set: impl Fn(&mut Listing, &str) + 'static,
) -> Html {
    let listing = listing.clone();
    let onchange = link.callback(move |event: Event| {
        let mut listing = listing.clone();
        set(&mut listing, &value_of(&event));
        Msg::Change(listing)
    });
    let all = tn("table-all", &[("what", t(key).into())]);
    html! {
        <select aria-label={t(key)} {onchange}>
            <option value="" selected={chosen.is_empty()}>{ all }</option>
            { for values.into_iter().map(|(value, name)| {
                let selected = value == chosen;
                html! { <option {value} {selected}>{ name }</option> }
            }) }
        </select>
    }
}

fn head(link: &html::Scope<Tables>, listing: &Listing, autoscaled: bool) -> Html {
    let node = |key: &str, by: NodeColumn| {
        let sorted = (listing.node_by == by).then_some(listing.descending);
        let descending = sorted == Some(false);
        let next = Listing { node_by: by, descending, ..listing.clone() };
        sorted_head(t(key), sorted, link.callback(move |_: MouseEvent| Msg::Change(next.clone())))
    };
    let pod = |key: &str, by: PodColumn| {
        let sorted = (listing.pod_by == by).then_some(listing.descending);
        let descending = sorted == Some(false);
        let next = Listing { pod_by: by, descending, ..listing.clone() };
        sorted_head(t(key), sorted, link.callback(move |_: MouseEvent| Msg::Change(next.clone())))
    };
    html! {
        <thead><tr>
            if listing.pods {
                { pod("table-col-pod", PodColumn::Name) }
                { pod("table-col-namespace", PodColumn::Namespace) }
                { pod("table-col-state", PodColumn::State) }
                { pod("table-col-reason", PodColumn::Reason) }
                { pod("table-col-since-for", PodColumn::Since) }
                { pod("table-col-node", PodColumn::Node) }
                { pod("table-col-age", PodColumn::Age) }
            } else {
                { node("table-col-node", NodeColumn::Name) }
                { node("table-col-state", NodeColumn::State) }
                if autoscaled { { node("table-col-used", NodeColumn::Used) } }
                { node("table-col-reason", NodeColumn::Reason) }
                { node("table-col-since-for", NodeColumn::Since) }
                { node("table-col-pool", NodeColumn::Pool) }
                { node("table-col-age", NodeColumn::Age) }
            }
        </tr></thead>
    }
}

/// CPU above memory, the tick of the threshold, and the percentage that decides.
fn bars(one: NodeUse) -> Html {
    let wide = |percent: i64| (percent.clamp(0, 100) * 48 / 100).to_string();
    let percent = one.utilization.share.percent();
    html! {
        <span title={used(one)}>
            <svg class="used" width="48" height="12" aria-hidden="true">
                <rect class="room" width="48" height="5" y="1" /><rect width={wide(one.cpu.percent())} height="5" y="1" />
                <rect class="room" width="48" height="3" y="8" /><rect class="memory" width={wide(one.memory.percent())} height="3" y="8" />
                <path d="M24 0v12" />
            </svg>
            { " " }{ tn("table-percent", &[("n", percent.into())]) }
        </span>
    }
}
