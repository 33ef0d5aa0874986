//! The page as a whole: the store, the player, the regions, and the keys.

use super::bar::Bar;
use super::browser::on_window;
use super::choices::{Dialog, ThemeChoice};
use super::dialogs::dialog;
use super::empty::empty;
use super::menu::Menu;
use super::notice::{Notice, notices};
use super::pointed::MenuCallbacks;
use super::print::Paper;
use super::route::{Route, is_checker};
use super::shared::Shared;
use super::state::AppState;
use super::store::{Store, use_select, use_store};
use super::waiting::waiting;
use super::words::t;
use super::{effect, files, keys, menu_gesture, storage};
use crate::checker::view::Checker;
use crate::compare::view::Beside;
use crate::import::importer::Importer;
use crate::import::state::Import;
use crate::inspector::view::Inspector;
use crate::player::Player;
use crate::player::context::{PlayerContext, use_player};
use crate::player::transport::Transport;
use crate::setup::view::Setup;
use crate::stage::view::Stage;
use crate::timeline::view::Timeline;
use wasm_bindgen::closure::Closure;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct AppProps {
    pub spawn: js_sys::Function,
    pub script: AttrValue,
    pub read: js_sys::Function,
    pub need: js_sys::Function,
}

/// What every region may hold on to; it never changes.
#[derive(Clone, PartialEq)]
struct Hold {
    pub store: Store,
    pub player: Player,
}

fn first_state() -> AppState {
    AppState {
        theme: storage::kept("theme").map_or(ThemeChoice::Auto, |name| ThemeChoice::read(&name)),
        single_keys: storage::kept("keys").as_deref() != Some("off"),
        setup_shown: super::browser::setup_is_beside(),
        route: Route::of(&super::browser::fragment()),
        coming: storage::kept("scenario").is_some() || names_something(&super::browser::fragment()),
        ..AppState::default()
    }
}

/// Does a fragment name a scenario? Other ones are places of the page.
fn names_something(fragment: &str) -> bool {
    !is_checker(fragment)
        && fragment
            .trim_start_matches('#')
            .split('&')
            .any(|part| part.starts_with("s=") || part.starts_with("preset="))
}

#[component]
pub fn App(props: &AppProps) -> Html {
    let world = use_memo((), |()| {
        let store = Store::new(first_state());
        let player = Player::new(store.clone());
        let importer = Importer::new(&props.spawn, &props.script, &props.read);
        store.ask_for_dialogs_by(&props.need);
        effect::connect(&store, &player, importer, &props.spawn, &props.script);
        super::crash::keep_text_of(&store);
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
        Hold { store, player }
    });
    html! {
        <ContextProvider<Store> context={world.store.clone()}>
            <ContextProvider<PlayerContext> context={PlayerContext(world.player.clone())}>
                <Page />
            </ContextProvider<PlayerContext>>
        </ContextProvider<Store>>
    }
}

/// What the page as a whole shows of the state.
#[derive(Clone, PartialEq)]
struct Seen {
    theme: ThemeChoice,
    dialog: Option<Dialog>,
    there: bool,
    coming: bool,
    computed: bool,
    /// Runs stand beside one another.
    comparing: bool,
    /// How many scenarios were opened.
    opened: u32,
    selected: bool,
    setup: bool,
    single_keys: bool,
    import: Option<Shared<Import>>,
    preset: Option<&'static str>,
    notice: Notice,
    route: Route,
}

impl Seen {
    fn of(state: &AppState) -> Self {
        let draft = state.draft.as_ref();
        Self {
            theme: state.theme,
            dialog: state.dialog,
            there: draft.is_some(),
            coming: state.coming,
            computed: state.run.is_some(),
            comparing: state.compare.is_some(),
            opened: state.opened,
            selected: state.selected.is_some(),
            setup: state.setup_shown,
            single_keys: state.single_keys,
            import: state.import.clone(),
            preset: draft.and_then(|draft| draft.origin.preset),
            notice: Notice::of(state),
            route: state.route,
        }
    }
}

