//! The page as the player knows it.

use crate::compare::state::{Compare, Variant};
use crate::maintenance::support::support_end;
use crate::player::host::{Host, Shown};
use crate::player::track::{Compared, ComparedRun};
use crate::shell::run::loaded::Run;
use crate::shell::state::action::Action;
use crate::shell::state::store::Store;
use crate::shell::web::theme::theme;
use draw::theme::Theme;
use query::compare::What;

impl Host for Store {
    fn shown(&self) -> Shown {
        let state = self.state();
        Shown {
            run: state.run.clone(),
            former: state.former.clone(),
            true_scale: state.true_scale,
            compared: state.compare.as_deref().map(compared),
        }
    }

    fn support_end(&self) -> Option<(i64, String)> {
        self.state().draft.as_ref().and_then(|draft| support_end(&draft.json))
    }

    fn filter(&self) -> String {
        self.state().filter.clone()
    }

    fn theme(&self) -> &'static Theme {
        theme(self.state().theme)
    }

    fn on_playing(&self, playing: bool) {
        self.send(Action::Playing(playing));
    }
}

/// The variants with a run.
fn compared(compare: &Compare) -> Compared {
    let variants = compare.variants.iter().enumerate();
    let runs = variants.filter_map(|(n, variant)| {
        let run = variant.run()?;
        let (from, to) = span(variant, run);
        Some(ComparedRun { n, run: run.clone(), from, to })
    });
    Compared { by: compare.by, runs: runs.collect() }
}

/// From the first start to the last end of an upgrade; without one the whole run.
fn span(variant: &Variant, run: &Run) -> (f64, f64) {
    let measures = variant.measures.as_ref();
    let rows = measures.and_then(|measures| measures.get(What::Duration));
    let rows = rows.map_or(&[][..], |measure| &measure.rows);
    let at = |no| run.trace.record(no).map(|record| record.at.ms() as f64);
    let from = rows.first().and_then(|no| at(*no)).unwrap_or(0.0);
    let to = rows.get(1).and_then(|no| at(*no));
    let to = to.unwrap_or(run.trace.end().ms() as f64);
    (from, to.max(from + 1000.0))
}
