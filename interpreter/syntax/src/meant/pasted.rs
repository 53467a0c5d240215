//! Characters that come along when a text is pasted, and what is typed instead.

/// Such a character: what it is called, and what stands for it here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pasted {
    /// Where it stands, in bytes.
    pub at: usize,
    /// The character.
    pub sign: char,
    /// What it is.
    pub name: &'static str,
}

/// The first of them in a line.
#[must_use]
pub fn pasted(line: &str) -> Option<Pasted> {
    line.char_indices().find_map(|(at, sign)| known(sign).map(|(name, _)| Pasted { at, sign, name }))
}

/// The line as it is typed.
#[must_use]
pub fn typed(line: &str) -> String {
    let mut out = String::new();
    for sign in line.chars() {
        match known(sign) {
            // A suit behind a rank: `9♥` is the 9 of Hearts.
            Some((_, suit)) if is_suit(sign) => {
                let behind = out.chars().next_back().is_some_and(char::is_alphanumeric);
                out += if behind { " of " } else { "" };
                out += suit;
            }
            Some((_, instead)) => out += instead,
            None => out.push(sign),
        }
    }
    out
}

const fn is_suit(sign: char) -> bool {
    matches!(sign, '\u{2660}'..='\u{2667}')
}

/// What a character is called, and what is typed instead.
fn known(sign: char) -> Option<(&'static str, &'static str)> {
    Some(match sign {
        '\u{a0}' | '\u{202f}' => ("a no-break space", " "),
        '\u{2000}'..='\u{200a}' | '\u{205f}' | '\u{3000}' | '\u{1680}' => ("a space of another width", " "),
        '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}' => ("a character that is not seen", ""),
        '\u{201c}'..='\u{201f}' | '\u{ab}' | '\u{bb}' | '\u{2039}' | '\u{203a}' | '\u{ff02}' => {
            ("a typographic quote", "\"")
        }
        '\u{2018}'..='\u{201b}' | '\u{b4}' | '\u{ff07}' => ("a typographic apostrophe", "'"),
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' => ("a typographic dash", "-"),
        '\u{2026}' => ("an ellipsis", "..."),
        '\u{d7}' | '\u{2715}' | '\u{2217}' | '\u{22c5}' | '\u{b7}' => ("a multiplication sign", "*"),
        '\u{f7}' | '\u{2215}' | '\u{2044}' => ("a division sign", "/"),
        '\u{2264}' => ("a comparison sign", "is at most"),
        '\u{2265}' => ("a comparison sign", "is at least"),
        '\u{2260}' => ("a comparison sign", "is not"),
        '\u{2022}' | '\u{25aa}' | '\u{25cf}' | '\u{2023}' => ("a bullet", ""),
        '\u{2192}' | '\u{21d2}' => ("an arrow", ""),
        '\u{bd}' => ("a fraction", "1 / 2 rounded down"),
        '\u{2660}' | '\u{2664}' => ("a suit sign", "Spades"),
        '\u{2663}' | '\u{2667}' => ("a suit sign", "Clubs"),
        '\u{2665}' | '\u{2661}' => ("a suit sign", "Hearts"),
        '\u{2666}' | '\u{2662}' => ("a suit sign", "Diamonds"),
        '\u{ff10}'..='\u{ff19}' => ("a full-width digit", DIGITS.get((sign as usize).checked_sub(0xff10)?)?),
        '\u{ff08}' => ("a full-width bracket", "("),
        '\u{ff09}' => ("a full-width bracket", ")"),
        '\u{ff0c}' | '\u{3001}' => ("a full-width comma", ","),
        '\u{ff1a}' => ("a full-width colon", ":"),
        '\u{ff0b}' => ("a full-width sign", "+"),
        _ => return None,
    })
}

const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
