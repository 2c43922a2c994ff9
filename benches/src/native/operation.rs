//! The operation of a call.

/// The customer of a call's project, for the usage record. It is an extension of the response.
#[derive(Clone)]
pub(super) struct EndCustomer(pub(super) Option<String>);

/// An operation as in the route table of a component.
pub(super) struct Operation {
    pub(super) name: &'static str,
    pub(super) scope: &'static str,
    pub(super) is_read: bool,
}
