//! The page as a whole: the store, the deck, the regions, and the keys.

use super::deck::Deck;
use super::effect;
use super::files;
use super::importer::Importer;
use super::keys;
use super::panels::bar::Bar;
use super::panels::dialog::dialog;
use super::panels::empty::empty;
use super::panels::inspector::Inspector;
use super::panels::notice::{Notice, notices};
use super::panels::setup::Setup;
use super::panels::stage::Stage;
use super::panels::timeline::Timeline;
use super::panels::transport::Transport;
use super::state::{AppState, Dialog, Import, ThemeChoice, Trouble};
use super::store::{Store, use_select, use_store};
use super::words::{t, tn};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct AppProps {
    pub boot: AttrValue,
    pub script: AttrValue,
    pub read: js_sys::Function,
}

/// What every region may hold on to; it never changes.
#[derive(Clone, PartialEq)]
pub struct Hold {
    pub store: Store,
    pub deck: Deck,
}

/// The deck of the page.
#[hook]
pub fn use_deck() -> Deck {
    use_context::<Hold>()
        .expect("the page provides its deck")
        .deck
}

fn first_state() -> AppState {
    AppState {
        theme: effect::kept("theme").map_or(ThemeChoice::Auto, |name| ThemeChoice::read(&name)),
        single_keys: effect::kept("keys").as_deref() != Some("off"),
        // Where there is room, the setup stands beside the stage.
        setup_shown: super::browser::matches("(min-width: 1100px) and (min-height: 501px)"),
        ..AppState::default()
    }
}

#[component]
pub fn App(props: &AppProps) -> Html {
    let world = use_memo((), |()| {
        let store = Store::new(first_state());
        let deck = Deck::new(store.clone());
        let importer = Importer::new(props.read.clone());
        effect::connect(&store, &deck, importer, &props.boot, &props.script);
        super::crash::keep_text_of(&store);
        Hold { store, deck }
    });
    html! {
        <ContextProvider<Hold> context={(*world).clone()}>
            <Page />
        </ContextProvider<Hold>>
    }
}

/// What the page as a whole shows of the state.
#[derive(Clone, PartialEq)]
struct Seen {
    theme: ThemeChoice,
    dialog: Option<Dialog>,
    there: bool,
    computed: bool,
    /// Why no run is coming.
    blocked: Option<String>,
    /// How many scenarios were opened.
    opened: u32,
    /// The scenario is nowhere but in this tab.
    unsaved: bool,
    selected: bool,
    setup: bool,
    single_keys: bool,
    import: Import,
    preset: Option<&'static str>,
    notice: Notice,
}

impl Seen {
    fn of(state: &AppState) -> Self {
        let draft = state.draft.as_ref();
        Self {
            theme: state.theme,
            dialog: state.dialog,
            there: draft.is_some(),
            computed: state.run.is_some(),
            blocked: blocked(state),
            opened: state.opened,
            unsaved: draft.is_some_and(|draft| draft.preset.is_none()),
            selected: state.selected.is_some(),
            setup: state.setup_shown,
            single_keys: state.single_keys,
            import: state.import.clone(),
            preset: draft.and_then(|draft| draft.preset),
            notice: Notice::of(state),
        }
    }
}

/// Why the scenario that is open has no run and will have none as it is.
fn blocked(state: &AppState) -> Option<String> {
    let draft = state.draft.as_ref()?;
    let error = draft.errors().next().map(|error| error.message.clone());
    error.or_else(|| match &state.trouble {
        Some(Trouble::Engine(text)) => Some(text.clone()),
        _ => None,
    })
}

#[component]
fn Page() -> Html {
    let store = use_store();
    let deck = use_deck();
    let Seen {
        theme,
        dialog: open,
        there,
        computed,
        blocked,
        opened,
        unsaved,
        selected,
        setup,
        single_keys,
        import,
        preset,
        notice,
    } = use_select(Seen::of);
    use_effect_with(theme, |theme| {
        let dark = super::browser::dark(*theme);
        super::browser::mark("data-theme", if dark { "dark" } else { "light" });
    });
    use_effect_with((), {
        let deck = deck.clone();
        move |()| on_window("resize", move |_| deck.request())
    });
    use_effect_with(unsaved, |unsaved| {
        // The browser asks before it drops what was edited or imported.
        let asking = unsaved.then(|| on_window("beforeunload", |event| event.prevent_default()));
        move || {
            if let Some(end) = asking {
                end();
            }
        }
    });
    // Keys are heard where the focus is: the stage has it once a scenario is open.
    use_effect_with(opened, |opened| {
        if *opened > 0 {
            super::browser::focus("main");
        }
    });
    use_effect_with(computed, |_| keep_focus("main"));
    // The whole page cannot be out of sight: nothing scrolls when what had the focus is closed.
    use_effect_with((setup, selected, open), |_| keep_focus("page"));
    let onkeydown = {
        let (store, deck) = (store.clone(), deck.clone());
        Callback::from(move |event: KeyboardEvent| keys::press(&store, &deck, &event))
    };
    let ondragover = Callback::from(|event: DragEvent| event.prevent_default());
    let ondrop = {
        let store = store.clone();
        Callback::from(move |event: DragEvent| {
            event.prevent_default();
            files::read(event.data_transfer().and_then(|data| data.files()), &store);
        })
    };
    html! {
        <div id="page" class={classes!("app", (!there).then_some("nothing"), selected.then_some("asking"), (!setup).then_some("no-setup"))} tabindex="-1" {onkeydown} {ondragover} {ondrop}>
            <a class="skip" href="#main">{ t("ui-skip") }</a>
            <Bar />
            { notices(&store, notice) }
            if there {
                if setup {
                    <Setup />
                }
                if computed {
                    <Stage />
                    <Timeline />
                    <Transport />
                    <Inspector />
                } else {
                    { waiting(blocked) }
                }
            } else {
                { empty(&store) }
            }
            if let Some(open) = open {
                { dialog(&store, open, &import, single_keys, preset) }
            }
        </div>
    }
}

/// Gives the focus to an element if what had it is gone.
fn keep_focus(id: &str) {
    if super::browser::nothing_has_focus() {
        super::browser::focus(id);
    }
}

/// What stands where the stage will be.
fn waiting(blocked: Option<String>) -> Html {
    let busy = blocked.is_none();
    let caption = match blocked {
        Some(why) => tn("ui-not-yet", &[("why", why.into())]),
        None => t("ui-computing"),
    };
    html! {
        <main class="stage loading" id="main" tabindex="-1" aria-busy={busy.to_string()}>
            <p class="caption">{ caption }</p>
            if busy {
                <div class="bones"></div>
            }
        </main>
    }
}

/// Listens to the window; what it answers ends that.
fn on_window(kind: &'static str, hear: impl Fn(Event) + 'static) -> impl FnOnce() {
    let window = web_sys::window();
    let hear = Closure::<dyn Fn(Event)>::new(hear);
    let listener = hear.as_ref().unchecked_ref::<js_sys::Function>().clone();
    if let Some(window) = &window {
        let _ = window.add_event_listener_with_callback(kind, &listener);
    }
    move || {
        if let Some(window) = window {
            let _ = window.remove_event_listener_with_callback(kind, &listener);
        }
        drop(hear);
    }
}
