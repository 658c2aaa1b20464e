//! Composes and checks every shader, and writes what Rust needs to know of it:
//! so a binding, a struct or a constant is typed once, in WGSL.

mod compose;
mod emit;

use std::path::{Path, PathBuf};
use std::{env, fs};

use naga::front::wgsl::{Frontend, Options};
use naga::valid::{Capabilities, ValidationFlags, Validator};

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo")).join("wgsl");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo")).join("shaders.rs");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=wgsl");

    let mut names: Vec<String> = fs::read_dir(&root)
        .expect("the folder wgsl is there")
        .map(|entry| entry.expect("a folder can be read").path())
        .filter(|path| path.extension().is_some_and(|e| e == "wgsl"))
        .map(|path| path.file_stem().expect("it has an extension").to_string_lossy().into_owned())
        .collect();
    names.sort();

    let mut rust: String = names.iter().map(|name| shader(&root, name)).collect();
    rust.push_str("/// Every shader.\npub static ALL: &[&Shader] = &[\n");
    for name in names {
        rust.push('&');
        rust.push_str(&name);
        rust.push_str("::SHADER,\n");
    }
    rust.push_str("];\n");
    fs::write(out, rust).expect("OUT_DIR can be written");
}

fn shader(root: &Path, name: &str) -> String {
    let source = compose::compose(root, name);
    let options = Options { parse_doc_comments: true, ..Options::new() };
    let module = match Frontend::new_with_options(options).parse(&source) {
        Ok(module) => module,
        Err(error) => panic!("{}", error.emit_to_string_with_path(&source, name)),
    };
    // Nothing beyond what every WebGPU implementation has.
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::empty());
    if let Err(error) = validator.validate(&module) {
        panic!("{}", error.emit_to_string_with_path(&source, name));
    }
    emit::rust(name, &source, &module)
}
