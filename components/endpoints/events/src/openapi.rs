//! The operations of this component, described.

use plumbline_contract::{Event, IdKind, Page};
use plumbline_endpoint::operation::{Area, Cut, Operation, ResponseSpec};

use crate::{ROUTES, events};

/// Returns the descriptions of the operations.
pub fn operations() -> Vec<Operation> {
    let operation = |name, id, summary| Operation::new(ROUTES, (name, id), Area::Events, Cut::Beta, summary);
    vec![
        operation("events.list", "listEvents", "List events")
            .about(
                "Events of the last 30 days, newest first. Filter by kind (`type`), resource, project, or the time of the \
                 change (`since`, `until`).",
            )
            .list(events::read_filter)
            .response(ResponseSpec::ok::<Page<Event>>("A page of events.").example(example("list"))),
        operation("events.get", "getEvent", "Get an event")
            .about("`data` has the id, the status and the references of the resource. For other fields, get the resource.")
            .id("event_id", IdKind::Event)
            .response(ResponseSpec::ok::<Event>("The event.").example(example("event")))
            .if_none_match(),
    ]
}

plumbline_endpoint::examples!();
plumbline_endpoint::test_descriptions!();
