//! Enumerations that accept names that a later version of the service adds.

/// Defines an enumeration of names on the wire. An unknown name becomes `Unrecognized`.
macro_rules! open_enum {
    ($(#[$about:meta])* $name:ident { $($variant:ident = $text:literal),* $(,)? }) => {
        $(#[$about])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum $name {
            $(#[doc = concat!("`", $text, "`")] $variant,)*
            /// A name that this version of the client does not know.
            Unrecognized(String),
        }

        impl $name {
            /// Returns the name on the wire.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $text,)*
                    Self::Unrecognized(name) => name,
                }
            }
        }

        impl From<&str> for $name {
            fn from(name: &str) -> Self {
                match name {
                    $($text => Self::$variant,)*
                    _ => Self::Unrecognized(name.to_owned()),
                }
            }
        }

        impl From<String> for $name {
            fn from(name: String) -> Self {
                Self::from(name.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = std::convert::Infallible;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                Ok(Self::from(name))
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.pad(self.as_str())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                <String as serde::Deserialize>::deserialize(deserializer).map(Self::from)
            }
        }
    };
}

pub(crate) use open_enum;
