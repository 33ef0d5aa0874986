//! The kinds of parts of a scenario that are lists of cards.

base::enum_table! {
    /// A part, as a list of the document holds it.
    pub enum Part,
    /// The pointer of its list.
    list,
    /// The id of the field with its name.
    name_id {
        Pool = "/pools", "pool-name";
        Workload = "/workloads", "workload-name";
        Budget = "/budgets", "budget-name";
        Service = "/services", "service-name";
    }
}

impl Part {
    /// The pointer of one of them.
    pub fn place(self, at: usize) -> String {
        format!("{}/{at}", self.list())
    }
}
