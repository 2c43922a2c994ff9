//! The operations of this component, described.

use plumbline_contract::client::{AccessRequestReceipt, Capabilities, ClientInfo};
use plumbline_endpoint::operation::{Answer, Area, Cut, Operation};

use crate::{ROUTES, access_requests};

/// Every operation, described.
pub fn operations() -> Vec<Operation> {
    let operation = |name, summary| Operation::of(ROUTES, name, Area::Clients, Cut::Core, summary);
    vec![
        operation("clients.me", "Read the calling credential").answer(Answer::ok::<ClientInfo>("The credential.")),
        operation("access_requests.create", "Ask for premium access")
            .about("People decide. What they grant shows in the capabilities, which `Location` leads to.")
            .body("AccessRequestCreate", access_requests::read)
            .answer(Answer::accepted::<AccessRequestReceipt>("The request was received."))
            .idempotent(),
        operation("capabilities.get", "Read what the service can do for the credential")
            .answer(Answer::ok::<Capabilities>("The capabilities."))
            .unless_matched(),
    ]
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_operation_is_described() {
        assert_eq!(plumbline_endpoint::operation::gaps(super::ROUTES, &super::operations()), [""; 0]);
    }
}
