//! Errors of calls into components, and the problem code of each.

use crate::slot::Slot;

/// A call into a component without a result. Its text is for logs. [`CallError::detail`] is for callers.
#[derive(Debug, Clone, thiserror::Error)]
pub enum CallError {
    /// The component trapped (a Rust panic is a trap).
    #[error("{slot} trapped: {cause}")]
    Trap {
        /// The component's slot.
        slot: Slot,
        /// Wasmtime's message.
        cause: String,
    },
    /// The component did not answer within its class's deadline.
    #[error("{slot} did not answer within {seconds} s")]
    Timeout {
        /// The component's slot.
        slot: Slot,
        /// The deadline that passed.
        seconds: u64,
    },
    /// The component asked for more memory than its class may use.
    #[error("{slot} exceeded its limit of {bytes} bytes of memory")]
    Memory {
        /// The component's slot.
        slot: Slot,
        /// The limit.
        bytes: usize,
    },
    /// The response or file is larger than its class may return.
    #[error("{slot} returned more than {bytes} bytes")]
    OutputTooLarge {
        /// The component's slot.
        slot: Slot,
        /// The limit.
        bytes: u64,
    },
    /// All instances of the class are in use, and the queue is full or the wait was too long.
    #[error("all instances for {slot} are in use")]
    Busy {
        /// The component's slot.
        slot: Slot,
    },
    /// No component is bound to the slot for this tenant.
    #[error("no component is bound to {slot}")]
    Unbound {
        /// The empty slot.
        slot: Slot,
    },
    /// The bound component's code is not available: its bytes cannot be read, or do not load on this host.
    #[error("{slot} cannot be loaded: {cause}")]
    NotLoaded {
        /// The component's slot.
        slot: Slot,
        /// The cause.
        cause: String,
    },
    /// The component's publisher was revoked while it was bound.
    #[error("{slot} is out of service: its publisher `{publisher}` is no longer trusted")]
    Withdrawn {
        /// The component's slot.
        slot: Slot,
        /// The publisher that signed it.
        publisher: String,
    },
    /// The host could not run the component: storage, instantiation, shutdown.
    #[error("{slot} could not be run: {cause}")]
    Unavailable {
        /// The component's slot.
        slot: Slot,
        /// The cause.
        cause: String,
    },
    /// The component returned a `wasi:http` error code instead of a response.
    #[error("{slot} did not return a response: {cause}")]
    NoResponse {
        /// The component's slot.
        slot: Slot,
        /// The error code.
        cause: String,
    },
}

impl CallError {
    /// Returns the place of its outcome in the metrics' [`OUTCOMES`](crate::counts::OUTCOMES), the problem code, the HTTP
    /// status, and whether the same call can succeed later.
    const fn meaning(&self) -> (usize, &'static str, u16, bool) {
        match self {
            CallError::Trap { .. } | CallError::NoResponse { .. } => (1, "component_trapped", 500, false),
            CallError::Timeout { .. } => (2, "component_timeout", 504, false),
            CallError::Memory { .. } => (3, "component_out_of_memory", 500, false),
            CallError::OutputTooLarge { .. } => (4, "component_output_too_large", 500, false),
            CallError::Busy { .. } => (5, "unavailable", 503, true),
            CallError::Unavailable { .. } => (6, "unavailable", 503, true),
            CallError::NotLoaded { .. } => (7, "unavailable", 503, true),
            CallError::Withdrawn { .. } => (8, "unavailable", 503, true),
            CallError::Unbound { .. } => (9, "not_enabled", 501, true),
        }
    }

    /// Returns the place of its outcome in the metrics' [`OUTCOMES`](crate::counts::OUTCOMES).
    pub(crate) const fn place(&self) -> usize {
        self.meaning().0
    }

    /// Returns the problem code of the REST contract (`code` of problem+json).
    pub const fn code(&self) -> &'static str {
        self.meaning().1
    }

    /// Returns the HTTP status for [`CallError::code`].
    pub const fn status(&self) -> u16 {
        self.meaning().2
    }

    /// Returns whether the same call can succeed later.
    pub const fn retryable(&self) -> bool {
        self.meaning().3
    }

    /// Returns a sentence for the caller of the API. It contains no stack, path or SQL.
    pub fn detail(&self) -> String {
        match self {
            CallError::Trap { .. } | CallError::NoResponse { .. } => {
                "The component that serves this operation failed. Report the request id if the error persists.".into()
            }
            CallError::Timeout { seconds, .. } => {
                format!("The component that serves this operation did not answer within {seconds} seconds.")
            }
            CallError::Memory { .. } => {
                "The component that serves this operation exceeded its memory limit. Request less data at once.".into()
            }
            CallError::OutputTooLarge { bytes, .. } => {
                format!("The response exceeds the limit of {bytes} bytes. Request a smaller page.")
            }
            CallError::Busy { .. } | CallError::NotLoaded { .. } | CallError::Unavailable { .. } => {
                "The service cannot take this request right now. Try again in a moment.".into()
            }
            CallError::Withdrawn { slot, .. } => format!(
                "The component bound to `{slot}` is out of service because its publisher is no longer trusted. Ask the \
                 operator to bind another version."
            ),
            CallError::Unbound { slot } => format!("`{slot}` is not installed for this account."),
        }
    }
}

/// Truncates a component's message, or a trap with its function names, to the length for logs and tables.
pub(crate) fn cut(mut text: String) -> String {
    const BYTES: usize = 4 * 1024;
    if text.len() > BYTES {
        text.truncate(text.floor_char_boundary(BYTES));
        text.push_str(" …");
    }
    text
}

/// The reason why a component was not published. Each variant names what to change.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The bytes are not a component that this engine can compile.
    #[error("not a WebAssembly component that this host can run: {0}")]
    NotAComponent(String),
    /// Compiling it exceeds a limit, or failed for a reason other than its bytes.
    #[error("the component {} for {slot} was not compiled: {cause}", .digest.get(..12).unwrap_or(.digest))]
    NotCompiled {
        /// The intended slot.
        slot: Slot,
        /// Hexadecimal SHA-256 of its bytes.
        digest: String,
        /// The cause and the remedy.
        cause: String,
    },
    /// It imports an interface that its class is not granted.
    #[error("{slot} imports {}, which is not allowed. Allowed: {}", .imports.join(", "), .granted.join(", "))]
    Import {
        /// The intended slot.
        slot: Slot,
        /// The imports beyond its grants.
        imports: Vec<String>,
        /// The grants of its class.
        granted: Vec<String>,
    },
    /// It lacks the export that its class is called by, or imports a granted interface in a shape that the host does not have.
    #[error("{slot} does not fit its world: {cause}")]
    World {
        /// The intended slot.
        slot: Slot,
        /// Wasmtime's message.
        cause: String,
    },
    /// `describe` or a section does not fit the slot.
    #[error("the component's {field} is not valid for {slot}: {cause}")]
    Description {
        /// The intended slot.
        slot: Slot,
        /// The field at fault.
        field: String,
        /// The cause.
        cause: String,
    },
    /// `describe` failed.
    #[error("describe failed: {0}")]
    Call(String),
}
