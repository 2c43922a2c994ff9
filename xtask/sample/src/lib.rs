//! Draws the believable sheets that the demo and the tests use
