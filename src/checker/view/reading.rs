//! Reads the text, and replaces it by a fix.

use super::Checker;
use super::query::{context, pasted};
use crate::checker::examples::COMMANDS;
use crate::checker::{first_window, fix};
use crate::shell::state::{Action, Store};
use crate::shell::web::browser;
use crate::shell::words::{t, tm};
use base::say;
use scenario::calendar::text::{Pasted, plain};
use yew::prelude::*;

impl Checker {
    /// Reads the text again with a suitable first window.
    pub(super) fn suppose(&mut self, ctx: &Context<Self>) -> bool {
        let text = self.supposed();
        let is_new = text.is_some();
        if let Some(text) = text {
            self.query.text = text;
            self.read(ctx);
            browser::focus("window-text");
            self.write_address_later(ctx);
        }
        is_new
    }

    /// Replaces the text by a fix.
    pub(super) fn use_fix(&mut self, ctx: &Context<Self>, no: usize) {
        let Some(fix) = self.report.fixes.get(no).cloned() else {
            return;
        };
        let before = &self.query.pasted;
        let (text, kept) = fix::text(&self.query.text, &before.policy, &fix.policy);
        if self.query.clusters.len() > 1 {
            self.query.text = match kept {
                true => text,
                false => fix::all(&self.query.clusters, before, &fix.policy),
            };
            self.read(ctx);
        } else {
            let kind = match kept {
                true => before.kind.clone(),
                false => say!(COMMANDS),
            };
            let channel = before.channel.clone();
            let pasted = pasted(kind, &text, fix.policy, channel);
            self.put(text, vec![pasted]);
        }
        browser::focus("window-text");
    }

    pub(super) fn read(&mut self, ctx: &Context<Self>) {
        self.timer = None;
        let text = self.query.text.clone();
        self.reading = false;
        match plain(&text, &*self.zone) {
            Some(Ok(pasted)) => self.understood(vec![pasted]),
            Some(Err(problem)) => self.query.problem = Some(tm(&problem)),
            None if text.trim().is_empty() => self.query.problem = Some(t("win-empty")),
            None => {
                self.reading = true;
                if let Some((store, _)) = ctx.link().context::<Store>(Callback::noop()) {
                    store.send(Action::ReadPolicy(fix::whole(text)));
                }
            }
        }
    }

    /// The text with a first window, if only that is missing.
    pub(super) fn supposed(&self) -> Option<String> {
        self.query.problem.as_ref()?;
        let context = context(&self.query, &self.query.pasted, self.today);
        first_window::first_window(&self.query.text, context)
    }

    /// Sets a text whose policy is known.
    pub(super) fn put(&mut self, text: String, clusters: Vec<Pasted>) {
        self.timer = None;
        self.reading = false;
        self.query.text = text;
        self.understood(clusters);
    }

    /// Shows the cluster that was shown before, or else the first.
    pub(super) fn understood(&mut self, clusters: Vec<Pasted>) {
        self.query.problem = None;
        let name = &self.query.pasted.cluster;
        let same = clusters.iter().find(|one| one.cluster == *name);
        self.query.pasted = same.or(clusters.first()).cloned().unwrap_or_default();
        self.query.clusters = clusters;
        self.look();
    }
}
