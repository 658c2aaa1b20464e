//! phinum-bulk
