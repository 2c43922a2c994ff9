//! The operations of this component, described.

use plumbline_contract::client::{AccessRequestReceipt, Capabilities, ClientInfo};
use plumbline_contract::taxonomy::VERSION;
use plumbline_endpoint::operation::{Area, Cut, Operation, ResponseSpec};
use serde_json::Value;

use crate::{ROUTES, access_requests};

/// Returns the example `capabilities` with the present version of the taxonomy.
fn capabilities_example() -> Value {
    let mut example = example("capabilities");
    example["taxonomy_version"] = VERSION.into();
    example
}

/// Returns the descriptions of the operations.
pub fn operations() -> Vec<Operation> {
    let operation = |name, id, summary| Operation::new(ROUTES, (name, id), Area::Clients, Cut::Core, summary);
    vec![
        operation("clients.me", "getCurrentClient", "Get the calling credential")
            .about("Shows the environment, scopes, products, rate limits and quotas of the credential that you send.")
            .response(ResponseSpec::ok::<ClientInfo>("The credential.").example(example("client"))),
        operation("access_requests.create", "createAccessRequest", "Request premium access")
            .about("Requests are reviewed manually. `Location` is the capabilities, which list the access granted.")
            .body("AccessRequestCreate", access_requests::read)
            .example("Deep takeoffs", example("access_request"))
            .response(
                ResponseSpec::accepted::<AccessRequestReceipt>("The request was received.").example(example("receipt")),
            )
            .idempotent(),
        operation("capabilities.get", "getCapabilities", "Get capabilities")
            .about("Shows what the service can do for the calling credential.")
            .response(ResponseSpec::ok::<Capabilities>("The capabilities.").example(capabilities_example()))
            .if_none_match(),
    ]
}

plumbline_endpoint::examples!();
plumbline_endpoint::test_descriptions!();
