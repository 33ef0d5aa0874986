//! The whole page: store, player, regions, and keys.

use super::banners::{Banners, notices};
use super::bar::Bar;
use super::center;
use super::dialogs::dialog;
use super::empty_page::empty;
use super::printed_page::PrintedPage;
use super::splitter::splitters;
use super::stage_placeholder::waiting;
use crate::checker::view::Checker;
use crate::import::importer::Importer;
use crate::import::state::ImportState;
use crate::inspector::view::Inspector;
use crate::log_reader::state::LogState;
use crate::log_reader::view::LogReader;
use crate::player::{Player, PlayerContext, use_player};
use crate::presenter::view::Presenter;
use crate::setup::view::Setup;
use crate::shell::address::route::{Route, is_other};
use crate::shell::keyboard::keys;
use crate::shell::menu::callbacks::MenuCallbacks;
use crate::shell::menu::gestures;
use crate::shell::menu::view::Menu;
use crate::shell::state::{
    AppState, Center, Dialog, Shared, Store, ThemeChoice, effects, use_select, use_store,
};
use crate::shell::web::browser::on_window;
use crate::shell::web::{files, local_storage};
use crate::shell::words::t;
use crate::timeline::view::Timeline;
use crate::transport::view::Transport;
use std::rc::Rc;
use wasm_bindgen::closure::Closure;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct AppProps {
    pub spawn: js_sys::Function,
    pub script: AttrValue,
    pub read: js_sys::Function,
    pub need: js_sys::Function,
}

/// The context of all regions; it never changes.
#[derive(Clone, PartialEq)]
struct AppContext {
    pub store: Store,
    pub player: Player,
}

fn first_state() -> AppState {
    let fragment = crate::shell::web::browser::fragment();
    AppState {
        theme: local_storage::kept("theme")
            .map_or(ThemeChoice::Auto, |name| ThemeChoice::read(&name)),
        single_keys: local_storage::kept("keys").as_deref() != Some("off"),
        setup_shown: crate::shell::web::browser::setup_is_beside(),
        route: Route::of(&fragment),
        coming: local_storage::kept("scenario").is_some() || names_something(&fragment),
        ..AppState::default()
    }
}

/// Does a fragment name a scenario? Others are anchors of the page.
fn names_something(fragment: &str) -> bool {
    !is_other(fragment)
        && fragment
            .trim_start_matches('#')
            .split('&')
            .any(|part| part == "own" || part.starts_with("s=") || part.starts_with("preset="))
}

#[component]
pub fn App(props: &AppProps) -> Html {
    let world = use_memo((), |()| {
        let store = Store::new(first_state());
        let player = Player::new(Rc::new(store.clone()));
        store.listen({
            let player = player.clone();
            move |_| player.follow()
        });
        let importer = Importer::new(&props.spawn, &props.script, &props.read);
        store.load_by(&props.need);
        effects::connect(&store, &player, importer, &props.spawn, &props.script);
        super::crash_screen::keep_text_of(&store);
        on_window("resize", {
            let player = player.clone();
            Closure::new(move |_| player.request())
        });
        on_window("keydown", {
            let (store, player) = (store.clone(), player.clone());
            Closure::new(move |event| {
                // Escape ends a drag.
                files::drag_over();
                keys::press_anywhere(&store, &player, &event);
            })
        });
        on_window("paste", {
            let store = store.clone();
            Closure::new(move |event| files::paste(&store, &event))
        });
        AppContext { store, player }
    });
    html! {
        <ContextProvider<Store> context={world.store.clone()}>
            <ContextProvider<PlayerContext> context={PlayerContext(world.player.clone())}>
                <Page />
            </ContextProvider<PlayerContext>>
        </ContextProvider<Store>>
    }
}

/// The part of the state that the page shows.
#[derive(Clone, PartialEq)]
struct PageState {
    theme: ThemeChoice,
    dialog: Option<Dialog>,
    there: bool,
    coming: bool,
    /// What fills the centre, if there is a run.
    center: Option<Center>,
    /// Runs are being compared.
    comparing: bool,
    presents: bool,
    /// The number of scenarios opened.
    opened: u32,
    selected: bool,
    setup: bool,
    single_keys: bool,
    import: Option<Shared<ImportState>>,
    preset: Option<&'static str>,
    notice: Banners,
    route: Route,
    policy: Option<Shared<Result<String, String>>>,
    log: Option<Shared<LogState>>,
    /// There is a run whose autoscaler has decided.
    scaled: bool,
}

impl PageState {
    #[inline(never)] // It would be in the first load twice.
    fn of(state: &AppState) -> Self {
        let draft = state.draft.as_ref();
        Self {
            theme: state.theme,
            dialog: state.dialog,
            there: draft.is_some(),
            coming: state.coming,
            center: state.run.as_ref().map(|_| state.center()),
            comparing: state.compare.is_some(),
            presents: state.presents() && state.route == Route::Simulator,
            opened: state.opened,
            selected: state.selected.is_some(),
            setup: state.setup_shown,
            single_keys: state.single_keys,
            import: state.import.clone(),
            preset: draft.and_then(|draft| draft.origin.preset),
            notice: Banners::of(state),
            route: state.route,
            policy: state.policy.clone(),
            log: state.log.clone(),
            scaled: state.run.as_ref().is_some_and(|run| run.plan.is_autoscaled()),
        }
    }

