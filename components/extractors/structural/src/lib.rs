//! Structural quantities: members, footings, concrete, reinforcement, schedules

plumbline_takeoff::component! {
    discipline: Structural,
    id: "structural",
    name: "Structural: members, footings, concrete, reinforcement and schedules",
}
