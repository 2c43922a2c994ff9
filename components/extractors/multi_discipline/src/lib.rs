//! Quantities of every trade on one drawing

plumbline_takeoff::component!(MultiDiscipline);
