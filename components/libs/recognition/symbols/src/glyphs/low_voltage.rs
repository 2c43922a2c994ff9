//! Outlets of telephone, data and television, loudspeakers, thermostats.
//!
//! Drawn after NECA 100 and ANSI/IEEE 315.

use super::Mark::{Filled, Lines};
use super::Specificity::Medium;
use super::{Glyph, Mark, SQUARE, glyph, lettered, line, ring};

/// A triangle on its base.
const TRIANGLE: Mark = Lines(&[[-9., 8.], [9., 8.], [0., -8.], [-9., 8.]]);

pub(super) const GLYPHS: &[Glyph] = &[
    glyph("data outlet", "NECA 100", Medium, &[TRIANGLE]),
    glyph("data outlet", "NECA 100, on a stem", Medium, &[TRIANGLE, line(&[[0., -8.], [0., -18.]])]),
    glyph("telephone outlet", "NECA 100", Medium, &[Filled(&[[-9., 8.], [9., 8.], [0., -8.]])]),
    glyph(
        "telephone outlet",
        "NECA 100, on a stem",
        Medium,
        &[Filled(&[[-9., 8.], [9., 8.], [0., -8.]]), line(&[[0., -8.], [0., -18.]])],
    ),
    glyph(
        "communication outlet",
        "NECA 100, on a bar",
        Medium,
        &[TRIANGLE, Lines(&[[-9., -8.], [9., -8.], [9., -12.], [-9., -12.], [-9., -8.]])],
    ),
    glyph(
        "communication outlet",
        "NECA 100, in a circle",
        Medium,
        &[ring(10.), Lines(&[[-8., 5.], [8., 5.], [0., -9.], [-8., 5.]])],
    ),
    lettered("television outlet", "NECA 100", &["TV"], &[ring(10.)]),
    lettered("television outlet", "NECA 100", &["TV"], &[TRIANGLE]),
    lettered("thermostat", "NECA 100, ASHRAE 134", &["T"], &[ring(10.)]),
    lettered("thermostat", "NECA 100, ASHRAE 134", &["T"], &[SQUARE]),
    lettered("loudspeaker", "NECA 100", &["S", "SP"], &[SQUARE]),
    lettered("occupancy sensor", "NECA 100", &["OS", "OC"], &[ring(10.)]),
    lettered("occupancy sensor", "NECA 100", &["OS", "OC"], &[SQUARE]),
    lettered("card reader", "NECA 100", &["CR"], &[SQUARE]),
    lettered("wireless access point", "NECA 100", &["WAP", "AP"], &[ring(10.)]),
    lettered("clock outlet", "NECA 100", &["C"], &[ring(10.)]),
];
