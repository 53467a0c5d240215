//! The report as one page that needs nothing else: text, plots, and the programs that draw them.

use std::fmt::Write;

use bidlang_lab::sim::Contrast;
use serde_json::Value;

use super::plots::{self, Plot};
use super::{Played, Shown, compare, text};

/// Vega, Vega-Lite and Vega-Embed; where from and under which licences stands in `cli/assets/README.md`.
const SCRIPTS: [&str; 3] = [
    include_str!("../../assets/vega.min.js"),
    include_str!("../../assets/vega-lite.min.js"),
    include_str!("../../assets/vega-embed.min.js"),
];

const NOTICE: &str = include_str!("../../assets/LICENSE");

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}\
h1,h2,h3{line-height:1.2;break-after:avoid}h3{margin:1.6rem 0 .4rem}\
pre{overflow-x:auto;font-size:.8rem;line-height:1.35;background:#f6f6f4;padding:1rem}.say{display:block;white-space:pre-wrap}\
.plot{overflow-x:auto;break-inside:avoid}.plot svg{max-width:100%;height:auto}footer{margin-top:3rem;font-size:.8rem;color:#666}\
@media(prefers-color-scheme:dark){body{color:#ddd;background:#1b1b1b}pre{background:#262626}.plot{background:#eee;padding:.5rem}}\
@media print{body{color:#222;background:#fff;margin:0 auto}pre{white-space:pre-wrap;font-size:6.5pt;padding:0;background:none}\
.plot{background:none;padding:0}details{display:none}}";

/// Draws the plots as wide as the page is: fewer side by side, and narrower, on a phone.
const DRAW: &str = "const room=document.querySelector('h1').clientWidth,narrow=room<640;\
plots.forEach((spec,i)=>{\
if(spec.facet){const each=spec.spec.width+70;spec.columns=Math.max(1,Math.min(spec.columns,Math.floor(room/each)));\
if(room<each)spec.spec.width=room-70}\
else if(narrow&&spec.width){spec.width=Math.min(spec.width,room);spec.autosize={type:'fit-x',contains:'padding'}}\
spec.config={axis:{labelOverlap:true},axisY:{labelLimit:Math.min(420,room*.4)},\
legend:narrow?{orient:'bottom',columns:3}:{}};\
vegaEmbed('#plot'+i,spec,{actions:false,renderer:'svg',defaultStyle:false})})";

/// Text that cannot be read as marks.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A report: tables as they are, sentences, which have no columns of blanks, as wide as the page.
fn report(text: &str) -> String {
    let mut block = "<pre>".to_owned();
    for line in text.trim_end().lines() {
        if line.len() > 60 && line.matches("  ").count() < 2 {
            let _ = write!(block, "<span class=\"say\">{}</span>", escaped(line));
        } else {
            let _ = writeln!(block, "{}", escaped(line));
        }
    }
    block + "</pre>"
}

/// Data inside a script: no word of it can end the script.
fn inside_script(value: &Value) -> String {
    value.to_string().replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// A comparison, and what the two games are called.
#[derive(Clone, Copy)]
pub struct Compared<'a> {
    pub contrast: &'a Contrast,
    pub first: &'a str,
    pub second: &'a str,
}

/// The page of one setup, of several, or of a comparison.
pub fn page(shown: &Shown, all: &[Played], compared: Option<Compared>) -> String {
    let mut body = String::new();
    let mut drawn: Vec<Value> = Vec::new();
    let title = all.first().map_or("", |played| played.prepared().game().title());
    let _ = writeln!(body, "<h1>{}</h1>", escaped(title));
    if let Some(Compared { contrast, first, second }) = compared {
        let _ = writeln!(body, "{}", report(&compare::text(contrast, first, second)));
        put(&mut body, &mut drawn, vec![plots::differences(contrast)]);
    } else if all.len() > 1 {
        let _ = writeln!(body, "{}", report(&text::sweep(all)));
        put(&mut body, &mut drawn, plots::of_setups(all));
    }
    for played in all {
        let _ = writeln!(body, "<h2>{}</h2>", escaped(&played.label));
        if played.tally.games > 0 {
            let _ = writeln!(body, "<p>{}</p>", escaped(&text::verdict(played)));
            put(&mut body, &mut drawn, plots::of_setup(played));
        }
        let _ = writeln!(body, "<h3>In figures</h3>\n{}", report(&text::report(shown, played)));
    }
    let scripts: String = SCRIPTS.iter().fold(String::new(), |mut scripts, script| {
        let _ = writeln!(scripts, "<script>{script}</script>");
        scripts
    });
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{0}</title>\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         script-src 'unsafe-inline' 'unsafe-eval'; img-src data:\">\n<style>{STYLE}</style>\n</head>\n<body>\n{body}\
         <footer>What each figure means: docs/sim.md of bidlang. The plots are drawn by Vega, Vega-Lite and Vega-Embed, \
         which are part of this page.<details><summary>Their licences</summary><pre>{1}</pre></details></footer>\n\
         {scripts}<script>const plots={2};{DRAW}</script>\n</body>\n</html>\n",
        escaped(title),
        escaped(NOTICE),
        inside_script(&Value::Array(drawn))
    )
}

fn put(body: &mut String, drawn: &mut Vec<Value>, plots: Vec<Plot>) {
    for plot in plots {
        let _ =
            writeln!(body, "<h3>{}</h3>\n<div class=\"plot\" id=\"plot{}\"></div>", escaped(&plot.title), drawn.len());
        drawn.push(plot.spec);
    }
}
