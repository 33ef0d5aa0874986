//! Enums declared as tables: a line for each variant with its texts.

/// Reasons, each with a name or a code, the key of its message, and a text for logs.
macro_rules! reasons {
    ($(#[$doc:meta])* $type:ident($name:ident): $($(#[$of:meta])* $variant:ident => $code:literal, $key:literal, $text:literal;)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum $type {
            $($(#[$of])* $variant,)*
        }

        impl $type {
            /// In the order of their numbers in traces.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// In data, or GKE's code in the autoscaler's log.
            pub const fn $name(self) -> &'static str {
                match self { $(Self::$variant => $code,)* }
            }

            /// The key of its message.
            pub const fn key(self) -> &'static str {
                match self { $(Self::$variant => $key,)* }
            }

            /// In golden files, or the autoscaler's own words.
            pub const fn text(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }
        }
    };
}
pub(crate) use reasons;
