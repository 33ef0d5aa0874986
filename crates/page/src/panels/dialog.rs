//! The dialogs, one at a time.

use super::help::help;
use super::import::{import, taken};
use super::palette::Palette;
use super::presets::presets;
use super::share::Share;
use crate::action::Action;
use crate::import::Import;
use crate::parts::Modal;
use crate::state::Dialog;
use crate::store::Store;
use crate::words::t;
use yew::prelude::*;

/// The dialog that is open.
#[inline(never)] // The first screen opens none, and leaves them to the rest of the program.
pub fn dialog(
    store: &Store,
    open: Dialog,
    imported: Option<&Import>,
    single_keys: bool,
    preset: Option<&'static str>,
) -> Html {
    let (title, class, inside) = match open {
        Dialog::Palette => return html! { <Palette /> },
        Dialog::Import => ("ui-import-title", "import-dialog", import(store, imported)),
        Dialog::Report => ("ui-import-report", "import-dialog", taken(store)),
        Dialog::Help => ("ui-help", "help-dialog", help(store, single_keys)),
        Dialog::Share => ("ui-share", "share-dialog", html! { <Share /> }),
        Dialog::Presets => ("ui-presets", "presets-dialog", presets(store, preset)),
    };
    html! {
        <Modal key={title} title={t(title)} close={t("ui-close")} {class} onclose={store.on(|()| Action::Dialog(None))}>
            { inside }
        </Modal>
    }
}
