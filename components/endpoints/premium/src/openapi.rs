//! The operations of this component, described.

use plumbline_contract::ProblemCode as P;
use plumbline_endpoint::operation::{Area, Cut, Operation};

use crate::ROUTES;

/// Returns the descriptions of the operations. None is available yet, so their only answers are problems.
pub fn operations() -> Vec<Operation> {
    let operation = |name, id, summary| {
        Operation::new(ROUTES, (name, id), Area::Premium, Cut::Commercial, summary)
            .about("Coming soon. Returns 403 without premium access and 501 with it.")
            .problems(&[P::PremiumAccessRequired, P::NotEnabled])
    };
    vec![
        operation("interior_renders.create", "createInteriorRender", "Create an interior render"),
        operation("interior_renders.list", "listInteriorRenders", "List interior renders"),
        operation("interior_renders.get", "getInteriorRender", "Get an interior render").text("render_id"),
        operation("bim_models.create", "createBimModel", "Create a BIM model"),
        operation("bim_models.list", "listBimModels", "List BIM models"),
        operation("bim_models.get", "getBimModel", "Get a BIM model").text("bim_model_id"),
        operation("clash_runs.create", "createClashRun", "Run clash detection"),
        operation("clash_runs.list", "listClashRuns", "List clash runs"),
        operation("clash_runs.get", "getClashRun", "Get a clash run").text("clash_run_id"),
    ]
}

plumbline_endpoint::test_descriptions!();
