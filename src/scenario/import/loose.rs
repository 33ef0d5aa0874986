//! Reading JSON by shape: only bad syntax fails, a value of another type than expected reads as absent.
//!
//! Dumps come from many versions of many programs: one odd object among thousands must not cost the file.
//! Keys may come in any order and more than once (the last one counts, as in every JSON reader of the web).
//! What no field asks for is skipped without being built, which is most of a dump (`managedFields`, images, env).

use core::marker::PhantomData;
use core::ops::Deref;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// What a scalar was.
pub(super) enum Scalar<'a> {
    Null,
    Bool(bool),
    Int(i64),
    /// Beyond 64 signed bits or with a fraction.
    Float(f64),
    Text(&'a str),
}

/// The scalar half of a visitor that accepts everything.
macro_rules! scalars {
    ($read:expr) => {
        fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
            f.write_str("any value")
        }
        fn visit_unit<E>(self) -> Result<Self::Value, E> {
            Ok(($read)(Scalar::Null))
        }
        fn visit_bool<E>(self, value: bool) -> Result<Self::Value, E> {
            Ok(($read)(Scalar::Bool(value)))
        }
        fn visit_i64<E>(self, value: i64) -> Result<Self::Value, E> {
            Ok(($read)(Scalar::Int(value)))
        }
        fn visit_u64<E>(self, value: u64) -> Result<Self::Value, E> {
            Ok(($read)(match i64::try_from(value) {
                Ok(value) => Scalar::Int(value),
                Err(_) => Scalar::Float(value as f64),
            }))
        }
        fn visit_f64<E>(self, value: f64) -> Result<Self::Value, E> {
            Ok(($read)(Scalar::Float(value)))
        }
        fn visit_str<E>(self, value: &str) -> Result<Self::Value, E> {
            Ok(($read)(Scalar::Text(value)))
        }
    };
}
pub(super) use scalars;

/// An object of which some keys are read; the macro `shape!` writes this for a struct.
pub(super) trait Shape: Default {
    type Slot: Copy;
    fn slot(key: &str) -> Option<Self::Slot>;
    fn fill<'de, A: MapAccess<'de>>(
        &mut self,
        slot: Self::Slot,
        map: &mut A,
    ) -> Result<(), A::Error>;
}

/// Declares a struct that is read from an object: `"key" => field: Type`.
macro_rules! shape {
    ($(#[$meta:meta])* $name:ident { $($key:literal => $field:ident: $ty:ty,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default)]
        pub(in crate::scenario::import) struct $name {
            $(pub(in crate::scenario::import) $field: $ty,)*
        }

        const _: () = {
            #[allow(non_camel_case_types)]
            #[derive(Clone, Copy)]
            pub(in crate::scenario::import) enum Slot { $($field,)* }

            impl $crate::scenario::import::loose::Shape for $name {
                type Slot = Slot;

                fn slot(key: &str) -> Option<Slot> {
                    match key { $($key => Some(Slot::$field),)* _ => None }
                }

                fn fill<'de, A: serde::de::MapAccess<'de>>(
                    &mut self,
                    slot: Slot,
                    map: &mut A,
                ) -> Result<(), A::Error> {
                    match slot { $(Slot::$field => self.$field = map.next_value()?,)* }
                    Ok(())
                }
            }

            impl<'de> serde::Deserialize<'de> for $name {
                fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                    $crate::scenario::import::loose::object(from)
                }
            }
        };
    };
}
pub(super) use shape;

/// Reads an object into its shape; anything else is an empty object.
pub(super) fn object<'de, T: Shape, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    struct Object<T>(PhantomData<T>);
    impl<'de, T: Shape> Visitor<'de> for Object<T> {
        type Value = T;
        scalars!(|_| T::default());
        fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<T, A::Error> {
            drain_seq(seq)?;
            Ok(T::default())
        }
        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
            let mut read = T::default();
            while let Some(slot) = map.next_key_seed(KeyOf::<T>(PhantomData))? {
                match slot {
                    Some(slot) => read.fill(slot, &mut map)?,
                    None => {
                        map.next_value::<IgnoredAny>()?;
                    }
                }
            }
            Ok(read)
        }
    }
    from.deserialize_any(Object(PhantomData))
}

struct KeyOf<T>(PhantomData<T>);

impl<'de, T: Shape> serde::de::DeserializeSeed<'de> for KeyOf<T> {
    type Value = Option<T::Slot>;
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_str(self)
    }
}

impl<T: Shape> Visitor<'_> for KeyOf<T> {
    type Value = Option<T::Slot>;
    fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("a key")
    }
    fn visit_str<E>(self, key: &str) -> Result<Self::Value, E> {
        Ok(T::slot(key))
    }
}

pub(super) fn drain_seq<'de, A: SeqAccess<'de>>(mut seq: A) -> Result<(), A::Error> {
    while seq.next_element::<IgnoredAny>()?.is_some() {}
    Ok(())
}

pub(super) fn drain_map<'de, A: MapAccess<'de>>(mut map: A) -> Result<(), A::Error> {
    while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
    Ok(())
}

/// Implements reading for a type that is made from one scalar; lists and objects read as `Null`.
macro_rules! from_scalar {
    ($name:ty, $read:expr) => {
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                struct Any;
                impl<'de> Visitor<'de> for Any {
                    type Value = $name;
                    scalars!($read);
                    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<$name, A::Error> {
                        drain_seq(seq)?;
                        Ok(($read)(Scalar::Null))
                    }
                    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<$name, A::Error> {
                        drain_map(map)?;
                        Ok(($read)(Scalar::Null))
                    }
                }
                from.deserialize_any(Any)
            }
        }
    };
}

