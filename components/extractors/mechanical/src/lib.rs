//! Mechanical quantities: air terminals, equipment, ducts with surface and weight, hydronic piping, schedules

plumbline_takeoff::component! {
    discipline: Mechanical,
    id: "mechanical",
    name: "Mechanical: air terminals, equipment, ducts, hydronic piping and schedules",
}
