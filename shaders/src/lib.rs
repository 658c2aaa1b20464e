//! phinum's compute shaders, and what Rust needs to know of them.
//!
//! The sources are in `wgsl`, those they share in `wgsl/lib`, joined by lines
//! `// #import name`. The build script checks each with naga, asking nothing
//! beyond what every WebGPU implementation has, and generates a module for each
//! from the shader itself: its structs, its constants, its bindings. They use
//! 32-bit integers alone, signed ones only in conditions, where none is divided, no
//! subgroups, at most 256 invocations a workgroup and 16 KiB of its memory, and no
//! numbers of their own: tables come in buffers.

/// A shader, whole.
#[derive(Debug)]
pub struct Shader {
    /// The file's name, without its extension.
    pub name: &'static str,
    /// The WGSL, everything imported.
    pub source: &'static str,
    /// The entry point.
    pub entry_point: &'static str,
    /// The constants a pipeline may set.
    pub overrides: &'static [&'static str],
    /// The buffers of bind group 0, from binding 0 on.
    pub bindings: &'static [Binding],
}

impl Shader {
    /// The source with `body`, indented statements, as the body of its function `name`.
    ///
    /// # Panics
    /// If there is no such function.
    pub fn with_body(&self, name: &str, body: &str) -> String {
        let (signature, rest) =
            self.source.split_once(&format!("fn {name}(")).expect("it is there");
        let (arguments, rest) = rest.split_once("{\n").expect("a function has a body");
        let (_, after) = rest.split_once("\n}\n").expect("a body ends in a line of its own");
        format!("{signature}fn {name}({arguments}{{\n{body}\n}}\n{after}")
    }
}

/// A buffer a shader uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Binding {
    /// Its name in the shader.
    pub name: &'static str,
    /// What the shader does with it.
    pub access: Access,
    /// The fewest bytes it has.
    pub least: u64,
}

/// What a shader does with a buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Reads it as a uniform.
    Uniform,
    /// Reads it.
    Read,
    /// Writes it.
    Write,
}

include!(concat!(env!("OUT_DIR"), "/shaders.rs"));

#[cfg(test)]
mod tests {
    use super::*;
    use naga::valid::{Capabilities, ValidationFlags, Validator};
    use naga::{AddressSpace, proc::Layouter};

    fn modules() -> impl Iterator<Item = (&'static str, naga::Module)> {
        ALL.iter().map(|s| (s.name, naga::front::wgsl::parse_str(s.source).expect("it parses")))
    }

    #[test]
    fn every_shader_asks_for_nothing_optional() {
        for (name, module) in modules() {
            let mut validator = Validator::new(ValidationFlags::all(), Capabilities::empty());
            let result = validator.validate(&module);
            assert!(result.is_ok(), "{name}: {result:?}");
        }
    }

    #[test]
    fn a_capability_beyond_the_least_is_refused() {
        let wide = "@compute @workgroup_size(1) fn main() { var a = 1lu; a += 1lu; }";
        let module = naga::front::wgsl::parse_str(wide).expect("it parses");
        let mut validator = Validator::new(ValidationFlags::all(), Capabilities::empty());
        assert!(validator.validate(&module).is_err());
    }

    #[test]
    fn bindings_and_workgroup_memory_stay_within_the_least_limits() {
        for (name, module) in modules() {
            let mut layouter = Layouter::default();
            layouter.update(module.to_ctx()).expect("types have layouts");
            let memory: u32 = module
                .global_variables
                .iter()
                .filter(|(_, v)| v.space == AddressSpace::WorkGroup)
                .map(|(_, v)| match module.types[v.ty].inner {
                    // Sized by the workgroup, at most 256.
                    naga::TypeInner::Array {
                        stride, size: naga::ArraySize::Pending(_), ..
                    } => 256 * stride,
                    _ => layouter[v.ty].size,
                })
                .sum();
            assert!(memory <= 16 << 10, "{name} takes {memory} bytes");
        }
        for shader in ALL {
            let storage = shader.bindings.iter().filter(|b| b.access != Access::Uniform).count();
            assert!(storage <= 4, "{} binds {storage} storage buffers", shader.name);
            assert_eq!(shader.bindings[0].access, Access::Uniform, "{}", shader.name);
            assert!(shader.overrides.contains(&"WORKGROUP"), "{}", shader.name);
        }
    }

    #[test]
    fn a_body_takes_the_place_of_another() {
        let shader = &condition::SHADER;
        let (old, new) = ("    return v.x == n.x;", "    return false;");
        assert_eq!(shader.source.matches(old).count(), 1);
        assert_eq!(shader.with_body("holds", old), shader.source);
        assert_eq!(shader.with_body("holds", new), shader.source.replace(old, new));
    }

    #[test]
    fn structs_are_as_large_as_the_bindings_say() {
        let least = |s: &Shader, i: usize| s.bindings[i].least as usize;
        assert_eq!(least(&tile_fill::SHADER, 3), size_of::<tile_fill::Task>());
        assert_eq!(least(&condition::SHADER, 0), size_of::<condition::Params>());
        assert_eq!(least(&condition::SHADER, 2), size_of::<condition::Task>());
        assert_eq!(least(&tile_reduce::SHADER, 0), size_of::<tile_reduce::Params>());
        assert_eq!(least(&random_games::SHADER, 0), size_of::<random_games::Params>());
        assert_eq!(least(&random_games::SHADER, 1), size_of::<random_games::Term>());
        assert_eq!(least(&random_games::SHADER, 2), size_of::<random_games::Step>());
        assert_eq!(least(&list::SHADER, 1), size_of::<list::Place>());
        assert_eq!(least(&list::SHADER, 2), size_of::<list::Entry>());
    }
}
