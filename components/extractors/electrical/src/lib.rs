//! Electrical quantities: devices, luminaires, panels, home runs, schedules

plumbline_takeoff::component! {
    discipline: Electrical,
    id: "electrical",
    name: "Electrical: devices, luminaires, panels, runs and schedules",
}
