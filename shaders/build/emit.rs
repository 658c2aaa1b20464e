//! What Rust needs to know of a shader, as Rust.

use std::fmt::Write;

use naga::{
    AddressSpace, ArraySize, DocComments, Expression, Handle, Literal, Module, Scalar, ScalarKind,
    StorageAccess, StructMember, Type, TypeInner,
};

/// The module `name`: its structs, its constants and its `SHADER`.
pub(crate) fn rust(name: &str, source: &str, module: &Module) -> String {
    let docs = module.doc_comments.as_deref().expect("parsed with its comments");
    let mut out = format!("/// The shader `{name}.wgsl`.\npub mod {name} {{\n");
    for (handle, ty) in module.types.iter() {
        if let (Some(struct_name), TypeInner::Struct { members, span }) = (&ty.name, &ty.inner) {
            layout(&mut out, module, docs, handle, struct_name, members, *span);
        }
    }
    for (handle, constant) in module.constants.iter() {
        let Some(constant_name) = &constant.name else { continue };
        if let Expression::Literal(Literal::U32(value)) = module.global_expressions[constant.init] {
            comment(&mut out, docs.constants.get(&handle), constant_name);
            writeln!(out, "    pub const {constant_name}: u32 = {value};").unwrap();
        }
    }
    let [entry] = module.entry_points.as_slice() else { panic!("{name}: one entry point a file") };
    let overrides: Vec<&str> =
        module.overrides.iter().filter_map(|(_, o)| o.name.as_deref()).collect();
    let bindings = bindings(module);
    write!(
        out,
        "    /// What a pipeline of it needs.
    pub static SHADER: crate::Shader = crate::Shader {{
        name: {name:?},
        source: {source:?},
        entry_point: {:?},
        overrides: &{overrides:?},
        bindings: &[{bindings}],
    }};\n}}\n\n",
        entry.name,
    )
    .unwrap();
    out
}

fn comment(out: &mut String, lines: Option<&Vec<String>>, what: &str) {
    let lines = lines.unwrap_or_else(|| panic!("{what} has no comment"));
    for line in lines {
        writeln!(out, "    /// {}", line.trim_start_matches('/').trim()).unwrap();
    }
}

fn layout(
    out: &mut String,
    module: &Module,
    docs: &DocComments,
    handle: Handle<Type>,
    name: &str,
    members: &[StructMember],
    span: u32,
) {
    comment(out, docs.types.get(&handle), name);
    out.push_str("    #[repr(C)]\n    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ");
    out.push_str("::bytemuck::Pod, ::bytemuck::Zeroable)]\n");
    writeln!(out, "    pub struct {name} {{").unwrap();
    let mut offset = 0;
    for (i, member) in members.iter().enumerate() {
        let field = member.name.as_deref().expect("members have names");
        assert_eq!(member.offset, offset, "{name}.{field}: WGSL leaves a gap, Rust does not");
        let (words, ty) = match module.types[member.ty].inner {
            TypeInner::Scalar(Scalar { kind: ScalarKind::Uint, width: 4 }) => (1, "u32".into()),
            TypeInner::Vector { size, scalar: Scalar { kind: ScalarKind::Uint, width: 4 } } => {
                (size as u32, format!("[u32; {}]", size as u32))
            }
            ref other => panic!("{name}.{field}: {other:?} has no Rust type here"),
        };
        comment(out, docs.struct_members.get(&(handle, i)), field);
        writeln!(out, "        pub {field}: {ty},").unwrap();
        offset += 4 * words;
    }
    assert_eq!(span, offset, "{name}: WGSL pads its end, Rust does not");
    out.push_str("    }\n");
}

fn bindings(module: &Module) -> String {
    let mut list = Vec::new();
    for (_, variable) in module.global_variables.iter() {
        let Some(at) = variable.binding else { continue };
        assert_eq!(at.group, 0, "one bind group a shader");
        let access = match variable.space {
            AddressSpace::Uniform => "Uniform",
            AddressSpace::Storage { access } if access.contains(StorageAccess::STORE) => "Write",
            AddressSpace::Storage { .. } => "Read",
            other => panic!("{other:?} is no buffer"),
        };
        // Of an array that grows, one element is the least.
        let inner = &module.types[variable.ty].inner;
        let least = match *inner {
            TypeInner::Array { stride, size: ArraySize::Dynamic, .. } => stride,
            _ => inner.size(module.to_ctx()),
        };
        list.push((at.binding, access, least, variable.name.as_deref().unwrap_or_default()));
    }
    list.sort_unstable();
    assert!((0..).zip(&list).all(|(i, b)| i == b.0), "bindings are numbered from 0");
    let one = |(_, access, least, name): &(u32, &str, u32, &str)| {
        format!(
            "crate::Binding {{ name: {name:?}, access: crate::Access::{access}, least: {least} }}, "
        )
    };
    list.iter().map(one).collect()
}
