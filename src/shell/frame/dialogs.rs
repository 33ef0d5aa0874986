//! The dialogs, one at a time.

use super::help::help;
use super::preset_dialog::PresetDialog;
use crate::change_list::view::Changes;
use crate::import::state::ImportState;
use crate::import::view::{import, taken};
use crate::palette::view::Palette;
use crate::share::view::Share;
use crate::shell::state::{Action, Dialog, Store};
use crate::shell::widgets::Modal;
use crate::shell::words::t;
use yew::prelude::*;

/// The open dialog.
#[inline(never)] // The first screen opens none, so this code isn't part of the first load.
pub fn dialog(
    store: &Store,
    open: Dialog,
    imported: Option<&ImportState>,
    single_keys: bool,
    preset: Option<&'static str>,
) -> Html {
    let (title, class, inside) = match open {
        Dialog::Palette => return html! { <Palette /> },
        Dialog::Import => ("ui-import-title", "import-dialog", import(store, imported)),
        Dialog::Report => ("ui-import-report", "import-dialog", taken(store)),
        Dialog::Changes => ("ui-changes", "share-dialog", html! { <Changes /> }),
        Dialog::Help => ("ui-help", "help-dialog", help(store, single_keys)),
        Dialog::Share => ("ui-share", "share-dialog", html! { <Share /> }),
        Dialog::Presets => {
            ("ui-presets", "presets-dialog", html! { <PresetDialog current={preset} /> })
        }
    };
    html! {
        <Modal key={title} title={t(title)} close={t("ui-close")} {class} onclose={store.on(|()| Action::Dialog(None))}>
            { inside }
        </Modal>
    }
}
