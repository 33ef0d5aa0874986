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
use super::state::{AppState, Dialog, Import, ThemeChoice};
use super::store::{Store, use_select, use_store};
use super::words::t;
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
        setup_shown: super::browser::matches("(min-width: 1100px)"),
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
    selected: bool,
    setup: bool,
    single_keys: bool,
    import: Import,
    preset: Option<&'static str>,
    notice: Notice,
}

impl Seen {
    fn of(state: &AppState) -> Self {
        Self {
            theme: state.theme,
            dialog: state.dialog,
            there: state.draft.is_some(),
            computed: state.run.is_some(),
            selected: state.selected.is_some(),
            setup: state.setup_shown,
            single_keys: state.single_keys,
            import: state.import.clone(),
            preset: state.draft.as_ref().and_then(|draft| draft.preset),
            notice: Notice::of(state),
        }
    }
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
        move |()| {
            let window = web_sys::window();
            let again = Closure::<dyn FnMut()>::new(move || deck.request());
            let listener = again.as_ref().unchecked_ref::<js_sys::Function>().clone();
            if let Some(window) = &window {
                let _ = window.add_event_listener_with_callback("resize", &listener);
            }
            move || {
                if let Some(window) = window {
                    let _ = window.remove_event_listener_with_callback("resize", &listener);
                }
                drop(again);
            }
        }
    });
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
        <div class={classes!("app", (!there).then_some("nothing"), selected.then_some("asking"), (!setup).then_some("no-setup"))} tabindex="-1" {onkeydown} {ondragover} {ondrop}>
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
                    <main class="stage loading" id="main" aria-busy="true"><p class="caption">{ t("ui-computing") }</p><div class="bones"></div></main>
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
