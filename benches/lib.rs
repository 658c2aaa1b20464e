//! phinum-benches
