//! Runs components: engine settings, limits, worlds, pools
