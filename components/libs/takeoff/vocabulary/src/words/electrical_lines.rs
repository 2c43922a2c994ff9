//! Raceways and wiring.

use crate::entry::{Row, line};
use crate::kinds::System::{BranchCircuit, CableTray, Conduit, Feeder, Other};

pub(crate) const ROWS: &[Row] = &[
    line(CableTray, "cable tray", "raceways", "cable_tray"),
    line(Conduit, "", "raceways", "conduit"),
    line(Conduit, "emt", "raceways", "electrical_metallic_tubing"),
    line(Conduit, "pvc conduit", "raceways", "pvc_conduit"),
    line(Conduit, "rigid conduit", "raceways", "rigid_metal_conduit"),
    line(Conduit, "flexible conduit", "raceways", "flexible_metal_conduit"),
    line(Conduit, "liquidtight conduit", "raceways", "liquidtight_conduit"),
    line(Other, "surface raceway", "raceways", "surface_raceway"),
    line(Other, "wireway", "raceways", "wireway"),
    line(Other, "underfloor duct", "raceways", "underfloor_duct"),
    line(Conduit, "underground conduit", "site_electrical", "underground_conduit"),
    line(Conduit, "duct bank", "site_electrical", "duct_bank"),
    line(Feeder, "feeder", "wiring", "feeder"),
    line(BranchCircuit, "home run", "wiring", "home_run"),
    line(BranchCircuit, "", "wiring", "branch_circuit"),
    line(BranchCircuit, "control", "wiring", "control_cable"),
    line(BranchCircuit, "data", "communications", "data_cable"),
    line(BranchCircuit, "fiber", "communications", "fiber_cable"),
    line(BranchCircuit, "coaxial", "communications", "coaxial_cable"),
    line(Other, "grounding conductor", "grounding", "grounding_conductor"),
    line(Other, "down conductor", "grounding", "down_conductor"),
    line(Other, "heat trace", "equipment", "heat_trace"),
    line(Other, "bare conductor", "wiring", "bare_conductor"),
];
