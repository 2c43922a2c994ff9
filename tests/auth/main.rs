//! Authorization: every operation against every reason for refusal.

mod matrix;
