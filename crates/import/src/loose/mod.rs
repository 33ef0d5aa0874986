//! Lenient JSON reading by shape: only invalid syntax fails; a value of an unexpected type reads as absent.
//!
//! Dumps come from many versions of many programs: one odd object among thousands must not reject the file.
//! Keys may come in any order and repeatedly (the last one counts, as in other JSON readers).
//! Unknown fields are skipped without being built, which is most of a dump (`managedFields`, images, env).

mod limit;
mod lists;
mod values;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use self::limit::count_bytes;
pub(super) use self::limit::{TOO_MANY, start_counting};
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
    ($self:ident, |$scalar:ident| $read:expr) => {
        fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
            f.write_str("any value")
        }
        fn visit_unit<E>($self) -> Result<(), E> {
            let $scalar = Scalar::Null;
            Ok($read)
        }
        fn visit_bool<E>($self, value: bool) -> Result<(), E> {
            let $scalar = Scalar::Bool(value);
            Ok($read)
        }
        fn visit_i64<E>($self, value: i64) -> Result<(), E> {
            let $scalar = Scalar::Int(value);
            Ok($read)
        }
        fn visit_u64<E>($self, value: u64) -> Result<(), E> {
            let $scalar = match i64::try_from(value) {
                Ok(value) => Scalar::Int(value),
                Err(_) => Scalar::Float(value as f64),
            };
            Ok($read)
        }
        fn visit_f64<E>($self, value: f64) -> Result<(), E> {
            let $scalar = Scalar::Float(value);
            Ok($read)
        }
        fn visit_str<E>($self, value: &str) -> Result<(), E> {
            let $scalar = Scalar::Text(value);
            Ok($read)
        }
    };
}
pub(super) use scalars;

/// Where a value goes. It begins as its default, and stays so for a value of an unexpected type.
///
/// One reader for all types: a visitor for each would be a tenth of the importer.
pub(crate) trait Target {
    fn clear(&mut self);

    fn scalar(&mut self, _: Scalar<'_>) {}

    /// A list begins.
    fn list(&mut self) {}

    /// An object begins.
    fn object(&mut self) {}

    /// Where the next element of a list goes. `None`: it is skipped.
    fn element(&mut self) -> Option<&mut dyn Target> {
        None
    }

    /// Where the value of an object's key goes. `None`: it is skipped.
    fn entry(&mut self, _key: &str) -> Option<&mut dyn Target> {
        None
    }

    /// The size of an object in bytes.
    fn size(&self) -> usize {
        size_of_val(self)
    }
}

/// Declares a struct that is read from an object: `"key" => field: Type`.
macro_rules! shape {
    ($($(#[$meta:meta])* $name:ident { $($key:literal => $field:ident: $ty:ty,)* })*) => {$(
        $(#[$meta])*
        #[derive(Clone, Debug, Default)]
        pub(crate) struct $name {
            $(pub(crate) $field: $ty,)*
        }

        impl $crate::loose::Target for $name {
            fn clear(&mut self) {
                *self = Self::default();
            }

            fn entry(&mut self, key: &str) -> Option<&mut dyn $crate::loose::Target> {
                Some(match key { $($key => &mut self.$field,)* _ => return None })
            }
        }
    )*};
}
pub(super) use shape;

/// Implements reading for a type made from one scalar.
macro_rules! from_scalar {
    ($name:ty, $read:expr) => {
        impl $crate::loose::Target for $name {
            fn clear(&mut self) {
                *self = Self::default();
            }

            fn scalar(&mut self, scalar: Scalar<'_>) {
                *self = ($read)(scalar);
            }
        }
    };
}
pub(super) use from_scalar;

/// Reads a value to where it goes.
pub(super) struct To<'t>(pub(super) &'t mut dyn Target);

impl<'de> DeserializeSeed<'de> for To<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for To<'_> {
    type Value = ();
    scalars!(self, |scalar| self.0.scalar(scalar));

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        self.0.list();
        while seq.next_element_seed(ElementOf(&mut *self.0))?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        self.0.object();
        count_bytes(self.0.size())?;
        while let Some(value) = map.next_key_seed(KeyOf(&mut *self.0))? {
            match value {
                // The last one of a repeated key counts.
                Some(value) => {
                    value.clear();
                    map.next_value_seed(To(value))?;
                }
                None => _ = map.next_value::<IgnoredAny>()?,
            }
            count_bytes(0)?;
        }
        Ok(())
    }
}

struct ElementOf<'t>(&'t mut dyn Target);

impl<'de> DeserializeSeed<'de> for ElementOf<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        let Some(element) = self.0.element() else {
            return from.deserialize_ignored_any(IgnoredAny).map(|_| ());
        };
        count_bytes(size_of_val(element))?;
        To(element).deserialize(from)
    }
}

/// Reads a key as the place of its value.
struct KeyOf<'t>(&'t mut dyn Target);

impl<'t, 'de> DeserializeSeed<'de> for KeyOf<'t> {
    type Value = Option<&'t mut dyn Target>;
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_str(self)
    }
}

impl<'t> Visitor<'_> for KeyOf<'t> {
    type Value = Option<&'t mut dyn Target>;
    fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("a key")
    }
    fn visit_str<E>(self, key: &str) -> Result<Self::Value, E> {
        Ok(self.0.entry(key))
    }
}

pub(super) fn drain_seq<'de, A: SeqAccess<'de>>(mut seq: A) -> Result<(), A::Error> {
    while seq.next_element::<IgnoredAny>()?.is_some() {}
    Ok(())
}
