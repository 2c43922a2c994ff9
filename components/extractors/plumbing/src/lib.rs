//! Plumbing quantities: fixtures, drains, valves, piping by system and size, schedules

plumbline_takeoff::component! {
    discipline: Plumbing,
    id: "plumbing",
    name: "Plumbing: fixtures, drains, valves, piping and schedules",
}