pub(super) use from_scalar;

/// A text; numbers and truth values are written out, as `cpu: 1` is meant as `"1"`. Empty when absent.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Text(pub(super) String);

from_scalar!(Text, |scalar: Scalar<'_>| Text(match scalar {
    Scalar::Null => String::new(),
    Scalar::Bool(value) => value.to_string(),
    Scalar::Int(value) => value.to_string(),
    Scalar::Float(value) => value.to_string(),
    Scalar::Text(value) => value.to_owned(),
}));

impl Deref for Text {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

impl Text {
    /// The text, if there is one.
    pub(super) fn some(&self) -> Option<&str> {
        (!self.0.is_empty()).then_some(self.0.as_str())
    }
}

/// An integer; int64 fields are strings in the API's JSON (`"maxPodsPerNode": "110"`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Int(pub(super) Option<i64>);

from_scalar!(Int, |scalar: Scalar<'_>| Int(match scalar {
    Scalar::Null | Scalar::Bool(_) => None,
    Scalar::Int(value) => Some(value),
    Scalar::Float(value) => whole(value),
    Scalar::Text(value) => value.trim().parse().ok(),
}));

/// `3.0` is 3; a fraction or what does not fit is nothing.
fn whole(value: f64) -> Option<i64> {
    let fits = value.fract() == 0.0 && value.abs() < 9.0e15;
    fits.then_some(value as i64)
}

impl Int {
    /// As a count: negative numbers are none.
    pub(super) fn count(self) -> Option<u32> {
        self.0.and_then(|value| u32::try_from(value).ok())
    }
}

/// A truth value; false when absent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Flag(pub(super) bool);

from_scalar!(Flag, |scalar: Scalar<'_>| Flag(match scalar {
    Scalar::Bool(value) => value,
    Scalar::Text(value) => value == "true",
    Scalar::Null | Scalar::Int(_) | Scalar::Float(_) => false,
}));

/// A budget's `minAvailable`: an integer or a percentage, kept as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum IntOrText {
    #[default]
    Absent,
    Int(i64),
    Text(String),
}

from_scalar!(IntOrText, |scalar: Scalar<'_>| match scalar {
    Scalar::Null | Scalar::Bool(_) => IntOrText::Absent,
    Scalar::Int(value) => IntOrText::Int(value),
    Scalar::Float(value) => whole(value).map_or(IntOrText::Absent, IntOrText::Int),
    Scalar::Text(value) => IntOrText::Text(value.to_owned()),
});

/// Was the key there with a value other than null?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Present(pub(super) bool);

impl<'de> Deserialize<'de> for Present {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Self(Option::<IgnoredAny>::deserialize(from)?.is_some()))
    }
}

/// A list; anything else is an empty one.
#[derive(Clone, Debug)]
pub(super) struct List<T>(pub(super) Vec<T>);

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Deref for List<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Any<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Any<T> {
            type Value = List<T>;
            scalars!(|_| List(Vec::new()));
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<List<T>, A::Error> {
                let mut list = Vec::new();
                while let Some(element) = seq.next_element()? {
                    list.push(element);
                }
                Ok(List(list))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<List<T>, A::Error> {
                drain_map(map)?;
                Ok(List(Vec::new()))
            }
        }
        from.deserialize_any(Any(PhantomData))
    }
}

/// An object with free keys, in the order of the file; keys such as `__proto__` are just strings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table<T>(pub(super) Vec<(String, T)>);

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Table<T> {
    pub(super) fn get(&self, key: &str) -> Option<&T> {
        self.0
            .iter()
            .rev()
            .find(|(other, _)| other == key)
            .map(|(_, value)| value)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Table<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Any<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Any<T> {
            type Value = Table<T>;
            scalars!(|_| Table(Vec::new()));
            fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Table<T>, A::Error> {
                drain_seq(seq)?;
                Ok(Table(Vec::new()))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Table<T>, A::Error> {
                let mut table = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    table.push(entry);
                }
                Ok(Table(table))
            }
        }
        from.deserialize_any(Any(PhantomData))
    }
}

/// Something large and rare, kept apart.
#[derive(Clone, Debug)]
pub(super) struct Rare<T>(pub(super) Option<Box<T>>);

impl<T> Default for Rare<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Rare<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Self(Option::<T>::deserialize(from)?.map(Box::new)))
    }
}

impl<T> Rare<T> {
    pub(super) fn get(&self) -> Option<&T> {
        self.0.as_deref()
    }
}

/// One object, or a list of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Batch<T> {
    pub(super) list: bool,
    pub(super) all: Vec<Box<T>>,
}

impl<'de, T: Shape + Deserialize<'de>> Deserialize<'de> for Batch<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Any<T>(PhantomData<T>);
        impl<'de, T: Shape + Deserialize<'de>> Visitor<'de> for Any<T> {
            type Value = Batch<T>;
            scalars!(|_| Batch {
                list: false,
                all: Vec::new()
            });
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Batch<T>, A::Error> {
                let mut all = Vec::new();
                while let Some(element) = seq.next_element()? {
                    all.push(element);
                }
                Ok(Batch { list: true, all })
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Batch<T>, A::Error> {
                let one = T::deserialize(serde::de::value::MapAccessDeserializer::new(map))?;
                Ok(Batch {
                    list: false,
                    all: vec![Box::new(one)],
                })
            }
        }
        from.deserialize_any(Any(PhantomData))
    }
}
