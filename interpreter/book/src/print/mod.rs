//! What one prints and cuts out: the cards of the deck, a card with the rules on one page, a pad for points. Pages of HTML that need nothing
//! else; all that is drawn is drawn here.

mod card;
mod pad;
mod sheets;
mod symbols;

pub use card::card;
pub use pad::pad;
pub use sheets::sheets;

/// Text that cannot be read as marks.
fn escaped(text: &str) -> String {
    super::html::escape(text)
}

/// A page of HTML around what is printed.
fn page(title: &str, style: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{style}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}
