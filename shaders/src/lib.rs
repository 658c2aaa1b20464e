//! phinum-shaders
