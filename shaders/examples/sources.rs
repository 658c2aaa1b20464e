//! Writes each shader, composed, into a folder: for other compilers to look at.

fn main() -> std::io::Result<()> {
    let folder = std::path::PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| ".".into()));
    for shader in phinum_shaders::ALL {
        std::fs::write(folder.join(shader.name).with_extension("wgsl"), shader.source)?;
    }
    Ok(())
}
