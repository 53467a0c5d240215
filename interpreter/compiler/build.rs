//! Makes the list of the libraries that come with bidlang: the files of `library/`.

use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("library");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    for entry in std::fs::read_dir(&folder)? {
        files.push(entry?.path().canonicalize()?);
    }
    files.retain(|path| path.extension().is_some_and(|ending| ending == "bid"));
    files.sort();
    let mut list = String::from(
        "/// The libraries that come with bidlang: name and text.\npub(crate) static LIBRARY: &[(&str, &str)] = &[\n",
    );
    for path in files {
        println!("cargo::rerun-if-changed={}", path.display());
        let name = path.file_stem().ok_or("a file without a name")?.to_string_lossy().replace('_', "-");
        list += &format!("    ({name:?}, include_str!({:?})),\n", path.display().to_string());
    }
    list += "];\n";
    std::fs::write(Path::new(&std::env::var("OUT_DIR")?).join("library.rs"), list)?;
    Ok(())
}