    /// The region below the bar.
    fn region(&self, store: &Store) -> Html {
        match self.route {
            Route::Checker => html! { <Checker policy={self.policy.clone()} /> },
            Route::Log => html! { <LogReader log={self.log.clone()} run={self.scaled} /> },
            Route::Coming => super::empty_page::other_coming(),
            Route::Simulator if self.there => self.simulator(),
            Route::Simulator if self.coming => super::empty_page::coming(),
            Route::Simulator => empty(store),
        }
    }

    fn simulator(&self) -> Html {
        html! {
            <>
                if self.setup && !self.comparing && !self.presents {
                    <Setup />
                }
                if let Some(center) = self.center {
                    { center::view(center) }
                    if self.presents {
                        <Presenter />
                    } else if !self.comparing {
                        <Timeline />
                        <Transport />
                        <Inspector />
                        { splitters(self.setup) }
                    }
                    <Menu />
                    <PrintedPage />
                } else {
                    { waiting(self.notice.blocks()) }
                }
            </>
        }
    }
}

#[component]
fn Page() -> Html {
    let store = use_store();
    let player = use_player();
    let shown = use_select(PageState::of);
    use_effect_with(shown.theme, |theme| {
        let dark = crate::shell::web::browser::dark(*theme);
        crate::shell::web::browser::mark("data-theme", if dark { "dark" } else { "light" });
    });
    use_focus(&shown);
    // Without a run there is nothing to show a menu about.
    let callbacks = {
        let (store, player) = (store.clone(), player.clone());
        use_memo(shown.center.is_some(), move |computed| {
            computed.then(|| gestures::callbacks(&store, &player))
        })
    };
    let content = html! {
        <>
            if !shown.presents {
                <Bar />
                { notices(&store, shown.notice.clone()) }
            }
            { shown.region(&store) }
            if let Some(open) = shown.dialog {
                { dialog(&store, open, shown.import.as_deref(), shown.single_keys, shown.preset) }
            }
        </>
    };
    frame(&store, &player, &shown, callbacks.as_ref().as_ref(), content)
}

/// Keys are handled by the focused element: the stage gets the focus when a scenario opens, or when the focused element is gone.
#[hook]
fn use_focus(shown: &PageState) {
    let known = use_mut_ref(|| (0, false, false, false));
    let now = (shown.opened, shown.center.is_some(), shown.comparing, shown.presents);
    let there = shown.there;
    use_effect(move || {
        let before = known.replace(now);
        let is_new = before.0 != now.0;
        let is_other = (before.1, before.2, before.3) != (now.1, now.2, now.3);
        if is_new || is_other && crate::shell::web::browser::nothing_has_focus() {
            crate::shell::web::browser::focus("main");
        } else if there && crate::shell::web::browser::nothing_has_focus() {
            // The whole page is always visible, so focusing it scrolls nothing.
            crate::shell::web::browser::focus("page");
        }
    });
}

/// The element around the whole page, with its event handlers.
fn frame(
    store: &Store,
    player: &Player,
    shown: &PageState,
    callbacks: Option<&MenuCallbacks>,
    content: Html,
) -> Html {
    let onkeydown = {
        let (store, player) = (store.clone(), player.clone());
        Callback::from(move |event: KeyboardEvent| keys::press(&store, &player, &event))
    };
    let ondragover = Callback::from(|event: DragEvent| {
        event.prevent_default();
        files::dragged(&event);
    });
    let ondragleave = Callback::from(|event: DragEvent| {
        // Between parts of the page there is always a related target.
        if event.related_target().is_none() {
            files::drag_over();
        }
    });
    let ondrop = {
        let store = store.clone();
        Callback::from(move |event: DragEvent| {
            event.prevent_default();
            files::dropped(event.data_transfer(), &store);
        })
    };
    let pointer = |of: fn(&MenuCallbacks) -> &Callback<PointerEvent>| callbacks.map(of).cloned();
    let checks = shown.route != Route::Simulator;
    // The address stays that of what is shown.
    let skip = Callback::from(|event: MouseEvent| {
        event.prevent_default();
        crate::shell::web::browser::focus("main");
    });
    let class = classes!(
        "app",
        (!shown.there || checks).then_some("nothing"),
        shown.selected.then_some("asking"),
        (!shown.setup).then_some("no-setup"),
        shown.comparing.then_some("comparing"),
        shown.presents.then_some("presenting")
    );
    html! {
        <div id="page" {class} tabindex="-1" data-hint={t("ui-drop-here")} {onkeydown} {ondragover} {ondragleave} {ondrop}
            oncontextmenu={callbacks.map(|callbacks| callbacks.context.clone())} onpointerdown={pointer(|callbacks| &callbacks.down)}
            onpointermove={pointer(|callbacks| &callbacks.moved)} onpointerup={pointer(|callbacks| &callbacks.up)}
            onpointercancel={pointer(|callbacks| &callbacks.up)}>
            <a class="skip" href="#main" onclick={skip}>{ t("ui-skip") }</a>
            { content }
        </div>
    }
}
