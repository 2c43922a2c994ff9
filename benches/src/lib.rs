//! Measurements with a peer beside each
