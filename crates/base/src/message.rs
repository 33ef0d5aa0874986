//! Messages: keys with numbers and names, not yet in a language.

use std::borrow::Cow;

/// The key of a message in the `.ftl` files, and its arguments. [`say!`](crate::say) makes one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Message {
    pub key: Cow<'static, str>,
    pub args: Vec<(Cow<'static, str>, Arg)>,
}

/// An argument of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Arg {
    Number(i64),
    /// Names and words that are the same in every language.
    Text(String),
    Message(Message),
    /// A list of arguments.
    List(Vec<Arg>),
}

impl Message {
    pub fn new(key: impl Into<Cow<'static, str>>) -> Self {
        Self { key: key.into(), args: Vec::new() }
    }

    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Arg>) -> Self {
        self.args.push((name.into(), value.into()));
        self
    }

    pub fn arg(&self, name: &str) -> Option<&Arg> {
        let mut args = self.args.iter();
        args.find(|(other, _)| other == name).map(|(_, arg)| arg)
    }
}

/// Builds a message: `say!("import-nodes-in-a-zone", pool = name, nodes = 3)`.
#[macro_export]
macro_rules! say {
    ($key:expr $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::Message::new($key)$(.with(stringify!($name), $value))*
    };
}

macro_rules! from {
    ($($source:ty, $value:ident => $arg:expr;)*) => {$(
        impl From<$source> for Arg {
            fn from($value: $source) -> Self {
                $arg
            }
        }
    )*};
}

from! {
    i64, n => Self::Number(n);
    u32, n => Self::Number(i64::from(n));
    usize, n => Self::Number(i64::try_from(n).unwrap_or(i64::MAX));
    &str, text => Self::Text(text.to_owned());
    &String, text => Self::Text(text.clone());
    String, text => Self::Text(text);
    Message, message => Self::Message(message);
}

impl<T: Into<Self>> From<Vec<T>> for Arg {
    fn from(list: Vec<T>) -> Self {
        Self::List(list.into_iter().map(Into::into).collect())
    }
}
