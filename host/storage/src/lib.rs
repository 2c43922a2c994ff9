//! Databases, blobs and signed addresses; no engine here
