//! Every console block of the documents is run, and prints what it says.

#[test]
fn documents_say_what_the_command_prints() {
    // What a document writes goes into a folder that is empty now. Other tests of this
    // program use no working folder.
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("documents");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).unwrap();
    }
    std::fs::create_dir_all(&folder).unwrap();
    std::env::set_current_dir(&folder).unwrap();
    // Adapters are hidden, so that what is printed is the same everywhere; the
    // documents show adapters only where they say so, in blocks marked as text.
    let cases = trycmd::TestCases::new();
    cases
        .env("VK_DRIVER_FILES", "/nonexistent")
        .env("VK_ICD_FILENAMES", "/nonexistent")
        .env("__EGL_VENDOR_LIBRARY_FILENAMES", "/nonexistent")
        .env("LIBGL_DRIVERS_PATH", "/nonexistent");
    for document in documents() {
        cases.case(document);
    }
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
