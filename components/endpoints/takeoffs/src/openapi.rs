//! The operations of this component, described.

use plumbline_contract::results::{
    ItemsReviewed, Route, RouteList, ScheduleList, Summary, TakeoffItem, TakeoffItemList,
};
use plumbline_contract::{IdKind, Page, ProblemCode as P, Takeoff};
use plumbline_endpoint::operation::{Answer, Area, Cut, Operation};

use crate::{ROUTES, bulk, create, items, jobs, review, routes};

/// Every operation, described.
pub fn operations() -> Vec<Operation> {
    let operation = |name, summary| Operation::of(ROUTES, name, Area::Takeoffs, Cut::Core, summary);
    let one = |name, summary| operation(name, summary).id("takeoff_id", IdKind::Takeoff);
    vec![
        operation("takeoffs.create", "Run a takeoff")
            .about(
                "Holds `estimated_credits`, which the final charge never exceeds. Leave `pages` out for all pages. \
                 `options.depth` `deep` needs the scope `takeoffs:deep`.",
            )
            .body("TakeoffCreate", create::read)
            .answer(
                Answer::accepted::<Takeoff>("The takeoff, queued.")
                    .then("takeoffs.get", "takeoff_id", "/id")
                    .then("takeoffs.cancel", "takeoff_id", "/id")
                    .then("takeoffs.items", "takeoff_id", "/id")
                    .then("takeoffs.summary", "takeoff_id", "/id")
                    .then("takeoffs.schedules", "takeoff_id", "/id")
                    .then("takeoffs.routes", "takeoff_id", "/id"),
            )
            .idempotent()
            .problems(&[
                P::NotFound,
                P::InsufficientCredits,
                P::PremiumAccessRequired,
                P::DocumentNotReady,
                P::ExternalRefConflict,
                P::NotEnabled,
                P::QuotaExceeded,
            ]),
        operation("takeoffs.list", "List takeoffs, newest first")
            .list(jobs::read_filter)
            .answer(Answer::ok::<Page<Takeoff>>("A page of takeoffs.")),
        one("takeoffs.get", "Read a takeoff: status and summary")
            .answer(Answer::ok::<Takeoff>("The takeoff."))
            .unless_matched(),
        one("takeoffs.cancel", "Cancel a queued or running takeoff")
            .about("A queued one ends at once; a running one after the pages it has begun, which are charged.")
            .answer(Answer::accepted::<Takeoff>("The takeoff.").then("takeoffs.get", "takeoff_id", "/id"))
            .problem(P::TakeoffNotCancellable),
        one("takeoffs.items", "List items by page and position")
            .about(
                "`consolidated` makes one line of equal description, tag, unit and sheet. Its sums are those of the summary: rejected \
                 items do not count, unless `review_status` asks for them.",
            )
            .list(items::read_filter)
            .answer(Answer::ok::<TakeoffItemList>("A page of items.")),
        one("takeoffs.item", "Read an item, or a line of a consolidated list")
            .id_of("item_id", &ITEM_OR_LINE)
            .answer(Answer::ok::<TakeoffItem>("The item, or the line."))
            .unless_matched(),
        one("takeoffs.review_item", "Accept, reject or adjust an item, or a line of a consolidated list")
            .about(
                "The extracted quantity never changes; `quantity_override` is the caller's, and null removes it. What is left \
                 out stays as it is. `If-Match` takes the item's `version`. With the id of a line, the items that it counts are \
                 reviewed: those that are not rejected, or all where all are. A line of several items takes no `quantity_override`.",
            )
            .id_of("item_id", &ITEM_OR_LINE)
            .body("ItemUpdate", review::read)
            .answer(Answer::ok::<TakeoffItem>("The item as it is now."))
            .if_matched(),
        one("takeoffs.review_items", "Review many items at once")
            .about(
                "Items are named by `item_ids`, among them ids of lines, or selected by `filter`; `{}` selects all. All of it or \
                 nothing is written. Items that are as the review says already keep their versions.",
            )
            .body("ItemsReview", bulk::read)
            .answer(Answer::ok::<ItemsReviewed>("How many items it is about, and how many it changed."))
            .idempotent(),
        one("takeoffs.summary", "Read totals by trade, category and unit").answer(Answer::ok::<Summary>("The totals.")),
        one("takeoffs.schedules", "List the detected schedules").answer(Answer::ok::<ScheduleList>("The schedules.")),
        one("takeoffs.routes", "List measured routes by page and position")
            .list(routes::read_filter)
            .answer(Answer::ok::<RouteList>("A page of routes.")),
        one("takeoffs.review_route", "Accept, reject or adjust a route")
            .about("As for an item. A route without a review of its own has the status of its item.")
            .id("route_id", IdKind::Route)
            .body("RouteUpdate", review::read)
            .answer(Answer::ok::<Route>("The route as it is now."))
            .if_matched(),
    ]
}

/// What an item's path may name.
const ITEM_OR_LINE: [IdKind; 2] = [IdKind::Item, IdKind::Group];

#[cfg(test)]
mod tests {
    #[test]
    fn every_operation_is_described() {
        assert_eq!(plumbline_endpoint::operation::gaps(super::ROUTES, &super::operations()), [""; 0]);
    }
}
