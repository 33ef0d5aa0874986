//! What is to be known of a field as a setting, declared once where the field is: which values it takes, what gcloud and
//! Terraform call it, and how a form shows it.

/// Import, export, checks and forms read this.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The values that it takes.
    pub allowed: Allowed,
    /// The flags of gcloud that set it. Parts of a setting that one flag sets have the names of its keys.
    pub flags: &'static [Flag],
    /// The argument or the block of the Google provider for Terraform.
    pub terraform: &'static str,
    /// What flag and argument set is this field of the struct that stands here.
    pub below: &'static str,
    /// The key of its words in a form; without one it isn't in the form.
    pub label: &'static str,
    /// What holds when it is missing, as a person would type it.
    pub default: &'static str,
    /// The largest number that a form steps to.
    pub steps_to: i64,
}

/// The values that a setting takes.
#[derive(Clone, Copy, Debug)]
pub enum Allowed {
    Any,
    /// Numbers, or milliseconds, from and to.
    Between(i64, i64),
    Words(&'static [&'static str]),
}

/// A flag, and how its value is written.
#[derive(Clone, Copy, Debug)]
pub struct Flag(pub &'static str, pub Take);

/// How the value of a flag is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Take {
    Text,
    Int,
    /// A number with a fraction.
    Part,
    /// A word of the API, in any letters.
    Upper,
    /// `a,b,c`
    List,
    /// `key=value,key=value`
    Map,
    /// `key=value:Effect,…`
    Taints,
    /// `type=nvidia-l4,count=2`
    Accelerator,
    /// `batch-node-count=1,batch-soak-duration=30s`
    Policy,
    /// `100GB`
    Size,
    /// `3600`, `3600s`, `1h`
    Seconds,
    /// A switch; `--no-…` and `=false` turn it off.
    Switch,
    /// A switch that chooses a word.
    Value(&'static str),
}

/// A number that counts something.
pub const COUNT: Setting = NONE.between(0, i32::MAX as i64);

/// A field that is no setting.
pub const NONE: Setting = Setting {
    allowed: Allowed::Any,
    flags: &[],
    terraform: "",
    below: "",
    label: "",
    default: "",
    steps_to: 0,
};

/// One of a few words, or missing.
pub const fn words(words: &'static [&'static str]) -> Setting {
    Setting {
        allowed: Allowed::Words(words),
        ..NONE
    }
}

pub const fn between(least: i64, most: i64) -> Setting {
    NONE.between(least, most)
}

pub const fn terraform(name: &'static str) -> Setting {
    NONE.terraform(name)
}

pub const fn flags(flags: &'static [Flag]) -> Setting {
    NONE.flags(flags)
}

pub const fn label(key: &'static str, default: &'static str) -> Setting {
    NONE.label(key, default)
}

impl Setting {
    pub const fn between(mut self, least: i64, most: i64) -> Self {
        self.allowed = Allowed::Between(least, most);
        self
    }

    pub const fn terraform(mut self, name: &'static str) -> Self {
        self.terraform = name;
        self
    }

    pub const fn flags(mut self, flags: &'static [Flag]) -> Self {
        self.flags = flags;
        self
    }

    pub const fn below(mut self, field: &'static str) -> Self {
        self.below = field;
        self
    }

    /// A form has it, with the words of this key, and shows what holds when it is missing.
    pub const fn label(mut self, key: &'static str, default: &'static str) -> Self {
        self.label = key;
        self.default = default;
        self
    }

    /// A form steps its number, from 0 to this.
    pub const fn steps_to(mut self, most: i64) -> Self {
        self.steps_to = most;
        self
    }
}
