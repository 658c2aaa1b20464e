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
