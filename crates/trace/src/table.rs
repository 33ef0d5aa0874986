//! The macro behind the table of changes.

/// Generates the enum `Change` and its methods from one table. An entry is
///
/// ```text
/// /// What it means.
/// Name = code { field: Type as Kind = PLACE, … } [CLASS …]
///     => message key, text in golden files, with { argument: value, … }, marker its glyph;
/// ```
///
/// - `code` represents it in the columns of a trace; it never changes, nor does the place of a field.
/// - `Kind` is a variant of [`Meaning`](super::meaning::Meaning), omitted if the type alone determines it.
///   The data of a record and the arguments of its message follow from it.
/// - `PLACE`: the first word (`A`), the second (`B`), some of its bits (`B.at(low, width)`), or both words (`AB`).
/// - `CLASS`: which rows it belongs to ([`class`](super::class)).
/// - The key, the text, `with` and `marker` may use the fields; the text may also use `names`.
/// - `with`: arguments of the message besides the fields. `marker`: its glyph on the timeline; phases have their own.
///
/// Empty braces, brackets, `with` and `marker` are omitted.
macro_rules! changes {
    ($names:ident; $(
        $(#[$doc:meta])*
        $name:ident = $code:literal
            $({ $($field:ident: $type:ty $(as $kind:ident)? = $place:expr),* $(,)? })?
            $([ $($class:ident)* ])?
            => $key:expr, $text:expr
            $(, with { $($arg:ident: $value:expr),* })?
            $(, marker $marker:expr)?;
    )*) => {
        /// A fact. Durations are whole seconds from the row's instant (AM-83).
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Change { $(
            $(#[$doc])*
            $name $({ $($field: $type),* })?,
        )* }

        /// Classes by code.
        pub(super) static CLASSES: [u8; 256] = {
            let mut classes = [0; 256];
            $($($( classes[$code] |= $class; )*)?)*
            classes
        };

        impl Change {
            /// Code and two words, as the columns hold them.
            pub fn pack(self) -> (u8, u32, u32) {
                match self { $(
                    Self::$name $({ $($field),* })? => {
                        let [a, b] = merge([$($($place.put($field)),*)?]);
                        ($code, a, b)
                    }
                )* }
            }

            /// The fact of a code and its words; `None` if this version doesn't know it.
            pub fn unpack(code: u8, a: u32, b: u32) -> Option<Self> {
                Some(match code {
                    $( $code => Self::$name $({ $($field: $place.get([a, b])?),* })?, )*
                    _ => return None,
                })
            }

            fn code(self) -> u8 {
                match self { $( Self::$name { .. } => $code, )* }
            }

            /// The name that scripts see in `change`.
            pub fn name(self) -> &'static str {
                match self { $( Self::$name { .. } => stringify!($name), )* }
            }

            /// Its fields by name, with their meanings.
            pub fn fields(self) -> Vec<(&'static str, Meaning)> {
                match self { $(
                    Self::$name $({ $($field),* })? => vec![
                        $($( (stringify!($field), changes!(@field $field $(as $kind)?)) ),*)?
                    ],
                )* }
            }

            /// The key of its message.
            pub fn key(self) -> &'static str {
                match self { $(
                    Self::$name $({ $($field),* })? => {
                        $($( let _ = $field; )*)?
                        $key
                    }
                )* }
            }

            /// The arguments of its message besides the fields.
            pub fn arguments(self) -> Vec<(&'static str, Meaning)> {
                match self { $(
                    Self::$name $({ $($field),* })? => {
                        $($( let _ = $field; )*)?
                        vec![$($( (stringify!($arg), Meaning::from($value)) ),*)?]
                    }
                )* }
            }

            /// The fact in the fewest distinctive words.
            pub fn text(self, $names: &Namer<'_>) -> String {
                match self { $(
                    Self::$name $({ $($field),* })? => {
                        $($( let _ = $field; )*)?
                        String::from($text)
                    }
                )* }
            }

            /// Its glyph on the timeline, if it has one.
            pub fn marker(self) -> Option<MarkerKind> {
                let marker = match self { $(
                    Self::$name $({ $($field),* })? => {
                        $($( let _ = $field; )*)?
                        changes!(@marker $($marker)?)
                    }
                )* };
                marker.or_else(|| self.is_phase().then_some(MarkerKind::Phase))
            }

            /// Does it begin or end a phase of a pool's upgrade?
            pub fn is_phase(self) -> bool {
                CLASSES[usize::from(self.code())] & PHASE != 0
            }

            /// Do the event log and the story list it?
            pub fn is_listed(self) -> bool {
                CLASSES[usize::from(self.code())] & UNLISTED == 0
            }
        }
    };
    (@field $field:ident as $kind:ident) => { Meaning::$kind($field) };
    (@field $field:ident) => { Meaning::from($field) };
    (@marker $marker:expr) => { $marker };
    (@marker) => { None };
}

pub(super) use changes;
