//! Types of fields, and their settings, each declared once at its field: allowed values, gcloud flag, Terraform argument, and
//! label in forms.

/// The type of a field.
#[derive(Clone, Copy, Debug)]
pub enum FieldType {
    Text,
    Bool,
    Int,
    /// An integer from 0 to 2^64 − 1.
    Unsigned,
    /// The year of an edition of GKE's limits, as a number or a text.
    Edition,
    Number,
    /// A number or a percentage.
    IntOrText,
    Duration,
    /// A duration, or its quantiles.
    Range,
    Instant,
    /// A time: an offset or an instant.
    At,
    /// A resource quantity.
    Amount,
    /// Kept unread.
    Any,
    Struct(&'static StructType),
    List(&'static FieldType),
    Map(&'static FieldType),
}

impl FieldType {
    /// The struct type of a field, of a list's items, or of a map's values.
    pub const fn spec(self) -> Option<&'static StructType> {
        match self {
            Self::Struct(spec) => Some(spec),
            Self::List(kind) | Self::Map(kind) => kind.spec(),
            _ => None,
        }
    }
}

/// A struct type of the document.
#[derive(Debug)]
pub struct StructType {
    #[cfg(feature = "schema")]
    pub name: &'static str,
    #[cfg(feature = "schema")]
    pub about: &'static str,
    pub fields: &'static [FieldSpec],
    /// Does some field, at any depth, limit its values?
    pub is_limited: bool,
}

/// A field of a struct.
#[derive(Debug)]
pub struct FieldSpec {
    /// The JSON name.
    pub key: &'static str,
    #[cfg(feature = "schema")]
    pub doc: &'static str,
    pub required: bool,
    pub kind: FieldType,
    pub setting: &'static Setting,
}

/// Does some field, at any depth, limit its values?
pub const fn is_limited(fields: &[FieldSpec]) -> bool {
    let mut at = 0;
    while at < fields.len() {
        let field = &fields[at];
        let inner = match field.kind.spec() {
            Some(spec) => spec.is_limited,
            None => false,
        };
        if inner || !matches!(field.setting.allowed, Allowed::Any) {
            return true;
        }
        at += 1;
    }
    false
}

/// A setting, read by imports, exports, checks and forms.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The allowed values.
    pub allowed: Allowed,
    /// The gcloud flags that set it; if one flag sets a struct, the names of its keys.
    pub flags: [Option<GcloudFlag>; 2],
    /// The argument or block in the Google provider for Terraform.
    pub terraform: Terraform,
    /// The field of this struct that the flag and the argument set.
    pub below: &'static str,
    /// Terraform's type of a field that the document keeps unread.
    pub holds: Option<&'static FieldType>,
    /// The message key of its label in forms; forms omit a setting without one.
    pub label: &'static str,
    /// The default, as a person would type it.
    pub default: &'static str,
    /// The largest number that a form's buttons reach.
    pub steps_to: i64,
    /// What of it is replaced or removed where a scenario is shared without its names.
    pub hides: Hides,
}

/// The kind of a name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum NameKind {
    Cluster,
    Pool,
    Node,
    Namespace,
    Workload,
    Pod,
    Budget,
    Service,
    /// A key or a value of labels and taints, or a resource.
    Label,
}

/// What of a field reveals the owner of a scenario.
#[derive(Clone, Copy, Debug)]
pub enum Hides {
    Nothing,
    /// All of it: it is removed.
    All,
    Name(NameKind),
    Namespace,
    /// `namespace/name`, or a name.
    Reference(NameKind),
    /// `pool/NAME`
    Work,
    /// A kind of workload, if Kubernetes doesn't define it.
    Kind,
    Address,
    /// A key of labels or taints.
    Key,
    /// Values of the key beside it.
    Value,
    Labels,
    Resources,
    /// Annotations that neither the engine nor Kubernetes or GKE read.
    Annotations,
    /// Flags with values.
    Flags,
    /// Values of the fields of nodes, not of their labels.
    NodeFields,
    /// All but the type of a reservation.
    Reservation,
}

/// The allowed values of a setting.
#[derive(Clone, Copy, Debug)]
pub enum Allowed {
    Any,
    /// Numbers, or the seconds of durations, within bounds.
    Between(i64, i64),
    Words(&'static [&'static str]),
    /// A non-empty text, and the message about an empty one.
    Filled(&'static str),
}

/// Terraform's name of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terraform {
    Nothing,
    /// The API's name in snake case.
    Same,
    As(&'static str),
    /// The struct's arguments belong to the surrounding block.
    Inline,
}

/// A flag, and the form of its value.
#[derive(Clone, Copy, Debug)]
pub struct GcloudFlag {
    pub name: &'static str,
    pub take: Take,
}

