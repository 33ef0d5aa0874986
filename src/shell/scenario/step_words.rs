//! Steps of the history in words.

use crate::shell::words::{t, tm, tn};
use changeset::StepKind;

/// The words of a step.
pub fn said(what: &StepKind) -> String {
    match what {
        StepKind::Field { name, before, after } => {
            let key = match (before, after) {
                (Some(_), Some(_)) => "did-change",
                (None, Some(_)) => "did-set",
                (Some(_), None) => "did-unset",
                (None, None) => return name.clone(),
            };
            let text = |value: &Option<String>| value.clone().unwrap_or_default().into();
            let args =
                [("name", name.as_str().into()), ("before", text(before)), ("after", text(after))];
            tn(key, &args)
        }
        StepKind::Added(name) => tn("did-add", &[("name", name.as_str().into())]),
        StepKind::Removed(name) => tn("did-remove", &[("name", name.as_str().into())]),
        StepKind::New(name) => tn("did-new", &[("name", name.as_str().into())]),
        StepKind::Gone(name) => tn("did-gone", &[("name", name.as_str().into())]),
        StepKind::Several(n) => tn("did-several", &[("n", (*n).into())]),
        StepKind::Applied(edit) => edit.clone(),
        StepKind::Text => t("did-text"),
        StepKind::Asked { key, name, at, .. } => {
            let args = [("name", name.as_str().into()), ("at", at.as_str().into())];
            tn(key, &args)
        }
        StepKind::Preset(name) => {
            let preset = scenario::preset(name);
            let title = preset.map_or_else(|| (*name).to_owned(), |preset| tm(&preset.title()));
            tn("did-preset", &[("title", title.into())])
        }
        StepKind::Opened => t("did-open"),
        StepKind::Link => t("did-link"),
        StepKind::Anew => t("did-start-over"),
        StepKind::Built => t("did-build"),
        StepKind::Former => t("did-former"),
        StepKind::Variants => t("did-variants"),
        StepKind::TakenBack { what: Some(what), .. } => {
            tn("did-take-back", &[("what", said(what).into())])
        }
        StepKind::TakenBack { what: None, .. } => t("did-take-back-all"),
    }
}
