//! Black-box tests against the running program
