//! Quantities of every trade on one drawing

plumbline_takeoff::component! {
    discipline: MultiDiscipline,
    id: "multi-discipline",
    name: "Every trade on one drawing",
}
