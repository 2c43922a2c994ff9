//! Measured routes from linework
