//! All capabilities in one table, from which the status of each capability and product is derived. A capability is
//! listed if the API has its operations, even if they refuse requests until it is implemented.

use std::collections::BTreeMap;

use plumbline_contract::client::{Capability, CapabilityStatus, Product};
use plumbline_contract::rates;
use plumbline_endpoint::Caller;

/// The components that serve a capability.
pub(crate) enum Availability {
    /// Components bound to all of these roles and names. With the name `*`, any component of the role suffices.
    Bound(&'static [(&'static str, &'static str)]),
    /// Not implemented: the paths refuse requests.
    NotImplemented,
}

/// A capability of the table.
pub(crate) struct Entry {
    capability: &'static str,
    product: Option<Product>,
    description: &'static str,
    /// Names of operations.
    pub(crate) tools: &'static [&'static str],
    /// Scope that is required to start using it; `None` if any credential suffices.
    scope: Option<&'static str>,
    availability: Availability,
    pricing: Option<fn() -> String>,
    /// An example of a request to an agent.
    pub(crate) example: Option<&'static str>,
}

impl Entry {
    /// Returns whether the caller can use it: the components that serve it are bound, and its scope is granted.
    pub(crate) fn status(&self, caller: &Caller) -> CapabilityStatus {
        let served = match self.availability {
            Availability::Bound(slots) => slots.iter().all(|(role, name)| match *name {
                "*" => caller.bound_names(role).is_none_or(|bound| !bound.is_empty()),
                name => caller.has_slot(role, name),
            }),
            Availability::NotImplemented => false,
        };
        match (served, self.scope.is_none_or(|scope| caller.has_scope(scope))) {
            (false, _) => CapabilityStatus::ComingSoon,
            (true, false) => CapabilityStatus::NotEnabled,
            (true, true) => CapabilityStatus::Available,
        }
    }

    /// Returns the capability as the caller sees it.
    pub(crate) fn for_caller(&self, caller: &Caller) -> Capability {
        Capability {
            capability: self.capability,
            description: self.description,
            tools: self.tools,
            status: self.status(caller),
            pricing: self.pricing.map(|pricing| pricing()),
        }
    }
}

/// Returns for each product whether the caller can use it, which requires at least one available capability.
pub(crate) fn products(caller: &Caller) -> BTreeMap<Product, bool> {
    let usable = |product: &Product| {
        CATALOG
            .iter()
            .any(|entry| entry.product == Some(*product) && entry.status(caller) == CapabilityStatus::Available)
    };
    Product::ALL.iter().map(|product| (*product, usable(product))).collect()
}

