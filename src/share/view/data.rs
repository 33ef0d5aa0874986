//! The scenario in the formats of other tools, and the event log of its run.

use crate::share::parts::{ShareState, SharedRun, saver};
use crate::shell::frame::copier::{Copied, copier};
use crate::shell::state::{Action, Share, Store};
use crate::shell::web::files::save;
use crate::shell::widgets::{Choice, on};
use crate::shell::words::{t, tm};
use scenario::export::EXPORTS;
use scenario::instant;
use std::io::{self, Write};
use std::rc::Rc;
use words::autoscaler_log::autoscaler_log;
use words::log::{self, Shown};
use yew::prelude::*;

/// The most bytes shown in a box.
const SHOWN: usize = 20_000;

/// The exports that a change of a budget isn't in.
const WITHOUT_BUDGETS: [&str; 3] = ["gcloud", "runbook", "terraform"];

type Make = Rc<dyn Fn(&mut dyn Write) -> io::Result<()>>;

/// A format of data, written on request: an event log may have many megabytes.
struct DataFormat {
    words: String,
    file: &'static str,
    media: &'static str,
    make: Make,
}

pub(super) fn tab(
    store: &Store,
    seen: &ShareState,
    given: &Rc<SharedRun>,
    copied: &Copied,
) -> Html {
    let mut forms = forms(given);
    let choice = seen.choice;
    let select = Choice {
        id: "share-form".to_owned(),
        options: forms
            .iter()
            .enumerate()
            .map(|(n, form)| (n.to_string(), form.words.clone()))
            .collect(),
        value: choice.form.to_string(),
        onchange: store.on(move |value: String| {
            let form = value.parse().unwrap_or(0);
            Action::Share(Share { form, ..choice })
        }),
        ..Choice::default()
    };
    if forms.is_empty() {
        return html! {};
    }
    let budgets = given.document.as_ref().is_some_and(|document| !document.budgets.is_empty());
    let without =
        EXPORTS.get(choice.form).is_some_and(|export| WITHOUT_BUDGETS.contains(&export.name));
    let DataFormat { file, media, make, .. } = forms.swap_remove(choice.form.min(forms.len() - 1));
    let mut shown = FirstBytes::default();
    let cut = make(&mut shown).is_err();
    let onsave = on(&make, move |make, _: MouseEvent| {
        save(file, media, &whole(make));
    });
    let text = move || String::from_utf8_lossy(&whole(&make)).into_owned();
    html! {
        <>
            <p class="share-do">
                <label for="share-form">{ t("ui-share-form") }</label>
                { select.show() }
            </p>
            <label class="vh" for="share-data">{ file }</label>
            <textarea id="share-data" class="share-text" rows="14" readonly=true spellcheck="false" wrap="off"
                value={String::from_utf8_lossy(&shown.0).into_owned()} />
            if budgets && without {
                <p class="quiet">{ t("ui-share-budgets-apart") }</p>
            }
            if cut {
                <p class="quiet">{ t("ui-share-cut") }</p>
            }
            <p class="share-do"><code>{ file }</code>{ copier("share-data", text, copied) }{ saver("ui-save", onsave) }</p>
        </>
    }
}

fn forms(given: &Rc<SharedRun>) -> Vec<DataFormat> {
    let documents = EXPORTS.iter().filter(|_| given.document.is_some()).map(|export| {
        let given = Rc::clone(given);
        DataFormat {
            words: t(&format!("ui-share-form-{}", export.name)),
            file: export.file,
            media: export.media,
            make: Rc::new(move |out| match &given.document {
                Some(document) => out.write_all((export.make)(document.into(), &tm).as_bytes()),
                None => Ok(()),
            }),
        }
    });
    let logs = given.run.iter().flat_map(|run| {
        let (table, lines) = (run.trace.clone(), run.trace.clone());
        let start = instant::format(run.plan.start_unix_ms);
        let (decisions, cluster) = (run.trace.clone(), run.plan.name.clone());
        let scaled = DataFormat {
            words: t("ui-share-form-autoscaler"),
            file: "autoscaler.jsonl",
            media: "application/jsonl",
            make: Rc::new(move |mut out| {
                autoscaler_log(&mut out, &decisions, &cluster, &instant::format)
            }),
        };
        let scaled = run.plan.is_autoscaled().then_some(scaled);
        let tables = [
            DataFormat {
                words: t("ui-share-form-csv"),
                file: "events.csv",
                media: "text/csv",
                make: Rc::new(move |mut out| log::csv(&mut out, &table, Shown::ALL)),
            },
            DataFormat {
                words: t("ui-share-form-lines"),
                file: "events.jsonl",
                media: "application/jsonl",
                make: Rc::new(move |mut out| log::json(&mut out, &lines, &start, Shown::ALL)),
            },
        ];
        tables.into_iter().chain(scaled)
    });
    documents.chain(logs).collect()
}

fn whole(make: &Make) -> Vec<u8> {
    let mut out = Vec::new();
    // Writing to a vector never fails.
    let _ = make(&mut out);
    out
}

/// A writer that keeps only the beginning.
#[derive(Default)]
struct FirstBytes(Vec<u8>);

impl Write for FirstBytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = SHOWN - self.0.len();
        let taken = bytes.len().min(room);
        self.0.extend_from_slice(&bytes[..taken]);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
