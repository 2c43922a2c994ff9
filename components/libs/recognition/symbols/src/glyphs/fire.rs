//! Fire alarm devices and sprinklers.
//!
//! Drawn after NFPA 170.

use super::Mark::{Arc, Dot, Filled, Lines};
use super::Specificity::{High, Low, Medium};
use super::{Glyph, SQUARE, glyph, lettered, line, ring};

pub(super) const GLYPHS: &[Glyph] = &[
    lettered("smoke detector", "NFPA 170", &["S", "SD"], &[ring(10.)]),
    lettered("smoke detector", "NFPA 170", &["S", "SD"], &[SQUARE]),
    lettered("heat detector", "NFPA 170", &["H", "HD"], &[ring(10.)]),
    lettered("heat detector", "NFPA 170", &["H", "HD"], &[SQUARE]),
    lettered("carbon monoxide detector", "NFPA 170", &["CO", "CO/SD", "SD/CO"], &[ring(10.)]),
    lettered("duct detector", "NFPA 170", &["DD", "D"], &[ring(10.)]),
    lettered("duct detector", "NFPA 170", &["DD", "D"], &[SQUARE]),
    lettered("manual pull station", "NFPA 170", &["F", "PS", "P"], &[SQUARE]),
    lettered("horn strobe", "NFPA 170", &["HS", "H/S", "AV"], &[SQUARE]),
    lettered("flow switch", "NFPA 170", &["FS"], &[ring(10.)]),
    lettered("tamper switch", "NFPA 170", &["TS"], &[ring(10.)]),
    // The bell mouth in front of its box.
    glyph(
        "horn",
        "NFPA 170",
        High,
        &[
            Lines(&[[-8., -5.], [0., -5.], [0., 5.], [-8., 5.], [-8., -5.]]),
            Lines(&[[0., -5.], [10., -10.], [10., 10.], [0., 5.]]),
        ],
    ),
    glyph(
        "fire alarm speaker",
        "NFPA 170",
        High,
        &[
            SQUARE,
            Lines(&[[-6., -3.], [-1., -3.], [-1., 3.], [-6., 3.], [-6., -3.]]),
            Lines(&[[-1., -3.], [6., -7.], [6., 7.], [-1., 3.]]),
        ],
    ),
    glyph("pendent sprinkler", "NFPA 170, dot in a circle", Medium, &[ring(10.), Dot([0., 0.], 4.)]),
    glyph("upright sprinkler", "NFPA 170, circle on its pipe", Medium, &[ring(6.), line(&[[-14., 0.], [14., 0.]])]),
    glyph(
        "pendent sprinkler",
        "usual, cross through the circle",
        Medium,
        &[ring(6.), line(&[[-12., 0.], [12., 0.]]), line(&[[0., -12.], [0., 12.]])],
    ),
    glyph(
        "pendent sprinkler",
        "usual, diagonal cross",
        Medium,
        &[ring(6.), line(&[[-9., -9.], [9., 9.]]), line(&[[-9., 9.], [9., -9.]])],
    ),
    glyph(
        "sidewall sprinkler",
        "NFPA 170, filled triangle",
        Medium,
        &[Filled(&[[-8., 6.], [8., 6.], [0., -8.]]), line(&[[-9., -8.], [9., -8.]])],
    ),
    glyph(
        "sidewall sprinkler",
        "NFPA 170, half circle on a bar",
        Medium,
        &[Arc([0., 0.], 8., [0., 180.]), line(&[[-12., 0.], [12., 0.]])],
    ),
    glyph("sprinkler", "NFPA 170", Low, &[ring(10.)]),
    glyph("sprinkler", "NFPA 170, filled", Low, &[Dot([0., 0.], 10.)]),
];
