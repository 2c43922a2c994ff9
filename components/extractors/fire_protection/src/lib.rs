//! Fire protection quantities: alarm devices, sprinklers, piping, schedules

plumbline_takeoff::component!(FireProtection);
