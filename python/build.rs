//! Takes the docstrings out of the stubs, so that `help()` says what editors say: each is stated once, in `bidlang/_bidlang.pyi`.

use std::collections::BTreeMap;
use std::path::PathBuf;

const STUBS: &str = "bidlang/_bidlang.pyi";
const QUOTES: &str = "\"\"\"";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed={STUBS}");
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    for (name, text) in docstrings(&std::fs::read_to_string(STUBS)?) {
        std::fs::write(out.join(name), text)?;
    }
    Ok(())
}

/// The docstring of each function, class and method, by its name: `load`, `State`, `State.legal`.
fn docstrings(stubs: &str) -> BTreeMap<String, String> {
    let (mut found, mut class, mut of) = (BTreeMap::new(), String::new(), None);
    let mut lines = stubs.lines();
    while let Some(line) = lines.next() {
        let text = line.trim_start();
        if let Some(name) = text.strip_prefix("class ") {
            class = name.trim_end_matches(':').to_owned();
            of = Some(class.clone());
        } else if let Some(rest) = text.strip_prefix("def ") {
            let name = rest.split('(').next().unwrap_or_default();
            of = Some(if text.len() < line.len() { format!("{class}.{name}") } else { name.to_owned() });
        } else if let (Some(first), Some(name)) = (text.strip_prefix(QUOTES), of.take_if(|_| text.starts_with(QUOTES)))
        {
            let indent = line.len() - text.len();
            let mut doc = first.to_owned();
            while !doc.ends_with(QUOTES) {
                let Some(next) = lines.next() else { break };
                doc += "\n";
                doc += next.get(indent..).unwrap_or_default();
            }
            found.insert(name, doc.trim_end_matches(QUOTES).trim_end().to_owned());
        }
    }
    found
}
