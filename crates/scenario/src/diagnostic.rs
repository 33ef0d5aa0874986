//! What is wrong with a document, where, and what would mend it.

use core::fmt;

use super::json::Json;
use base::text::brief;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    Error,
    Warning,
    Info,
}

impl Severity {
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Info => "info",
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// `area/what`, stable.
    pub code: &'static str,
    pub severity: Severity,
    /// JSON pointer (RFC 6901) into the document; empty = the whole of it.
    pub path: String,
    /// One sentence with the numbers.
    pub message: String,
    /// One sentence that names the fix; may be empty.
    pub hint: String,
    /// Ids of the rulebook.
    pub rules: &'static [&'static str],
}

/// What a finding quotes of a text that may be long.
pub(super) fn excerpt(text: &str) -> String {
    brief(text, 60)
}

impl Diagnostic {
    pub fn new(severity: Severity, code: &'static str, path: impl Into<String>) -> Self {
        Self {
            code,
            severity,
            path: path.into(),
            message: String::new(),
            hint: String::new(),
            rules: &[],
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

    pub fn says(mut self, message: impl Into<String>) -> Self {
        self.message = message.into();
        self
    }

    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }

    pub fn rules(mut self, rules: &'static [&'static str]) -> Self {
        self.rules = rules;
        self
    }

    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The JSON form of the contract.
    pub fn json(&self) -> Json {
        let text = |text: &str| Json::Text(text.to_owned());
        Json::Object(vec![
            ("code".to_owned(), text(self.code)),
            ("severity".to_owned(), text(self.severity.name())),
            ("path".to_owned(), text(&self.path)),
            ("message".to_owned(), text(&self.message)),
            ("hint".to_owned(), text(&self.hint)),
            (
                "rules".to_owned(),
                Json::List(self.rules.iter().map(|rule| text(rule)).collect()),
            ),
        ])
    }
}

/// `error[surge/both-zero] /pools/0/upgradeSettings: … Hint: … (SU-28)`
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}] ", self.severity.name(), self.code)?;
        if !self.path.is_empty() {
            f.write_str(&self.path)?;
            f.write_str(": ")?;
        }
        f.write_str(&self.message)?;
        if !self.hint.is_empty() {
            write!(f, " Hint: {}", self.hint)?;
        }
        if !self.rules.is_empty() {
            write!(f, " ({})", self.rules.join(", "))?;
        }
        Ok(())
    }
}

/// A list that stops growing at a readable length, and reports that it did.
#[derive(Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    left_out: usize,
    errors: usize,
}

/// Diagnostics kept of one document.
const KEPT: usize = 500;

impl Diagnostics {
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.errors += usize::from(diagnostic.is_error());
        // The first error is always kept: it is why nothing was run.
        if self.list.len() < KEPT || (diagnostic.is_error() && self.errors == 1) {
            self.list.push(diagnostic);
        } else {
            self.left_out += 1;
        }
    }

    /// Is a further finding that is not an error only counted?
    pub fn is_full(&self) -> bool {
        self.list.len() >= KEPT
    }

    /// Counts a finding without keeping it.
    pub fn leave_out(&mut self) {
        self.left_out += 1;
    }

    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// In document order is not promised; in the order in which they were found.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        if self.left_out > 0 {
            self.list.push(
                Diagnostic::info("document/more-findings", "")
                    .says(format!("{} more findings are not listed.", self.left_out)),
            );
        }
        self.list
    }
}
