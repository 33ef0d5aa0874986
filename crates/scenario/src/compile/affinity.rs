//! Affinity between Pods and host ports: turns selectors into lists of matching workloads.

use crate::document::Workload;
use crate::document::budget::namespace;
use crate::document::pod_spec::{self, PodAffinityTerm};
use crate::labels;
use crate::resolve::{Index, Owner};
use base::{Map, WorkloadId, order};
use model::selector::{Operator, Selector};
use model::{Audience, AudienceNo, HostPort, Labels, PodAffinity, PodTerm, Symbols};

/// The only label that every namespace has: its name.
pub(crate) const NAMESPACE_LABEL: &str = "kubernetes.io/metadata.name";

const HOSTNAME: &str = "kubernetes.io/hostname";

/// The namespaces that a term searches.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum NamespaceScope<'d> {
    Everywhere,
    Within(Vec<&'d str>),
}

/// The workloads that terms match, without duplicate lists.
pub(crate) struct MatchedWorkloads<'a, 'd> {
    index: &'a Index<'a, 'd>,
    known: Map<(NamespaceScope<'d>, Option<Selector>), AudienceNo>,
    /// Namespaces by the selectors of terms.
    selected: Map<Selector, Vec<&'d str>>,
    lists: Vec<Audience>,
}

impl<'a, 'd> MatchedWorkloads<'a, 'd> {
    pub(crate) fn new(index: &'a Index<'a, 'd>) -> Self {
        Self { index, known: Map::new(), selected: Map::new(), lists: Vec::new() }
    }

    pub(crate) fn lists(self) -> Vec<Audience> {
        self.lists
    }

    /// The workloads that match all required affinity terms of a workload; `None` = it has none.
    pub(crate) fn all_near(
        &mut self,
        owner: &Owner<'d>,
        symbols: &mut Symbols,
    ) -> Option<Audience> {
        let affinity = owner.source.affinity.as_ref()?.pod_affinity.as_ref()?;
        let terms = self.terms(&affinity.required, owner, symbols);
        let mut lists = terms.iter().map(|term| &self.lists[term.audience as usize]);
        let mut all = lists.next()?.clone();
        for other in lists {
            all.retain(|one| other.binary_search(one).is_ok());
        }
        Some(all)
    }

    pub(crate) fn affinity(&mut self, owner: &Owner<'d>, symbols: &mut Symbols) -> PodAffinity {
        let Some(affinity) = &owner.source.affinity else {
            return PodAffinity::default();
        };
        let mut compiled = PodAffinity::default();
        if let Some(near) = &affinity.pod_affinity {
            compiled.near = self.terms(&near.required, owner, symbols);
            self.preferred(near, 1, owner, symbols, &mut compiled);
        }
        if let Some(away) = &affinity.pod_anti_affinity {
            compiled.away = self.terms(&away.required, owner, symbols);
            self.preferred(away, -1, owner, symbols, &mut compiled);
        }
        compiled
    }

    fn preferred(
        &mut self,
        text: &'d pod_spec::PodAffinity,
        sign: i64,
        owner: &Owner<'d>,
        symbols: &mut Symbols,
        compiled: &mut PodAffinity,
    ) {
        for one in &text.preferred {
            let term = self.term(&one.term, owner, symbols);
            compiled.preferred.push((sign * one.weight, term));
        }
    }

