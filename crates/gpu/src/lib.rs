//! phinum-gpu
