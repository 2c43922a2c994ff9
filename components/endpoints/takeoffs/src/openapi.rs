//! The operations of this component, described.

use plumbline_contract::results::{
    ItemsReviewed, Route, RouteList, ScheduleList, Summary, TakeoffItem, TakeoffItemList,
};
use plumbline_contract::{IdKind, Page, ProblemCode as P, Takeoff};
use plumbline_endpoint::operation::{Area, Cut, Operation, ResponseSpec};

use crate::filter::{self, Selection};
use crate::{ROUTES, bulk, create, item_picture, jobs, review, routes};

/// Returns the descriptions of the operations.
pub fn operations() -> Vec<Operation> {
    let operation = |name, id, summary| Operation::new(ROUTES, (name, id), Area::Takeoffs, Cut::Core, summary);
    let one = |name, id, summary| operation(name, id, summary).id("takeoff_id", IdKind::Takeoff);
    vec![
        operation("takeoffs.create", "createTakeoff", "Run a takeoff")
            .about(
                "Holds `estimated_credits`, which the final charge never exceeds. Leave `pages` out for all pages. \
                 `options.depth` `deep` needs the scope `takeoffs:deep`.",
            )
            .body("TakeoffCreate", create::read)
            .example("All pages", example("create"))
            .example("One page, in metric units", example("create_page"))
            .response(
                ResponseSpec::accepted::<Takeoff>("The queued takeoff.")
                    .example(example("queued"))
                    .link("takeoffs.get", "takeoff_id", "/id")
                    .link("takeoffs.cancel", "takeoff_id", "/id")
                    .link("takeoffs.items", "takeoff_id", "/id")
                    .link("takeoffs.summary", "takeoff_id", "/id")
                    .link("takeoffs.schedules", "takeoff_id", "/id")
                    .link("takeoffs.routes", "takeoff_id", "/id"),
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
        operation("takeoffs.list", "listTakeoffs", "List takeoffs")
            .about("Newest first.")
            .list(jobs::read_filter)
            .response(ResponseSpec::ok::<Page<Takeoff>>("A page of takeoffs.").example(example("list"))),
        one("takeoffs.get", "getTakeoff", "Get a takeoff")
            .about("`result_summary` is present when the takeoff is completed.")
            .response(ResponseSpec::ok::<Takeoff>("The takeoff.").example(example("completed")))
            .if_none_match(),
        one("takeoffs.cancel", "cancelTakeoff", "Cancel a takeoff")
            .about(
                "A queued takeoff ends at once. A running takeoff ends after the pages that have started, which are charged.",
            )
            .response(
                ResponseSpec::accepted::<Takeoff>("The takeoff.")
                    .example(example("cancelled"))
                    .link("takeoffs.get", "takeoff_id", "/id"),
            )
            .problem(P::TakeoffNotCancellable),
        one("takeoffs.items", "listItems", "List items")
            .about(
                "Sorted by page and position. `consolidated` returns one row for equal description, tag, unit and \
                 sheet. Its sums are those of the summary: rejected items do not count, unless `review_status` asks \
                 for them.",
            )
            .list(filter::read)
            .response(ResponseSpec::ok::<TakeoffItemList>("A page of items.").example(example("items"))),
        one("takeoffs.item", "getItem", "Get an item")
            .about(
                "Also accepts the id of a row of a consolidated list. If the list was filtered, send the same \
                 filter: the row then counts only the items that match it. The response is 404 when nothing matches.",
            )
            .id_of_kinds("item_id", &ITEM_OR_LINE)
            .query(Selection::read)
            .response(ResponseSpec::ok::<TakeoffItem>("The item, or the row.").example(example("item")))
            .if_none_match(),
        one("takeoffs.item_picture", "getItemPicture", "Get a picture of an item")
            .about(
                "Shows the place where the item was found, outlined, with its surroundings, at up to 200 dots per inch. The \
                 longer side has at most 1,568 pixels.",
            )
            .id("item_id", IdKind::Item)
            .query(item_picture::read)
            .response(ResponseSpec::picture("The picture."))
            .if_none_match()
            .problem(P::NotEnabled),
        one("takeoffs.review_item", "reviewItem", "Review an item")
            .about(
                "Accepts, rejects or adjusts an item. The extracted quantity never changes: `quantity_override` \
                 takes its place, and null removes the override. Fields that you leave out stay as they are. Send \
                 the item's `version` as `If-Match` to protect a review by someone else. With the id of a row of a \
                 consolidated list, the review applies to the items that the row counts. If the list was filtered, \
                 send the same filter, or the review applies to the whole group. `quantity_override` cannot be set \
                 on a row of several items.",
            )
            .id_of_kinds("item_id", &ITEM_OR_LINE)
            .query(Selection::read)
            .body("ItemUpdate", review::read)
            .example("Correct a quantity", example("review"))
            .response(ResponseSpec::ok::<TakeoffItem>("The reviewed item.").example(example("reviewed")))
            .if_match(),
        one("takeoffs.review_items", "reviewItems", "Review many items")
            .about(
                "Name items by `item_ids`, or select them by `filter`. An empty filter selects all items. Either all \
                 items are reviewed or none. Items that match the review already keep their versions. For a row of a \
                 filtered list, send its `item_ids`. Its own id selects the whole group.",
            )
            .body("ItemsReview", bulk::read)
            .example("Accept all items of high confidence", example("review_filter"))
            .example("Reject two items", example("review_ids"))
            .response(
                ResponseSpec::ok::<ItemsReviewed>("How many items the review selected, and how many it changed.")
                    .example(example("items_reviewed")),
            )
            .idempotent(),
        one("takeoffs.summary", "getTakeoffSummary", "Get the summary of a takeoff")
            .about("Totals by trade, category and unit, and route lengths by trade and system.")
            .response(ResponseSpec::ok::<Summary>("The totals.").example(example("summary"))),
        one("takeoffs.schedules", "listSchedules", "List schedules")
            .about("Schedules found on the sheets. The list is not paginated.")
            .response(ResponseSpec::ok::<ScheduleList>("The schedules.").example(example("schedules"))),
        one("takeoffs.routes", "listRoutes", "List routes")
            .about("Measured routes, sorted by page and position.")
            .list(routes::read_filter)
            .response(ResponseSpec::ok::<RouteList>("A page of routes.").example(example("routes"))),
        one("takeoffs.review_route", "reviewRoute", "Review a route")
            .about("Works like the review of an item. A route that was not reviewed has the status of its item.")
            .id("route_id", IdKind::Route)
            .body("RouteUpdate", review::read)
            .example("Reject a route", example("review_route"))
            .response(ResponseSpec::ok::<Route>("The reviewed route.").example(example("route_reviewed")))
            .if_match(),
    ]
}

/// What an item's path may name.
const ITEM_OR_LINE: [IdKind; 2] = [IdKind::Item, IdKind::Group];

plumbline_endpoint::examples!();
plumbline_endpoint::test_descriptions!();
