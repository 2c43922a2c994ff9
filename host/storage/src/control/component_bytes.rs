//! The bytes of a component together with their digest, so that they are hashed once and not at each step.

use std::ops::Deref;

use bytes::Bytes;

use super::Control;

/// The bytes of a component and their digest. Both are cheap to clone.
///
/// ```
/// use plumbline_storage::{ComponentBytes, Control};
///
/// let component = ComponentBytes::from("(component)");
/// assert_eq!(component.digest(), Control::digest(b"(component)"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComponentBytes {
    bytes: Bytes,
    digest: String,
}

impl ComponentBytes {
    /// Returns the hexadecimal SHA-256 of the bytes.
    pub fn digest(&self) -> &str {
        &self.digest
    }
}

impl From<Bytes> for ComponentBytes {
    fn from(bytes: Bytes) -> Self {
        Self { digest: Control::digest(&bytes), bytes }
    }
}

impl From<Vec<u8>> for ComponentBytes {
    fn from(bytes: Vec<u8>) -> Self {
        Bytes::from(bytes).into()
    }
}

impl From<&'static [u8]> for ComponentBytes {
    fn from(bytes: &'static [u8]) -> Self {
        Bytes::from_static(bytes).into()
    }
}

impl From<&'static str> for ComponentBytes {
    fn from(text: &'static str) -> Self {
        text.as_bytes().into()
    }
}

impl From<ComponentBytes> for Bytes {
    fn from(component: ComponentBytes) -> Self {
        component.bytes
    }
}

impl Deref for ComponentBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}
