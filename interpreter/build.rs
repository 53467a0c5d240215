//! Makes the list of the libraries that come with bidlang: the files of `games/library`.
#![allow(clippy::expect_used, clippy::unwrap_used)]

use std::fmt::Write;
use std::path::Path;

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/library");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<_> =
        std::fs::read_dir(&folder).expect("games/library").map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "bid"));
    files.sort();
    let mut list = String::from(
        "/// The libraries that come with bidlang: name and text.\nstatic LIBRARY: &[(&str, &str)] = &[\n",
    );
    for path in files {
        let path = path.canonicalize().expect("a file of games/library");
        println!("cargo::rerun-if-changed={}", path.display());
        let name = path.file_stem().unwrap().to_string_lossy().replace('_', "-");
        writeln!(list, "    ({name:?}, include_str!({:?})),", path.display().to_string()).unwrap();
    }
    list.push_str("];\n");
    let out = std::env::var("OUT_DIR").expect("cargo says where");
    std::fs::write(Path::new(&out).join("library.rs"), list).expect("the list is written");
}
