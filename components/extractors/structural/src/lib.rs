//! Structural quantities: members, footings, concrete, reinforcement, schedules

plumbline_takeoff::component!(Structural);