/// The form of a flag's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Take {
    Text,
    Int,
    /// A number with a fraction.
    Part,
    /// An API constant, in any case.
    Upper,
    /// `a,b,c`
    List,
    /// `key=value,key=value`
    Map,
    /// `key=value:Effect,…`
    Taints,
    /// `type=nvidia-l4,count=2`
    Accelerator,
    /// The parts of a struct: `batch-node-count=1,batch-soak-duration=30s`
    Parts,
    /// `100GB`
    Size,
    /// `3600`, `3600s`, `1h`
    Seconds,
    /// A switch; `--no-…` and `=false` turn it off.
    Switch,
    /// A switch that selects a value.
    Value(&'static str),
    /// The length of a window.
    Lasts,
    /// Removes a setting.
    Clear,
    /// Removes a named entry.
    Remove,
}

/// The longest grace period, timeout, assumption or script time: ten years.
pub const LONGEST_SECS: i64 = 10 * 365 * 86_400;

/// A field without a setting.
pub const NONE: Setting = Setting {
    allowed: Allowed::Any,
    flags: [None; 2],
    terraform: Terraform::Nothing,
    below: "",
    holds: None,
    label: "",
    default: "",
    steps_to: 0,
    hides: Hides::Nothing,
};

macro_rules! with {
    ($($(#[$doc:meta])* $name:ident($($arg:ident: $type:ty),*) => $($field:ident = $value:expr),+;)*) => {
        impl Setting {
            $($(#[$doc])* pub const fn $name(mut self, $($arg: $type),*) -> Self {
                $(self.$field = $value;)+
                self
            })*
        }
    };
}

with! {
    between(least: i64, most: i64) => allowed = Allowed::Between(least, most);
    /// A number of things.
    count() => allowed = Allowed::Between(0, i32::MAX as i64);
    /// A duration, or a number of seconds.
    seconds() => allowed = Allowed::Between(0, LONGEST_SECS);
    /// One of several words, or missing.
    words(words: &'static [&'static str]) => allowed = Allowed::Words(words);
    filled(message: &'static str) => allowed = Allowed::Filled(message);
    /// The name of an object, which is required.
    named() => allowed = Allowed::Filled("check-no-name");
    terraform() => terraform = Terraform::Same;
    terraform_as(name: &'static str) => terraform = Terraform::As(name);
    /// Moves the arguments of a struct to its parent's block.
    inline() => terraform = Terraform::Inline;
    below(field: &'static str) => below = field;
    holds(kind: &'static FieldType) => holds = Some(kind);
    /// Shows it in forms with this label and default.
    label(key: &'static str, default: &'static str) => label = key, default = default;
    /// Lets a form's buttons step its number from 0 to this.
    steps_to(most: i64) => steps_to = most;
    hides(what: Hides) => hides = what;
    name_of(kind: NameKind) => hides = Hides::Name(kind);
}

impl Setting {
    pub const fn flag(mut self, name: &'static str, take: Take) -> Self {
        self.flags = match self.flags {
            [None, _] => [Some(GcloudFlag { name, take }), None],
            [first, _] => [first, Some(GcloudFlag { name, take })],
        };
        self
    }
}

impl FieldSpec {
    /// Its type, even if the document keeps it unread.
    pub fn holds(&self) -> FieldType {
        self.setting.holds.copied().unwrap_or(self.kind)
    }

    /// The path that its flag and its argument set.
    pub fn target(&self) -> String {
        match self.setting.below {
            "" => self.key.to_owned(),
            below => format!("{}.{below}", self.key),
        }
    }

    /// Terraform's name of it.
    pub fn argument(&self) -> Option<String> {
        match self.setting.terraform {
            Terraform::Nothing | Terraform::Inline => None,
            Terraform::As(name) => Some(name.to_owned()),
            Terraform::Same => {
                let mut name = String::new();
                for c in self.key.chars() {
                    if c.is_ascii_uppercase() {
                        name.push('_');
                    }
                    name.push(c.to_ascii_lowercase());
                }
                Some(name)
            }
        }
    }
}

impl StructType {
    pub fn field(&self, key: &str) -> Option<&'static FieldSpec> {
        self.fields.iter().find(|field| field.key == key)
    }

    /// The field at a path such as `config/machineType`.
    pub fn at(&self, path: &str) -> Option<&'static FieldSpec> {
        match path.split_once('/') {
            Some((key, rest)) => self.field(key)?.kind.spec()?.at(rest),
            None => self.field(path),
        }
    }

    /// Paths of the fields with a label, at any depth outside lists and maps.
    pub fn in_forms(&self) -> Vec<String> {
        let mut paths = Vec::new();
        for field in self.fields {
            if !field.setting.label.is_empty() {
                paths.push(field.key.to_owned());
            }
            if let FieldType::Struct(inner) = field.kind {
                let inner = inner.in_forms().into_iter();
                paths.extend(inner.map(|path| format!("{}/{path}", field.key)));
            }
        }
        paths
    }
}
