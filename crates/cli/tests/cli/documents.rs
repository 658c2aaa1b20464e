//! Every console block of the documents is run, and prints what it says.

#[test]
fn documents_say_what_the_command_prints() {
    // Adapters are hidden, so that what is printed is the same everywhere; the
    // documents show adapters only where they say so, in blocks marked as text.
    trycmd::TestCases::new()
        .env("VK_DRIVER_FILES", "/nonexistent")
        .env("VK_ICD_FILENAMES", "/nonexistent")
        .env("__EGL_VENDOR_LIBRARY_FILENAMES", "/nonexistent")
        .env("LIBGL_DRIVERS_PATH", "/nonexistent")
        .case("../../README.md")
        .case("../../docs/*.md");
}

/// Every document, and the folder its links start from.
fn documents() -> Vec<std::path::PathBuf> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let markdown = |folder: &std::path::Path| {
        let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        files.filter(|path| path.extension().is_some_and(|e| e == "md")).collect::<Vec<_>>()
    };
    let mut documents = markdown(&root);
    documents.extend(markdown(&root.join("docs")));
    documents
}

#[test]
fn links_lead_somewhere() {
    let mut links = 0;
    for document in documents() {
        let text = std::fs::read_to_string(&document).unwrap();
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = target.split('#').next().unwrap();
            if file.is_empty() || file.contains("://") {
                continue;
            }
            assert!(document.parent().unwrap().join(file).exists(), "{document:?}: {target}");
            links += 1;
        }
    }
    assert!(links >= 5, "only {links} links were looked at");
}
