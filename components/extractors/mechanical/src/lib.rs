//! Mechanical quantities: air terminals, equipment, ducts with surface and weight, hydronic piping, schedules

plumbline_takeoff::component!(Mechanical);
