//! Fire protection quantities: alarm devices, sprinklers, piping, schedules

plumbline_takeoff::component! {
    discipline: FireProtection,
    id: "fire-protection",
    name: "Fire protection: alarm devices, sprinklers, piping and schedules",
}
