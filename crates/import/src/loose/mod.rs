//! Lenient JSON reading by shape: only invalid syntax fails; a value of an unexpected type reads as absent.
//!
//! Dumps come from many versions of many programs: one odd object among thousands must not reject the file.
//! Keys may come in any order and repeatedly (the last one counts, as in other JSON readers).
//! Unknown fields are skipped without being built, which is most of a dump (`managedFields`, images, env).

mod limit;
mod lists;
mod values;

use core::marker::PhantomData;

use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

pub(super) use self::limit::{TOO_MANY, count, start_counting};
pub(super) use self::lists::{Batch, List, Table, Tree, document};
pub(super) use self::values::{Count, Flag, Int, IntOrText, Present, Text};

/// The type of a scalar.
pub(super) enum Scalar<'a> {
    Null,
    Bool(bool),
    Int(i64),
    /// Outside of 64-bit integers, or with a fraction.
    Float(f64),
    Text(&'a str),
}

/// The scalar half of a lenient visitor.
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

/// An object of which some keys are read; the macro `shape!` generates it for a struct.
pub(super) trait Shape: Default {
    type Slot: Copy + PartialEq;
    fn slot(key: &str) -> Option<Self::Slot>;
    fn fill<'de, A: MapAccess<'de>>(
        &mut self,
        slot: Self::Slot,
        map: &mut A,
    ) -> Result<(), A::Error>;
}

/// Declares a struct that is read from an object: `"key" => field: Type`.
macro_rules! shape {
    ($($(#[$meta:meta])* $name:ident { $($key:literal => $field:ident: $ty:ty,)* })*) => {$(
        $(#[$meta])*
        #[derive(Clone, Debug, Default)]
        pub(crate) struct $name {
            $(pub(crate) $field: $ty,)*
        }

        const _: () = {
            #[allow(non_camel_case_types)]
            #[derive(Clone, Copy, PartialEq)]
            pub(crate) enum Slot { $($field,)* }

            impl $crate::loose::Shape for $name {
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
                    $crate::loose::object(from)
                }
            }
        };
    )*};
}
pub(super) use shape;

/// Reads an object into its shape; anything else counts as an empty object.
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
            count::<T, A::Error>()?;
            let mut read = T::default();
            while let Some(slot) = map.next_key_seed(KeyOf::<T>::default())? {
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

/// Reads a key as its field, if there is one.
pub(super) struct KeyOf<T>(PhantomData<T>);

impl<T> Default for KeyOf<T> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

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

/// Implements reading for a type made from one scalar; lists and objects read as `Null`.
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
