//! phinum-cpu
