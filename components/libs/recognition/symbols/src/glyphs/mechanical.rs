//! Air terminals, dampers, thermostats and fans.
//!
//! Drawn after ASHRAE 134.

use super::Mark::{Filled, Lines};
use super::Specificity::{High, Medium};
use super::{Glyph, Mark, SQUARE, glyph, lettered, line, ring};

const INNER: Mark = Lines(&[[-5., -5.], [5., -5.], [5., 5.], [-5., 5.], [-5., -5.]]);
const FALLING: Mark = line(&[[-10., -10.], [10., 10.]]);
const RISING: Mark = line(&[[-10., 10.], [10., -10.]]);

pub(super) const GLYPHS: &[Glyph] = &[
    glyph("supply diffuser", "ASHRAE 134, crossed square", High, &[SQUARE, FALLING, RISING]),
    glyph("supply diffuser", "ASHRAE 134, crossed, with a neck", High, &[SQUARE, FALLING, RISING, INNER]),
    glyph("supply diffuser", "ASHRAE 134, crossed, with a round neck", High, &[SQUARE, FALLING, RISING, ring(5.)]),
    glyph(
        "supply diffuser",
        "ASHRAE 134, cones",
        High,
        &[
            SQUARE,
            INNER,
            line(&[[-10., -10.], [-5., -5.]]),
            line(&[[10., -10.], [5., -5.]]),
            line(&[[10., 10.], [5., 5.]]),
            line(&[[-10., 10.], [-5., 5.]]),
        ],
    ),
    glyph(
        "supply diffuser",
        "ASHRAE 134, two cones",
        High,
        &[
            SQUARE,
            Lines(&[[-7., -7.], [7., -7.], [7., 7.], [-7., 7.], [-7., -7.]]),
            Lines(&[[-3.5, -3.5], [3.5, -3.5], [3.5, 3.5], [-3.5, 3.5], [-3.5, -3.5]]),
        ],
    ),
    glyph("return grille", "ASHRAE 134, one diagonal", High, &[SQUARE, FALLING]),
    glyph("return grille", "ASHRAE 134, one diagonal and a neck", High, &[SQUARE, FALLING, INNER]),
    glyph(
        "exhaust grille",
        "ASHRAE 134, half filled",
        Medium,
        &[SQUARE, FALLING, Filled(&[[-10., -10.], [10., 10.], [-10., 10.]])],
    ),
    lettered("thermostat", "ASHRAE 134", &["T"], &[ring(10.)]),
    lettered("thermostat", "ASHRAE 134", &["T"], &[SQUARE]),
    lettered("humidistat", "ASHRAE 134", &["H"], &[ring(10.)]),
    lettered("temperature sensor", "ASHRAE 134", &["TS", "S"], &[ring(10.)]),
    lettered("carbon dioxide sensor", "ASHRAE 134", &["CO2"], &[ring(10.)]),
    glyph(
        "volume damper",
        "ASHRAE 134, blade on its axis",
        Medium,
        &[line(&[[-12., -8.], [12., 8.]]), Mark::Dot([0., 0.], 3.)],
    ),
];
