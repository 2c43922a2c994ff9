//! Luminaires and exit signs.
//!
//! Drawn after NECA 100, IEC 60617-11 and common practice.

use super::Mark::{Arc, Circle, Filled, Lines};
use super::Specificity::{High, Low, Medium};
use super::{Glyph, Mark, SQUARE, glyph, lettered, line, ring};

/// A box of two by one.
const BOX: Mark = Lines(&[[-20., -10.], [20., -10.], [20., 10.], [-20., 10.], [-20., -10.]]);

pub(super) const GLYPHS: &[Glyph] = &[
    // The cross of a lamp ends at the circle.
    glyph(
        "luminaire",
        "IEC 60617-11, lamp",
        High,
        &[ring(10.), line(&[[-7.07, -7.07], [7.07, 7.07]]), line(&[[-7.07, 7.07], [7.07, -7.07]])],
    ),
    // Four rays around a circle.
    glyph(
        "luminaire",
        "NECA 100, four rays",
        High,
        &[
            ring(10.),
            line(&[[7.07, 7.07], [11.5, 11.5]]),
            line(&[[-7.07, 7.07], [-11.5, 11.5]]),
            line(&[[7.07, -7.07], [11.5, -11.5]]),
            line(&[[-7.07, -7.07], [-11.5, -11.5]]),
        ],
    ),
    glyph(
        "luminaire",
        "NECA 100, cross through the circle",
        High,
        &[ring(10.), line(&[[-14., 0.], [14., 0.]]), line(&[[0., -14.], [0., 14.]])],
    ),
    glyph("luminaire", "usual, circle in a circle", Medium, &[ring(10.), ring(5.)]),
    glyph("luminaire", "usual, circle in a circle", Medium, &[ring(10.), ring(7.)]),
    glyph("downlight", "usual, circle in a square", Medium, &[SQUARE, ring(7.)]),
    glyph("wall luminaire", "NECA 100", Medium, &[ring(10.), line(&[[0., 10.], [0., 20.]])]),
    glyph(
        "wall luminaire",
        "NECA 100, on a bar",
        High,
        &[ring(10.), line(&[[0., 10.], [0., 18.]]), line(&[[-8., 18.], [8., 18.]])],
    ),
    glyph(
        "wall luminaire",
        "NBR 5444",
        Medium,
        &[Arc([0., 0.], 10., [180., 180.]), line(&[[-10., 0.], [10., 0.]]), line(&[[0., 0.], [0., 12.]])],
    ),
    glyph(
        "troffer",
        "NECA 100, frame in a frame",
        Medium,
        &[BOX, Lines(&[[-17., -7.], [17., -7.], [17., 7.], [-17., 7.], [-17., -7.]])],
    ),
    glyph("troffer", "NECA 100, half filled", Medium, &[BOX, Filled(&[[-20., -10.], [20., -10.], [-20., 10.]])]),
    glyph("troffer", "NECA 100, diagonal", Medium, &[BOX, line(&[[-20., -10.], [20., 10.]])]),
    glyph(
        "troffer",
        "usual, lamps along it",
        Medium,
        &[BOX, line(&[[-20., -4.], [20., -4.]]), line(&[[-20., 4.], [20., 4.]])],
    ),
    glyph("troffer", "usual, cross", Medium, &[BOX, line(&[[-20., 0.], [20., 0.]]), line(&[[0., -10.], [0., 10.]])]),
    glyph("troffer", "NECA 100, circle in a box", High, &[BOX, ring(5.)]),
    glyph(
        "troffer",
        "usual, frame in a square",
        Low,
        &[SQUARE, Lines(&[[-7., -7.], [7., -7.], [7., 7.], [-7., 7.], [-7., -7.]])],
    ),
    glyph(
        "strip luminaire",
        "IEC 60617-11, bar between ends",
        Medium,
        &[line(&[[-20., 0.], [20., 0.]]), line(&[[-20., -5.], [-20., 5.]]), line(&[[20., -5.], [20., 5.]])],
    ),
    glyph(
        "strip luminaire",
        "IEC 60617-11, two lamps",
        Medium,
        &[
            line(&[[-20., -2.], [20., -2.]]),
            line(&[[-20., 2.], [20., 2.]]),
            line(&[[-20., -6.], [-20., 6.]]),
            line(&[[20., -6.], [20., 6.]]),
        ],
    ),
    glyph(
        "exit sign",
        "NECA 100, quarters filled",
        High,
        &[
            ring(10.),
            line(&[[-7.07, -7.07], [7.07, 7.07]]),
            line(&[[-7.07, 7.07], [7.07, -7.07]]),
            Filled(&[[0., 0.], [-7.07, 7.07], [0., 10.], [7.07, 7.07]]),
            Filled(&[[0., 0.], [-7.07, -7.07], [0., -10.], [7.07, -7.07]]),
        ],
    ),
    glyph(
        "exit sign",
        "NECA 100, crossed circle on a stem",
        High,
        &[
            ring(10.),
            line(&[[-7.07, -7.07], [7.07, 7.07]]),
            line(&[[-7.07, 7.07], [7.07, -7.07]]),
            line(&[[0., 10.], [0., 18.]]),
            line(&[[-8., 18.], [8., 18.]]),
        ],
    ),
    lettered("exit sign", "NECA 100", &["X", "EXIT", "EX"], &[ring(10.)]),
    lettered("exit sign", "usual", &["X", "EXIT", "EX"], &[BOX]),
    glyph(
        "emergency luminaire",
        "NECA 100, two heads on a box",
        High,
        &[
            Lines(&[[-8., -5.], [8., -5.], [8., 5.], [-8., 5.], [-8., -5.]]),
            Circle([-12., 0.], 4.),
            Circle([12., 0.], 4.),
        ],
    ),
    lettered(
        "downlight",
        "usual, recessed",
        &["R"],
        &[
            ring(10.),
            line(&[[7.07, 7.07], [11.5, 11.5]]),
            line(&[[-7.07, 7.07], [-11.5, 11.5]]),
            line(&[[7.07, -7.07], [11.5, -11.5]]),
            line(&[[-7.07, -7.07], [-11.5, -11.5]]),
        ],
    ),
    lettered("downlight", "NECA 100, recessed", &["R"], &[ring(10.)]),
    glyph("luminaire", "NECA 100, outlet", Low, &[ring(10.)]),
];
