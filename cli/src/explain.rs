//! `bidlang explain [CODE]`: the pages about the codes of diagnostics, built into the command.

use bidlang::diagnostic::{Code, Diagnostic, Span, printable};

use crate::{End, output, report};

/// Explains the code of a problem.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The code, such as `unknown-name`; all of them where nothing is said
    code: Option<String>,
}

/// A code without a page does not compile.
macro_rules! pages {
    ($($name:ident $text:literal $meaning:literal;)*) => {
        /// The page of a code, in Markdown.
        const fn page(code: Code) -> &'static str {
            match code {
                $(Code::$name => include_str!(concat!("../diagnostics/", $text, ".md")),)*
            }
        }
    };
}

bidlang::syntax::each_code!(pages);

pub fn run(args: &Args) -> End {
    let Some(code) = &args.code else {
        let widest = Code::ALL.iter().map(|code| code.text().len()).max().unwrap_or(0);
        for code in Code::ALL {
            output::line(&format!("{code:widest$}  {}", code.meaning()));
        }
        return End::Fine;
    };
    let Some(known) = Code::of(code) else {
        let problem = Diagnostic::new(Code::Usage, Span::default(), format!("there is no code `{}`", printable(code)))
            .help("`bidlang explain` lists all codes");
        report::plain(&problem.did_you_mean(code, Code::ALL.iter().map(|code| code.text())));
        return End::Usage;
    };
    shown(page(known)).iter().for_each(|line| output::line(line));
    End::Fine
}

/// A page for a terminal: examples further in, without the marks of Markdown.
fn shown(page: &str) -> Vec<String> {
    let mut example = false;
    let mut lines = Vec::new();
    for line in page.lines() {
        if line.starts_with("```") {
            example = !example;
            lines.push(String::new());
        } else if example {
            lines.push(format!("    {line}").trim_end().to_owned());
        } else {
            lines.push(line.strip_prefix("# ").unwrap_or(line).to_owned());
        }
    }
    lines.dedup_by(|line, before| line.is_empty() && before.is_empty());
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}