#[component]
fn Page() -> Html {
    let store = use_store();
    let player = use_player();
    let Seen {
        theme,
        dialog: open,
        there,
        coming,
        computed,
        comparing,
        opened,
        selected,
        setup,
        single_keys,
        import,
        preset,
        notice,
        route,
    } = use_select(Seen::of);
    use_effect_with(theme, |theme| {
        let dark = super::browser::dark(*theme);
        super::browser::mark("data-theme", if dark { "dark" } else { "light" });
    });
    // Keys are heard where the focus is: the stage has it once a scenario is open, and when what had it is gone.
    let known = use_mut_ref(|| (0, false, false));
    use_effect(move || {
        let before = known.replace((opened, computed, comparing));
        let is_new = before.0 != opened;
        let is_other = (before.1, before.2) != (computed, comparing);
        if is_new || is_other && super::browser::nothing_has_focus() {
            super::browser::focus("main");
        } else if there && super::browser::nothing_has_focus() {
            // The whole page cannot be out of sight: when something is closed, nothing scrolls.
            super::browser::focus("page");
        }
    });
    let onkeydown = {
        let (store, player) = (store.clone(), player.clone());
        Callback::from(move |event: KeyboardEvent| keys::press(&store, &player, &event))
    };
    // Before there is a run there is nothing to ask about, and nobody to hear it.
    let callbacks = {
        let (store, player) = (store.clone(), player.clone());
        use_memo(computed, move |computed| {
            computed.then(|| menu_gesture::callbacks(&store, &player))
        })
    };
    let callback = |of: fn(&MenuCallbacks) -> &Callback<PointerEvent>| {
        callbacks.as_ref().as_ref().map(of).cloned()
    };
    let oncontextmenu = callbacks
        .as_ref()
        .as_ref()
        .map(|callbacks| callbacks.context.clone());
    let onpointerdown = callback(|callbacks| &callbacks.down);
    let onpointermove = callback(|callbacks| &callbacks.moved);
    let onpointerup = callback(|callbacks| &callbacks.up);
    let onpointercancel = onpointerup.clone();
    let ondragover = Callback::from(|event: DragEvent| {
        event.prevent_default();
        files::dragged(&event);
    });
    let ondragleave = Callback::from(|event: DragEvent| {
        // Between parts of the page there is always another one.
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
    let checks = route != Route::Simulator;
    // An address of its own would be the simulator's.
    let skip = checks.then(|| {
        Callback::from(|event: MouseEvent| {
            event.prevent_default();
            super::browser::focus("main");
        })
    });
    let hint = t("ui-drop-here");
    let blocked = notice.blocks();
    html! {
        <div id="page" class={classes!("app", (!there || checks).then_some("nothing"), selected.then_some("asking"), (!setup).then_some("no-setup"), comparing.then_some("comparing"))} tabindex="-1" data-hint={hint} {onkeydown} {ondragover} {ondragleave} {ondrop}
            {oncontextmenu} {onpointerdown} {onpointermove} {onpointerup} {onpointercancel}>
            <a class="skip" href="#main" onclick={skip}>{ t("ui-skip") }</a>
            <Bar />
            { notices(&store, notice) }
            if route == Route::Checker {
                <Checker />
            } else if route == Route::Coming {
                { super::empty::checker_coming() }
            } else if there {
                if setup && !comparing {
                    <Setup />
                }
                if computed && comparing {
                    <Beside />
                    <Menu />
                    <Paper />
                } else if computed {
                    <Stage />
                    <Timeline />
                    <Transport />
                    <Inspector />
                    <Menu />
                    <Paper />
                } else {
                    { waiting(blocked) }
                }
            } else if coming {
                { super::empty::coming() }
            } else {
                { empty(&store) }
            }
            if let Some(open) = open {
                { dialog(&store, open, import.as_deref(), single_keys, preset) }
            }
        </div>
    }
}