    /// Does a required term allow only one of a workload's Pods per node?
    pub(crate) fn one_a_node(
        &mut self,
        (id, owner): (WorkloadId, &Owner<'d>),
        symbols: &mut Symbols,
    ) -> bool {
        let affinity = owner.source.affinity.as_ref();
        let Some(away) = affinity.and_then(|all| all.pod_anti_affinity.as_ref()) else {
            return false;
        };
        let host = symbols.intern(HOSTNAME);
        let terms = self.terms(&away.required, owner, symbols);
        terms.iter().any(|term| {
            let list = &self.lists[term.audience as usize];
            term.topology_key == host && list.binary_search(&id).is_ok()
        })
    }

    fn terms(
        &mut self,
        terms: &'d [PodAffinityTerm],
        owner: &Owner<'d>,
        symbols: &mut Symbols,
    ) -> Vec<PodTerm> {
        let terms = terms.iter();
        terms.map(|text| self.term(text, owner, symbols)).collect()
    }

    fn term(
        &mut self,
        text: &'d PodAffinityTerm,
        owner: &Owner<'d>,
        symbols: &mut Symbols,
    ) -> PodTerm {
        let selector = text
            .label_selector
            .as_ref()
            .and_then(|selector| labels::selector(selector, owner.copy, symbols))
            .map(|mut all| {
                let (same, other) = (&text.match_label_keys, &text.mismatch_label_keys);
                labels::add_own(&mut all, same, &owner.labels, Operator::In, symbols);
                labels::add_own(&mut all, other, &owner.labels, Operator::NotIn, symbols);
                all
            });
        // A missing selector matches nothing in any namespace.
        let scope = match &selector {
            Some(_) => self.scope(text, owner, symbols),
            None => NamespaceScope::Within(Vec::new()),
        };
        PodTerm {
            topology_key: symbols.intern(&text.topology_key),
            audience: self.audience(scope, selector),
        }
    }

    fn audience(&mut self, scope: NamespaceScope<'d>, selector: Option<Selector>) -> AudienceNo {
        let known = (scope, selector);
        if let Some(number) = self.known.get(&known) {
            return *number;
        }
        let (scope, selector) = &known;
        let list = match scope {
            NamespaceScope::Everywhere => self.index.select_in(None, selector),
            // Ids are in namespace order.
            NamespaceScope::Within(names) => names
                .iter()
                .take_while(|_| self.index.spend(1))
                .flat_map(|name| self.index.select(name, selector))
                .collect(),
        };
        let number = self.lists.len() as AudienceNo;
        self.lists.push(list);
        self.known.insert(known, number);
        number
    }

    /// The named and the selected namespaces; without both the Pod's own (KS-15).
    fn scope(
        &mut self,
        text: &'d PodAffinityTerm,
        owner: &Owner<'d>,
        symbols: &mut Symbols,
    ) -> NamespaceScope<'d> {
        let mut names: Vec<&str> = text.namespaces.iter().map(|name| namespace(name)).collect();
        if let Some(selector) = &text.namespace_selector {
            match labels::selector(selector, owner.copy, symbols) {
                Some(all) if all.0.is_empty() => return NamespaceScope::Everywhere,
                Some(all) => {
                    let selected = self.namespaces(all, symbols);
                    let length = selected.len() as u64;
                    names.extend(selected);
                    if !self.index.spend(length) {
                        names.clear();
                    }
                }
                None => {}
            }
        } else if names.is_empty() {
            names.push(owner.namespace);
        }
        order::sort(&mut names);
        names.dedup();
        NamespaceScope::Within(names)
    }

    /// Simplified: the only known label of a namespace is the one that Kubernetes gives it.
    fn namespaces(&mut self, selector: Selector, symbols: &mut Symbols) -> &[&'d str] {
        let index = self.index;
        self.selected.entry(selector.clone()).or_insert_with(|| {
            let key = symbols.intern(NAMESPACE_LABEL);
            let mut names = Vec::new();
            for name in index.namespaces() {
                let labels: Labels = [(key, symbols.intern(name))].into_iter().collect();
                if selector.matches(&labels) {
                    names.push(name);
                }
            }
            names
        })
    }
}

/// Host ports of app containers. Source: Kubernetes `nodeports`.
pub(crate) fn host_ports(source: &Workload, symbols: &mut Symbols) -> Vec<HostPort> {
    let mut all = Vec::new();
    for port in source.containers.iter().flat_map(|one| &one.ports) {
        let number = port.host_port.and_then(|port| u16::try_from(port).ok());
        let Some(number) = number.filter(|port| *port > 0) else {
            continue;
        };
        let (protocol, ip) = (port.protocol.as_str(), port.host_ip.as_str());
        all.push(HostPort {
            port: number,
            protocol: symbols.intern(if protocol.is_empty() { "TCP" } else { protocol }),
            ip: (!matches!(ip, "" | "0.0.0.0")).then(|| symbols.intern(ip)),
        });
    }
    order::sort(&mut all);
    all.dedup();
    all
}
