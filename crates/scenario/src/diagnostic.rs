//! Diagnostics of a document: what is wrong, where, and how to fix it.

use base::text::brief;
use base::{Arg, Message, muted};

base::enum_table! {
    pub enum Severity, name {
        Error = "error",
        Warning = "warning",
        Info = "info",
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// `area/what`, stable.
    pub code: &'static str,
    pub severity: Severity,
    /// JSON pointer (RFC 6901) into the document; empty = the whole document.
    pub path: String,
    /// The error. Its attribute `hint` names the fix.
    pub message: Message,
    /// Rulebook ids.
    pub rules: &'static [&'static str],
    /// GKE would refuse to set this, but clusters can be in that state (AM-103).
    can_exist: bool,
}

/// A short quotation of a text that may be long.
pub(super) fn excerpt(text: &str) -> String {
    brief(text, 60)
}

impl Diagnostic {
    pub fn new(severity: Severity, code: &'static str, path: impl Into<String>) -> Self {
        Self {
            code,
            severity,
            path: path.into(),
            message: Message::new(format!("check-{}", code.replace('/', "-"))),
            rules: &[],
            can_exist: false,
        }
    }

    pub fn error(code: &'static str, path: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, path)
    }

    pub fn warning(code: &'static str, path: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, path)
    }

    pub fn info(code: &'static str, path: impl Into<String>) -> Self {
        Self::new(Severity::Info, code, path)
    }

    /// Uses another message than the code's.
    pub fn says(mut self, message: Message) -> Self {
        self.message = message;
        self
    }

    /// Adds an argument of the message and its hint.
    pub fn with(mut self, name: &'static str, value: impl Into<Arg>) -> Self {
        self.message = self.message.with(name, value);
        self
    }

    pub fn rules(mut self, rules: &'static [&'static str]) -> Self {
        self.rules = rules;
        self
    }

    pub fn add_to(self, out: &mut Diagnostics) {
        out.push(self);
    }

    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Marks a state that can exist although GKE would refuse to set it: a run uses it, or the nearest state that it has a
    /// meaning for.
    ///
    /// Rulebook: AM-103.
    pub fn can_exist(mut self) -> Self {
        self.can_exist = self.is_error() && !muted("AM-103");
        self
    }

    /// Does it keep the scenario from running?
    pub fn stops_a_run(&self) -> bool {
        self.is_error() && !self.can_exist
    }

    /// Is it run though GKE would refuse to set it? Who judges settings calls it an error, who computes a warning.
    pub fn is_run_anyway(&self) -> bool {
        self.can_exist && self.severity == Severity::Warning
    }

    /// The finding for who computes instead of judging settings.
    pub fn of_a_run(&self) -> Self {
        let mut one = self.clone();
        if self.is_error() && self.can_exist {
            one.severity = Severity::Warning;
        }
        one
    }
}

/// A list that stops growing at a readable length, and reports that.
#[derive(Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    left_out: usize,
    /// Those that keep the scenario from running.
    stops: usize,
}

/// The most diagnostics kept per document.
const KEPT: usize = 500;

impl Diagnostics {
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.stops += usize::from(diagnostic.stops_a_run());
        // The first of them is always kept: it explains why nothing runs.
        if self.list.len() < KEPT || (diagnostic.stops_a_run() && self.stops == 1) {
            self.list.push(diagnostic);
        } else {
            self.left_out += 1;
        }
    }

    /// Is every further finding, except the first error, only counted?
    pub fn is_full(&self) -> bool {
        self.list.len() >= KEPT
    }

    /// Counts a finding without keeping it.
    pub fn leave_out(&mut self) {
        self.left_out += 1;
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Diagnostic> {
        self.list.iter_mut()
    }

    /// Adds the rules to findings that cite none.
    pub(crate) fn citing(&mut self, rules: &'static [&'static str], find: impl FnOnce(&mut Self)) {
        let known = self.list.len();
        find(self);
        for one in self.list.iter_mut().skip(known).filter(|one| one.rules.is_empty()) {
            one.rules = rules;
        }
    }

    pub fn stop_a_run(&self) -> bool {
        self.stops > 0
    }

    /// The findings in the order in which they were found.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        if self.left_out > 0 {
            self.list.push(Diagnostic::info("document/more-findings", "").with("n", self.left_out));
        }
        self.list
    }
}
