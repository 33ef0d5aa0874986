//! The page around the player: what it shows, and what it hears of the playhead. Of the page's state the player knows no
//! more, so that another page can have one; it shares the loaded run, words, dates and the browser with it.

use super::track::Compared;
use crate::shell::run::loaded::Run;
use draw::theme::Theme;

/// What the page shows.
pub struct ShownRun {
    pub run: Option<Run>,
    /// The finished run before the last change.
    pub former: Option<Run>,
    /// Quiet stretches are as long as they are.
    pub true_scale: bool,
    /// The compared runs, if it compares.
    pub compared: Option<Compared>,
}

/// A page with a player.
pub trait Host {
    fn shown(&self) -> ShownRun;

    /// The end of support of the cluster's version in milliseconds since 1970, and its minor version.
    fn support_end(&self) -> Option<(i64, String)>;

    /// The text of the filter; empty without one.
    fn filter(&self) -> String;

    fn theme(&self) -> &'static Theme;

    /// Hears that the playhead starts or stops.
    fn on_playing(&self, playing: bool);
}
