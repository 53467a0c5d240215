//! Writes the list of the rules files beside this crate, so that a new one is in the program by lying there.

use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The folders of rules files, as they are told.
const FOLDERS: [&str; 3] = ["", "classics", "variants"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?);
    let mut list = String::from("&[\n");
    for folder in FOLDERS {
        let path = root.join(folder);
        println!("cargo::rerun-if-changed={}", path.display());
        for file in rules(&path)? {
            let stem = file.file_stem().unwrap_or_default().to_string_lossy();
            println!("cargo::rerun-if-changed={}", file.display());
            let path = file.display().to_string();
            let beside = file.with_extension("theme.json");
            let theme = match beside.is_file() {
                true => format!("Some(include_str!({:?}))", beside.display().to_string()),
                false => "None".to_owned(),
            };
            writeln!(
                list,
                "    Shipped {{ name: {stem:?}, folder: {folder:?}, text: include_str!({path:?}), theme: {theme} }},"
            )?;
        }
    }
    list.push_str("]\n");
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    std::fs::write(out.join("list.rs"), list)?;
    Ok(())
}

/// The rules files of a folder, in the order of their names.
fn rules(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "bid") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