/// All capabilities.
pub(crate) const CATALOG: &[Entry] = &[
    Entry {
        capability: "projects",
        product: None,
        description: "Keep the documents of a construction project together.",
        tools: &["projects.create", "projects.list", "projects.get", "projects.update", "projects.delete"],
        scope: Some("projects:read"),
        availability: Availability::Bound(&[("endpoint", "projects")]),
        pricing: None,
        example: Some("Create a project for the school extension and add its drawings."),
    },
    Entry {
        capability: "documents",
        product: None,
        description: "Upload drawings or import them from a URL, and list their sheets.",
        tools: &[
            "documents.create",
            "documents.list",
            "documents.get",
            "documents.complete",
            "documents.download",
            "documents.picture",
            "documents.delete",
        ],
        scope: Some("documents:read"),
        availability: Availability::Bound(&[("endpoint", "documents"), ("worker", "ingest"), ("reader", "*")]),
        pricing: None,
        example: Some("Which sheets does this drawing set have?"),
    },
    Entry {
        capability: "takeoffs",
        product: Some(Product::Takeoffs),
        description: "Count the items, measure the routes and read the schedules of a drawing.",
        tools: &["takeoffs.create", "takeoffs.list", "takeoffs.get", "takeoffs.cancel"],
        scope: Some("takeoffs:run"),
        availability: Availability::Bound(&[("endpoint", "takeoffs"), ("worker", "takeoff"), ("extractor", "*")]),
        pricing: Some(|| {
            format!(
                "{} credits per vector page, {} per scanned page, at least {} per takeoff. Never more than the estimate.",
                rates::TAKEOFF_TEXT_PAGE,
                rates::TAKEOFF_PAGE,
                rates::TAKEOFF_JOB_MIN
            )
        }),
        example: Some("Count the receptacles and luminaires of sheet E-101, by circuit."),
    },
    Entry {
        capability: "takeoff_results",
        product: Some(Product::Takeoffs),
        description: "Read the results of a takeoff, with the location of each on the sheet.",
        tools: &[
            "takeoffs.items",
            "takeoffs.item",
            "takeoffs.item_picture",
            "takeoffs.summary",
            "takeoffs.schedules",
            "takeoffs.routes",
        ],
        scope: Some("takeoffs:read"),
        availability: Availability::Bound(&[("endpoint", "takeoffs")]),
        pricing: None,
        example: Some("How many meters of conduit are on the second floor, by system?"),
    },
    Entry {
        capability: "takeoff_review",
        product: Some(Product::Takeoffs),
        description: "Accept, reject or correct items. The extracted quantities are kept.",
        tools: &["takeoffs.review_item", "takeoffs.review_items", "takeoffs.review_route"],
        scope: Some("takeoffs:review"),
        availability: Availability::Bound(&[("endpoint", "takeoffs")]),
        pricing: None,
        example: Some("Accept all high-confidence items and show me the rest."),
    },
    Entry {
        capability: "deep_takeoffs",
        product: Some(Product::Takeoffs),
        description: "Run a takeoff with deep recognition (premium). Set `options.depth` to `deep` in POST /takeoffs.",
        tools: &["takeoffs.create"],
        scope: Some("takeoffs:deep"),
        availability: Availability::Bound(&[("endpoint", "takeoffs"), ("worker", "takeoff"), ("extractor", "*")]),
        pricing: Some(|| {
            format!("{} credits per page, at least {} per takeoff.", rates::TAKEOFF_DEEP_PAGE, rates::TAKEOFF_JOB_MIN)
        }),
        example: None,
    },
    Entry {
        capability: "exports",
        product: Some(Product::Exports),
        description: "Export a takeoff to a spreadsheet, or to an estimating or scheduling package.",
        tools: &["exports.create", "exports.get"],
        scope: Some("exports:create"),
        availability: Availability::Bound(&[("endpoint", "exports"), ("worker", "export"), ("exporter", "*")]),
        pricing: Some(|| {
            format!(
                "{} credits per CSV, XLSX, JSON, PDF or PNG export, {} per export to an estimating or scheduling package.",
                rates::EXPORT_STANDARD,
                rates::EXPORT_ESTIMATING_FORMAT
            )
        }),
        example: Some("Export the accepted items to a spreadsheet."),
    },
    Entry {
        capability: "cad",
        product: Some(Product::Cad),
        description: "Convert a vector PDF drawing to DXF or DWG. Requires a signed-in user.",
        tools: &["cad.status", "cad.convert"],
        scope: Some("cad:convert"),
        availability: Availability::NotImplemented,
        pricing: Some(|| {
            "DXF files are free. A clean DWG is purchased once per document. GET /documents/{id}/cad returns the price."
                .to_owned()
        }),
        example: None,
    },
    Entry {
        capability: "billing",
        product: None,
        description: "View credits, prices and usage.",
        tools: &["credits.get", "usage.report"],
        scope: Some("billing:read"),
        availability: Availability::Bound(&[("endpoint", "account")]),
        pricing: None,
        example: Some("How many credits did we use this month, by customer?"),
    },
    Entry {
        capability: "account",
        product: None,
        description: "View what this credential can do, and request premium access.",
        tools: &["clients.me", "capabilities.get", "access_requests.create"],
        scope: None,
        availability: Availability::Bound(&[("endpoint", "clients")]),
        pricing: None,
        example: None,
    },
    Entry {
        capability: "reference",
        product: None,
        description: "List the units, taxonomy, disciplines, export formats and event kinds.",
        tools: &[
            "reference.units",
            "reference.taxonomy",
            "reference.disciplines",
            "reference.export_formats",
            "reference.event_kinds",
        ],
        scope: None,
        availability: Availability::Bound(&[("endpoint", "reference")]),
        pricing: None,
        example: None,
    },
    Entry {
        capability: "interior_renders",
        product: Some(Product::Interior),
        description: "Render the interior of a floor plan (premium).",
        tools: &["interior_renders.create", "interior_renders.list", "interior_renders.get"],
        scope: Some("interior:generate"),
        availability: Availability::NotImplemented,
        pricing: Some(|| {
            format!(
                "{} credits per project, {} per walkthrough video.",
                rates::INTERIOR_REVEAL,
                rates::INTERIOR_WALKTHROUGH_VIDEO
            )
        }),
        example: None,
    },
    Entry {
        capability: "events",
        product: None,
        description: "List what changed in the last 30 days.",
        tools: &["events.list", "events.get"],
        scope: Some("events:read"),
        availability: Availability::Bound(&[("endpoint", "events")]),
        pricing: None,
        example: Some("Which takeoffs were completed since yesterday?"),
    },
    Entry {
        capability: "webhooks",
        product: None,
        description: "Send signed events to your webhook URLs, with retries until they are delivered.",
        tools: &[
            "webhooks.create",
            "webhooks.list",
            "webhooks.get",
            "webhooks.update",
            "webhooks.delete",
            "webhooks.rotate_secret",
            "webhooks.test",
            "webhooks.replay",
            "webhooks.deliveries",
            "webhooks.delivery",
            "webhooks.replay_one",
        ],
        scope: Some("webhooks:manage"),
        availability: Availability::Bound(&[("endpoint", "webhooks")]),
        pricing: None,
        example: None,
    },
    Entry {
        capability: "bim_models",
        product: Some(Product::Bim),
        description: "Create a BIM model from a drawing (premium).",
        tools: &["bim_models.create", "bim_models.list", "bim_models.get"],
        scope: Some("bim:generate"),
        availability: Availability::NotImplemented,
        pricing: Some(|| format!("{} credits per document.", rates::BIM_GENERATE)),
        example: None,
    },
    Entry {
        capability: "clash_runs",
        product: Some(Product::Clash),
        description: "Find clashes between the trades of a drawing set (premium).",
        tools: &["clash_runs.create", "clash_runs.list", "clash_runs.get"],
        scope: Some("clash:run"),
        availability: Availability::NotImplemented,
        pricing: Some(|| format!("{} credits per document.", rates::CLASH_RUN)),
        example: None,
    },
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use plumbline_endpoint::Request;

    use super::*;

    #[test]
    fn every_operation_of_these_components_is_a_tool() {
        let operations: HashSet<&str> = [
            plumbline_endpoint_projects::ROUTES,
            plumbline_endpoint_documents::ROUTES,
            plumbline_endpoint_takeoffs::ROUTES,
            plumbline_endpoint_exports::ROUTES,
            plumbline_endpoint_events::ROUTES,
            plumbline_endpoint_webhooks::ROUTES,
            plumbline_endpoint_reference::ROUTES,
            plumbline_endpoint_premium::ROUTES,
            crate::ROUTES,
        ]
        .into_iter()
        .flatten()
        .map(|route| route.operation)
        .collect();
        let tools: HashSet<&str> = CATALOG.iter().flat_map(|entry| entry.tools).copied().collect();
        for operation in &operations {
            assert!(tools.contains(operation), "no capability has the operation {operation}");
        }
    }

    #[test]
    fn every_tool_is_an_operation_of_the_api() {
        let document: serde_json::Value = serde_json::from_str(include_str!("../../../../host/openapi.json")).unwrap();
        let paths = document["paths"].as_object().unwrap().values();
        let operations: HashSet<&str> = paths
            .flat_map(|path| path.as_object().unwrap().values())
            .filter_map(|operation| operation["x-operation"].as_str())
            .collect();
        for tool in CATALOG.iter().flat_map(|entry| entry.tools) {
            assert!(operations.contains(tool), "{tool} is not an operation");
        }
    }

    #[test]
    fn every_capability_stands_once_and_every_product_with_operations_has_one() {
        let codes: HashSet<_> = CATALOG.iter().map(|entry| entry.capability).collect();
        assert_eq!(codes.len(), CATALOG.len());
        for product in Product::ALL.iter().filter(|product| **product != Product::Estimates) {
            assert!(CATALOG.iter().any(|entry| entry.product == Some(*product)), "{product}");
        }
    }

    #[test]
    fn a_capability_needs_what_serves_it_and_then_its_scope() {
        let status = |slots: Option<&[&str]>, scopes: &[&str]| {
            let mut headers = vec![("x-plumbline-scopes".to_owned(), scopes.join(" "))];
            headers.extend(slots.map(|slots| ("x-plumbline-slots".to_owned(), slots.join(" "))));
            let caller = Caller::from_request(&mut Request { headers, ..Request::default() });
            CATALOG.iter().find(|entry| entry.capability == "takeoffs").unwrap().status(&caller)
        };
        let bound = ["endpoint:takeoffs", "worker:takeoff", "extractor:electrical"];
        assert_eq!(status(Some(&bound), &["takeoffs:run"]), CapabilityStatus::Available);
        assert_eq!(status(Some(&bound), &["takeoffs:read"]), CapabilityStatus::NotEnabled);
        assert_eq!(status(Some(&bound[..2]), &["takeoffs:run"]), CapabilityStatus::ComingSoon);
        assert_eq!(status(None, &["takeoffs:run"]), CapabilityStatus::Available);
    }
}
