//! Symbols: legend, templates and instances by geometry
