//! Valves, pumps and instruments of diagrams.
//!
//! Drawn after ISO 14617 and ANSI/ISA-5.1.

use super::Mark::{Arc, Circle, Dot, Filled, Lines};
use super::Specificity::{High, Low, Medium};
use super::{BALL_VALVE, Glyph, TIPS, glyph, line, ring};

pub(super) const GLYPHS: &[Glyph] = &[
    glyph("gate valve", "ISO 14617-8", High, &[TIPS]),
    glyph("globe valve", "ISA-5.1", High, &[TIPS, Dot([0., 0.], 4.)]),
    glyph(
        "control valve",
        "ISA-5.1, diaphragm",
        High,
        &[TIPS, line(&[[0., 0.], [0., -12.]]), Arc([0., -12.], 6., [180., 180.]), line(&[[-6., -12.], [6., -12.]])],
    ),
    glyph(
        "on off valve",
        "ISA-5.1, piston",
        High,
        &[TIPS, line(&[[0., 0.], [0., -10.]]), Lines(&[[-5., -10.], [5., -10.], [5., -18.], [-5., -18.], [-5., -10.]])],
    ),
    glyph(
        "butterfly valve",
        "ISA-5.1",
        Medium,
        &[
            line(&[[-12., -7.], [-12., 7.]]),
            line(&[[12., -7.], [12., 7.]]),
            line(&[[-12., 7.], [12., -7.]]),
            Dot([0., 0.], 2.5),
        ],
    ),
    glyph("check valve", "ISO 14617-8", High, &[Lines(&[[-12., -7.], [-12., 7.], [12., -7.], [12., 7.]])]),
    glyph("ball valve", "ISA-5.1", High, BALL_VALVE),
    glyph("centrifugal pump", "ISO 14617-9", High, &[ring(10.), Lines(&[[-5., -8.66], [10., 0.], [-5., 8.66]])]),
    glyph(
        "centrifugal pump",
        "ISA, outlet at the top",
        High,
        &[ring(10.), Lines(&[[0., -10.], [14., -10.], [14., -4.], [9.2, -4.]])],
    ),
    glyph(
        "centrifugal pump",
        "ISA, on its foot",
        High,
        &[ring(10.), Lines(&[[0., -10.], [14., -10.]]), Lines(&[[-6., 8.], [-11., 16.], [11., 16.], [6., 8.]])],
    ),
    glyph("process instrument", "ISA-5.1, in the field", Medium, &[ring(10.), line(&[[-10., 0.], [10., 0.]])]),
    glyph("reducer", "ISO 14617-3", Medium, &[Lines(&[[-8., -8.], [-8., 8.], [8., 4.], [8., -4.], [-8., -8.]])]),
    glyph(
        "strainer",
        "ISO 14617-8",
        Medium,
        &[
            line(&[[-12., 0.], [12., 0.]]),
            line(&[[-12., -5.], [-12., 5.]]),
            line(&[[12., -5.], [12., 5.]]),
            line(&[[-4., 0.], [6., 10.]]),
            line(&[[3., 13.], [9., 7.]]),
        ],
    ),
    glyph(
        "steam trap",
        "ISO 14617-8",
        // Bubbles of tags, levels and details are circles with a diameter and half a fill too.
        Low,
        &[ring(8.), Filled(&[[-5.66, 5.66], [5.66, -5.66], [8., 0.], [5.66, 5.66], [0., 8.]])],
    ),
    glyph(
        "sight glass",
        "ISO 14617-8",
        Medium,
        &[Lines(&[[-8., -8.], [8., -8.], [8., 8.], [-8., 8.], [-8., -8.]]), Circle([0., 0.], 6.)],
    ),
];
