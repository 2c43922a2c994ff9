//! The operations of this component, described.

use plumbline_contract::ProblemCode as P;
use plumbline_endpoint::operation::{Area, Cut, Operation};

use crate::ROUTES;

/// Every operation, described. None is built yet, so none has an answer but its problems.
pub fn operations() -> Vec<Operation> {
    let operation = |name, summary| {
        Operation::of(ROUTES, name, Area::Premium, Cut::Commercial, summary)
            .about("Not offered yet: 403 without premium access, 501 with it.")
            .problems(&[P::PremiumAccessRequired, P::NotEnabled])
    };
    vec![
        operation("interior_renders.create", "Render a floor plan's interior"),
        operation("interior_renders.list", "List interior renders"),
        operation("interior_renders.get", "Read an interior render").text("render_id"),
        operation("bim_models.create", "Make a building model"),
        operation("bim_models.list", "List building models"),
        operation("bim_models.get", "Read a building model").text("bim_model_id"),
        operation("clash_runs.create", "Detect clashes"),
        operation("clash_runs.list", "List clash runs"),
        operation("clash_runs.get", "Read a clash run").text("clash_run_id"),
    ]
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_operation_is_described() {
        assert_eq!(plumbline_endpoint::operation::gaps(super::ROUTES, &super::operations()), [""; 0]);
    }
}
